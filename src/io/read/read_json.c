/* Reads graphs in JSON, told apart by their keys: nodes and links as in NetworkX
 * and D3, nodes and adjacency of NetworkX, elements of Cytoscape, objects of
 * Graphviz, and the output of mgnn-layout.  Edges may come before their nodes. */
#include "build.h"
#include "edge_index.h"
#include "json_values.h"
#include "read.h"
#include "io/text/message.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COORDINATES_MAX = 10000 };

/* How edges name nodes: by id, or in Graphviz by object number.  A reference
 * may come before its node. */
typedef struct {
  mg_ids ids;
  size_t count;
  const char **text;           /* for messages */
  uint32_t *node, *line;       /* its node + 1, 0: not read yet; line of its
                                  first use */
  size_t text_cap, node_cap, line_cap;
} reference_list;

/* The records of one kind. */
typedef enum { NODE, EDGE } kind;

/* The node or edge being read. */
typedef struct {
  kind kind;
  size_t item;
  int has[2];                  /* an id; or a source and a target */
  uint32_t reference[2];
  int from_key;                /* the node's id is its key */
  int of_row;                  /* edge of an adjacency row: `id` is its target */
} record;

typedef struct {
  mg_json_scan scan;
  mg_source *src;
  mg_builder build;
  mg_json_values node, edge, graph;
  reference_list refs;
  mg_json_buffer buffer;
  size_t line_cap;             /* of node_line */
  size_t by_id, by_place;      /* nodes with an id, and without */
  mg_unlisted added;
  size_t subgraphs;            /* Graphviz: number of subgraphs + 1; 0: other files */
  int lists;                   /* bits: list of nodes found, list of edges found */
  size_t row_edges[2];         /* first and end of the edges of `adjacency`,
                                  whose ends are nodes, not references */
  const char *other;           /* first other array of the graph, for a note */
} json_reader;

/* ---- references ---- */

static mgnn_status
reference_add(json_reader *r, const char *s, size_t len, uint32_t *out, mgnn_error *err)
{
  reference_list *l = &r->refs;

  *out = mg_ids_find_text(&l->ids, s, len);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  PASS(mg_room(&l->text, l->count, &l->text_cap, sizeof *l->text, err));
  PASS(mg_room(&l->node, l->count, &l->node_cap, sizeof *l->node, err));
  PASS(mg_room(&l->line, l->count, &l->line_cap, sizeof *l->line, err));
  PASS(mg_allocated(l->text[l->count] = mg_pool_keep(&r->src->pool, s, len), err));
  l->node[l->count] = 0;
  l->line[l->count] = (uint32_t)r->scan.line;
  PASS(mg_ids_add_text(&l->ids, s, len, (uint32_t)l->count, err));
  *out = (uint32_t)l->count++;
  return MGNN_OK;
}

/* Read a reference: a text, a number, or a list, which is kept as JSON text. */
static mgnn_status
reference_read(json_reader *r, uint32_t *out, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;

  if (s->kind == MG_JSON_TEXT || s->kind == MG_JSON_NUMBER)
    return reference_add(r, s->chars.text, s->chars.len, out, err);
  if (!mg_json_is(s, '['))
    return mg_json_fail(s, err, "a node is named by a text or a number");
  r->buffer.len = 0;
  PASS(mg_json_copy(s, &r->buffer, err));
  return reference_add(r, r->buffer.text, r->buffer.len, out, err);
}

/* The node of a reference: by its id, or by its position if nodes have no ids. */
static mgnn_status
reference_node(json_reader *r, uint32_t k, uint32_t *out, mgnn_error *err)
{
  const char *text = r->refs.text[k];
  char shown[MG_SHOW_MAX];
  int64_t whole = -1;
  int is_place = mg_ids_integer(text, strlen(text), &whole) && whole >= 0;

  if (r->by_id > 0)
    *out = r->refs.node[k] - 1;        /* 0 - 1 is MG_NAMES_NONE */
  else
    *out = is_place && (uint64_t)whole < r->by_place ? (uint32_t)whole : MG_NAMES_NONE;
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  if (r->by_id == 0 && (!r->src->limits.lenient || !is_place))
    return mg_fail_at(err, r->src->path, r->refs.line[k], 0, "an edge ends at %s, "
                      "but nodes have no \"id\" here, and there are not so many%s",
                      mg_show(shown, text), is_place ? "; --lenient adds such nodes" : "");
  return mg_unlisted_end(&r->added, &r->build, text, r->refs.line[k], out, err);
}

