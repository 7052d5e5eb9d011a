/* Reads DOT, the language of Graphviz; nodes, edges, groups and defaults mean the
 * same as there.  Graphviz's libcgraph is not used: it makes all edges between
 * two groups before their number can be checked (12 kB can ask for gigabytes),
 * has one parser per process, and ends the process if memory runs out. */
#include "build.h"
#include "edge_index.h"
#include "read.h"
#include "io/text/dot_scan.h"
#include "io/text/message.h"
#include "base/dense.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 200 };

/* The limit on work for { } -> { }: a fixed amount, and more for each byte read. */
enum { WORK_FREE = 10000000, WORK_PER_BYTE = 50 };

/* A text in the source's pool, or NULL and a number. */
typedef struct {
  const char *text;
  double number;
} value;

/* A default in force, or an attribute of the current statement. */
typedef struct {
  size_t column;
  value value;
} setting;

typedef struct {
  setting *item;
  size_t count, cap;
} setting_list;

/* The attributes of nodes, edges or the graph. */
typedef struct {
  mg_source *src;
  mg_attributes *at;
  mg_names names;              /* of the attributes set so far */
  size_t *column, cap;         /* the column of each */
  setting_list active;         /* the defaults in force */
} attributes;

/* A default to return to at the end of a group. */
typedef struct {
  attributes *of;
  size_t place;                /* its place in `active` */
  setting old;
  int is_new;                  /* there was no default before */
} undo;

typedef struct {
  undo *item;
  size_t count, cap;
} undo_list;

typedef struct {
  unsigned *item;
  size_t count, cap;
} node_list;

/* The named groups { }, keyed by "parent name", with the nodes mentioned in
 * them, since a group may be opened again. */
typedef struct {
  mg_names names;
  node_list *nodes;
  size_t cap;
} group_list;

/* Clusters and the cluster around each; parent and of_node hold numbers + 1. */
typedef struct {
  mg_names names;
  uint32_t *parent, *of_node;
  size_t parent_cap, node_cap;
} cluster_list;

/* A node as the end of an edge, with its port. */
typedef struct {
  unsigned node;
  const char *port;
} member;

typedef struct {
  member *item;
  size_t count, cap;
} member_list;

/* Where the members of each end of the edges begin. */
typedef struct {
  size_t *item;
  size_t count, cap;
} end_list;

/* An open group; number 0 is the graph. */
typedef struct {
  size_t first_inside, first_undo;
  uint32_t named, cluster;     /* + 1; 0: none */
} scope;

typedef struct {
  mg_dot_scan scan;
  mg_source *src;
  mg_builder build;
  int strict;
  attributes node, edge, graph, cluster;
  scope scope[DEPTH_MAX + 1];
  size_t depth;
  undo_list undo;
  group_list groups;
  cluster_list clusters;
  node_list inside;            /* nodes mentioned in the open groups */
  member_list members;         /* ends of the current edge statement */
  end_list ends;
  setting_list set;            /* attributes of the current statement */
  mg_edge_index index;         /* of a strict graph, or of edges with a key */
  mg_names keys;               /* of edges */
  size_t work;
} parser;

/* ---- messages ---- */

static mgnn_status
fail(const parser *p, mgnn_error *err, const char *what)
{
  const mg_dot_scan *s = &p->scan;
  char shown[MG_SHOW_MAX], sign[2] = { s->sign, '\0' };

  if (s->kind == MG_DOT_END)
    return mg_fail_at(err, s->chars.in.path, s->line, s->column, "%s, but the "
                      "file ends here", what);
  return mg_fail_at(err, s->chars.in.path, s->line, s->column, "%s, not %s",
                    what, s->kind == MG_DOT_EDGE ? s->sign == '>' ? "->" : "--"
                    : mg_show(shown, s->kind == MG_DOT_SIGN ? sign
                              : s->chars.text));
}

static mgnn_status
expect(parser *p, char sign, const char *what, mgnn_error *err)
{
  return mg_dot_is(&p->scan, sign) ? mg_dot_next(&p->scan, err)
                                   : fail(p, err, what);
}

