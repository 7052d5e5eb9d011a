/* Reads collections of graphs, from three tables or from JSON with a line per graph. */
#include "learn.h"
#include "base/mem.h"
#include "io/table/table_parts.h"
#include "io/text/json_scan.h"

#include <math.h>
#include <string.h>

enum { KINDS_MAX = 100000 };

/* A node or an edge as read from a table or from JSON. */
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
  PASS(mg_room(list, *count, cap, sizeof **list, err));
  (*list)[(*count)++] = x;
  return MGNN_OK;
}

/* The part named "train", "val...", "test" or by the letters t, v, e; 0: unknown. */
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

  if (part == 0)
    return mg_fail_at(err, r->path, line, 0, "the split is \"%.20s\"; it must be "
                      "train, val or test", split);
  PASS(mg_room(&r->target, r->graphs, &r->target_cap, sizeof *r->target, err));
  PASS(mg_room(&r->part, r->graphs, &r->part_cap, 1, err));
  r->target[r->graphs] = target;
  r->part[r->graphs++] = part;
  return MGNN_OK;
}

/* ---- tables ---- */

/* Read a whole number below `most` from cell k. */
static mgnn_status
count_read(const mg_csv *csv, size_t k, const char *what, double most,
           unsigned *out, mgnn_error *err)
{
  double x;

  PASS(mg_table_number(csv, k, what, &x, err));
  if (x < 0 || x >= most || x != floor(x))
    return mg_csv_fail(csv, &csv->cell[k], err, "%s is %g; it must be a whole "
                       "number from 0 to %.0f", what, x, most - 1);
  *out = (unsigned)x;
  return MGNN_OK;
}

/* Open a table and check its header. */
static mgnn_status
table_open(mg_csv *csv, const char *path, const char *const *head, size_t count,
           mgnn_error *err)
{
  PASS(mg_csv_open(csv, path, ',', NULL, err));
  PASS(mg_csv_row(csv, err));
  for (size_t k = 0; k < count; k++)
    if (csv->count != count || !mg_cell_is(&csv->cell[k], head[k]))
      return mg_fail(err, MGNN_EPARSE, "%s: column %zu must be called %s, and there "
                     "must be %zu", path, k + 1, head[k], count);
  return MGNN_OK;
}

