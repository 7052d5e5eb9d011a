/* Parses colours, and holds the tables of palettes and scales. */
#include "palette.h"

#include <pango/pango.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The first row is the default.
 *
 * safe   Okabe and Ito's eight colours, which people with any of the common colour
 *        deficiencies can distinguish, ordered so that the first few also differ
 *        most in lightness; then four of Tol's muted scheme.
 * paper  as in the figures of the MGNN paper, but slightly muted, since pure
 *        colours glare on a white page. */
const mg_palette mg_palettes[] = {
  { "safe", 12,              /* for colour-blind readers: Okabe and Ito */
    { 0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0xd55e00, 0x56b4e9,
      0xf0e442, 0x000000, 0x882255, 0x999933, 0x332288, 0x88ccee },
    0x404040, 0, 0, 0 },
  { "paper", 8,              /* as in the MGNN paper */
    { 0x2346e0, 0xf7d417, 0x1f9e35, 0x22cfe6, 0xe07b1f, 0x8a3fc4,
      0x8c564b, 0xf29ac2 },
    0x282828, 1, 0x000000, 0xe01b1b },
  { "grey", 4,
    { 0x2b2b2b, 0x9c9c9c, 0x626262, 0xcbcbcb },
    0x4a4a4a, 0, 0, 0 },
  { NULL, 0, { 0 }, 0, 0, 0, 0 }
};

/* Diverging: blue to red through grey.  People with the common colour deficiencies can
 * distinguish these hues, and contrast to the page grows with the distance from the
 * middle.  The middle is grey, not white, so that lines in it can be seen.
 * Sequential: viridis without the end that could not be seen on the page. */
const mg_scale mg_scales[] = {
  { "diverging", 0, { 0x08306b, 0x1f5fa8, 0x4b8fc7, 0x8fb3cf, 0xb8b8b8,
                      0xd3977d, 0xd9704f, 0xb52a2e, 0x6b0015 } },
  { "diverging", 1, { 0xc6e6ff, 0x8cc8f7, 0x5a9fd6, 0x557a99, 0x666666,
                      0x99664d, 0xd67b4b, 0xffa573, 0xffd9bd } },
  { "sequential", 0, { 0x440154, 0x482475, 0x3e4989, 0x30698e, 0x25848e,
                       0x1fa088, 0x42be71, 0x7ad151, 0xb8de29 } },
  { "sequential", 1, { 0x4d4a95, 0x3c5d8f, 0x30748e, 0x278c8d, 0x1fa386,
                       0x36b878, 0x6ccd5a, 0xb2dd2d, 0xfde725 } },
  { NULL, 0, { 0 } }
};

mg_colour
mg_colour_rgb(unsigned rgb)
{
  mg_colour c = { (unsigned char)(rgb >> 16), (unsigned char)(rgb >> 8),
                  (unsigned char)rgb, 255 };

  return c;
}

mg_colour
mg_colour_faded(mg_colour colour, double opacity)
{
  colour.a = (unsigned char)(colour.a * opacity + 0.5);
  return colour;
}

/* a + (b - a) t, rounded. */
static unsigned char
between(unsigned a, unsigned b, double t)
{
  return (unsigned char)((double)a + ((double)b - (double)a) * t + 0.5);
}

mg_colour
mg_colour_mix(mg_colour a, mg_colour b, double t)
{
  mg_colour c = { between(a.r, b.r, t), between(a.g, b.g, t),
                  between(a.b, b.b, t), between(a.a, b.a, t) };

  return c;
}

const mg_scale *
mg_scale_find(const char *name, int dark)
{
  const mg_scale *found = NULL;

  for (const mg_scale *s = mg_scales; s->name != NULL; s++)
    if (strcmp(s->name, name) == 0 && (found == NULL || s->dark == !!dark))
      found = s;
  return found;
}

mg_colour
mg_scale_colour(const mg_scale *scale, double t)
{
  double at = (MG_SCALE_STOPS - 1) * (t >= 0 ? t <= 1 ? t : 1
                                             : t < 0 ? 0 : 0.5);
  int low = (int)at;

  if (low > MG_SCALE_STOPS - 2)
    low = MG_SCALE_STOPS - 2;
  return mg_colour_mix(mg_colour_rgb(scale->stop[low]),
                       mg_colour_rgb(scale->stop[low + 1]), at - low);
}

double
mg_colour_lightness(mg_colour c)
{
  return (0.299 * c.r + 0.587 * c.g + 0.114 * c.b) / 255;
}

/* Parse the digits after '#'; returns 0 if they are not a colour. */
static int
parse_hex(const char *s, mg_colour *out)
{
  size_t len = strlen(s), wide = len > 4 ? 2 : 1;
  unsigned char part[4] = { 0, 0, 0, 255 };

  if (len != 3 && len != 4 && len != 6 && len != 8)
    return 0;
  for (size_t i = 0; i < len / wide; i++) {
    int high = g_ascii_xdigit_value(s[i * wide]);
    int low = g_ascii_xdigit_value(s[i * wide + wide - 1]);

    if (high < 0 || low < 0)
      return 0;
    part[i] = (unsigned char)(high * 16 + low);
  }
  out->r = part[0];
  out->g = part[1];
  out->b = part[2];
  out->a = part[3];
  return 1;
}