/* ---- attributes ---- */

/* Whether a number, when written back, keeps its spelling. */
static int
is_usual(const char *s, size_t len)
{
  const char *point;

  if (len > 0 && s[0] == '-') {
    s++;
    len--;
    if (s[0] == '0' && len == 1)
      return 0;
  }
  point = memchr(s, '.', len);
  if (len == 0 || len > 15 || s[0] == '.' || (s[0] == '0' && len > 1
                                              && s[1] != '.'))
    return 0;
  if (point == NULL)
    return 1;
  return s[len - 1] != '0' && s[len - 1] != '.'
         && !(len > 5 && memcmp(s, "0.000", 5) == 0);
}

/* The current token as a value. */
static mgnn_status
value_of(parser *p, value *out, mgnn_error *err)
{
  const mg_chars *c = &p->scan.chars;

  *out = (value){ NULL, NAN };
  if (p->scan.kind == MG_DOT_WORD && strchr("-.0123456789", c->text[0]) != NULL
      && is_usual(c->text, c->len)
      && mg_number_whole(c->text, c->len, &out->number))
    return MGNN_OK;
  return mg_allocated(out->text = mg_pool_keep(&p->src->pool, c->text, c->len),
                      err);
}

/* The column of the attribute that the current token names.  `id` of a node is
 * renamed, as the builder has a column of that name. */
static mgnn_status
column_of(parser *p, attributes *a, size_t *out, mgnn_error *err)
{
  const mg_chars *c = &p->scan.chars;
  const char *name = c->text;
  size_t known = a->names.count;
  uint32_t k;

  PASS(mg_names_add(&a->names, c->text, c->len, &k, err));
  if (k == known) {
    PASS(mg_room(&a->column, k, &a->cap, sizeof *a->column, err));
    if (a == &p->node && strcmp(name, "id") == 0)
      name = MG_DOT_ID;
    PASS(mg_attribute_column(p->src, a->at, name, &a->column[k], err));
    PASS(mg_source_allows(p->src, p->src->n, p->src->m, p->scan.line, err));
  }
  *out = a->column[k];
  return MGNN_OK;
}

static mgnn_status
put_value(attributes *a, size_t item, const setting *s, mgnn_error *err)
{
  mg_column *col = &a->at->column[s->column];

  return s->value.text != NULL
         ? mg_column_put_text(a->src, col, item, s->value.text, err)
         : mg_column_put_number(a->src, col, item, s->value.number, err);
}

/* Give a new item the defaults in force, unless they are the defaults of the
 * column. */
static mgnn_status
put_defaults(attributes *a, size_t item, mgnn_error *err)
{
  for (size_t k = 0; k < a->active.count; k++) {
    const setting *s = &a->active.item[k];
    const mg_column *col = &a->at->column[s->column];

    if (col->has_default && col->default_text == s->value.text
        && (s->value.text != NULL || col->default_number == s->value.number))
      continue;
    PASS(put_value(a, item, s, err));
  }
  return MGNN_OK;
}

/* Set a default.  If the graph sets it before the first item, it becomes the
 * default of the column. */
static mgnn_status
default_set(parser *p, attributes *a, const setting *s, mgnn_error *err)
{
  mg_column *col = &a->at->column[s->column];
  size_t items = a == &p->node ? p->src->n : p->src->m, k = 0;
  const setting none = { 0 };
  int is_new;

  while (k < a->active.count && a->active.item[k].column != s->column)
    k++;
  is_new = k == a->active.count;
  if (p->depth > 0) {
    PASS(mg_room(&p->undo.item, p->undo.count, &p->undo.cap, sizeof *p->undo.item, err));
    p->undo.item[p->undo.count++] = (undo){ a, k, is_new ? none : a->active.item[k],
                                            is_new };
  } else if (items == 0)
    mg_column_default(col, s->value.number, s->value.text);
  if (is_new) {
    PASS(mg_room(&a->active.item, k, &a->active.cap, sizeof *a->active.item, err));
    a->active.count++;
  }
  a->active.item[k] = *s;
  return MGNN_OK;
}

