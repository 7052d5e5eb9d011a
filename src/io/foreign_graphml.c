/* GraphML, before igraph reads it: ids that are missing, twice or unknown,
 * values that are not of their key's type, and what igraph leaves out. */
#define _GNU_SOURCE            /* memmem */
#include "foreign.h"
#include "names.h"
#include "show.h"
#include "xml_scan.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

/* A <key>: which values it is for and how they must look. */
typedef struct {
  const char *id, *target, *name;
  size_t id_len, target_len, name_len;
  size_t line;
  enum { TEXT, NUMBER, TRUTH } type;
} graphml_key;

typedef struct {
  mg_foreign *f;
  graphml_key *key;
  size_t keys, keys_cap;
  mg_names node;               /* ids; node k stood in line f->node.line[k] */
  int depth;                   /* of <graph> within <graph> */
  size_t graphs, inner, hyper; /* graphs in all, those within others, edges of
                                  more than two nodes */
  size_t hyper_line;
  size_t edges;
  int node_after_edge;         /* then igraph numbers nodes otherwise */
} graphml;

/* Some files name a namespace of their own making, which igraph takes for
 * another language: without one, it reads them. */
static void
drop_namespace(const mg_xml *x)
{
  static const char right[] = "http://graphml.graphdrawing.org/xmlns";
  size_t len;
  char *uri = mg_xml_value(x, "xmlns", &len);

  if (uri == NULL || (len == strlen(right) && memcmp(uri, right, len) == 0))
    return;
  for (size_t k = 0; k + 7 <= len; k++)
    if (memcmp(uri + k, "graphml", 7) == 0) {
      char *p = uri;

      while (memcmp(p, "xmlns", 5) != 0)
        p--;
      memset(p, ' ', (size_t)(uri + len + 1 - p));
      return;
    }
}

static int
same(const char *a, size_t a_len, const char *b, size_t b_len)
{
  return a_len == b_len && memcmp(a, b, a_len) == 0;
}

static mgnn_status
add_key(graphml *g, const mg_xml *x, mgnn_error *err)
{
  graphml_key *key = mg_grow(g->key, g->keys, &g->keys_cap, sizeof *key);
  size_t type_len = 0;
  const char *type;

  if (key == NULL)
    return mg_fail_memory(err);
  g->key = key;
  key += g->keys;
  memset(key, 0, sizeof *key);
  key->id = mg_xml_value(x, "id", &key->id_len);
  key->target = mg_xml_value(x, "for", &key->target_len);
  key->name = mg_xml_value(x, "attr.name", &key->name_len);
  type = mg_xml_value(x, "attr.type", &type_len);
  if (key->id == NULL || key->target == NULL || key->name == NULL
      || type == NULL)
    return MGNN_OK;            /* igraph ignores it, with a warning */
  key->line = x->tag_line;
  if (same(type, type_len, "int", 3) || same(type, type_len, "long", 4)
      || same(type, type_len, "float", 5) || same(type, type_len, "double", 6))
    key->type = NUMBER;
  else if (same(type, type_len, "boolean", 7))
    key->type = TRUTH;
  for (const graphml_key *k = g->key; k < key; k++)
    if (same(k->target, k->target_len, key->target, key->target_len)
        && same(k->name, k->name_len, key->name, key->name_len)
        && (k->type != key->type || !same(k->id, k->id_len, key->id,
                                          key->id_len))) {
      char shown[MG_SHOW_MAX];

      return mg_fail(err, MGNN_EPARSE, "%s:%zu: there is already a key with the "
                     "name %s for \"%.*s\", in line %zu", g->f->path, key->line,
                     mg_show_part(shown, key->name, key->name_len),
                     (int)(key->target_len < 20 ? key->target_len : 20),
                     key->target, k->line);
    }
  g->keys++;
  return MGNN_OK;
}

static mgnn_status
add_node(graphml *g, const mg_xml *x, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  size_t len;
  const char *id = mg_xml_value(x, "id", &len);
  mgnn_status status;
  uint32_t at;

  if (id == NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the node has no id", g->f->path,
                   x->tag_line);
  status = mg_names_add(&g->node, id, len, &at, err);
  if (status == MGNN_OK && at < g->f->node.count)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: node %s is there already, in line "
                   "%u", g->f->path, x->tag_line, mg_show_part(shown, id, len),
                   g->f->node.line[at]);
  if (status == MGNN_OK)
    status = mg_lines_add(&g->f->node, x->tag_line, err);
  g->node_after_edge |= g->edges > 0;
  return status;
}

