/* GraphML, Pajek, NCOL and LGL: our own look at the text (foreign.h), then
 * igraph's reader, then its graph and attributes as a source. */
#include "foreign.h"
#include "glue_igraph.h"
#include "igraph_compat.h"
#include "read.h"
#include "show.h"
#include "stream.h"
#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *name;
  mgnn_status (*check)(mg_foreign *f, mgnn_error *err);
  igraph_error_t (*read)(igraph_t *graph, FILE *in);
  int graphml, pajek;
} format;

/* One reading; mg_igraph_run passes it on. */
typedef struct {
  const format *as;
  mg_source *src;
  mg_foreign f;
  FILE *in;
  igraph_t graph;
  int has_graph;
  size_t latin1;               /* texts that were not UTF-8 */
} reading;

/* ---- the text ---- */

/* Bring a whole file into memory, decompressed. */
static mgnn_status
load(mg_foreign *f, const char *path, size_t limit, mgnn_error *err)
{
  size_t cap = 0;
  mg_stream s;
  mgnn_status status = mg_stream_open_within(&s, path, limit, err);

  if (status != MGNN_OK)
    return status;
  while (status == MGNN_OK) {
    size_t have = (size_t)(s.end - s.p);
    char *keep;

    /* Two more: a 0, and a line end that a check may add. */
    if (f->len + have + 2 > cap) {
      size_t want = 2 * (f->len + have) + 2;
      char *grown = mg_resize(f->text, want, 1);

      if (grown == NULL) {
        status = mg_fail_memory(err);
        break;
      }
      f->text = grown;
      cap = want;
    }
    memcpy(f->text + f->len, s.p, have);
    f->len += have;
    f->text[f->len] = '\0';
    if (s.done)
      break;
    s.p = keep = s.end;
    status = mg_stream_more(&s, &keep, err);
  }
  mg_stream_close(&s);
  return status;
}

/* ---- the reading ---- */

/* What igraph said, without its own names for file and line. */
static mgnn_status
fail_as_igraph(const reading *r, igraph_error_t code, mgnn_error *err)
{
  const char *path = r->src->path, *reason, *bracket;
  char text[200], at[300];
  size_t line, len;

  reason = mg_igraph_reason(&line);
  if (!r->as->graphml && !r->as->pajek)
    line = 0;                  /* the text was rewritten */
  line += line > 0 ? r->f.skip_lines : 0;
  if (code == IGRAPH_ENOMEM)
    return mg_fail_memory(err);
  if (code == IGRAPH_UNIMPLEMENTED)
    return mg_fail(err, MGNN_EINVAL, "%s: this igraph was built without %s",
                   path, r->as->name);
  if (strstr(reason, "index was too large") != NULL)
    return mg_fail(err, MGNN_EPARSE, "%s: there is no <graph> in the file", path);
  if (strstr(reason, "not proper UTF-8") != NULL)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the text is not UTF-8; if it is "
                   "Latin-1, the first line must be <?xml version=\"1.0\" "
                   "encoding=\"ISO-8859-1\"?>", path, line);
  bracket = strstr(reason, " (");
  if (strncmp(reason, "Parse error in ", 15) == 0 && bracket != NULL)
    reason = bracket + 2;
  else if (strncmp(reason, "Line ", 5) == 0 && strstr(reason, ": ") != NULL)
    reason = strstr(reason, ": ") + 2;
  len = strlen(reason);
  len = len > 0 && bracket != NULL && reason[len - 1] == ')' ? len - 1 : len;
  snprintf(text, sizeof text, "%.*s", (int)(len < 190 ? len : 190), reason);
  /* Its parser's name for a word. */
  for (char *p; (p = strstr(text, "ALNUM")) != NULL;) {
    memcpy(p, "word", 4);
    memmove(p + 4, p + 5, strlen(p + 5) + 1);
  }
  snprintf(at, sizeof at, line > 0 ? "%.250s:%zu" : "%.250s", path, line);
  return mg_fail(err, MGNN_EPARSE, "%s: not valid %s: %s", at, r->as->name,
                 text[0] != '\0' ? text : igraph_strerror(code));
}