/* ---- records ---- */

/* Read a position: [x, y, ...] or { "x": ..., "y": ... } */
static mgnn_status
position_read(json_reader *r, size_t node, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  mgnn_status status = MGNN_OK;
  mg_json_list l = { 0 };
  double *x = NULL;
  size_t count = 0, cap = 0;
  char name[24];
  int more;

  mg_json_list_open(&l, s);
  EACH(mg_json_list_next(&l, s, &more, err), more) {
    if (s->kind != MG_JSON_NUMBER || count == COORDINATES_MAX) {
      TRY(mg_json_skip(s, err));
      continue;
    }
    if (l.close == '}') {
      TRY(mg_json_number_set(&r->node, l.key, node, s->number, err));
      continue;
    }
    TRY(mg_room(&x, count, &cap, sizeof *x, err));
    x[count++] = s->number;
  }
  TRY(status);
  for (size_t c = 0; c < count; c++) {
    if (count <= 3)
      snprintf(name, sizeof name, "%c", "xyz"[c]);
    else
      snprintf(name, sizeof name, "x%zu", c + 1);
    TRY(mg_json_number_set(&r->node, name, node, x[c], err));
  }
end:
  mg_free_all(l.key, x);
  return status;
}

/* Which reference of a record a key gives: 0 or 1; -1 if it gives none.  In the
 * objects of Graphviz it is _gvid, and `name` is the id. */
static int
reference_key(const json_reader *r, const record *rec, const char *key)
{
  if (rec->kind == NODE)
    return strcmp(key, r->subgraphs > 0 ? "_gvid" : "id") == 0 ? 0 : -1;
  if (rec->of_row)
    return strcmp(key, "id") == 0 ? 1 : -1;
  if (strcmp(key, "source") == 0 || strcmp(key, "tail") == 0)
    return 0;
  return strcmp(key, "target") == 0 || strcmp(key, "head") == 0 ? 1 : -1;
}

/* Whether to drop a key of Graphviz (drawing, numbers) or of our own output. */
static int
is_dropped(const char *key)
{
  size_t len = strlen(key);

  return strcmp(key, "_gvid") == 0 || strcmp(key, "source_name") == 0
         || strcmp(key, "target_name") == 0 || strcmp(key, "achieved") == 0
         || (key[0] == '_' && len >= 6 && strcmp(key + len - 5, "draw_") == 0);
}

static mgnn_status read_members(json_reader *r, record *rec, mgnn_error *err);

static mgnn_status
read_member(json_reader *r, record *rec, const char *key, mgnn_error *err)
{
  mg_json_values *v = rec->kind == NODE ? &r->node : &r->edge;
  mg_json_scan *s = &r->scan;
  int which = reference_key(r, rec, key);

  if (which >= 0 && s->kind != MG_JSON_NULL && !rec->from_key) {
    int keep = rec->kind == NODE && r->subgraphs == 0;

    if (keep && s->kind != MG_JSON_SIGN)
      PASS(mg_json_value_set(v, "id", rec->item, s, err));
    PASS(reference_read(r, &rec->reference[which], err));
    if (keep && mg_json_is(s, ']'))
      PASS(mg_attribute_text(r->src, v->at, "id", rec->item, r->buffer.text,
                             r->buffer.len, err));
    rec->has[which] = 1;
    return MGNN_OK;
  }
  if (is_dropped(key) || (rec->from_key && strcmp(key, "id") == 0))
    return mg_json_skip(s, err);
  if (strcmp(key, "data") == 0 && mg_json_is(s, '{'))
    return read_members(r, rec, err);
  if (rec->kind == NODE && strcmp(key, "position") == 0
      && s->kind == MG_JSON_SIGN)
    return position_read(r, rec->item, err);
  if (rec->kind == NODE && r->subgraphs > 0 && strcmp(key, "name") == 0)
    key = "id";
  if (rec->kind == EDGE && strcmp(key, "length") == 0)
    key = "len";
  return mg_json_value_set(v, key, rec->item, s, err);
}