/* Read [ name = value, ... ] [ ... ] into p->set.  *key: the value of `key`. */
static mgnn_status
attribute_lists(parser *p, attributes *a, const char **key, mgnn_error *err)
{
  p->set.count = 0;
  *key = NULL;
  while (mg_dot_is(&p->scan, '[')) {
    PASS(mg_dot_next(&p->scan, err));
    while (!mg_dot_is(&p->scan, ']')) {
      setting s = { 0 };
      int is_key;

      if (!mg_dot_is_id(&p->scan))
        return fail(p, err, "between [ and ] there must be name=value");
      is_key = a == &p->edge && strcmp(p->scan.chars.text, "key") == 0;
      PASS(column_of(p, a, &s.column, err));
      PASS(mg_dot_next(&p->scan, err));
      PASS(expect(p, '=', "after the name of an attribute there must be =", err));
      if (!mg_dot_is_id(&p->scan))
        return fail(p, err, "after = there must be a value, in quotes if it is "
                    "more than a word or a number");
      PASS(value_of(p, &s.value, err));
      if (is_key)
        PASS(mg_allocated(*key = mg_pool_keep(&p->src->pool, p->scan.chars.text,
                                              p->scan.chars.len), err));
      PASS(mg_room(&p->set.item, p->set.count, &p->set.cap, sizeof *p->set.item, err));
      p->set.item[p->set.count++] = s;
      PASS(mg_dot_next(&p->scan, err));
      if (mg_dot_is(&p->scan, ',') || mg_dot_is(&p->scan, ';'))
        PASS(mg_dot_next(&p->scan, err));
    }
    PASS(mg_dot_next(&p->scan, err));
  }
  return MGNN_OK;
}

/* ---- nodes ---- */

/* Put a node into the current cluster.  If it is mentioned in several, it
 * belongs to the innermost; if they are not nested, to the first. */
static mgnn_status
cluster_join(parser *p, unsigned node, mgnn_error *err)
{
  cluster_list *l = &p->clusters;
  uint32_t to = p->scope[p->depth].cluster, up = to, was;

  if (to == 0)
    return MGNN_OK;
  if (node >= l->node_cap) {
    size_t cap = node + node / 2 + 64;

    PASS(mg_resized(&l->of_node, cap, sizeof *l->of_node, err));
    memset(l->of_node + l->node_cap, 0, (cap - l->node_cap) * sizeof *l->of_node);
    l->node_cap = cap;
  }
  was = l->of_node[node];
  while (up != was && up != 0)
    up = l->parent[up - 1];
  if (was == 0 || up == was)
    l->of_node[node] = to;
  return MGNN_OK;
}

static mgnn_status
node_push(node_list *l, unsigned node, mgnn_error *err)
{
  PASS(mg_room(&l->item, l->count, &l->cap, sizeof *l->item, err));
  l->item[l->count++] = node;
  return MGNN_OK;
}

static mgnn_status
member_push(parser *p, unsigned node, const char *port, mgnn_error *err)
{
  member_list *l = &p->members;

  PASS(mg_room(&l->item, l->count, &l->cap, sizeof *l->item, err));
  l->item[l->count++] = (member){ node, port };
  return MGNN_OK;
}

/* Find or make the node that a text names, and record that it is mentioned here. */
static mgnn_status
node_mention(parser *p, const char *text, size_t len, unsigned *out,
             mgnn_error *err)
{
  size_t before = p->src->n;

  PASS(mg_builder_node(&p->build, text, len, out, err));
  if (p->src->n > before)
    PASS(put_defaults(&p->node, *out, err));
  if (p->depth > 0) {
    PASS(node_push(&p->inside, *out, err));
    PASS(cluster_join(p, *out, err));
  }
  return MGNN_OK;
}

