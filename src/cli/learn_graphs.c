/* Collections of graphs: three tables, or a line of JSON for each graph. */
#include "learn.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/table/table_parts.h"

#include <math.h>
#include <string.h>

enum { KINDS_MAX = 100000 };

/* What is read, graph by graph or row by row. */
typedef struct {
  unsigned graph, a, b, kind;  /* a node: a is its number; an edge: a and b */
} item;

typedef struct {
  item *node, *edge;
  size_t nodes, edges, node_cap, edge_cap;
  double *target;
  unsigned char *part;
  size_t graphs, target_cap, part_cap;
  const char *path;            /* for messages */
} reading;

static mgnn_status
item_add(item **list, size_t *count, size_t *cap, item x, mgnn_error *err)
{
  item *more = mg_grow(*list, *count, cap, sizeof *more);

  if (more == NULL)
    return mg_fail_memory(err);
  *list = more;
  (*list)[(*count)++] = x;
  return MGNN_OK;
}

/* "train", "val...", "test", or their letters. */
static unsigned char
part_of(const char *word)
{
  if (strcmp(word, "train") == 0 || strcmp(word, "t") == 0)
    return MG_TRAIN;
  if (strncmp(word, "val", 3) == 0 || strcmp(word, "v") == 0)
    return MG_VALIDATE;
  if (strcmp(word, "test") == 0 || strcmp(word, "e") == 0)
    return MG_TEST;
  return 0;
}

static mgnn_status
graph_add(reading *r, const char *split, double target, size_t line,
          mgnn_error *err)
{
  unsigned char part = part_of(split);
  void *more;

  if (part == 0)
    return mg_fail_at(err, r->path, line, 0, "the split is \"%.20s\"; it must be "
                      "train, val or test", split);
  more = mg_grow(r->target, r->graphs, &r->target_cap, sizeof *r->target);
  if (more == NULL)
    return mg_fail_memory(err);
  r->target = more;
  more = mg_grow(r->part, r->graphs, &r->part_cap, 1);
  if (more == NULL)
    return mg_fail_memory(err);
  r->part = more;
  r->target[r->graphs] = target;
  r->part[r->graphs++] = part;
  return MGNN_OK;
}

/* ---- tables ---- */

/* A whole number below `most` in cell k. */
static mgnn_status
count_read(const mg_csv *csv, size_t k, const char *what, double most,
           unsigned *out, mgnn_error *err)
{
  double x;
  mgnn_status status = MGNN_OK;

  TRY(mg_table_number(csv, k, what, &x, err));
  if (x < 0 || x >= most || x != floor(x))
    status = mg_csv_fail(csv, &csv->cell[k], err, "%s is %g; it must be a whole "
                         "number from 0 to %.0f", what, x, most - 1);
  *out = (unsigned)(status == MGNN_OK ? x : 0);
end:
  return status;
}

/* Open a table and check its header. */
static mgnn_status
table_open(mg_csv *csv, const char *path, const char *const *head, size_t count,
           mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_csv_open(csv, path, ',', NULL, err));
  TRY(mg_csv_row(csv, err));
  for (size_t k = 0; k < count; k++)
    if (csv->count != count || !mg_cell_is(&csv->cell[k], head[k]))
      TRY(mg_fail(err, MGNN_EPARSE, "%s: column %zu must be called %s, and there "
                  "must be %zu", path, k + 1, head[k], count));
end:
  return status;
}

static mgnn_status
row_next(mg_csv *csv, size_t count, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_csv_row(csv, err));
  if (csv->count != 0 && csv->count != count)
    status = mg_table_ragged(csv, count, 1, err);
end:
  return status;
}

