/* What files say about looks.  Every format has its own words for them; a table
 * row per fact lists them, the first that is there counts. */
#include "file_style.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/gml_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Names of attributes with one meaning: DOT's, GML's (yEd, OGDF), GEXF's. */
enum { WORDS = 4 };
typedef const char *const words[WORDS];

static words node_shape = { "shape", "graphics.type", "viz:shape", NULL };
static words node_fill = { "fillcolor", "graphics.fill", "viz:color", NULL };
static words node_outline = { "color", "graphics.outline", NULL, NULL };
static words node_pen = { "penwidth", "graphics.outlineWidth", NULL, NULL };
static words node_style = { "style", "graphics.outlineStyle", NULL, NULL };
static words edge_colour = { "color", "graphics.fill", "viz:color", NULL };
static words edge_width = { "penwidth", "graphics.width", "viz:thickness",
                            NULL };
static words edge_style = { "style", "graphics.style", "viz:shape", NULL };

int
mg_file_style_usual(const mg_source *src)
{
  return mg_source_is(src, "dot");
}

/* The value of the first of these attributes that item i has; NULL: none. */
static const char *
text_of(const mg_attributes *at, words name, size_t i, char *buf)
{
  for (int k = 0; k < WORDS && name[k] != NULL; k++) {
    const mg_column *col = mg_attribute_find(at, name[k]);

    if (col != NULL && mg_column_has(col, i)) {
      const char *text = mg_column_text(col, i, buf);

      if (text != NULL && text[0] != '\0')
        return text;
    }
  }
  return NULL;
}

static double
number_of(const mg_attributes *at, words name, size_t i, double otherwise)
{
  for (int k = 0; k < WORDS && name[k] != NULL; k++) {
    const mg_column *col = mg_attribute_find(at, name[k]);
    double x;

    if (col != NULL && mg_column_number(col, i, &x) && x >= 0)
      return x;
  }
  return otherwise;
}

static const char *
one_text(const mg_attributes *at, const char *name, size_t i, char *buf)
{
  words alone = { name, NULL, NULL, NULL };

  return text_of(at, alone, i, buf);
}

/* ---- colours ---- */

/* Names that X11, and so DOT, gives other colours than CSS does. */
static const struct {
  const char *name;
  unsigned rgb;
} x11[] = { { "green", 0x00ff00 }, { "gray", 0xc0c0c0 }, { "grey", 0xc0c0c0 },
            { "maroon", 0xb03060 }, { "purple", 0xa020f0 },
            { "crimson", 0xdc143c }, { "indigo", 0x4b0082 } };

/* Hue, saturation and value, each from 0 to 1, parted by commas or blanks. */
static int
parse_hsv(const char *text, mg_colour *out)
{
  static const double turn[] = { 0, 4, 2 };    /* red, green, blue */
  double v[3], part[3];
  const char *end = text + strlen(text);

  for (int k = 0; k < 3; k++) {
    text += strspn(text, ", ");
    text = mg_number_read(text, end, &v[k]);
    if (text == NULL || !(v[k] >= 0 && v[k] <= 1))
      return 0;
  }
  if (*text != '\0')
    return 0;
  for (int k = 0; k < 3; k++) {
    double t = fabs(fmod(6 * v[0] + turn[k], 6) - 3) - 1;

    part[k] = v[2] * (1 - v[1] * (1 - fmin(fmax(t, 0), 1)));
  }
  *out = (mg_colour){ (unsigned char)(255 * part[0] + 0.5),
                      (unsigned char)(255 * part[1] + 0.5),
                      (unsigned char)(255 * part[2] + 0.5), 255 };
  return 1;
}

/* A colour as files write it: one of a list, one of a scheme, or as we do. */
static int
parse_colour(const mg_file_style *s, const char *text, mg_colour *out)
{
  char one[64];
  const char *slash;
  size_t len = strcspn(text, ":;");

  if (len >= sizeof one)
    return 0;
  memcpy(one, text, len);
  one[len] = '\0';
  slash = strrchr(one, '/');
  text = slash != NULL ? slash + 1 : one;
  for (size_t k = 0; mg_source_is(s->src, "dot") && k < sizeof x11 / sizeof *x11;
       k++)
    if (strcasecmp(text, x11[k].name) == 0) {
      *out = mg_colour_rgb(x11[k].rgb);
      return 1;
    }
  return mg_colour_parse(text, out, NULL) == MGNN_OK || parse_hsv(text, out);
}

/* The colour of an attribute into *out, which stays as it is where there is
 * none; *none: it is "none" or "transparent".  A list is several lines of an
 * edge, of which the first is drawn; else it is a gradient, drawn as the mean of
 * its first two. */