/* :port or :port:compass */
static mgnn_status
port_read(parser *p, const char **out, mgnn_error *err)
{
  char buf[300] = "";
  size_t len = 0;

  *out = NULL;
  for (int k = 0; k < 2 && mg_dot_is(&p->scan, ':'); k++) {
    const mg_chars *c = &p->scan.chars;

    PASS(mg_dot_next(&p->scan, err));
    if (!mg_dot_is_id(&p->scan))
      return fail(p, err, "after : there must be a port");
    if (len + c->len + 2 > sizeof buf)
      return fail(p, err, "a port must be shorter");
    if (k > 0)
      buf[len++] = ':';
    memcpy(buf + len, c->text, c->len);
    len += c->len;
    PASS(mg_dot_next(&p->scan, err));
  }
  if (len > 0)
    PASS(mg_allocated(*out = mg_pool_keep(&p->src->pool, buf, len), err));
  return MGNN_OK;
}

/* ---- edges ---- */

static mgnn_status
port_put(parser *p, size_t e, const char *name, const char *port, mgnn_error *err)
{
  return port == NULL ? MGNN_OK
         : mg_attribute_text(p->src, &p->src->edge, name, e, port, strlen(port),
                             err);
}

/* Find the edge, which in a strict graph or with a key may exist already. */
static mgnn_status
edge_find(parser *p, unsigned tail, unsigned head, const char *key,
          uint32_t *out, mgnn_error *err)
{
  int swap = !p->src->directed && head < tail;
  mg_edge_slot want = { swap ? head : tail, swap ? tail : head, 0, 0 };
  uint32_t k = 0;

  *out = (uint32_t)p->src->m;
  if (!p->strict && key == NULL)
    return MGNN_OK;
  if (!p->strict) {
    PASS(mg_names_add(&p->keys, key, strlen(key), &k, err));
    want.key = k + 1;
  }
  return mg_edge_index_find(&p->index, &want, *out, out, err);
}

static mgnn_status
edge_make(parser *p, const member *tail, const member *head, const char *key,
          mgnn_error *err)
{
  mg_source *src = p->src;
  uint32_t e;
  int swap;

  PASS(edge_find(p, tail->node, head->node, key, &e, err));
  if (e == src->m) {
    PASS(mg_builder_edge(&p->build, tail->node, head->node, p->scan.line, err));
    PASS(put_defaults(&p->edge, e, err));
  }
  swap = src->ends[2 * e] != tail->node;
  PASS(port_put(p, e, swap ? "headport" : "tailport", tail->port, err));
  PASS(port_put(p, e, swap ? "tailport" : "headport", head->port, err));
  for (size_t k = 0; k < p->set.count; k++)
    PASS(put_value(&p->edge, e, &p->set.item[k], err));
  return MGNN_OK;
}

/* Count work and fail beyond the limit, so that a small file cannot demand too much. */
static mgnn_status
work_add(parser *p, size_t work, mgnn_error *err)
{
  p->work = work > SIZE_MAX - p->work ? SIZE_MAX : p->work + work;
  if (p->work / WORK_PER_BYTE <= WORK_FREE / WORK_PER_BYTE
                                 + p->scan.chars.in.total)
    return MGNN_OK;
  return mg_fail_at(err, p->scan.chars.in.path, p->scan.line, 0, "groups { } "
                    "joined by edges make too many of them for so small a file; "
                    "write the edges one by one");
}

/* Make all edges between one end and the next. */
static mgnn_status
edges_join(parser *p, const size_t *end, const char *key, mgnn_error *err)
{
  size_t tails = end[1] - end[0], heads = end[2] - end[1];

  if (tails > 1 && heads > 1)
    PASS(work_add(p, heads > SIZE_MAX / tails ? SIZE_MAX : tails * heads, err));
  for (size_t i = end[0]; i < end[1]; i++)
    for (size_t j = end[1]; j < end[2]; j++)
      PASS(edge_make(p, &p->members.item[i], &p->members.item[j], key, err));
  return MGNN_OK;
}

/* ---- groups ---- */

/* Take the nodes of the group closed last as an end of an edge: each once, in
 * the order of their creation. */