static mgnn_status
graphs_read(reading *r, const char *path, mgnn_error *err)
{
  static const char *const head[] = { "graph", "split", "target" };
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  r->path = path;
  TRY(table_open(&csv, path, head, 3, err));
  for (;;) {
    unsigned number;
    double target;

    TRY(row_next(&csv, 3, err));
    if (csv.count == 0)
      break;
    TRY(count_read(&csv, 0, "graph", 4e9, &number, err));
    if (number != r->graphs)
      TRY(mg_csv_fail(&csv, NULL, err, "graph %u comes where graph %zu should; "
                      "graphs are numbered from 0", number, r->graphs));
    TRY(mg_table_number(&csv, 2, "target", &target, err));
    TRY(graph_add(r, csv.cell[1].text, target, csv.line, err));
  }
end:
  mg_csv_close(&csv);
  return status;
}

static mgnn_status
nodes_read(reading *r, const char *path, mgnn_error *err)
{
  static const char *const head[] = { "graph", "node", "type" };
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(table_open(&csv, path, head, 3, err));
  for (;;) {
    item x = { 0 };

    TRY(row_next(&csv, 3, err));
    if (csv.count == 0)
      break;
    TRY(count_read(&csv, 0, "graph", (double)r->graphs, &x.graph, err));
    TRY(count_read(&csv, 1, "node", 1e9, &x.a, err));
    TRY(count_read(&csv, 2, "type", KINDS_MAX, &x.kind, err));
    TRY(item_add(&r->node, &r->nodes, &r->node_cap, x, err));
  }
end:
  mg_csv_close(&csv);
  return status;
}

static mgnn_status
edges_read(reading *r, const char *path, mgnn_error *err)
{
  static const char *const head[] = { "graph", "source", "target", "type" };
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(table_open(&csv, path, head, 4, err));
  for (;;) {
    item x = { 0 };

    TRY(row_next(&csv, 4, err));
    if (csv.count == 0)
      break;
    TRY(count_read(&csv, 0, "graph", (double)r->graphs, &x.graph, err));
    TRY(count_read(&csv, 1, "source", 1e9, &x.a, err));
    TRY(count_read(&csv, 2, "target", 1e9, &x.b, err));
    TRY(count_read(&csv, 3, "type", KINDS_MAX, &x.kind, err));
    TRY(item_add(&r->edge, &r->edges, &r->edge_cap, x, err));
  }
end:
  mg_csv_close(&csv);
  return status;
}

/* ---- lines of JSON ---- */

/* A place in a line of JSON; p NULL: it is not what was expected. */
typedef struct {
  const char *p, *end;
} json_at;

static void
blanks(json_at *j)
{
  while (j->p != NULL && (*j->p == ' ' || *j->p == '\t'))
    j->p++;
}

/* Whether this character is next; then it is passed. */
static int
passed(json_at *j, char c)
{
  blanks(j);
  if (j->p == NULL || *j->p != c)
    return 0;
  j->p++;
  return 1;
}

static double
json_value(json_at *j)
{
  double x = NAN;

  blanks(j);
  if (j->p != NULL)
    j->p = mg_number_read(j->p, j->end, &x);
  return x;
}

/* A text without escapes, at most size - 1 bytes. */
static void
json_word(json_at *j, char *out, size_t size)
{
  size_t len = 0;

  *out = '\0';
  if (!passed(j, '"')) {
    j->p = NULL;
    return;
  }
  for (; *j->p != '\0' && *j->p != '"'; j->p++)
    if (len + 1 < size)
      out[len++] = *j->p;
  out[len] = '\0';
  j->p = *j->p == '"' ? j->p + 1 : NULL;
}

/* [1, 2, ...]: up to `most` whole numbers; returns how many. */
static size_t
json_counts(json_at *j, unsigned *out, size_t most)
{
  size_t count = 0;

  if (!passed(j, '['))
    j->p = NULL;
  while (j->p != NULL && !passed(j, ']')) {
    double x = json_value(j);

    if (j->p == NULL || count == most || !(x >= 0 && x < 1e9) || x != floor(x))
      j->p = NULL;
    else
      out[count++] = (unsigned)x;
    if (j->p != NULL && !passed(j, ',')) {
      if (!passed(j, ']'))
        j->p = NULL;
      break;
    }
  }
  return count;
}