static void
read_colour(const mg_file_style *s, const char *text, int edge, mg_colour *out,
            int *none)
{
  const char *more = text != NULL && !edge ? strchr(text, ':') : NULL;
  mg_colour c, second;

  *none = 0;
  if (text == NULL)
    return;
  if (!parse_colour(s, text, &c)) {
    s->unknown->colours++;
    if (s->unknown->colour == NULL)
      s->unknown->colour = mg_pool_keep(s->pool, text, strlen(text));
    return;
  }
  if (more != NULL && parse_colour(s, more + 1, &second))
    c = mg_colour_mix(c, second, 0.5);
  *none = c.a == 0;
  if (c.a > 0)
    *out = c;
}

mgnn_status
mg_file_style_background(const mg_file_style *s, const char **out,
                         mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1], text[12];
  mg_colour c = { 0, 0, 0, 0 };
  int none;

  if (!mg_source_is(s->src, "dot"))
    return MGNN_OK;
  read_colour(s, one_text(&s->src->graph, "bgcolor", 0, buf), 0, &c, &none);
  if (c.a == 0)
    return MGNN_OK;
  snprintf(text, sizeof text, "#%02x%02x%02x%02x", c.r, c.g, c.b, c.a);
  return mg_allocated(*out = mg_pool_keep(s->pool, text, strlen(text)), err);
}

/* ---- words ---- */

/* Whether a list such as "filled,dashed" has a word. */
static int
has_word(const char *list, const char *word)
{
  size_t len = strlen(word);

  while (list != NULL && *list != '\0') {
    list += strspn(list, ", ");
    if (strncasecmp(list, word, len) == 0
        && (list[len] == '\0' || list[len] == ',' || list[len] == ' '))
      return 1;
    list += strcspn(list, ", ");
  }
  return 0;
}

static unsigned char
dash_of(const char *style)
{
  for (int k = MG_SOLID + 1; k < MG_DASHES; k++)
    if (has_word(style, mg_dashes[k].name))
      return (unsigned char)k;
  return MG_SOLID;
}

/* A tag of an HTML label at s: what it leaves in the text, or 0; *len its
 * length. */
static char
tag_leaves(const char *s, size_t *len)
{
  static const char *const ends[] = { "<br", "</tr", "</table", "<hr" };
  static const char *const gaps[] = { "</td" };

  *len = strcspn(s, ">") + 1;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
    if (strncasecmp(s, ends[k], strlen(ends[k])) == 0)
      return '\n';
  return strncasecmp(s, gaps[0], strlen(gaps[0])) == 0 ? ' ' : 0;
}

/* One step of mg_file_style_text: bytes read; *put is what they become, 0
 * nothing, '\\' the name. */
static size_t
text_step(const char *s, int html, int record, char *put)
{
  size_t len;

  *put = *s;
  if (html && *s == '<' && strchr(s, '>') != NULL) {
    *put = tag_leaves(s, &len);
    return len;
  }
  if (*s == '\\' && s[1] != '\0') {
    *put = strchr("nlr", s[1]) != NULL ? '\n' : strchr("NTHE", s[1]) != NULL
           ? '\\' : s[1];
    return 2;
  }
  if (record && (*s == '{' || *s == '}'))
    *put = 0;
  else if (record && *s == '|')
    *put = '\n';
  else if (record && *s == '<' && strchr(s, '>') != NULL) {
    *put = 0;
    return strcspn(s, ">") + 1;
  } else if (html && (*s == '\n' || *s == '\t'))
    *put = 0;
  return 1;
}

const char *
mg_file_style_text(mg_pool *pool, const char *text, const char *name,
                   int record)
{
  size_t len = strlen(text), used = 0, size;
  /* As the reader of DOT keeps them: <...> with markup within. */
  int html = len > 4 && text[0] == '<' && text[len - 1] == '>'
             && strpbrk(text + 1, "<&") != NULL;
  const char *end = text + len - (html ? 1 : 0);
  char *out, *kept;

  name = name != NULL ? name : "";
  size = len * (strstr(text, "\\N") != NULL ? strlen(name) + 1 : 1) + 1;
  out = mg_alloc(size, 1);
  if (out == NULL)
    return NULL;
  for (text += html; text < end;) {
    size_t count, read = *text == '&' ? mg_html_entity(text, (size_t)(end - text),
                                                       out + used, &count) : 0;
    char put;

    if (read > 0) {            /* no shorter than what it stands for */
      text += read;
      used += count;
      continue;
    }
    text += text_step(text, html, record, &put);
    if (put == '\\') {
      size_t more = strlen(name);

      if (used + more < size)
        memcpy(out + used, name, more);
      used += used + more < size ? more : 0;
    } else if (put == '\n' && (used == 0 || out[used - 1] == '\n')
               && (html || record))
      continue;                /* no empty lines of tables */
    else if (put != 0)
      out[used++] = put;
  }
  while (used > 0 && (out[used - 1] == '\n' || out[used - 1] == ' '))
    used--;
  kept = mg_pool_keep(pool, out, used);
  mg_free(out);
  return kept;
}