static mgnn_status
copy_edges(reading *r, mgnn_error *err)
{
  size_t n = (size_t)igraph_vcount(&r->graph);
  size_t m = (size_t)igraph_ecount(&r->graph);
  const uint32_t *from = r->f.edge.count == m
                         && (r->f.node.count > 0 || !r->as->graphml)
                         ? r->f.edge.from : NULL;
  mgnn_status status = mg_source_allows(r->src, n, m, 0, err);

  if (status != MGNN_OK)
    return status;
  r->src->ends = mg_alloc(m, 2 * sizeof *r->src->ends);
  if (r->src->ends == NULL)
    return mg_fail_memory(err);
  /* In an undirected graph igraph puts the greater end first; the order of
   * the file is as good and what people expect. */
  for (size_t e = 0; e < m; e++) {
    unsigned a = (unsigned)IGRAPH_FROM(&r->graph, (igraph_integer_t)e);
    unsigned b = (unsigned)IGRAPH_TO(&r->graph, (igraph_integer_t)e);
    int turn = from != NULL && from[e] == b;

    r->src->ends[2 * e] = turn ? b : a;
    r->src->ends[2 * e + 1] = turn ? a : b;
  }
  r->src->n = n;
  r->src->m = m;
  r->src->directed = r->f.directed || (igraph_is_directed(&r->graph)
                                       && (r->as->graphml || r->as->pajek));
  return MGNN_OK;
}

/* Keep a text, turned into UTF-8 if need be. */
static mgnn_status
put_text(reading *r, mg_column *col, size_t i, const char *s, mgnn_error *err)
{
  size_t len = strlen(s);
  char *wide = NULL, *kept;

  if (!mg_utf8_valid(s, len)) {
    wide = mg_alloc(2 * len, 1);
    if (wide == NULL)
      return mg_fail_memory(err);
    len = mg_utf8_from_latin1(wide, s, len);
    s = wide;
    r->latin1++;
  }
  kept = mg_pool_keep(&r->src->pool, s, len);
  mg_free(wide);
  if (kept == NULL)
    return mg_fail_memory(err);
  return mg_column_put_text(col, i, kept, err);
}

/* Whether the file gave item i a value where igraph puts one in any case. */
static int
given(const reading *r, int is_node, const char *name, size_t i)
{
  const mg_foreign *f = &r->f;

  if (f->has == NULL || r->as->graphml)
    return 1;
  if (r->as->pajek)
    return !is_node || name[1] != '\0' || name[0] < 'x' || name[0] > 'z'
           || (i < f->node.count && f->has[i] >= (name[0] == 'z' ? 3 : 2));
  return is_node || strcmp(name, "weight") != 0 || f->has[i];
}

/* Copy one value.  Absent are NaN and empty texts. */
static mgnn_status
copy_value(reading *r, int is_node, const char *name, const char *as,
           igraph_attribute_type_t type, size_t i, mgnn_error *err)
{
  mg_attributes *at = is_node ? &r->src->node : &r->src->edge;
  igraph_integer_t id = (igraph_integer_t)i;
  const char *s = NULL;
  double x = NAN;
  mgnn_status status;
  size_t k;

  if (type == IGRAPH_ATTRIBUTE_STRING)
    s = is_node ? VAS(&r->graph, name, id) : EAS(&r->graph, name, id);
  else if (type == IGRAPH_ATTRIBUTE_NUMERIC)
    x = is_node ? VAN(&r->graph, name, id) : EAN(&r->graph, name, id);
  else if (type == IGRAPH_ATTRIBUTE_BOOLEAN)
    x = is_node ? VAB(&r->graph, name, id) : EAB(&r->graph, name, id);
  if (s != NULL ? *s == '\0' : isnan(x))
    return MGNN_OK;
  status = mg_attribute_column(r->src, at, as, &k, err);
  if (status != MGNN_OK)
    return status;
  if (s != NULL)
    return put_text(r, &at->column[k], i, s, err);
  return mg_column_put_number(&at->column[k], i, x, err);
}

/* What an attribute of igraph is called here; NULL: it is left out.  The names
 * of NCOL and LGL and the labels of Pajek are ids; igraph 0.10 gives Pajek's
 * twice, as id and name. */
static const char *
attribute_as(const reading *r, int is_node, const char *name, int has_name)
{
  if (r->as->graphml || !is_node)
    return name;
  if (strcmp(name, "id") == 0 && has_name)
    return NULL;
  return strcmp(name, "name") == 0 ? "id" : name;
}