static mgnn_status
row_next(mg_csv *csv, size_t count, mgnn_error *err)
{
  PASS(mg_csv_row(csv, err));
  return csv->count != 0 && csv->count != count ? mg_table_ragged(csv, count, 1, err)
                                                : MGNN_OK;
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

/* Read a table of nodes (graph,node,type) or edges (graph,source,target,type). */
static mgnn_status
items_read(reading *r, const char *path, int edges, mgnn_error *err)
{
  static const char *const node[] = { "graph", "node", "type" };
  static const char *const edge[] = { "graph", "source", "target", "type" };
  const size_t count = edges ? 4 : 3;
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(table_open(&csv, path, edges ? edge : node, count, err));
  for (;;) {
    item x = { 0 };

    TRY(row_next(&csv, count, err));
    if (csv.count == 0)
      break;
    TRY(count_read(&csv, 0, "graph", (double)r->graphs, &x.graph, err));
    TRY(count_read(&csv, 1, edges ? "source" : "node", 1e9, &x.a, err));
    if (edges)
      TRY(count_read(&csv, 2, "target", 1e9, &x.b, err));
    TRY(count_read(&csv, count - 1, "type", KINDS_MAX, &x.kind, err));
    TRY(edges ? item_add(&r->edge, &r->edges, &r->edge_cap, x, err)
              : item_add(&r->node, &r->nodes, &r->node_cap, x, err));
  }
end:
  mg_csv_close(&csv);
  return status;
}

/* ---- lines of JSON ---- */

static mgnn_status
form_fail(const mg_json_scan *s, mgnn_error *err)
{
  return mg_json_fail(s, err, "a graph must be of the form {\"nodes\": [type, "
                      "...], \"edges\": [[i, j, type], ...], \"target\": x, "
                      "\"split\": \"train\"}");
}

/* Begin a list or object; fail unless the current token is its opening sign. */
static mgnn_status
list_begin(mg_json_list *list, const mg_json_scan *s, char sign, mgnn_error *err)
{
  mg_json_list_open(list, s);
  return mg_json_is(s, sign) ? MGNN_OK : form_fail(s, err);
}

static mgnn_status
json_whole(const mg_json_scan *s, double most, unsigned *out, mgnn_error *err)
{
  if (s->kind != MG_JSON_NUMBER || !(s->number >= 0 && s->number < most)
      || s->number != floor(s->number))
    return form_fail(s, err);
  *out = (unsigned)s->number;
  return MGNN_OK;
}

/* Read an element of "nodes": the type of a node. */
static mgnn_status
json_node(reading *r, mg_json_scan *s, unsigned k, mgnn_error *err)
{
  item x = { .graph = (unsigned)r->graphs, .a = k };

  PASS(json_whole(s, KINDS_MAX, &x.kind, err));
  return item_add(&r->node, &r->nodes, &r->node_cap, x, err);
}

/* Read an element of "edges": [i, j, type] or [i, j]. */
static mgnn_status
json_edge(reading *r, mg_json_scan *s, unsigned k, mgnn_error *err)
{
  item x = { .graph = (unsigned)r->graphs };
  unsigned *const part[] = { &x.a, &x.b, &x.kind };
  mg_json_list list;
  size_t count = 0;

  (void)k;
  PASS(list_begin(&list, s, '[', err));
  for (int more;; count++) {
    PASS(mg_json_list_next(&list, s, &more, err));
    if (!more)
      break;
    if (count == 3)
      return form_fail(s, err);
    PASS(json_whole(s, count < 2 ? 1e9 : KINDS_MAX, part[count], err));
  }
  if (count < 2)
    return form_fail(s, err);
  return item_add(&r->edge, &r->edges, &r->edge_cap, x, err);
}

static mgnn_status
json_list(reading *r, mg_json_scan *s,
          mgnn_status (*each)(reading *, mg_json_scan *, unsigned, mgnn_error *),
          mgnn_error *err)
{
  mg_json_list list;

  PASS(list_begin(&list, s, '[', err));
  for (unsigned k = 0;; k++) {
    int more;

    PASS(mg_json_list_next(&list, s, &more, err));
    if (!more)
      break;
    PASS(each(r, s, k, err));
  }
  return MGNN_OK;
}

/* Read a graph: {"nodes": [type, ...], "edges": [[i, j, type], ...], "target": x,
 * "split": "train"} */
static mgnn_status
json_graph(reading *r, mg_json_scan *s, mgnn_error *err)
{
  double target = NAN;
  char split[16] = "";
  size_t line = s->line;
  mg_json_list list;
  mgnn_status status = MGNN_OK;

  TRY(list_begin(&list, s, '{', err));
  for (int more;;) {
    TRY(mg_json_list_next(&list, s, &more, err));
    if (!more)
      break;
    if (strcmp(list.key, "nodes") == 0)
      TRY(json_list(r, s, json_node, err));
    else if (strcmp(list.key, "edges") == 0)
      TRY(json_list(r, s, json_edge, err));
    else if (strcmp(list.key, "target") == 0 && s->kind == MG_JSON_NUMBER)
      target = s->number;
    else if (strcmp(list.key, "split") == 0 && s->kind == MG_JSON_TEXT)
      snprintf(split, sizeof split, "%.15s", s->chars.text);
    else
      TRY(form_fail(s, err));
  }
  TRY(isfinite(target) ? graph_add(r, split, target, line, err)
                       : form_fail(s, err));
end:
  mg_free(list.key);
  return status;
}

static mgnn_status
lines_read(reading *r, const char *path, size_t limit, mgnn_error *err)
{
  const mg_limits limits = { .bytes = limit };
  mg_json_scan s = { 0 };
  mgnn_status status = MGNN_OK;

  r->path = path;
  TRY(mg_json_scan_open(&s, path, &limits, err));
  for (;;) {
    TRY(mg_json_next(&s, err));
    if (s.kind == MG_JSON_END)
      break;
    TRY(json_graph(r, &s, err));
  }
end:
  mg_chars_close(&s.chars);
  return status;
}

/* ---- making the collection ---- */

/* The index at which the items of each graph begin; graphs + 1 numbers. */
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

  TRY(mg_allocated_all(err, seen, MG_NEW(c->type, r->nodes)));
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

/* Store the edges graph by graph, in the order of the file; c->edge gives indices. */
static mgnn_status
edges_place(mg_collection *c, const reading *r, mgnn_error *err)
{
  size_t *next = firsts(r->edge, r->edges, c->graphs);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, next, c->ends = mg_alloc(r->edges, 2 * sizeof *c->ends),
                       MG_NEW(c->bond, r->edges)));
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
  c->graphs = r->graphs;
  PASS(mg_allocated(c->node = firsts(r->node, r->nodes, r->graphs), err));
  PASS(mg_allocated(c->edge = firsts(r->edge, r->edges, r->graphs), err));
  PASS(nodes_place(c, r, err));
  PASS(edges_place(c, r, err));
  c->target = r->target;
  c->part = r->part;
  r->target = NULL;
  r->part = NULL;
  for (const char *which = "tve"; *which != '\0'; which++)
    if (memchr(c->part, *which, c->graphs) == NULL)
      return mg_fail(err, MGNN_EINVAL, "%s: no graph is for %s", r->path,
                     *which == 't' ? "training" : *which == 'v' ? "validation"
                     : "the test");
  return MGNN_OK;
}

mgnn_status
mg_learn_collection_read(mg_learn_set *set, size_t limit, mgnn_error *err)
{
  reading r = { .path = set->graph };
  mgnn_status status = MGNN_OK;

  if (set->features != NULL) {
    TRY(graphs_read(&r, set->graph, err));
    TRY(items_read(&r, set->features, 0, err));
    TRY(items_read(&r, set->labels, 1, err));
  } else
    TRY(lines_read(&r, set->graph, limit, err));
  if (r.graphs == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: there are no graphs", set->graph));
  TRY(collection_make(&set->collection, &r, err));
end:
  mg_free_all(r.node, r.edge, r.target, r.part);
  return status;
}