static mgnn_status
json_nodes(reading *r, json_at *j, mgnn_error *err)
{
  unsigned graph = (unsigned)r->graphs;
  mgnn_status status = MGNN_OK;

  if (!passed(j, '['))
    j->p = NULL;
  for (unsigned node = 0; j->p != NULL && !passed(j, ']'); node++) {
    double x = json_value(j);

    if (!(x >= 0 && x < KINDS_MAX) || x != floor(x))
      j->p = NULL;
    else
      TRY(item_add(&r->node, &r->nodes, &r->node_cap,
                   (item){ graph, node, 0, (unsigned)x }, err));
    passed(j, ',');
  }
end:
  return status;
}

static mgnn_status
json_edges(reading *r, json_at *j, mgnn_error *err)
{
  unsigned graph = (unsigned)r->graphs;
  mgnn_status status = MGNN_OK;

  if (!passed(j, '['))
    j->p = NULL;
  while (j->p != NULL && !passed(j, ']')) {
    unsigned x[3] = { 0 };
    size_t count = json_counts(j, x, 3);

    if (count < 2 || x[2] >= KINDS_MAX)
      j->p = NULL;
    else
      TRY(item_add(&r->edge, &r->edges, &r->edge_cap,
                   (item){ graph, x[0], x[1], x[2] }, err));
    passed(j, ',');
  }
end:
  return status;
}

/* {"nodes": [type, ...], "edges": [[i, j, type], ...], "target": x, "split":
 * "train"} */
static mgnn_status
json_line(reading *r, const char *line, size_t len, size_t number,
          mgnn_error *err)
{
  json_at j = { line, line + len };
  double target = NAN;
  char key[16], split[16] = "";
  mgnn_status status = MGNN_OK;

  if (!passed(&j, '{'))
    j.p = NULL;
  while (j.p != NULL && !passed(&j, '}')) {
    json_word(&j, key, sizeof key);
    if (!passed(&j, ':'))
      j.p = NULL;
    if (strcmp(key, "nodes") == 0)
      TRY(json_nodes(r, &j, err));
    else if (strcmp(key, "edges") == 0)
      TRY(json_edges(r, &j, err));
    else if (strcmp(key, "target") == 0)
      target = json_value(&j);
    else if (strcmp(key, "split") == 0)
      json_word(&j, split, sizeof split);
    else
      j.p = NULL;
    passed(&j, ',');
  }
  if (j.p == NULL || !isfinite(target))
    return mg_fail_at(err, r->path, number, 0, "is not of the form {\"nodes\": "
                      "[type, ...], \"edges\": [[i, j, type], ...], \"target\": "
                      "x, \"split\": \"train\"}");
  TRY(graph_add(r, split, target, number, err));
end:
  return status;
}

static mgnn_status
lines_read(reading *r, const char *path, size_t limit, mgnn_error *err)
{
  const mg_limits limits = { .bytes = limit };
  mg_stream in = { 0 };
  mgnn_status status = MGNN_OK;

  r->path = path;
  TRY(mg_stream_open(&in, path, &limits, err));
  for (;;) {
    char *line;
    size_t len;

    TRY(mg_stream_line(&in, &line, &len, err));
    if (line == NULL)
      break;
    if (len > 0)
      TRY(json_line(r, line, len, in.line, err));
  }
end:
  mg_stream_close(&in);
  return status;
}

/* ---- to a collection ---- */

/* Where the items of each graph begin; graphs + 1 numbers. */
static size_t *
firsts(const item *x, size_t count, size_t graphs)
{
  size_t *first = mg_zalloc(graphs + 1, sizeof *first);

  if (first == NULL)
    return NULL;
  for (size_t k = 0; k < count; k++)
    first[x[k].graph + 1]++;
  for (size_t g = 0; g < graphs; g++)
    first[g + 1] += first[g];
  return first;
}