static mgnn_status
copy_attributes(reading *r, int is_node, const igraph_strvector_t *names,
                const igraph_vector_int_t *types, mgnn_error *err)
{
  igraph_integer_t count = igraph_strvector_size(names);
  size_t items = is_node ? r->src->n : r->src->m;
  mgnn_status status = MGNN_OK;
  int has_name = 0;

  for (igraph_integer_t k = 0; k < count; k++)
    has_name |= strcmp(igraph_strvector_get(names, k), "name") == 0;
  for (igraph_integer_t k = 0; status == MGNN_OK && k < count; k++) {
    const char *name = igraph_strvector_get(names, k);
    const char *as = attribute_as(r, is_node, name, has_name);

    for (size_t i = 0; status == MGNN_OK && as != NULL && i < items; i++)
      if (given(r, is_node, name, i))
        status = copy_value(r, is_node, name, as,
                            (igraph_attribute_type_t)VECTOR(*types)[k], i, err);
  }
  return status;
}

/* igraph's lists of attribute names and types: of the graph, its nodes and its
 * edges. */
typedef struct {
  igraph_strvector_t name[3];
  igraph_vector_int_t type[3];
} attribute_lists;

static mgnn_status
copy_all_attributes(reading *r, mgnn_error *err)
{
  attribute_lists a;
  mgnn_status status = MGNN_OK;
  igraph_error_t code = IGRAPH_SUCCESS;
  int names = 0, types = 0;

  for (; names < 3 && code == IGRAPH_SUCCESS; names++)
    code = igraph_strvector_init(&a.name[names], 0);
  for (; types < 3 && code == IGRAPH_SUCCESS; types++)
    code = igraph_vector_int_init(&a.type[types], 0);
  if (code == IGRAPH_SUCCESS)
    code = igraph_cattribute_list(&r->graph, &a.name[0], &a.type[0], &a.name[1],
                                  &a.type[1], &a.name[2], &a.type[2]);
  else                         /* the last one was not made */
    types > 0 ? types-- : names--;
  if (code != IGRAPH_SUCCESS)
    status = fail_as_igraph(r, code, err);
  if (status == MGNN_OK)
    status = copy_attributes(r, 1, &a.name[1], &a.type[1], err);
  if (status == MGNN_OK)
    status = copy_attributes(r, 0, &a.name[2], &a.type[2], err);
  while (types > 0)
    igraph_vector_int_destroy(&a.type[--types]);
  while (names > 0)
    igraph_strvector_destroy(&a.name[--names]);
  return status;
}

/* What is done inside mg_igraph_run. */
static mgnn_status
read_inside(void *ctx, mgnn_error *err)
{
  reading *r = ctx;
  igraph_error_t code = r->as->read(&r->graph, r->in);
  mgnn_status status;

  if (code != IGRAPH_SUCCESS)
    return fail_as_igraph(r, code, err);
  r->has_graph = 1;
  status = copy_edges(r, err);
  if (status == MGNN_OK)
    status = copy_all_attributes(r, err);
  igraph_destroy(&r->graph);
  return status;
}

/* Give the source the lines that were found, if they are those of all. */
static mgnn_status
take_lines(reading *r, mgnn_error *err)
{
  mg_lines *node = &r->f.node, *edge = &r->f.edge;

  for (size_t e = 0; edge->count == r->src->m && e < edge->count; e++) {
    mgnn_status status = mg_runs_add(&r->src->edge_line, 1, edge->line[e], err);

    if (status != MGNN_OK)
      return status;
  }
  if (r->as->pajek && node->count > 0 && node->count < r->src->n) {
    uint32_t *grown = mg_resize(node->line, r->src->n, sizeof *grown);

    if (grown == NULL)
      return mg_fail_memory(err);
    node->line = grown;
    memset(grown + node->count, 0,
           (r->src->n - node->count) * sizeof *grown);
    node->count = r->src->n;
  }
  if (node->count == r->src->n) {
    r->src->node_line = node->line;
    node->line = NULL;
  }
  return MGNN_OK;
}

