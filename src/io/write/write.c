/* The formats, each a short function over the sink.  All numbers read back as
 * the same doubles. */
#include "write.h"
#include "json_items.h"
#include "sink.h"
#include "io/text/utf8.h"

#include <math.h>
#include <stdarg.h>

/* Texts one after the other; the last is NULL. */
static void
put(mg_sink *s, ...)
{
  const char *text;
  va_list args;

  va_start(args, s);
  while ((text = va_arg(args, const char *)) != NULL)
    mg_put_text(s, text);
  va_end(args);
}

const char *
mg_coordinate_name(size_t dim, size_t c, char *buf)
{
  if (dim <= 3)
    snprintf(buf, MG_COORDINATE_MAX, "%c", "xyz"[c]);
  else
    snprintf(buf, MG_COORDINATE_MAX, "x%zu", c + 1);
  return buf;
}

static const char *
node_name(const mg_record *r, size_t i, char *buf)
{
  if (r->names != NULL)
    return r->names[i];
  snprintf(buf, MG_COORDINATE_MAX, "%zu", i);
  return buf;
}

static const char *
node_label(const mg_record *r, size_t i)
{
  return r->labels != NULL ? r->labels[i] : NULL;
}

/* What an edge has, under the names that our readers know without an option:
 * `len`, or `lower` and `upper` in a graph with intervals. */
enum { LEN, LOWER, UPPER, STIFFNESS, ACHIEVED, EDGE_KEYS };
static const char *const edge_key[EDGE_KEYS] = {
  "len", "lower", "upper", "stiffness", "achieved"
};

/* The value of one of them; 0: edge e has none.  No upper bound is an absent
 * one, since neither GML nor our own readers know infinity. */
static int
edge_value(const mg_record *r, int key, size_t e, double *out)
{
  const mg_graph *g = r->graph;

  switch (key) {
  case LEN:
    *out = g->target[e];
    return g->target_upper == NULL && !r->without_lengths;
  case LOWER:
    *out = g->target[e];
    return g->target_upper != NULL;
  case UPPER:
    *out = g->target_upper != NULL ? g->target_upper[e] : INFINITY;
    return isfinite(*out);
  case STIFFNESS:
    *out = g->stiffness != NULL ? g->stiffness[e] : 1;
    return g->stiffness != NULL;
  default:
    *out = r->y == NULL ? NAN : mg_edge_length(g, e, r->dim, r->y);
    return isfinite(*out);
  }
}

/* What all writers but JSON's begin with: refuse positions that are not
 * finite, and open the sink. */
static mgnn_status
begin(mg_sink *s, const mg_record *r, FILE *out, mgnn_error *err)
{
  for (size_t k = 0; k < r->graph->n * r->dim; k++)
    if (!isfinite(r->x[k])) {
      char name[MG_COORDINATE_MAX], axis[MG_COORDINATE_MAX];

      return mg_fail(err, MGNN_EINVAL, "node %s: its coordinate %s is %s: the "
                     "positions have diverged, and only json can hold that",
                     node_name(r, k / r->dim, name),
                     mg_coordinate_name(r->dim, k % r->dim, axis),
                     isnan(r->x[k]) ? "not a number" : "infinite");
    }
  mg_sink_init(s, out);
  return MGNN_OK;
}

/* A cell of CSV, in quotes where RFC 4180 asks for them, where readers would
 * strip blanks, and where a line would begin like a comment. */
static void
cell(mg_sink *s, const char *text)
{
  size_t len = strlen(text);

  if (len > 0 && strpbrk(text, "\",\r\n") == NULL
      && strchr(" \t#%", text[0]) == NULL
      && strchr(" \t", text[len - 1]) == NULL) {
    mg_put_bytes(s, text, len);
    return;
  }
  mg_put_char(s, '"');
  for (; *text != '\0'; text++) {
    if (*text == '"')
      mg_put_char(s, '"');
    mg_put_char(s, *text);
  }
  mg_put_char(s, '"');
}

