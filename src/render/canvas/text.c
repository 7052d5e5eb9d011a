/* Makes the texts of a drawing safe for XML and Pango, and measures them by Pango. */
#include "text.h"
#include "io/text/utf8.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
mg_text_keep(mg_pool *pool, const char *text)
{
  size_t left = strlen(text), used = 0;
  char *copy = mg_alloc(left, 3);      /* a bad byte becomes 3 bytes */
  char *kept;

  if (copy == NULL)
    return NULL;
  while (left > 0) {
    size_t len = mg_utf8_length(text, left), size = len;
    gunichar c = len > 0 ? g_utf8_get_char(text) : 0xffff;
    const char *as = text;

    if ((c >= '\t' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029) {
      as = " ";                /* it would break the line */
      size = 1;
    } else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe
               || c == 0xffff) {
      as = MG_UTF8_UNKNOWN;    /* forbidden in XML, or a control code */
      size = strlen(as);
    }
    memcpy(copy + used, as, size);
    used += size;
    len = len > 0 ? len : 1;
    text += len;
    left -= len;
  }
  kept = mg_pool_keep(pool, copy, used);
  mg_free(copy);
  return kept;
}

enum { UNSIGNED_NUMBER = MG_TEXT_NUMBER - 3 }; /* bytes, without the sign */

/* Write x with this number of decimals, in the style "e" or "f" of printf, but without
 * trailing zeros, and with a point in any locale. */
static void
format_decimals(char *text, const char *style, int decimals, double x)
{
  char form[16], *tail, *end;

  snprintf(form, sizeof form, "%%.%d%s", decimals, style);
  g_ascii_formatd(text, UNSIGNED_NUMBER, form, x);
  tail = end = text + strcspn(text, "e");
  if (decimals > 0) {
    while (end[-1] == '0')
      end--;
    end -= end[-1] == '.';
  }
  memmove(end, tail, strlen(tail) + 1);
}

const char *
mg_text_number(char *buf, double x, int digits)
{
  char text[UNSIGNED_NUMBER], *e;
  int exponent;

  if (!isfinite(x))
    return strcpy(buf, isnan(x) ? "none" : x > 0 ? "\xe2\x88\x9e"
                                         : "\xe2\x88\x92\xe2\x88\x9e");
  format_decimals(text, "e", digits - 1, fabs(x));
  e = strchr(text, 'e');
  exponent = atoi(e + 1);
  if (exponent < -4 || exponent > 8)
    sprintf(e, "e%d", exponent);
  else
    format_decimals(text, "f", exponent < digits - 1 ? digits - 1 - exponent
                    : 0, g_ascii_strtod(text, NULL));
  snprintf(buf, MG_TEXT_NUMBER, "%s%s",
           x < 0 && strcmp(text, "0") != 0 ? "\xe2\x88\x92" : "", text);
  return buf;
}

struct mg_ruler {
  PangoFontMap *map;
  PangoContext *context;
  PangoLayout *layout;
  PangoFontDescription *font;
  const char *family;          /* or NULL */
  double size;                 /* current size of the font */
  int has_failed;              /* nonzero: a font could not be opened */
  char failed[80];             /* the family of that font, or "" */
};

/* The most bytes in the name of a family. */
enum { FAMILY_MOST = 100 };

/* Texts are measured at this font size, without hinting, so that widths are
 * proportional to the size, as on paper. */
enum { RULER_SIZE = 100 };

static void
set_size(mg_ruler *ruler, double size)
{
  if (ruler->size == size)
    return;
  pango_font_description_set_absolute_size(ruler->font, size * PANGO_SCALE);
  pango_layout_set_font_description(ruler->layout, ruler->font);
  ruler->size = size;
}

mg_ruler *
mg_ruler_new(const char *family)
{
  mg_ruler *ruler = mg_zalloc(1, sizeof *ruler);

  if (ruler != NULL)
    ruler->family = family;
  return ruler;
}

/* A font description of the family, or else the families of MG_FONT. */
static PangoFontDescription *
description_of(const char *family)
{
  char list[FAMILY_MOST + sizeof MG_FONT + 3];

  snprintf(list, sizeof list, "%s%s" MG_FONT, family != NULL ? family : "",
           family != NULL ? ", " : "");
  return pango_font_description_from_string(list);
}

/* Load Pango and the fonts, when the first text needs them: that takes longer than
 * many drawings without texts. */
static void
load(mg_ruler *ruler)
{
  cairo_font_options_t *options;

  if (ruler->layout != NULL)
    return;
  options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  ruler->font = description_of(ruler->family);
  ruler->map = pango_cairo_font_map_new();
  ruler->context = pango_font_map_create_context(ruler->map);
  pango_cairo_context_set_font_options(ruler->context, options);
#if PANGO_VERSION_CHECK(1, 44, 0)
  pango_context_set_round_glyph_positions(ruler->context, FALSE);
#endif
  ruler->layout = pango_layout_new(ruler->context);
  pango_layout_set_single_paragraph_mode(ruler->layout, TRUE);
  pango_layout_set_auto_dir(ruler->layout, FALSE);
  cairo_font_options_destroy(options);
}