static mgnn_status
note_all(reading *r, mgnn_error *err)
{
  mg_source *src = r->src;
  mgnn_status status = MGNN_OK;
  const char *warning;

  for (size_t k = 0; status == MGNN_OK
       && (warning = mg_igraph_warning(k)) != NULL; k++)
    status = mg_note(&src->notes, err, "%s: %s", src->path, warning);
  if (status == MGNN_OK && r->latin1 > 0)
    status = mg_note(&src->notes, err, "%s: %zu text%s not UTF-8, read as "
                     "Latin-1", src->path, r->latin1,
                     r->latin1 == 1 ? " is" : "s are");
  return status;
}

/* Hand the checked text to igraph. */
static mgnn_status
read_checked(reading *r, mgnn_error *err)
{
  mgnn_status status;

  if (r->f.len == 0)
    return MGNN_OK;            /* nothing but comments: an empty graph */
  r->in = fmemopen(r->f.text + r->f.skip, r->f.len - r->f.skip, "r");
  if (r->in == NULL)
    return mg_fail_memory(err);
  status = mg_igraph_run(r->src->path, read_inside, r, err);
  fclose(r->in);
  if (status == MGNN_OK && r->as->graphml && r->src->n > r->f.nodes)
    status = mg_fail(err, MGNN_EPARSE, "%s: edges name %zu node%s that the file "
                     "does not have", r->src->path, r->src->n - r->f.nodes,
                     r->src->n - r->f.nodes == 1 ? "" : "s");
  if (status == MGNN_OK)
    status = take_lines(r, err);
  if (status == MGNN_OK)
    status = note_all(r, err);
  return status;
}

static mgnn_status
read_as(const format *as, mg_source *out, const char *path, mgnn_error *err)
{
  reading r = { .as = as, .src = out };
  mgnn_status status;

  r.f.path = out->path;
  r.f.notes = &out->notes;
  r.f.src = out;
  status = load(&r.f, path, out->limits.bytes, err);
  if (status == MGNN_OK && (as->graphml || as->pajek)
      && strspn(r.f.text, " \t\r\n") == r.f.len)
    status = mg_fail(err, MGNN_EPARSE, "%s: the file is empty", out->path);
  if (status == MGNN_OK)
    status = as->check(&r.f, err);
  if (status == MGNN_OK)
    status = read_checked(&r, err);
  mg_free(r.f.text);
  mg_free(r.f.has);
  mg_free(r.f.node.line);
  mg_free(r.f.edge.line);
  mg_free(r.f.edge.from);
  return status;
}

/* ---- the formats ---- */

static igraph_error_t
read_graphml(igraph_t *graph, FILE *in)
{
  return igraph_read_graph_graphml(graph, in, 0);
}

/* The edges of NCOL and LGL have no direction; read as if they had, they keep
 * the order of their ends. */
static igraph_error_t
read_ncol(igraph_t *graph, FILE *in)
{
  return igraph_read_graph_ncol(graph, in, NULL, 1,
                                IGRAPH_ADD_WEIGHTS_IF_PRESENT,
                                IGRAPH_DIRECTED);
}

static igraph_error_t
read_lgl(igraph_t *graph, FILE *in)
{
  return igraph_read_graph_lgl(graph, in, 1, IGRAPH_ADD_WEIGHTS_IF_PRESENT,
                               IGRAPH_DIRECTED);
}

mgnn_status
mg_read_graphml(mg_source *out, const char *path, mgnn_error *err)
{
  static const format as = { "GraphML", mg_foreign_graphml, read_graphml, 1, 0 };

  return read_as(&as, out, path, err);
}

mgnn_status
mg_read_pajek(mg_source *out, const char *path, mgnn_error *err)
{
  static const format as = { "Pajek", mg_foreign_pajek,
                             igraph_read_graph_pajek, 0, 1 };

  return read_as(&as, out, path, err);
}

mgnn_status
mg_read_ncol(mg_source *out, const char *path, mgnn_error *err)
{
  static const format as = { "NCOL", mg_foreign_ncol, read_ncol, 0, 0 };

  out->open_nodes = 1;
  return read_as(&as, out, path, err);
}

mgnn_status
mg_read_lgl(mg_source *out, const char *path, mgnn_error *err)
{
  static const format as = { "LGL", mg_foreign_lgl, read_lgl, 0, 0 };

  return read_as(&as, out, path, err);
}