static mgnn_status
write_csv(const mg_record *r, FILE *out, mgnn_error *err)
{
  char buf[MG_COORDINATE_MAX];
  mgnn_status status = MGNN_OK;
  mg_sink s;

  TRY(begin(&s, r, out, err));
  mg_put_text(&s, "node");
  for (size_t c = 0; c < r->dim; c++)
    put(&s, ",", mg_coordinate_name(r->dim, c, buf), (char *)NULL);
  mg_put_char(&s, '\n');
  for (size_t i = 0; i < r->graph->n; i++) {
    cell(&s, node_name(r, i, buf));
    for (size_t c = 0; c < r->dim; c++) {
      mg_put_char(&s, ',');
      mg_put_number(&s, r->x[i * r->dim + c]);
    }
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
end:
  return status;
}

/* Whether text is a letter followed by letters, digits and _, which is a key
 * in GML as well as in GraphML, and none that has a meaning of its own. */
static int
is_key(const char *text)
{
  static const char *const taken[] = {
    "id", "label", "name", "x", "y", "z", "pos", "pin", "graphics"
  };
  static const char letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

  if (text == NULL || strspn(text, letters) != strlen(text)
      || strchr(letters + 52, text[0]) != NULL)
    return 0;
  for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
    if (strcmp(text, taken[k]) == 0)
      return 0;
  return text[0] != 'x' || text[1 + strspn(text + 1, "0123456789")] != '\0';
}

static const char *
label_key(const mg_record *r)
{
  return is_key(r->label_key) ? r->label_key : "class";
}

/* A quoted text of GML.  A backslash at its end would hide the closing quote
 * from readers that know \" as an escape. */
static void
gml_text(mg_sink *s, const char *text)
{
  mg_put_char(s, '"');
  for (; *text != '\0'; text++)
    if (*text == '&')
      mg_put_text(s, "&amp;");
    else if (*text == '"')
      mg_put_text(s, "&quot;");
    else if (*text == '\r')
      mg_put_text(s, "&#13;");
    else if (*text == '\\' && text[1] == '\0')
      mg_put_text(s, "&#92;");
    else
      mg_put_char(s, *text);
  mg_put_char(s, '"');
}

/* A value of GML: a number stays one if its text can be had back from it, so
 * that 7 is a number and 007 a text. */
static void
gml_value(mg_sink *s, const char *text)
{
  size_t len = strlen(text);
  char again[MG_NUMBER_MAX];
  double x;

  if (mg_number_whole(text, len, &x) && isfinite(x)
      && mg_number_write(again, x) == len && memcmp(again, text, len) == 0) {
    mg_put_bytes(s, text, len);
    return;
  }
  gml_text(s, text);
}

static void
gml_node(mg_sink *s, const mg_record *r, size_t i)
{
  const char *label = node_label(r, i);
  char buf[MG_COORDINATE_MAX];

  mg_put_text(s, "  node [\n    id ");
  mg_put_count(s, i);
  if (r->names != NULL) {
    mg_put_text(s, "\n    label ");
    gml_text(s, r->names[i]);
  }
  if (label != NULL) {
    put(s, "\n    ", label_key(r), " ", (char *)NULL);
    gml_value(s, label);
  }
  for (size_t c = 0; c < r->dim; c++) {
    put(s, "\n    ", mg_coordinate_name(r->dim, c, buf), " ", (char *)NULL);
    mg_put_number(s, r->x[i * r->dim + c]);
  }
  mg_put_text(s, "\n  ]\n");
}

static mgnn_status
write_gml(const mg_record *r, FILE *out, mgnn_error *err)
{
  const mg_graph *g = r->graph;
  mgnn_status status = MGNN_OK;
  mg_sink s;

  TRY(begin(&s, r, out, err));
  mg_put_text(&s, "graph [\n  directed 0\n");
  if (r->space != NULL)
    put(&s, "  space \"", r->space, "\"\n", (char *)NULL);
  for (size_t i = 0; i < g->n; i++)
    gml_node(&s, r, i);
  for (size_t e = 0; e < g->m; e++) {
    mg_put_text(&s, "  edge [\n    source ");
    mg_put_count(&s, g->ends[2 * e]);
    mg_put_text(&s, "\n    target ");
    mg_put_count(&s, g->ends[2 * e + 1]);
    for (int k = 0; k < EDGE_KEYS; k++) {
      double value;

      if (!edge_value(r, k, e, &value))
        continue;
      put(&s, "\n    ", edge_key[k], " ", (char *)NULL);
      mg_put_number(&s, value);
    }
    mg_put_text(&s, "\n  ]\n");
  }
  mg_put_text(&s, "]\n");
  mg_sink_flush(&s);
end:
  return status;
}

/* The text of an XML element: valid UTF-8, and of the control characters only
 * those that XML 1.0 allows. */
static void
xml_text(mg_sink *s, const char *text)
{
  size_t left = strlen(text), len;

  for (; left > 0; text += len, left -= len) {
    char c = *text;

    len = mg_utf8_length(text, left);
    if (c == '&')
      mg_put_text(s, "&amp;");
    else if (c == '<')
      mg_put_text(s, "&lt;");
    else if (c == '>')
      mg_put_text(s, "&gt;");
    else if (c == '\r')        /* a plain one would be read as a newline */
      mg_put_text(s, "&#13;");
    else if (len == 0 || (len == 1 && (unsigned char)c < 0x20 && c != '\t'
                          && c != '\n')
             || (len == 3 && (memcmp(text, "\xef\xbf\xbe", 3) == 0
                              || memcmp(text, "\xef\xbf\xbf", 3) == 0)))
      mg_put_text(s, MG_UTF8_UNKNOWN);
    else
      mg_put_bytes(s, text, len);
    len = len > 0 ? len : 1;
  }
}

static void
graphml_key(mg_sink *s, const char *owner, const char *name, const char *type)
{
  put(s, "  <key id=\"", owner, "_", name, "\" for=\"", owner,
      "\" attr.name=\"", name, "\" attr.type=\"", type, "\"/>\n", (char *)NULL);
}

static void
graphml_text(mg_sink *s, const char *owner, const char *name, const char *text)
{
  if (text == NULL)
    return;
  put(s, "<data key=\"", owner, "_", name, "\">", (char *)NULL);
  xml_text(s, text);
  mg_put_text(s, "</data>");
}

static void
graphml_number(mg_sink *s, const char *owner, const char *name, double x)
{
  put(s, "<data key=\"", owner, "_", name, "\">", (char *)NULL);
  mg_put_number(s, x);
  mg_put_text(s, "</data>");
}

static void
graphml_head(mg_sink *s, const mg_record *r)
{
  static const char opening[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n"
    "    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
    "    xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns"
    " http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n";
  char buf[MG_COORDINATE_MAX];
  double ignored;

  mg_put_text(s, opening);
  if (r->space != NULL)
    graphml_key(s, "graph", "space", "string");
  if (r->names != NULL)
    graphml_key(s, "node", "label", "string");
  if (r->labels != NULL)
    graphml_key(s, "node", label_key(r), "string");
  for (size_t c = 0; c < r->dim; c++)
    graphml_key(s, "node", mg_coordinate_name(r->dim, c, buf), "double");
  /* The first edge has what every edge has, except that a bound may lack. */
  for (int k = 0; k < EDGE_KEYS && r->graph->m > 0; k++)
    if (edge_value(r, k, 0, &ignored)
        || (k == UPPER && r->graph->target_upper != NULL)
        || (k == ACHIEVED && r->y != NULL))
      graphml_key(s, "edge", edge_key[k], "double");
  mg_put_text(s, "  <graph edgedefault=\"undirected\">\n");
  if (r->space != NULL) {
    mg_put_text(s, "    ");
    graphml_text(s, "graph", "space", r->space);
    mg_put_char(s, '\n');
  }
}

static void
graphml_edge(mg_sink *s, const mg_record *r, size_t e)
{
  mg_put_text(s, "    <edge source=\"n");
  mg_put_count(s, r->graph->ends[2 * e]);
  mg_put_text(s, "\" target=\"n");
  mg_put_count(s, r->graph->ends[2 * e + 1]);
  mg_put_text(s, "\">");
  for (int k = 0; k < EDGE_KEYS; k++) {
    double value;

    if (edge_value(r, k, e, &value))
      graphml_number(s, "edge", edge_key[k], value);
  }
  mg_put_text(s, "</edge>\n");
}

static mgnn_status
write_graphml(const mg_record *r, FILE *out, mgnn_error *err)
{
  char buf[MG_COORDINATE_MAX];
  mgnn_status status = MGNN_OK;
  mg_sink s;

  TRY(begin(&s, r, out, err));
  graphml_head(&s, r);
  for (size_t i = 0; i < r->graph->n; i++) {
    mg_put_text(&s, "    <node id=\"n");
    mg_put_count(&s, i);
    mg_put_text(&s, "\">");
    graphml_text(&s, "node", "label", r->names != NULL ? r->names[i] : NULL);
    graphml_text(&s, "node", label_key(r), node_label(r, i));
    for (size_t c = 0; c < r->dim; c++)
      graphml_number(&s, "node", mg_coordinate_name(r->dim, c, buf),
                     r->x[i * r->dim + c]);
    mg_put_text(&s, "</node>\n");
  }
  for (size_t e = 0; e < r->graph->m; e++)
    graphml_edge(&s, r, e);
  mg_put_text(&s, "  </graph>\n</graphml>\n");
  mg_sink_flush(&s);
end:
  return status;
}

static void
json_node(mg_json *j, const mg_record *r, size_t i)
{
  char buf[MG_COORDINATE_MAX];

  mg_json_row(j, '{');
  put_count(j, "id", i);
  put_text(j, "name", node_name(r, i, buf));
  if (r->labels != NULL)
    put_text(j, "label", r->labels[i]);
  mg_json_key(j, "position");
  mg_json_open(j, '[');
  for (size_t c = 0; c < r->dim; c++)
    mg_json_number(j, r->x[i * r->dim + c]);
  mg_json_close(j);
  mg_json_close(j);
}

/* Ends by number, as the nodes' "id" and their place in the list, and by name.
 * The length is spelt out, and an upper bound of infinity is null. */
static void
json_edge(mg_json *j, const mg_record *r, size_t e)
{
  const unsigned *ends = r->graph->ends + 2 * e;
  char buf[MG_COORDINATE_MAX];
  double value;

  mg_json_row(j, '{');
  put_count(j, "source", ends[0]);
  put_count(j, "target", ends[1]);
  put_text(j, "source_name", node_name(r, ends[0], buf));
  put_text(j, "target_name", node_name(r, ends[1], buf));
  for (int k = 0; k < EDGE_KEYS; k++) {
    int has = edge_value(r, k, e, &value);

    if (!has && !(k == UPPER && r->graph->target_upper != NULL)
        && !(k == ACHIEVED && r->y != NULL))
      continue;
    put_number(j, k == LEN ? "length" : edge_key[k], has ? value : NAN);
  }
  mg_json_close(j);
}

static mgnn_status
write_json(const mg_record *r, FILE *out, mgnn_error *err)
{
  mg_json j;

  (void)err;
  mg_json_begin(&j, out);
  mg_json_open(&j, '{');
  if (r->space != NULL)
    put_text(&j, "space", r->space);
  put_count(&j, "dim", r->dim);
  mg_json_key(&j, "nodes");
  mg_json_open(&j, '[');
  for (size_t i = 0; i < r->graph->n; i++)
    json_node(&j, r, i);
  mg_json_close(&j);
  mg_json_key(&j, "edges");
  mg_json_open(&j, '[');
  for (size_t e = 0; e < r->graph->m; e++)
    json_edge(&j, r, e);
  mg_json_close(&j);
  mg_json_close(&j);
  mg_json_end(&j);
  return MGNN_OK;
}

/* The chemical symbol at the start of a name, as in C, CA (carbon alpha), C12,
 * Na+ and OXT: it counts if no small letter follows.  Other names are C, which
 * every viewer draws.  Returns its length. */
static size_t
element(const char *name, const char **symbol)
{
  static const char known[] =
    " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni"
    " Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I"
    " Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt"
    " Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr"
    " Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og ";
  size_t len = name[0] != '\0' && name[1] >= 'a' && name[1] <= 'z' ? 2 : 1;
  char word[5];

  snprintf(word, sizeof word, " %.*s ", (int)len, name);
  *symbol = name;
  if (name[0] >= 'A' && name[0] <= 'Z' && strstr(known, word) != NULL
      && !(name[1] != '\0' && len == 2 && name[2] >= 'a' && name[2] <= 'z'))
    return len;
  *symbol = "C";
  return 1;
}

static mgnn_status
write_xyz(const mg_record *r, FILE *out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char buf[MG_COORDINATE_MAX];
  mg_sink s;

  if (r->dim > 3)
    return mg_fail(err, MGNN_EINVAL, "xyz files hold at most 3 dimensions, the "
                   "positions have %zu; write csv", r->dim);
  TRY(begin(&s, r, out, err));
  mg_put_count(&s, r->graph->n);
  mg_put_text(&s, "\nmgnn-layout");
  if (r->space != NULL)
    put(&s, ", space ", r->space, (char *)NULL);
  mg_put_char(&s, '\n');
  for (size_t i = 0; i < r->graph->n; i++) {
    const char *symbol;
    size_t len = element(node_name(r, i, buf), &symbol);

    mg_put_bytes(&s, symbol, len);
    for (size_t c = 0; c < 3; c++) {
      mg_put_char(&s, ' ');
      mg_put_number(&s, c < r->dim ? r->x[i * r->dim + c] : 0);
    }
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
end:
  return status;
}

const mg_writer mg_writers[] = {
  { "csv",     "positions as a table",                    write_csv },
  { "gml",     "graph with positions and lengths",        write_gml },
  { "graphml", "the same as XML",                         write_graphml },
  { "json",    "the same as JSON",                        write_json },
  { "xyz",     "positions for molecule viewers, up to 3D", write_xyz },
  { NULL, NULL, NULL }
};

const mg_writer *
mg_writer_find(const char *word)
{
  for (const mg_writer *w = mg_writers; w->word != NULL; w++)
    if (strcmp(w->word, word) == 0)
      return w;
  return NULL;
}