static mgnn_status
read_members(json_reader *r, record *rec, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_json_list l = { 0 };
  int more;

  mg_json_list_open(&l, &r->scan);
  EACH(mg_json_list_next(&l, &r->scan, &more, err), more)
    TRY(read_member(r, rec, l.key, err));
end:
  mg_free(l.key);
  return status;
}

static mgnn_status
node_end(json_reader *r, const record *rec, mgnn_error *err)
{
  uint32_t *node;
  char shown[MG_SHOW_MAX];

  r->by_id += rec->has[0] != 0;
  r->by_place += rec->has[0] == 0;
  if (!rec->has[0])
    return MGNN_OK;
  node = &r->refs.node[rec->reference[0]];
  if (*node != 0)
    return mg_fail_at(err, r->src->path, r->src->node_line[rec->item], 0, "the "
                      "node at line %u has the same id %s; ids must differ",
                      r->src->node_line[*node - 1],
                      mg_show(shown, r->refs.text[rec->reference[0]]));
  *node = (uint32_t)rec->item + 1;
  return MGNN_OK;
}

/* Read a node: an object, or its id alone. */
static mgnn_status
read_node(json_reader *r, const char *key, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  mg_source *src = r->src;
  record rec = { .kind = NODE, .item = src->n };

  PASS(mg_source_allows(src, src->n + 1, src->m, s->line, err));
  PASS(mg_room(&src->node_line, src->n, &r->line_cap, sizeof *src->node_line, err));
  src->node_line[src->n++] = (uint32_t)s->line;
  if (key != NULL) {           /* { "a": { ... } } */
    rec.from_key = rec.has[0] = 1;
    PASS(reference_add(r, key, strlen(key), &rec.reference[0], err));
    PASS(mg_attribute_text(r->src, &r->src->node, "id", rec.item, key,
                           strlen(key), err));
  }
  if (mg_json_is(s, '{'))
    PASS(read_members(r, &rec, err));
  else if (key != NULL)
    PASS(mg_json_skip(s, err));
  else
    PASS(read_member(r, &rec, "id", err));
  return node_end(r, &rec, err);
}

/* vis.js names the ends from and to.  Elsewhere these are attributes: they are
 * kept as such, and used as ends only if an edge has no others. */
static mgnn_status
read_from_to(json_reader *r, record *rec, mgnn_error *err)
{
  static const char *const name[] = { "from", "to" };
  char buf[MG_NUMBER_MAX];

  for (int k = 0; k < 2; k++) {
    const mg_column *col = mg_attribute_find(&r->src->edge, name[k]);
    const char *s = mg_column_text(col, rec->item, buf);

    if (rec->has[k] || s == NULL)
      continue;
    PASS(reference_add(r, s, strlen(s), &rec->reference[k], err));
    rec->has[k] = 1;
  }
  return MGNN_OK;
}