/* ---- the page ---- */

mgnn_status
mg_file_style_title(const mg_file_style *s, const char **out, mgnn_error *err)
{
  enum { LONGEST = 200 };      /* bytes: more is a text */
  char buf[MG_NUMBER_MAX + 1];
  const char *text = one_text(&s->src->graph, "label", 0, buf);

  if (!mg_source_is(s->src, "dot") || text == NULL || strlen(text) > LONGEST)
    return MGNN_OK;
  return mg_allocated(*out = mg_file_style_text(s->pool, text, NULL, 0), err);
}

mgnn_status
mg_file_style_left_out(const mg_file_style *s, mg_notes *notes, mgnn_error *err)
{
  const struct {
    const mg_attributes *at;
    const char *name, *text;
  } known[] = { { &s->src->node, "cluster", "boxes of clusters" },
                { &s->src->edge, "headlabel", "headlabel" },
                { &s->src->edge, "taillabel", "taillabel" } };
  char list[80] = "";

  for (size_t k = 0; k < 3 && mg_source_is(s->src, "dot"); k++)
    if (mg_attribute_find(known[k].at, known[k].name) != NULL)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
               *list != '\0' ? ", " : "", known[k].text);
  return *list == '\0' ? MGNN_OK
                       : mg_note(notes, err, "%s: not drawn: %s", s->src->path,
                                 list);
}

/* ---- nodes ---- */

static void
read_shape(const mg_file_style *s, size_t i, mg_node_look *look)
{
  char buf[MG_NUMBER_MAX + 1];
  const char *word = text_of(&s->src->node, node_shape, i, buf);
  mg_node_shape shape;
  int exact;

  if (word == NULL)
    return;
  shape = mg_node_shape_find(word, &exact);
  if (shape < MG_NODE_SHAPES)
    look->shape = shape;
  if (exact)
    return;
  s->unknown->shapes++;
  if (s->unknown->shape == NULL)
    s->unknown->shape = mg_pool_keep(s->pool, word, strlen(word));
}

/* Sizes in ems: DOT has inches of 72 points beside letters of 14, others have
 * pixels beside letters of 12. */
static void
read_size(const mg_file_style *s, size_t i, mg_node_look *look)
{
  static words wide = { "width", NULL, NULL, NULL };
  static words high = { "height", NULL, NULL, NULL };
  static words font = { "fontsize", NULL, NULL, NULL };
  static words pixels_wide = { "graphics.w", NULL, NULL, NULL };
  static words pixels_high = { "graphics.h", NULL, NULL, NULL };
  const mg_attributes *at = &s->src->node;

  if (mg_source_is(s->src, "dot")) {
    double em = fmax(number_of(at, font, i, 14), 1) / 72;

    look->width = (float)fmin(number_of(at, wide, i, 0) / em, 60);
    look->height = (float)fmin(number_of(at, high, i, 0) / em, 60);
  } else {
    look->width = (float)fmin(number_of(at, pixels_wide, i, 0) / 12, 60);
    look->height = (float)fmin(number_of(at, pixels_high, i, 0) / 12, 60);
  }
}

static mgnn_status
read_text(const mg_file_style *s, size_t i, mg_node_look *look, mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1], id[MG_NUMBER_MAX + 1], kind[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->node;
  const char *text = one_text(at, "label", i, buf);
  const char *word = text_of(at, node_shape, i, kind);
  const char *name = mg_source_id(s->src, i, id);
  int record = word != NULL && strstr(word, "ecord") != NULL;
  mgnn_status status = MGNN_OK;

  if (look->text != NULL)
    ;
  else if (text != NULL) {
    look->text = mg_file_style_text(s->pool, text, name, record);
    TRY(mg_allocated(look->text, err));
  } else if (mg_source_is(s->src, "dot")) {
    const mg_column *col = mg_attribute_find(at, "label");

    /* label="" is a node without text. */
    look->text = mg_pool_keep(s->pool, name,
                              col != NULL && mg_column_has(col, i)
                              ? 0 : strlen(name));
    TRY(mg_allocated(look->text, err));
  }
  text = one_text(at, "xlabel", i, buf);
  if (text != NULL) {
    look->beside = mg_file_style_text(s->pool, text, name, 0);
    TRY(mg_allocated(look->beside, err));
  }
end:
  return status;
}