/* Count the <graph> that opens or closes; returns whether the tags that follow
 * are of the graph that igraph reads, the first. */
static int
enter_graph(graphml *g, const mg_xml *x)
{
  if (mg_xml_is(x, "graph")) {
    if (!x->closing) {
      g->graphs += g->depth == 0;
      g->inner += g->depth > 0 && g->graphs == 1;
    }
    if (!x->empty)
      g->depth += x->closing ? -1 : 1;
  }
  return g->depth == 1 && g->graphs == 1;
}

/* First look: keys, nodes, and things that are left out. */
static mgnn_status
find_nodes(graphml *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_xml x;

  mg_xml_init(&x, g->f->text, g->f->len);
  while (status == MGNN_OK && mg_xml_next(&x)) {
    int here = enter_graph(g, &x);
    size_t len;
    const char *value;

    if (x.closing)
      continue;
    if (mg_xml_is(&x, "graphml"))
      drop_namespace(&x);
    else if (mg_xml_is(&x, "key"))
      status = add_key(g, &x, err);
    else if (!here)
      continue;
    else if (mg_xml_is(&x, "node"))
      status = add_node(g, &x, err);
    else if (mg_xml_is(&x, "edge")) {
      value = mg_xml_value(&x, "directed", &len);
      g->f->directed |= value != NULL && same(value, len, "true", 4);
      g->edges++;
    } else if (mg_xml_is(&x, "hyperedge") && g->hyper++ == 0)
      g->hyper_line = x.tag_line;
  }
  return status;
}

/* An end of an edge must be a node; ids with entities may be spelled in two
 * ways and are left to igraph. */
static mgnn_status
check_end(const graphml *g, const mg_xml *x, const char *end, uint32_t *node,
          mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  size_t len;
  const char *id = mg_xml_value(x, end, &len);

  if (id == NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the edge has no %s", g->f->path,
                   x->tag_line, end);
  *node = mg_names_find(&g->node, id, len);
  if (*node == MG_NAMES_NONE && memchr(id, '&', len) == NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: there is no node %s, which is the "
                   "%s of this edge", g->f->path, x->tag_line,
                   mg_show_part(shown, id, len), end);
  return MGNN_OK;
}

static int
is_word(const char *s, size_t len, const char *word)
{
  size_t k;

  for (k = 0; k < len && word[k] != '\0'; k++)
    if ((s[k] | 0x20) != word[k])
      return 0;
  return k == len && word[k] == '\0';
}

/* The text after a <data> tag must fit the type of its key. */
static mgnn_status
check_data(const graphml *g, const mg_xml *x, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], name[MG_SHOW_MAX];
  const char *s = x->p, *end, *id;
  const graphml_key *key = NULL;
  size_t id_len, len, line = x->tag_line;
  double number = 0;
  int fits;

  id = mg_xml_value(x, "key", &id_len);
  for (size_t k = 0; id != NULL && k < g->keys && key == NULL; k++)
    if (same(g->key[k].id, g->key[k].id_len, id, id_len))
      key = &g->key[k];
  if (key == NULL || key->type == TEXT || x->empty)
    return MGNN_OK;
  end = memchr(s, '<', (size_t)(x->end - s));
  if (end == NULL || memchr(s, '&', (size_t)(end - s)) != NULL
      || (end + 1 < x->end && end[1] == '!'))
    return MGNN_OK;            /* entities, comments: igraph sorts them out */
  for (; s < end && strchr(" \t\r\n", *s) != NULL; s++)
    line += *s == '\n';
  while (end > s && strchr(" \t\r\n", end[-1]) != NULL)
    end--;
  len = (size_t)(end - s);
  fits = len == 0 || (mg_number_whole(s, len, &number) && isfinite(number));
  if (!fits && key->type == TRUTH)
    fits = is_word(s, len, "true") || is_word(s, len, "false")
           || is_word(s, len, "yes") || is_word(s, len, "no");
  if (!fits && key->type == NUMBER)
    fits = is_word(s, len, "nan") || is_word(s, len, "inf")
           || is_word(s, len, "-inf") || is_word(s, len, "infinity")
           || is_word(s, len, "-infinity");
  if (fits)
    return MGNN_OK;
  return mg_fail(err, MGNN_EPARSE, "%s:%zu: the value %s of %s is not %s",
                 g->f->path, line, mg_show_part(shown, s, len),
                 mg_show_part(name, key->name, key->name_len),
                 !isfinite(number) ? "within the range of numbers"
                 : key->type == NUMBER ? "a number" : "true or false");
}