static mgnn_status
group_push(parser *p, const scope *s, mgnn_error *err)
{
  const node_list *old = s->named > 0 ? &p->groups.nodes[s->named - 1] : NULL;
  size_t fresh = p->inside.count - s->first_inside;
  size_t count = old != NULL ? old->count : fresh;
  mgnn_status status = MGNN_OK;
  unsigned *node = NULL;

  TRY(work_add(p, count, err));
  TRY(mg_allocated(node = mg_alloc(count, sizeof *node), err));
  if (count > 0)
    memcpy(node, old != NULL ? old->item : p->inside.item + s->first_inside,
           count * sizeof *node);
  qsort(node, count, sizeof *node, mg_ascending_nodes);
  for (size_t k = 0; k < count; k++)
    if (k == 0 || node[k] != node[k - 1])
      TRY(member_push(p, node[k], NULL, err));
end:
  mg_free(node);
  return status;
}

/* The number of a named group, found by its name and the group around it. */
static mgnn_status
group_name(parser *p, uint32_t parent, uint32_t *out, mgnn_error *err)
{
  const mg_chars *c = &p->scan.chars;
  group_list *l = &p->groups;
  size_t known = l->names.count, len;
  mgnn_status status = MGNN_OK;
  char *text = NULL;
  uint32_t k;

  TRY(mg_allocated(text = mg_alloc(c->len + 24, 1), err));
  len = (size_t)snprintf(text, 24, "%u ", parent);
  memcpy(text + len, c->text, c->len);
  TRY(mg_names_add(&l->names, text, len + c->len, &k, err));
  if (k == known) {
    TRY(mg_room(&l->nodes, k, &l->cap, sizeof *l->nodes, err));
    l->nodes[k] = (node_list){ 0 };
  }
  *out = k + 1;
end:
  mg_free(text);
  return status;
}

/* Find or make the cluster of a group whose name begins with cluster. */
static mgnn_status
cluster_open(parser *p, uint32_t parent, uint32_t *out, mgnn_error *err)
{
  const mg_chars *c = &p->scan.chars;
  cluster_list *l = &p->clusters;
  size_t known = l->names.count;
  uint32_t k;

  PASS(mg_names_add(&l->names, c->text, c->len, &k, err));
  if (k == known) {
    PASS(mg_room(&l->parent, k, &l->parent_cap, sizeof *l->parent, err));
    l->parent[k] = parent;
    PASS(mg_attribute_text(p->src, &p->src->cluster, MG_CLUSTER_NAME, k, c->text,
                           c->len, err));
    PASS(mg_attribute_number(p->src, &p->src->cluster, MG_CLUSTER_IN, k, parent, err));
  }
  *out = k + 1;
  return MGNN_OK;
}

static mgnn_status statements(parser *p, mgnn_error *err);

/* Restore the defaults, and remember the nodes mentioned in a named group. */
static mgnn_status
group_close(parser *p, const scope *s, mgnn_error *err)
{
  while (p->undo.count > s->first_undo) {
    const undo *u = &p->undo.item[--p->undo.count];

    if (u->is_new)
      u->of->active.count = u->place;
    else
      u->of->active.item[u->place] = u->old;
  }
  for (size_t k = s->first_inside; k < p->inside.count && s->named > 0; k++)
    PASS(node_push(&p->groups.nodes[s->named - 1], p->inside.item[k], err));
  return MGNN_OK;
}