void
mg_ruler_free(mg_ruler *ruler)
{
  if (ruler == NULL)
    return;
  if (ruler->layout != NULL) {
    g_object_unref(ruler->layout);
    g_object_unref(ruler->context);
    g_object_unref(ruler->map);
    pango_font_description_free(ruler->font);
  }
  mg_free(ruler);
}

static int
can_draw(PangoFont *font)
{
  cairo_scaled_font_t *scaled;

  if (font == NULL)
    return 0;
  scaled = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font));
  return scaled != NULL
         && cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS;
}

/* Set the text of the layout.  If a font cannot be opened, Pango silently draws boxes,
 * of other widths, so this checks every font that Pango chose and records a
 * failure. */
static void
set_text(mg_ruler *ruler, const char *text, int len)
{
  const PangoLayoutLine *line;

  pango_layout_set_text(ruler->layout, text, len);
  line = pango_layout_get_line_readonly(ruler->layout, 0);
  for (const GSList *l = line != NULL ? line->runs : NULL;
       l != NULL && !ruler->has_failed; l = l->next) {
    PangoFont *font = ((const PangoGlyphItem *)l->data)->item->analysis.font;
    PangoFontDescription *about;
    const char *family;

    if (can_draw(font))
      continue;
    ruler->has_failed = 1;
    about = font != NULL ? pango_font_describe(font) : NULL;
    family = about != NULL ? pango_font_description_get_family(about) : NULL;
    snprintf(ruler->failed, sizeof ruler->failed, "%s",
             family != NULL ? family : "");
    pango_font_description_free(about);
  }
}

mgnn_status
mg_ruler_check(const mg_ruler *ruler, mgnn_error *err)
{
  if (ruler == NULL || !ruler->has_failed)
    return MGNN_OK;
  if (ruler->failed[0] == '\0')
    return mg_fail(err, MGNN_EIO, "there is no font to draw text with; install "
                   "one, such as DejaVu Sans");
  return mg_fail(err, MGNN_EIO, "the font %s cannot be opened, and text would "
                 "be drawn as boxes; \"fc-match -v\" tells its file",
                 ruler->failed);
}

mgnn_status
mg_font_check(const char *family, mgnn_error *err)
{
  mg_ruler *ruler;
  PangoFont *font;
  PangoFontDescription *about;
  const char *found;
  int same;

  if (family == NULL)
    return MGNN_OK;
  if (*family == '\0' || strlen(family) > FAMILY_MOST
      || strpbrk(family, "<>&\"'\\\n\t,;{}") != NULL)
    return mg_fail(err, MGNN_EINVAL, "\"%.40s\" is not the name of a family of "
                   "fonts", family);
  PASS(mg_allocated(ruler = mg_ruler_new(family), err));
  load(ruler);
  font = pango_context_load_font(ruler->context, ruler->font);
  about = font != NULL ? pango_font_describe(font) : NULL;
  found = about != NULL ? pango_font_description_get_family(about) : "";
  same = g_ascii_strcasecmp(found, family) == 0;
  if (!same)
    mg_fail(err, MGNN_EINVAL, "there is no family of fonts \"%s\" here; "
            "\"fc-list : family\" lists them", family);
  if (about != NULL)
    pango_font_description_free(about);
  if (font != NULL)
    g_object_unref(font);
  mg_ruler_free(ruler);
  return same ? MGNN_OK : MGNN_EINVAL;
}

static double
width_of(mg_ruler *ruler, const char *text, size_t len, double size)
{
  int width;

  load(ruler);
  set_size(ruler, RULER_SIZE);
  set_text(ruler, text, (int)len);
  pango_layout_get_size(ruler->layout, &width, NULL);
  return (double)width / PANGO_SCALE / RULER_SIZE * size;
}

double
mg_ruler_width(mg_ruler *ruler, const char *text, double size)
{
  return width_of(ruler, text, strlen(text), size);
}

static size_t
count_unknown(mg_ruler *ruler, const char *text, size_t len)
{
  set_text(ruler, text, (int)len);
  return (size_t)pango_layout_get_unknown_glyphs_count(ruler->layout);
}

size_t
mg_ruler_unknown(mg_ruler *ruler, const char *text, char first[8])
{
  size_t left = strlen(text), count, len;
  int plain = 1;

  for (const char *s = text; *s != '\0' && plain; s++)
    plain = (*s & 0x80) == 0;  /* every font has ASCII */
  if (plain)
    return 0;
  load(ruler);
  count = count_unknown(ruler, text, left);
  for (; count > 0 && left > 0; text += len, left -= len) {
    len = mg_utf8_length(text, left);
    if (len == 0 || len > 7)
      break;
    if (count_unknown(ruler, text, len) > 0) {
      snprintf(first, 8, "%.*s", (int)len, text);
      break;
    }
  }
  return count;
}

