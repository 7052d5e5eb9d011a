/* Writes DOT, with pos in points, 72 per unit of length as in Graphviz, so that
 * neato -n2 draws these positions and neato starts from them. */
#include "fields.h"

#include <math.h>

#define POINTS 72.0

/* ---- words ---- */

static int
is_keyword(const char *s)
{
  static const char *const words[] = { "graph", "digraph", "subgraph", "strict",
                                       "node", "edge" };

  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    size_t i = 0;

    while (words[k][i] != '\0' && (s[i] | 32) == words[k][i])
      i++;
    if (words[k][i] == '\0' && s[i] == '\0')
      return 1;
  }
  return 0;
}

/* Whether a text needs no quotes: an identifier, but not a keyword, or an integer. */
static int
is_bare(const char *s)
{
  static const char letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  const char *digits = s + (*s == '-');

  if (*s == '\0')
    return 0;
  if (strspn(digits, letters + 53) == strlen(digits) && *digits != '\0')
    return 1;
  return strspn(s, letters) == strlen(s) && strchr(letters + 53, *s) == NULL
         && !is_keyword(s);
}

/* Whether a text is markup in < >, as the reader stores it.  "<f0> a|<f1>" is not:
 * it has no closing tag. */
static int
is_html(const char *s)
{
  size_t len = strlen(s), open = 0;

  if (len < 5 || s[0] != '<' || s[len - 1] != '>'
      || (strstr(s, "</") == NULL && strstr(s, "/>") == NULL))
    return 0;
  for (size_t k = 0; k < len; k++) {
    open += s[k] == '<';
    if (s[k] == '>' && open-- == 0)
      return 0;
    if (open == 0 && k + 1 < len)
      return 0;
  }
  return open == 0;
}

/* Whether DOT can hold a text in quotes, where \\ stays \\ and \" means ": it must not
 * have an odd number of backslashes before a quote, a line end or its end. */
static int
is_quotable(const char *s)
{
  for (; *s != '\0'; s++) {
    size_t run = strspn(s, "\\");

    s += run;
    if (run % 2 == 1 && (*s == '"' || *s == '\0' || *s == '\n' || *s == '\r'))
      return 0;
    if (*s == '\0')
      break;
  }
  return 1;
}

static void
put_word(mg_sink *s, const char *text)
{
  int quotable = is_quotable(text);

  if (is_bare(text) || is_html(text)) {
    mg_put_text(s, text);
    return;
  }
  if (!quotable && strpbrk(text, "<>&") == NULL) {
    mg_put_texts(s, "<", text, ">", (char *)NULL);
    return;
  }
  mg_put_char(s, '"');
  for (; *text != '\0'; text++) {
    if (*text == '"' || (*text == '\\' && !quotable))
      mg_put_char(s, '\\');
    mg_put_char(s, *text);
  }
  mg_put_char(s, '"');
}

/* ---- attributes ---- */

/* Whether an attribute is a drawing by Graphviz, of the old positions: _..draw_ */
static int
is_drawn(const char *name)
{
  size_t len = strlen(name);

  return name[0] == '_' && len >= 6 && strcmp(name + len - 5, "draw_") == 0;
}

static void
put_attribute(mg_sink *s, const char *name, const mg_field_value *v,
              mg_value_type type, int *count)
{
  mg_put_text(s, (*count)++ == 0 ? " [" : ", ");
  put_word(s, strcmp(name, MG_DOT_ID) == 0 ? "id" : name);
  mg_put_char(s, '=');
  mg_put_plain(s, v, type, put_word);
}

static void
put_fields(mg_sink *s, const mg_fields *f, const mg_field_list *list,
           size_t item, int *count)
{
  mg_field_value v;

  for (size_t k = 0; k < list->count; k++) {
    const mg_out_field *field = &list->field[k];

    if (!is_drawn(field->name) && mg_field_value_of(f, field, item, &v))
      put_attribute(s, field->name, &v, field->type, count);
  }
}

static void
put_end(mg_sink *s, int count)
{
  mg_put_text(s, count > 0 ? "];\n" : ";\n");
}

/* Write node [ ... ] or edge [ ... ] with the defaults of the input. */
static void
put_defaults(mg_sink *s, const mg_field_list *list, const char *word)
{
  int count = 0;

  for (size_t k = 0; k < list->count; k++) {
    const mg_column *col = list->field[k].column;

    if (col != NULL && col->has_default) {
      const mg_field_value v = { col->default_text, col->default_number };

      if (count == 0)
        mg_put_texts(s, "  ", word, (char *)NULL);
      put_attribute(s, col->name, &v, list->field[k].type, &count);
    }
  }
  if (count > 0)
    put_end(s, count);
}

/* ---- the graph ---- */

/* Whether the input pins a node in pos ("1,2!"), to write the pin again. */
static int
is_pinned(const mg_record *r, size_t i)
{
  const mg_column *pos = r->given != NULL
                         ? mg_attribute_find(&r->given->src->node, "pos") : NULL;
  char buf[MG_NUMBER_MAX];
  const char *s = mg_column_text(pos, i, buf);

  return s != NULL && *s != '\0' && s[strlen(s) - 1] == '!';
}