/* Parse rgb(1, 2, 3); returns 0 for other texts. */
static int
parse_rgb(const char *s, mg_colour *out)
{
  unsigned part[3];

  if (strncasecmp(s, "rgb(", 4) != 0)
    return 0;
  s += 4;
  for (int k = 0; k < 3; k++) {
    size_t digits;

    s += strspn(s, " ,");
    digits = strspn(s, "0123456789");
    if (digits < 1 || digits > 3)
      return 0;
    part[k] = 0;
    for (size_t d = 0; d < digits; d++)
      part[k] = 10 * part[k] + (unsigned)(s[d] - '0');
    if (part[k] > 255)
      return 0;
    s += digits;
  }
  s += strspn(s, " ");
  if (strcmp(s, ")") != 0)
    return 0;
  *out = (mg_colour){ (unsigned char)part[0], (unsigned char)part[1],
                      (unsigned char)part[2], 255 };
  return 1;
}

mgnn_status
mg_colour_parse(const char *text, mg_colour *out, mgnn_error *err)
{
  PangoColor named;

  if ((text[0] == '#' && parse_hex(text + 1, out)) || parse_rgb(text, out))
    return MGNN_OK;
  /* Words are compared ignoring case, independently of the locale. */
  if (g_ascii_strcasecmp(text, "none") == 0
      || g_ascii_strcasecmp(text, "transparent") == 0) {
    memset(out, 0, sizeof *out);
    return MGNN_OK;
  }
  if (text[0] != '#' && pango_color_parse(&named, text)) {
    *out = (mg_colour){ (unsigned char)(named.red >> 8),
                        (unsigned char)(named.green >> 8),
                        (unsigned char)(named.blue >> 8), 255 };
    return MGNN_OK;
  }
  return mg_fail(err, MGNN_EINVAL, "'%s' is not a colour: write #rgb, #rrggbb, "
                 "#rrggbbaa, a CSS colour name such as 'steelblue', or 'none'",
                 text);
}

/* Read the next entry of a list at *at: its name, perhaps empty, and its colour.  If
 * entries are lines, a comma, semicolon or tab may replace the '=' between them. */
static int
entry_next(const char **at, int lines, char name[200], char colour[60])
{
  size_t len = strcspn(*at, lines ? "\n" : ","), split = len;

  if (len == 0 || len >= 260)
    return 0;
  while (split > 0 && strchr(lines ? "=,;\t" : "=", (*at)[split - 1]) == NULL)
    split--;
  snprintf(name, 200, "%.*s", (int)(split > 0 ? split - 1 : 0), *at);
  split += strspn(*at + split, " ");
  snprintf(colour, 60, "%.*s", (int)(len - split), *at + split);
  *at += len + ((*at)[len] != '\0');
  return 1;
}

static mgnn_status
list_read(const char *at, const char *const *groups, size_t count, mg_palette *out,
          mgnn_error *err)
{
  int lines = strchr(at, '\n') != NULL;
  char name[200], word[60];
  size_t next = 0;
  mg_colour c;

  while (entry_next(&at, lines, name, word)) {
    size_t k = next;

    PASS(mg_colour_parse(word, &c, err));
    if (groups != NULL && name[0] != '\0')
      for (k = 0; k < count && strcmp(groups[k], name) != 0;)
        k++;
    else
      next++;
    if (k < MG_PALETTE_MAX && (groups == NULL || k < count)) {
      out->node[k] = (unsigned)c.r << 16 | (unsigned)c.g << 8 | c.b;
      out->count = groups == NULL ? k + 1 : out->count;
    }
  }
  return MGNN_OK;
}

mgnn_status
mg_palette_find(const char *word, const char *const *groups, size_t count,
                mg_palette *out, mgnn_error *err)
{
  char known[200] = "";

  *out = mg_palettes[0];
  if (strpbrk(word, ",=\n") != NULL) {
    for (size_t k = out->count; k < MG_PALETTE_MAX; k++)
      out->node[k] = mg_palettes[0].node[k % mg_palettes[0].count];
    if (groups != NULL)
      out->count = count > MG_PALETTE_MAX ? MG_PALETTE_MAX : count;
    return list_read(word, groups, count, out, err);
  }
  for (size_t i = 0; mg_palettes[i].name != NULL; i++) {
    if (strcmp(word, mg_palettes[i].name) == 0) {
      *out = mg_palettes[i];
      return MGNN_OK;
    }
    if (strlen(known) + strlen(mg_palettes[i].name) + 3 < sizeof known) {
      strcat(known, i > 0 ? ", " : "");
      strcat(known, mg_palettes[i].name);
    }
  }
  return mg_fail(err, MGNN_EINVAL, "there is no palette '%s'; there are %s; or give a "
                 "list, such as a=#0072b2,b=orange, or a file of such lines", word, known);
}