/* Read an edge: an object, or [source, target] or [source, target, length]. */
static mgnn_status
read_edge(json_reader *r, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  record rec = { .kind = EDGE, .item = r->src->m };
  size_t line = s->line, column = s->column, count = 0;
  mg_json_list l = { 0 };
  int more;

  PASS(mg_builder_edge(&r->build, 0, 0, line, err));
  if (mg_json_is(s, '{'))
    PASS(read_members(r, &rec, err));
  else if (mg_json_is(s, '[')) {
    mg_json_list_open(&l, s);
    for (;;) {
      PASS(mg_json_list_next(&l, s, &more, err));
      if (!more)
        break;
      if (count < 2) {
        PASS(reference_read(r, &rec.reference[count], err));
        rec.has[count++] = 1;
      } else if (count++ == 2 && s->kind == MG_JSON_NUMBER)
        PASS(mg_json_number_set(&r->edge, "len", rec.item, s->number, err));
      else
        PASS(mg_json_skip(s, err));
    }
  } else
    PASS(mg_json_fail(s, err, "an edge is an object with source and target"));
  if (!rec.has[0] || !rec.has[1])
    PASS(read_from_to(r, &rec, err));
  if (!rec.has[0] || !rec.has[1])
    PASS(mg_fail_at(err, r->src->path, line, column, "the edge that begins here "
                    "has no %s", rec.has[0] ? "target" : "source"));
  r->src->ends[2 * rec.item] = rec.reference[0];
  r->src->ends[2 * rec.item + 1] = rec.reference[1];
  return MGNN_OK;
}

/* ---- rows of neighbours ---- */

/* Clear the values that were read for an edge that is not added. */
static void
values_clear(mg_attributes *at, size_t item)
{
  for (size_t k = 0; k < at->count; k++) {
    mg_column *col = &at->column[k];

    if (col->number != NULL && item < col->cap)
      col->number[item] = NAN;
    if (col->text != NULL && item < col->cap)
      col->text[item] = NULL;
  }
}

/* Read a neighbour: an object with its id and the values of the edge, or the
 * id.  An undirected edge is in the rows of both ends, and the first counts.
 * seen: the row in which a pair came first. */
static mgnn_status
read_neighbour(json_reader *r, unsigned from, mg_edge_index *seen, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  record rec = { .kind = EDGE, .item = r->src->m, .of_row = 1 };
  size_t line = s->line, column = s->column;
  uint32_t to, row = from;

  if (mg_json_is(s, '{'))
    PASS(read_members(r, &rec, err));
  else
    PASS(read_member(r, &rec, "id", err));
  if (!rec.has[1])
    PASS(mg_fail_at(err, r->src->path, line, column, "the neighbour that begins "
                    "here has no id"));
  PASS(reference_node(r, rec.reference[1], &to, err));
  if (!r->src->directed)
    PASS(mg_edge_index_pair(seen, from, to, from, &row, err));
  if (row == from)
    PASS(mg_builder_edge(&r->build, from, to, line, err));
  else
    values_clear(&r->src->edge, rec.item);
  return MGNN_OK;
}

static mgnn_status
read_row(json_reader *r, unsigned from, mg_edge_index *seen, mgnn_error *err)
{
  mg_json_list l = { 0 };
  int more;
  mgnn_status status;

  if (!mg_json_is(&r->scan, '['))
    return mg_json_fail(&r->scan, err, "here must be a list [ ] of neighbours");
  mg_json_list_open(&l, &r->scan);
  EACH(mg_json_list_next(&l, &r->scan, &more, err), more)
    PASS(read_neighbour(r, from, seen, err));
  return status;
}

/* Read "adjacency" of NetworkX: a row for each node, in their order. */
static mgnn_status
read_adjacency(json_reader *r, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_edge_index seen = { 0 };
  mg_json_list l = { 0 };
  int more;

  if ((r->lists & 1 << NODE) == 0 || r->row_edges[1] > 0)
    return mg_json_fail(&r->scan, err, "\"adjacency\" must come once, after "
                        "\"nodes\"");
  r->lists |= 1 << EDGE;
  r->row_edges[0] = r->src->m;
  mg_json_list_open(&l, &r->scan);
  for (size_t i = 0;; i++) {
    TRY(mg_json_list_next(&l, &r->scan, &more, err));
    if (!more)
      break;
    if (i == r->src->n)
      TRY(mg_json_fail(&r->scan, err, "there are more rows of neighbours than "
                       "nodes (%zu)", i));
    TRY(read_row(r, (unsigned)i, &seen, err));
  }
  r->row_edges[1] = r->src->m;
end:
  mg_edge_index_free(&seen);
  return status;
}