static void
put_node(mg_sink *s, const mg_fields *f, size_t i)
{
  const mg_record *r = f->r;
  size_t dim = r->dim < 2 ? 2 : r->dim;
  char buf[MG_NUMBER_MAX];
  int count = 0;

  mg_put_text(s, "  ");
  put_word(s, mg_record_id(r, i, buf));
  put_fields(s, f, &f->node, i, &count);
  mg_put_text(s, count == 0 ? " [pos=\"" : ", pos=\"");
  for (size_t c = 0; c < dim; c++) {
    if (c > 0)
      mg_put_char(s, ',');
    mg_put_number(s, c < r->dim ? POINTS * r->x[i * r->dim + c] : 0);
  }
  mg_put_text(s, is_pinned(r, i) ? "!\"];\n" : "\"];\n");
}

/* Write an edge, with `dir` if it is directed and the graph not, or vice versa. */
static void
put_edge(mg_sink *s, const mg_fields *f, size_t e)
{
  const mg_record *r = f->r;
  int directed = mg_record_directed(r), own = mg_record_edge_directed(r, e);
  char buf[MG_NUMBER_MAX];
  int count = 0;

  mg_put_text(s, "  ");
  put_word(s, mg_record_id(r, f->ends[2 * e], buf));
  mg_put_text(s, directed ? " -> " : " -- ");
  put_word(s, mg_record_id(r, f->ends[2 * e + 1], buf));
  put_fields(s, f, &f->edge, e, &count);
  if (own != directed) {
    const mg_field_value v = { own ? "forward" : "none", NAN };

    put_attribute(s, "dir", &v, MG_TYPE_TEXT, &count);
  }
  put_end(s, count);
}

static int
is_dot(const mg_record *r)
{
  return r->given != NULL && mg_source_is(r->given->src, "dot");
}

/* Write the clusters with their nodes, from the node attribute `cluster`. */
static mgnn_status
put_clusters(mg_sink *s, const mg_record *r, mgnn_error *err)
{
  const mg_column *col = is_dot(r) ? mg_attribute_find(&r->given->src->node,
                                                       "cluster") : NULL;
  mgnn_status status = MGNN_OK;
  mg_names names = { 0 };
  char buf[MG_NUMBER_MAX];
  uint32_t *in = NULL, at;

  if (col == NULL)
    return MGNN_OK;
  TRY(mg_allocated(in = mg_alloc(r->graph->n, sizeof *in), err));
  for (size_t i = 0; i < r->graph->n; i++) {
    const char *name = mg_column_text(col, i, buf);

    in[i] = MG_NAMES_NONE;
    if (name != NULL) {
      TRY(mg_names_add(&names, name, strlen(name), &at, err));
      in[i] = at;
    }
  }
  for (size_t k = 0; k < names.count; k++) {
    mg_put_text(s, "  subgraph ");
    put_word(s, names.text[k]);
    mg_put_text(s, " {");
    for (size_t i = 0; i < r->graph->n; i++)
      if (in[i] == k) {
        mg_put_char(s, ' ');
        put_word(s, mg_record_id(r, i, buf));
        mg_put_char(s, ';');
      }
    mg_put_text(s, " }\n");
  }
end:
  mg_free(in);
  mg_names_free(&names);
  return status;
}

static void
put_head(mg_sink *s, const mg_fields *f)
{
  const mg_record *r = f->r;
  char buf[MG_NUMBER_MAX];
  int count = 0;

  mg_put_text(s, mg_record_directed(r) ? "digraph " : "graph ");
  if (is_dot(r)) {
    const char *name = mg_column_text(mg_attribute_find(&r->given->src->graph,
                                                        "name"), 0, buf);

    if (name != NULL) {
      put_word(s, name);
      mg_put_char(s, ' ');
    }
  }
  mg_put_text(s, "{\n  graph");
  put_fields(s, f, &f->graph, 0, &count);
  mg_put_text(s, count == 0 ? " [inputscale=72" : ", inputscale=72");
  if (r->dim > 2) {
    mg_put_text(s, ", dim=");
    mg_put_count(s, r->dim);
  }
  mg_put_text(s, "];\n");
  put_defaults(s, &f->node, "node");
  put_defaults(s, &f->edge, "edge");
}

mgnn_status
mg_write_dot(const mg_record *r, FILE *out, mgnn_error *err)
{
  /* Attributes that follow from positions, or are written in another way. */
  static const char *const stale[] = {
    "cluster", "name", "pos", "bb", "lp", "xlp", "head_lp", "tail_lp", "inputscale",
    "dim", "rects", "xdotversion", "lwidth", "lheight", NULL
  };
  const mg_fields_want want = { .own_only = 1, .achieved = 1,
                                .stale = is_dot(r) ? stale : stale + 2 };
  mgnn_status status = MGNN_OK;
  mg_fields f = { 0 };
  mg_sink s;

  TRY(mg_record_check(r, err));
  TRY(mg_fields_make(&f, r, &want, err));
  mg_sink_init(&s, out);
  put_head(&s, &f);
  for (size_t i = 0; i < f.n; i++)
    put_node(&s, &f, i);
  TRY(put_clusters(&s, r, err));
  for (size_t e = 0; e < f.m; e++)
    put_edge(&s, &f, e);
  mg_put_text(&s, "}\n");
  mg_sink_flush(&s);
end:
  mg_fields_free(&f);
  return status;
}