/* Read [subgraph [name]] { ... }, an end of an edge if one follows or came before. */
static mgnn_status
group_read(parser *p, int is_end, mgnn_error *err)
{
  const scope *outer = &p->scope[p->depth];
  scope s = { p->inside.count, p->undo.count, 0, outer->cluster };

  if (p->scan.kind == MG_DOT_KEYWORD) {
    PASS(mg_dot_next(&p->scan, err));
    if (mg_dot_is_id(&p->scan)) {
      PASS(group_name(p, outer->named, &s.named, err));
      if (strncmp(p->scan.chars.text, "cluster", 7) == 0)
        PASS(cluster_open(p, outer->cluster, &s.cluster, err));
      PASS(mg_dot_next(&p->scan, err));
    }
  }
  if (p->depth == DEPTH_MAX)
    return mg_fail_at(err, p->scan.chars.in.path, p->scan.line, p->scan.column,
                      "groups { } are nested deeper than %d", DEPTH_MAX);
  PASS(expect(p, '{', "a subgraph has its statements in { }", err));
  p->scope[++p->depth] = s;
  PASS(statements(p, err));
  PASS(expect(p, '}', "a group must end with }", err));
  p->depth--;
  PASS(group_close(p, &s, err));
  if (is_end || p->scan.kind == MG_DOT_EDGE)
    PASS(group_push(p, &s, err));
  if (p->depth == 0)
    p->inside.count = 0;       /* the graph needs no list */
  return MGNN_OK;
}

/* ---- statements ---- */

static mgnn_status
end_begin(parser *p, mgnn_error *err)
{
  PASS(mg_room(&p->ends.item, p->ends.count, &p->ends.cap, sizeof *p->ends.item, err));
  p->ends.item[p->ends.count++] = p->members.count;
  return MGNN_OK;
}

/* Read a:port, b, c; the name of the node `first` is read already. */
static mgnn_status
nodes_read(parser *p, unsigned first, mgnn_error *err)
{
  unsigned node = first;
  const char *port;

  for (;;) {
    PASS(port_read(p, &port, err));
    PASS(member_push(p, node, port, err));
    if (!mg_dot_is(&p->scan, ','))
      break;
    PASS(mg_dot_next(&p->scan, err));
    if (!mg_dot_is_id(&p->scan))
      return fail(p, err, "after , there must be a node");
    PASS(node_mention(p, p->scan.chars.text, p->scan.chars.len, &node, err));
    PASS(mg_dot_next(&p->scan, err));
  }
  return MGNN_OK;
}

/* Read one end of an edge, or a node statement; first: a node whose name is
 * read already, or MG_NAMES_NONE. */
static mgnn_status
end_read(parser *p, unsigned first, int is_end, mgnn_error *err)
{
  PASS(end_begin(p, err));
  if (first == MG_NAMES_NONE && mg_dot_is_id(&p->scan)) {
    PASS(node_mention(p, p->scan.chars.text, p->scan.chars.len, &first, err));
    PASS(mg_dot_next(&p->scan, err));
  }
  if (first != MG_NAMES_NONE)
    return nodes_read(p, first, err);
  if (!mg_dot_is(&p->scan, '{')
      && !(p->scan.kind == MG_DOT_KEYWORD
           && p->scan.keyword == MG_DOT_SUBGRAPH))
    return fail(p, err, "an edge ends at a node or a group { }");
  return group_read(p, is_end, err);
}

/* Read a node statement, an edge statement, or a group. */
static mgnn_status
compound(parser *p, unsigned first, mgnn_error *err)
{
  size_t members = p->members.count, ends = p->ends.count;
  const char *key;
  int is_edge;

  PASS(end_read(p, first, 0, err));
  is_edge = p->scan.kind == MG_DOT_EDGE;
  while (p->scan.kind == MG_DOT_EDGE) {
    if ((p->scan.sign == '>') != p->src->directed)
      return mg_fail_at(err, p->scan.chars.in.path, p->scan.line, p->scan.column,
                        p->src->directed ? "the edges of a digraph are written ->, "
                        "not --" : "the edges of a graph are written --, not ->; "
                        "is it a digraph?");
    PASS(mg_dot_next(&p->scan, err));
    PASS(end_read(p, MG_NAMES_NONE, 1, err));
  }
  PASS(attribute_lists(p, is_edge ? &p->edge : &p->node, &key, err));
  if (is_edge) {
    PASS(end_begin(p, err));    /* one more, to end the last */
    for (size_t k = ends; k + 2 < p->ends.count; k++)
      PASS(edges_join(p, p->ends.item + k, key, err));
  } else
    for (size_t i = members; i < p->members.count; i++)
      for (size_t k = 0; k < p->set.count; k++)
        PASS(put_value(&p->node, p->members.item[i].node, &p->set.item[k], err));
  p->members.count = members;
  p->ends.count = ends;
  return MGNN_OK;
}