mgnn_status
mg_file_style_node(const mg_file_style *s, size_t i, mg_node_look *look,
                   mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->node;
  const char *style = text_of(at, node_style, i, buf);
  int dot = mg_source_is(s->src, "dot"), none = 0, filled;

  read_shape(s, i, look);
  read_size(s, i, look);
  if (dot && look->shape == MG_NODE_POINT)     /* which have no text there */
    look->text = "";
  look->dash = dash_of(style);
  look->pen = (float)fmin(number_of(at, node_pen, i, 1), 20)
              * (has_word(style, "bold") ? 2 : 1);
  filled = !dot || has_word(style, "filled") || look->shape == MG_NODE_POINT;
  if (has_word(style, "invis") || has_word(style, "invisible")) {
    look->shape = MG_NODE_NONE;
    look->text = "";
    return MGNN_OK;
  }
  if (s->colours) {
    char text[MG_NUMBER_MAX + 1];
    mg_colour own = { 0, 0, 0, 0 };

    read_colour(s, text_of(at, node_outline, i, text), 0, &look->outline, &none);
    if (filled)
      read_colour(s, text_of(at, node_fill, i, text), 0, &own, &none);
    if (filled && dot && own.a == 0 && !none)
      own = look->outline.a > 0 ? look->outline
            : look->shape == MG_NODE_POINT ? mg_colour_rgb(0)
                                           : mg_colour_rgb(0xd3d3d3);
    look->fill = own;
    look->clear = look->clear || none;
    if (own.a > 0)
      look->clear = 0;
  }
  return read_text(s, i, look, err);
}

/* ---- edges ---- */

/* What is at an end that has an arrow. */
static void
read_head(const mg_file_style *s, size_t e, const char *name,
          unsigned char *arrow, unsigned char *head)
{
  char buf[MG_NUMBER_MAX + 1];
  const char *word = one_text(&s->src->edge, name, e, buf);
  int exact;

  if (word == NULL || *arrow == MG_ARROW_NO)
    return;
  if (strcasecmp(word, "none") == 0) {
    *arrow = MG_ARROW_NO;
    return;
  }
  *head = (unsigned char)mg_head_find(word, &exact);
  if (exact)
    return;
  s->unknown->heads++;
  if (s->unknown->head == NULL)
    s->unknown->head = mg_pool_keep(s->pool, word, strlen(word));
}

/* dir=none|forward|back|both of DOT; an arrowhead may be none; OGDF says
 * graphics.arrow none|first|last|both. */
static void
read_direction(const mg_file_style *s, size_t e, mg_line_look *line)
{
  static words names = { "dir", "graphics.arrow", NULL, NULL };
  char buf[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->edge;
  const char *dir = text_of(at, names, e, buf);
  unsigned char arrow = line->to_b != MG_ARROW_NO ? line->to_b : MG_ARROW_END;

  if (dir != NULL) {
    int both = strcasecmp(dir, "both") == 0;

    if (both || strcasecmp(dir, "none") == 0 || strcasecmp(dir, "back") == 0
        || strcasecmp(dir, "forward") == 0 || strcasecmp(dir, "first") == 0
        || strcasecmp(dir, "last") == 0) {
      int to_b = both || strcasecmp(dir, "forward") == 0
                 || strcasecmp(dir, "last") == 0;

      line->to_b = to_b ? arrow : MG_ARROW_NO;
      line->to_a = both || strcasecmp(dir, "back") == 0
                   || strcasecmp(dir, "first") == 0 ? arrow : MG_ARROW_NO;
    }
  }
  read_head(s, e, "arrowhead", &line->to_b, &line->head_b);
  read_head(s, e, "arrowtail", &line->to_a, &line->head_a);
}

mgnn_status
mg_file_style_edge(const mg_file_style *s, size_t e, mg_line_look *line,
                   mgnn_error *err)
{
  char buf[MG_NUMBER_MAX + 1];
  const mg_attributes *at = &s->src->edge;
  const char *style = text_of(at, edge_style, e, buf), *text;
  mgnn_status status = MGNN_OK;

  line->dash = dash_of(style);
  line->width *= (float)(fmin(number_of(at, edge_width, e, 1), 20)
                         * (has_word(style, "bold") ? 2 : 1));
  if (has_word(style, "invis") || has_word(style, "invisible"))
    line->width = 0;
  if (s->colours) {
    char colour[MG_NUMBER_MAX + 1];
    int none;

    read_colour(s, text_of(at, edge_colour, e, colour), 1, &line->colour, &none);
    if (none)
      line->width = 0;
  }
  read_direction(s, e, line);
  text = one_text(at, "label", e, buf);
  if (text == NULL)
    text = one_text(at, "xlabel", e, buf);
  if (text != NULL && mg_source_is(s->src, "dot")) {
    line->label = mg_file_style_text(s->pool, text, NULL, 0);
    TRY(mg_allocated(line->label, err));
  }
end:
  return status;
}