/* Keep about `keep` bytes of a text at its beginning and end, in whole characters,
 * with an ellipsis between them in place of the rest. */
static size_t
cut_middle(char *out, const char *text, size_t len, size_t keep)
{
  static const char ellipsis[] = "\xe2\x80\xa6";   /* U+2026 */
  size_t head = keep - keep / 2, tail = len - keep / 2;

  while (head > 0 && (text[head] & 0xc0) == 0x80)
    head--;
  while (head > 0 && text[head - 1] == ' ')
    head--;
  while (tail < len && ((text[tail] & 0xc0) == 0x80 || text[tail] == ' '))
    tail++;
  memcpy(out, text, head);
  memcpy(out + head, ellipsis, sizeof ellipsis - 1);
  memcpy(out + head + sizeof ellipsis - 1, text + tail, len - tail + 1);
  return head + sizeof ellipsis - 1 + len - tail;
}

const char *
mg_ruler_fit(mg_ruler *ruler, mg_pool *pool, const char *text, double size,
             double limit, double *width)
{
  /* A page holds at most a few hundred characters in a line, so longer texts need not
   * be measured whole. */
  enum { MEASURED = 4000 };
  size_t len = strlen(text), low = 0, high = len < MEASURED ? len : MEASURED;
  const char *kept = NULL;
  char *cut;

  if (len <= MEASURED) {
    *width = width_of(ruler, text, len, size);
    if (*width <= limit)
      return text;
  }
  cut = mg_alloc(high + 4, 1);
  if (cut == NULL)
    return NULL;
  while (low < high) {         /* bisect for the most bytes that fit */
    size_t mid = low + (high - low + 1) / 2;

    if (width_of(ruler, cut, cut_middle(cut, text, len, mid), size) <= limit)
      low = mid;
    else
      high = mid - 1;
  }
  high = cut_middle(cut, text, len, low);
  *width = width_of(ruler, cut, high, size);
  kept = mg_pool_keep(pool, cut, high);
  mg_free(cut);
  return kept;
}

/* The number of bytes of a text, up to a blank, that fit on a line; at least one word,
 * even if it is too long. */
static size_t
line_length(mg_ruler *ruler, const char *text, double size, double limit)
{
  size_t best = 0, len = 0;

  do {
    do {                       /* "x = 3" stays together */
      len += strspn(text + len, " ");
      len += strcspn(text + len, " ");
    } while (strncmp(text + len, " = ", 3) == 0
             || (len > 0 && text[len - 1] == '=' && text[len] != '\0'));
    if (best > 0 && width_of(ruler, text, len, size) > limit)
      break;
    best = len;
  } while (text[len] != '\0');
  return best;
}

double
mg_ruler_word(mg_ruler *ruler, const char *text, double size)
{
  double widest = 0;

  for (size_t len; *text != '\0'; text += len + strspn(text + len, " ")) {
    len = line_length(ruler, text, size, 0);
    widest = fmax(widest, width_of(ruler, text, len, size));
  }
  return widest;
}

void
mg_ruler_wrap(mg_ruler *ruler, mg_pool *pool, const char *text, double size,
              double limit, size_t most, mg_text_lines *out)
{
  *out = (mg_text_lines){ .count = 0 };
  do {
    size_t len = out->count + 1 < most
                 ? line_length(ruler, text, size, limit) : strlen(text);
    const char *kept = mg_pool_keep(pool, text, len);
    double width;

    if (kept != NULL)
      kept = mg_ruler_fit(ruler, pool, kept, size, limit, &width);
    if (kept == NULL) {
      out->count = 0;
      return;
    }
    out->line[out->count++] = kept;
    out->width = fmax(out->width, width);
    text += len;
    text += strspn(text, " ");
  } while (*text != '\0' && out->count < most);
}

void
mg_ruler_draw(mg_ruler *ruler, struct _cairo *cr, const char *text,
              double size, double align, int as_path)
{
  double x, y;
  int width;

  load(ruler);
  cairo_get_current_point(cr, &x, &y);
  pango_cairo_update_context(cr, ruler->context);
  set_size(ruler, size);
  set_text(ruler, text, -1);
  pango_layout_get_size(ruler->layout, &width, NULL);
  cairo_move_to(cr, x - align * width / PANGO_SCALE,
                y - (double)pango_layout_get_baseline(ruler->layout)
                / PANGO_SCALE);
  if (as_path)
    pango_cairo_layout_path(cr, ruler->layout);
  else
    pango_cairo_show_layout(cr, ruler->layout);
}