/* Second look: edges and values. */
static mgnn_status
check_edges(graphml *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_xml x;

  g->depth = 0;
  g->graphs = 0;
  g->inner = 0;
  mg_xml_init(&x, g->f->text, g->f->len);
  while (status == MGNN_OK && mg_xml_next(&x)) {
    if (!enter_graph(g, &x) || x.closing)
      continue;
    if (mg_xml_is(&x, "edge")) {
      uint32_t from, to;

      status = check_end(g, &x, "source", &from, err);
      if (status == MGNN_OK)
        status = check_end(g, &x, "target", &to, err);
      if (status == MGNN_OK)
        status = mg_lines_add_edge(&g->f->edge, x.tag_line, from, err);
    } else if (mg_xml_is(&x, "data"))
      status = check_data(g, &x, err);
  }
  return status;
}

/* A <!DOCTYPE> is not for igraph's parser: entities could multiply without end,
 * and names of files are not to be followed.  Blanks take its place, so that
 * lines keep their numbers. */
static mgnn_status
drop_doctype(mg_foreign *f, mgnn_error *err)
{
  size_t len, line;
  char *type = mg_xml_doctype(f->text, f->len, &len, &line);

  if (type == NULL)
    return MGNN_OK;
  if (memmem(type, len, "<!ENTITY", 8) != NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the file declares entities, which "
                   "are not read; write what they stand for in their place",
                   f->path, line);
  for (size_t k = 0; k < len; k++)
    if (type[k] != '\n' && type[k] != '\r')
      type[k] = ' ';
  return MGNN_OK;
}

/* igraph makes room for every key on every node and edge. */
static mgnn_status
check_size(const graphml *g, mgnn_error *err)
{
  const mg_source *src = g->f->src;
  size_t items = g->f->node.count + g->edges;
  mgnn_status status = mg_source_allows(src, g->f->node.count, g->edges, 0, err);

  if (status == MGNN_OK && g->keys > 0
      && items > src->limits.bytes / 64 / g->keys)
    status = mg_fail(err, MGNN_EPARSE, "%s: %zu keys for %zu nodes and edges "
                     "need too much memory; leave keys out, or allow more with "
                     "--max-bytes", g->f->path, g->keys, items);
  return status;
}

static mgnn_status
note_left_out(const graphml *g, mgnn_error *err)
{
  mg_foreign *f = g->f;
  mgnn_status status = MGNN_OK;

  if (g->hyper > 0)
    status = mg_note(f->notes, err, "%s:%zu: %zu hyperedge%s ignored", f->path,
                     g->hyper_line, g->hyper, g->hyper == 1 ? " is" : "s are");
  if (status == MGNN_OK && g->inner > 0)
    status = mg_note(f->notes, err, "%s: %zu graph%s inside nodes %s ignored",
                     f->path, g->inner, g->inner == 1 ? "" : "s",
                     g->inner == 1 ? "is" : "are");
  if (status == MGNN_OK && g->graphs > 1)
    status = mg_note(f->notes, err, "%s: of %zu graphs only the first is read",
                     f->path, g->graphs);
  return status;
}

mgnn_status
mg_foreign_graphml(mg_foreign *f, mgnn_error *err)
{
  graphml g = { .f = f };
  mgnn_status status = drop_doctype(f, err);

  if (status == MGNN_OK)
    status = find_nodes(&g, err);
  if (status == MGNN_OK)
    status = check_size(&g, err);
  if (status == MGNN_OK)
    status = check_edges(&g, err);
  if (status == MGNN_OK)
    status = note_left_out(&g, err);
  f->nodes = f->node.count;
  if (g.node_after_edge)
    f->node.count = 0;
  mg_free(g.key);
  mg_names_free(&g.node);
  return status;
}