static mgnn_status
nodes_place(mg_collection *c, const reading *r, mgnn_error *err)
{
  unsigned char *seen = mg_zalloc(r->nodes, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(seen, err));
  TRY(mg_allocated(c->type = mg_alloc(r->nodes, sizeof *c->type), err));
  for (size_t k = 0; k < r->nodes; k++) {
    const item *x = &r->node[k];
    size_t at = c->node[x->graph] + x->a;

    if (at >= c->node[x->graph + 1] || seen[at])
      TRY(mg_fail(err, MGNN_EPARSE, "%s: the %zu nodes of graph %u must be "
                  "numbered from 0, each once; one is %u", r->path,
                  c->node[x->graph + 1] - c->node[x->graph], x->graph, x->a));
    seen[at] = 1;
    c->type[at] = x->kind;
    c->types = x->kind + 1 > c->types ? x->kind + 1 : c->types;
  }
  for (size_t g = 0; g < c->graphs; g++)
    if (c->node[g] == c->node[g + 1])
      TRY(mg_fail(err, MGNN_EPARSE, "%s: graph %zu has no nodes", r->path, g));
end:
  mg_free(seen);
  return status;
}

/* Edges in the order of the file within each graph; c->edge is their places. */
static mgnn_status
edges_place(mg_collection *c, const reading *r, mgnn_error *err)
{
  size_t *next = firsts(r->edge, r->edges, c->graphs);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(next, err));
  TRY(mg_allocated(c->ends = mg_alloc(r->edges, 2 * sizeof *c->ends), err));
  TRY(mg_allocated(c->bond = mg_alloc(r->edges, sizeof *c->bond), err));
  for (size_t k = 0; k < r->edges; k++) {
    const item *x = &r->edge[k];
    size_t n = c->node[x->graph + 1] - c->node[x->graph];
    size_t at = next[x->graph]++;

    if (x->a >= n || x->b >= n || x->a == x->b)
      TRY(mg_fail(err, MGNN_EPARSE, "%s: graph %u has an edge %u - %u; its ends "
                  "must be two of its nodes 0 to %zu", r->path, x->graph, x->a,
                  x->b, n - 1));
    for (size_t e = c->edge[x->graph]; e < at; e++)
      if ((c->ends[2 * e] == x->a && c->ends[2 * e + 1] == x->b)
          || (c->ends[2 * e] == x->b && c->ends[2 * e + 1] == x->a))
        TRY(mg_fail(err, MGNN_EPARSE, "%s: graph %u has the edge %u - %u twice",
                    r->path, x->graph, x->a, x->b));
    c->ends[2 * at] = x->a;
    c->ends[2 * at + 1] = x->b;
    c->bond[at] = x->kind;
    c->bonds = x->kind + 1 > c->bonds ? x->kind + 1 : c->bonds;
  }
end:
  mg_free(next);
  return status;
}

static mgnn_status
collection_make(mg_collection *c, reading *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  c->graphs = r->graphs;
  TRY(mg_allocated(c->node = firsts(r->node, r->nodes, r->graphs), err));
  TRY(mg_allocated(c->edge = firsts(r->edge, r->edges, r->graphs), err));
  TRY(nodes_place(c, r, err));
  TRY(edges_place(c, r, err));
  c->target = r->target;
  c->part = r->part;
  r->target = NULL;
  r->part = NULL;
  for (const char *which = "tve"; *which != '\0'; which++)
    if (memchr(c->part, *which, c->graphs) == NULL)
      TRY(mg_fail(err, MGNN_EINVAL, "%s: no graph is for %s", r->path,
                  *which == 't' ? "training" : *which == 'v' ? "validation"
                  : "the test"));
end:
  return status;
}

mgnn_status
mg_learn_collection_read(mg_learn_set *set, size_t limit, mgnn_error *err)
{
  reading r = { .path = set->graph };
  mgnn_status status = MGNN_OK;

  if (set->features != NULL) {
    TRY(graphs_read(&r, set->graph, err));
    TRY(nodes_read(&r, set->features, err));
    TRY(edges_read(&r, set->labels, err));
  } else
    TRY(lines_read(&r, set->graph, limit, err));
  if (r.graphs == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: there are no graphs", set->graph));
  TRY(collection_make(&set->collection, &r, err));
end:
  mg_free(r.node);
  mg_free(r.edge);
  mg_free(r.target);
  mg_free(r.part);
  return status;
}