/* Set an attribute of the graph or of a cluster.  Those of other groups are
 * dropped, but a column records that a group has a rank. */
static mgnn_status
graph_put(parser *p, const setting *s, mgnn_error *err)
{
  uint32_t cluster = p->scope[p->depth].cluster;
  size_t rank;

  if (p->depth == 0)
    return put_value(&p->graph, 0, s, err);
  if (strcmp(p->cluster.at->column[s->column].name, "rank") == 0)
    PASS(mg_attribute_column(p->src, p->cluster.at, MG_CLUSTER_RANK, &rank, err));
  return cluster > 0 ? put_value(&p->cluster, cluster - 1, s, err) : MGNN_OK;
}

/* Read graph [ ... ], node [ ... ] or edge [ ... ]. */
static mgnn_status
default_statement(parser *p, mgnn_error *err)
{
  mg_dot_keyword word = p->scan.keyword;
  attributes *a = word == MG_DOT_NODE ? &p->node : word == MG_DOT_EDGES
                  ? &p->edge : p->depth == 0 ? &p->graph : &p->cluster;
  const char *key;

  PASS(mg_dot_next(&p->scan, err));
  if (!mg_dot_is(&p->scan, '['))
    return fail(p, err, "after graph, node and edge there must be [ with "
                "attributes");
  PASS(attribute_lists(p, a, &key, err));
  for (size_t k = 0; k < p->set.count; k++)
    PASS(word == MG_DOT_NODE || word == MG_DOT_EDGES
         ? default_set(p, a, &p->set.item[k], err)
         : graph_put(p, &p->set.item[k], err));
  return MGNN_OK;
}

/* Read name = value, an attribute of the graph or group, or a statement on a node. */
static mgnn_status
word_statement(parser *p, mgnn_error *err)
{
  const mg_chars *c = &p->scan.chars;
  mgnn_status status = MGNN_OK;
  char *name = mg_strndup(c->text, c->len);
  size_t len = c->len;
  unsigned node;
  setting s;

  TRY(mg_allocated(name, err));
  TRY(mg_dot_next(&p->scan, err));
  if (!mg_dot_is(&p->scan, '=')) {
    TRY(node_mention(p, name, len, &node, err));
    TRY(compound(p, node, err));
    goto end;
  }
  TRY(mg_dot_next(&p->scan, err));
  if (!mg_dot_is_id(&p->scan))
    TRY(fail(p, err, "after = there must be a value, in quotes if it is more "
             "than a word or a number"));
  TRY(value_of(p, &s.value, err));
  TRY(mg_attribute_column(p->src, p->depth == 0 ? p->graph.at : p->cluster.at, name,
                          &s.column, err));
  TRY(graph_put(p, &s, err));
  TRY(mg_dot_next(&p->scan, err));
end:
  mg_free(name);
  return status;
}

static mgnn_status
statements(parser *p, mgnn_error *err)
{
  while (!mg_dot_is(&p->scan, '}')) {
    const mg_dot_scan *s = &p->scan;

    if (mg_dot_is(s, ';'))
      PASS(mg_dot_next(&p->scan, err));
    else if (mg_dot_is_id(s))
      PASS(word_statement(p, err));
    else if (mg_dot_is(s, '{') || (s->kind == MG_DOT_KEYWORD
                                   && s->keyword == MG_DOT_SUBGRAPH))
      PASS(compound(p, MG_NAMES_NONE, err));
    else if (s->kind == MG_DOT_KEYWORD && s->keyword != MG_DOT_STRICT
             && s->keyword != MG_DOT_DIGRAPH)
      PASS(default_statement(p, err));
    else
      return fail(p, err, "a statement must begin with a node, a group { } or "
                  "one of graph, node, edge");
  }
  return MGNN_OK;
}

/* ---- the file ---- */