/* ---- lists ---- */

/* Read the list of nodes (objects, in Graphviz) or edges, without the first `skip`. */
static mgnn_status
read_list(json_reader *r, kind kind, size_t skip, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  mgnn_status status = MGNN_OK;
  mg_json_list l = { 0 };
  int more;

  if (s->kind != MG_JSON_SIGN)
    return mg_json_fail(s, err, "here must be a list [ ] of %s",
                        kind == NODE ? "nodes" : "edges");
  r->lists |= 1 << kind;
  mg_json_list_open(&l, s);
  EACH(mg_json_list_next(&l, s, &more, err), more)
    if (skip > 0) {
      skip--;
      TRY(mg_json_skip(s, err));
    } else
      TRY(kind == NODE ? read_node(r, l.close == '}' ? l.key : NULL, err)
          : read_edge(r, err));
end:
  mg_free(l.key);
  return status;
}

static mgnn_status read_graph(json_reader *r, int depth, mgnn_error *err);

/* Read attributes of the graph as NetworkX writes them beside "adjacency": a
 * list of [key, value]. */
static mgnn_status
read_pairs(json_reader *r, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  mg_json_list l = { 0 };
  const char *key;
  int more;
  mgnn_status status;

  mg_json_list_open(&l, s);
  EACH(mg_json_list_next(&l, s, &more, err), more) {
    mg_json_list pair = { 0 };

    if (!mg_json_is(s, '[')) {
      PASS(mg_json_skip(s, err));
      continue;
    }
    mg_json_list_open(&pair, s);
    for (key = NULL;;) {
      PASS(mg_json_list_next(&pair, s, &more, err));
      if (!more)
        break;
      if (key != NULL)
        PASS(mg_json_value_set(&r->graph, key, 0, s, err));
      else if (s->kind == MG_JSON_TEXT)
        PASS(mg_allocated(key = mg_pool_keep(&r->src->pool, s->chars.text,
                                             s->chars.len), err));
      else
        PASS(mg_json_skip(s, err));
    }
  }
  return status;
}

static mgnn_status
read_graph_member(json_reader *r, const char *key, int depth, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  int is_list = s->kind == MG_JSON_SIGN;

  if (strcmp(key, "nodes") == 0 && is_list)
    return read_list(r, NODE, 0, err);
  if ((strcmp(key, "links") == 0 || strcmp(key, "edges") == 0) && is_list)
    return read_list(r, EDGE, 0, err);
  if (strcmp(key, "adjacency") == 0 && mg_json_is(s, '['))
    return read_adjacency(r, err);
  if (strcmp(key, "objects") == 0 && is_list) {
    r->subgraphs = r->subgraphs > 0 ? r->subgraphs : 1;
    return read_list(r, NODE, r->subgraphs - 1, err);
  }
  if (strcmp(key, "_subgraph_cnt") == 0 && s->kind == MG_JSON_NUMBER
      && s->number >= 0 && s->number < 1e9) {
    r->subgraphs = (size_t)s->number + 1;
    return MGNN_OK;
  }
  if (strcmp(key, "directed") == 0 && s->kind != MG_JSON_SIGN) {
    r->src->directed = s->kind == MG_JSON_TRUE
                       || (s->kind == MG_JSON_NUMBER && s->number != 0);
    return MGNN_OK;
  }
  if (mg_json_is(s, '{') && depth < 2
      && (strcmp(key, "graph") == 0 || strcmp(key, "elements") == 0
          || strcmp(key, "data") == 0))
    return read_graph(r, depth + 1, err);
  if (strcmp(key, "graph") == 0 && is_list)
    return read_pairs(r, err);
  if (strcmp(key, "elements") == 0 && is_list)
    return mg_json_fail(s, err, "elements in one list are not read; sort them into "
                        "\"nodes\" and \"edges\", as Cytoscape exports them");
  if (strcmp(key, "space") == 0 || strcmp(key, "dim") == 0 || is_dropped(key))
    return mg_json_skip(s, err);
  if (r->other == NULL && mg_json_is(s, '['))
    PASS(mg_allocated(r->other = mg_pool_keep(&r->src->pool, key, strlen(key)),
                      err));
  return mg_json_value_set(&r->graph, key, 0, s, err);
}

/* Read the members of the file, or of "graph", "elements" or "data" in it. */
static mgnn_status
read_graph(json_reader *r, int depth, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_json_list l = { 0 };
  int more;

  mg_json_list_open(&l, &r->scan);
  EACH(mg_json_list_next(&l, &r->scan, &more, err), more)
    TRY(read_graph_member(r, l.key, depth, err));
end:
  mg_free(l.key);
  return status;
}

/* ---- the end ---- */

static mgnn_status
resolve(json_reader *r, mgnn_error *err)
{
  mg_source *src = r->src;
  mgnn_status status = MGNN_OK;
  uint32_t *node = mg_alloc(r->refs.count, sizeof *node);

  TRY(mg_allocated(node, err));
  for (size_t k = 0; k < r->refs.count; k++)
    TRY(reference_node(r, (uint32_t)k, &node[k], err));
  for (size_t k = 0; k < 2 * src->m; k++)
    if (k / 2 < r->row_edges[0] || k / 2 >= r->row_edges[1])
      src->ends[k] = node[src->ends[k]];
  TRY(mg_unlisted_note(&r->added, src, err));
end:
  mg_free(node);
  return status;
}

static mgnn_status
read_file(json_reader *r, mgnn_error *err)
{
  mg_json_scan *s = &r->scan;
  char shown[MG_SHOW_MAX];

  PASS(mg_json_next(s, err));
  if (!mg_json_is(s, '{'))
    return mg_json_fail(s, err, "a graph in JSON begins with {%s", !mg_json_is(s, '[') ? ""
                        : "; of a list of edges, jq -r '.[] | [.from, .to, .length] | @csv' "
                        "makes a table");
  PASS(read_graph(r, 0, err));
  PASS(mg_json_next(s, err));
  if (s->kind != MG_JSON_END)
    return mg_json_fail(s, err, "there is more after the }");
  if (r->lists == 0)
    return mg_fail_at(err, r->src->path, 0, 0, "there are no nodes in the file; "
                      "graphs in JSON have the lists \"nodes\" and \"links\" or "
                      "\"edges\"");
  if (r->by_id > 0 && r->by_place > 0)
    return mg_fail_at(err, r->src->path, 0, 0, "%zu of the nodes have an \"id\" "
                      "and %zu have none", r->by_id, r->by_place);
  if (r->lists == 1 << NODE && r->other != NULL)
    PASS(mg_note(&r->src->notes, err, "%s: there is no list \"links\" or \"edges\", "
                 "and so no edge; %s is kept as an attribute of the graph",
                 r->src->path, mg_show(shown, r->other)));
  return resolve(r, err);
}

static void
reader_free(json_reader *r)
{
  mg_chars_close(&r->scan.chars);
  mg_builder_free(&r->build);
  mg_json_values_free(&r->node);
  mg_json_values_free(&r->edge);
  mg_json_values_free(&r->graph);
  mg_ids_free(&r->refs.ids);
  mg_free_all(r->refs.text, r->refs.node, r->refs.line, r->buffer.text);
}

mgnn_status
mg_read_json(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  json_reader r = { .src = out };

  r.node = (mg_json_values){ .src = out, .at = &out->node };
  r.edge = (mg_json_values){ .src = out, .at = &out->edge };
  r.graph = (mg_json_values){ .src = out, .at = &out->graph };
  mg_builder_init(&r.build, out);
  TRY(mg_json_scan_open(&r.scan, path, &out->limits, err));
  TRY(read_file(&r, err));
  mg_source_trim(out);
end:
  reader_free(&r);
  return status;
}