static mgnn_status
graph_read(parser *p, mgnn_error *err)
{
  mg_dot_scan *s = &p->scan;

  PASS(mg_dot_next(s, err));
  p->strict = s->kind == MG_DOT_KEYWORD && s->keyword == MG_DOT_STRICT;
  if (p->strict)
    PASS(mg_dot_next(s, err));
  if (s->kind != MG_DOT_KEYWORD
      || (s->keyword != MG_DOT_GRAPH && s->keyword != MG_DOT_DIGRAPH))
    return fail(p, err, "a DOT file begins with graph or digraph");
  p->src->directed = s->keyword == MG_DOT_DIGRAPH;
  PASS(mg_dot_next(s, err));
  if (mg_dot_is_id(s)) {
    PASS(mg_attribute_text(p->src, &p->src->graph, "name", 0, s->chars.text,
                           s->chars.len, err));
    PASS(mg_dot_next(s, err));
  }
  PASS(expect(p, '{', "the statements of the graph are in { }", err));
  PASS(statements(p, err));
  PASS(expect(p, '}', "the graph must end with }", err));
  if (s->kind != MG_DOT_END)
    PASS(mg_note(&p->src->notes, err, "%s:%zu: what follows the first graph is "
                 "not read", s->chars.in.path, s->line));
  return MGNN_OK;
}

/* Store each node's cluster as the attribute `cluster`. */
static mgnn_status
clusters_put(parser *p, mgnn_error *err)
{
  const cluster_list *l = &p->clusters;

  if (l->names.count == 0 || mg_attribute_find(&p->src->node, "cluster") != NULL)
    return MGNN_OK;
  for (size_t i = 0; i < p->src->n && i < l->node_cap; i++)
    if (l->of_node[i] > 0) {
      const char *name = l->names.text[l->of_node[i] - 1];

      PASS(mg_attribute_text(p->src, &p->src->node, "cluster", i, name,
                             strlen(name), err));
    }
  return MGNN_OK;
}

static void
attributes_free(attributes *a)
{
  mg_names_free(&a->names);
  mg_free_all(a->column, a->active.item);
}

static void
parser_free(parser *p)
{
  mg_chars_close(&p->scan.chars);
  mg_builder_free(&p->build);
  attributes_free(&p->node);
  attributes_free(&p->edge);
  attributes_free(&p->graph);
  attributes_free(&p->cluster);
  mg_free(p->undo.item);
  for (size_t k = 0; k < p->groups.names.count && k < p->groups.cap; k++)
    mg_free(p->groups.nodes[k].item);
  mg_free(p->groups.nodes);
  mg_names_free(&p->groups.names);
  mg_names_free(&p->clusters.names);
  mg_free_all(p->clusters.parent, p->clusters.of_node, p->inside.item,
              p->members.item, p->ends.item, p->set.item);
  mg_edge_index_free(&p->index);
  mg_names_free(&p->keys);
  mg_free(p);
}

mgnn_status
mg_read_dot(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  parser *p = mg_zalloc(1, sizeof *p);

  PASS(mg_allocated(p, err));
  p->src = out;
  p->node = (attributes){ .src = out, .at = &out->node };
  p->edge = (attributes){ .src = out, .at = &out->edge };
  p->graph = (attributes){ .src = out, .at = &out->graph };
  p->cluster = (attributes){ .src = out, .at = &out->cluster };
  out->unordered = 1;
  mg_builder_init(&p->build, out);
  TRY(mg_dot_open(&p->scan, path, &out->limits, err));
  TRY(graph_read(p, err));
  TRY(clusters_put(p, err));
  if (p->scan.chars.latin1 > 0)
    TRY(mg_note(&out->notes, err, "%s:%zu: %zu text%s not in UTF-8 (the first "
                "here), read as Latin-1", p->scan.chars.in.path,
                p->scan.chars.latin1_line, p->scan.chars.latin1,
                mg_plural(p->scan.chars.latin1)));
  mg_builder_done(&p->build);
end:
  parser_free(p);
  return status;
}
