/* Colours by name, and the palettes.  Nothing here knows what is drawn. */
#include "palette.h"

#include <string.h>

/* The first row is the default.
 *
 * safe   Okabe and Ito's eight, which people with any of the common colour
 *        deficiencies can tell apart, ordered so that the first few differ
 *        most in lightness too; then four of Tol's muted scheme.
 * paper  as in the figures of the MGNN paper, a shade off the pure colours,
 *        which glare on a white page. */
const mg_palette mg_palettes[] = {
  { "safe", "safe for colour-blind readers (Okabe and Ito)", 12,
    { 0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0xd55e00, 0x56b4e9,
      0xf0e442, 0x000000, 0x882255, 0x999933, 0x332288, 0x88ccee },
    0x404040, 0, 0, 0 },
  { "paper", "as in the MGNN paper; edges black within, red between labels", 8,
    { 0x2346e0, 0xf7d417, 0x1f9e35, 0x22cfe6, 0xe07b1f, 0x8a3fc4,
      0x8c564b, 0xf29ac2 },
    0x282828, 1, 0x000000, 0xe01b1b },
  { "grey", "for print without colours", 4,
    { 0x2b2b2b, 0x9c9c9c, 0x626262, 0xcbcbcb },
    0x4a4a4a, 0, 0, 0 },
  { NULL, NULL, 0, { 0 }, 0, 0, 0, 0 }
};

/* Blue to red through grey: the two hues that the common colour deficiencies
 * keep apart, and the farther from the middle the more it stands out, by
 * lightness too.  The middle is grey, not white: lines in it must be seen.
 * Then viridis, without the end that would vanish on the page. */
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

/* The named colours of CSS Color Module Level 4. */
static const struct {
  const char *name;
  unsigned rgb;
} css[] = {
  { "aliceblue", 0xf0f8ff }, { "antiquewhite", 0xfaebd7 },
  { "aqua", 0x00ffff }, { "aquamarine", 0x7fffd4 }, { "azure", 0xf0ffff },
  { "beige", 0xf5f5dc }, { "bisque", 0xffe4c4 }, { "black", 0x000000 },
  { "blanchedalmond", 0xffebcd }, { "blue", 0x0000ff },
  { "blueviolet", 0x8a2be2 }, { "brown", 0xa52a2a },
  { "burlywood", 0xdeb887 }, { "cadetblue", 0x5f9ea0 },
  { "chartreuse", 0x7fff00 }, { "chocolate", 0xd2691e },
  { "coral", 0xff7f50 }, { "cornflowerblue", 0x6495ed },
  { "cornsilk", 0xfff8dc }, { "crimson", 0xdc143c }, { "cyan", 0x00ffff },
  { "darkblue", 0x00008b }, { "darkcyan", 0x008b8b },
  { "darkgoldenrod", 0xb8860b }, { "darkgray", 0xa9a9a9 },
  { "darkgreen", 0x006400 }, { "darkgrey", 0xa9a9a9 },
  { "darkkhaki", 0xbdb76b }, { "darkmagenta", 0x8b008b },
  { "darkolivegreen", 0x556b2f }, { "darkorange", 0xff8c00 },
  { "darkorchid", 0x9932cc }, { "darkred", 0x8b0000 },
  { "darksalmon", 0xe9967a }, { "darkseagreen", 0x8fbc8f },
  { "darkslateblue", 0x483d8b }, { "darkslategray", 0x2f4f4f },
  { "darkslategrey", 0x2f4f4f }, { "darkturquoise", 0x00ced1 },
  { "darkviolet", 0x9400d3 }, { "deeppink", 0xff1493 },
  { "deepskyblue", 0x00bfff }, { "dimgray", 0x696969 },
  { "dimgrey", 0x696969 }, { "dodgerblue", 0x1e90ff },
  { "firebrick", 0xb22222 }, { "floralwhite", 0xfffaf0 },
  { "forestgreen", 0x228b22 }, { "fuchsia", 0xff00ff },
  { "gainsboro", 0xdcdcdc }, { "ghostwhite", 0xf8f8ff },
  { "gold", 0xffd700 }, { "goldenrod", 0xdaa520 }, { "gray", 0x808080 },
  { "green", 0x008000 }, { "greenyellow", 0xadff2f }, { "grey", 0x808080 },
  { "honeydew", 0xf0fff0 }, { "hotpink", 0xff69b4 },
  { "indianred", 0xcd5c5c }, { "indigo", 0x4b0082 }, { "ivory", 0xfffff0 },
  { "khaki", 0xf0e68c }, { "lavender", 0xe6e6fa },
  { "lavenderblush", 0xfff0f5 }, { "lawngreen", 0x7cfc00 },
  { "lemonchiffon", 0xfffacd }, { "lightblue", 0xadd8e6 },
  { "lightcoral", 0xf08080 }, { "lightcyan", 0xe0ffff },
  { "lightgoldenrodyellow", 0xfafad2 }, { "lightgray", 0xd3d3d3 },
  { "lightgreen", 0x90ee90 }, { "lightgrey", 0xd3d3d3 },
  { "lightpink", 0xffb6c1 }, { "lightsalmon", 0xffa07a },
  { "lightseagreen", 0x20b2aa }, { "lightskyblue", 0x87cefa },
  { "lightslategray", 0x778899 }, { "lightslategrey", 0x778899 },
  { "lightsteelblue", 0xb0c4de }, { "lightyellow", 0xffffe0 },
  { "lime", 0x00ff00 }, { "limegreen", 0x32cd32 }, { "linen", 0xfaf0e6 },
  { "magenta", 0xff00ff }, { "maroon", 0x800000 },
  { "mediumaquamarine", 0x66cdaa }, { "mediumblue", 0x0000cd },
  { "mediumorchid", 0xba55d3 }, { "mediumpurple", 0x9370db },
  { "mediumseagreen", 0x3cb371 }, { "mediumslateblue", 0x7b68ee },
  { "mediumspringgreen", 0x00fa9a }, { "mediumturquoise", 0x48d1cc },
  { "mediumvioletred", 0xc71585 }, { "midnightblue", 0x191970 },
  { "mintcream", 0xf5fffa }, { "mistyrose", 0xffe4e1 },
  { "moccasin", 0xffe4b5 }, { "navajowhite", 0xffdead },
  { "navy", 0x000080 }, { "oldlace", 0xfdf5e6 }, { "olive", 0x808000 },
  { "olivedrab", 0x6b8e23 }, { "orange", 0xffa500 },
  { "orangered", 0xff4500 }, { "orchid", 0xda70d6 },
  { "palegoldenrod", 0xeee8aa }, { "palegreen", 0x98fb98 },
  { "paleturquoise", 0xafeeee }, { "palevioletred", 0xdb7093 },
  { "papayawhip", 0xffefd5 }, { "peachpuff", 0xffdab9 },
  { "peru", 0xcd853f }, { "pink", 0xffc0cb }, { "plum", 0xdda0dd },
  { "powderblue", 0xb0e0e6 }, { "purple", 0x800080 },
  { "rebeccapurple", 0x663399 }, { "red", 0xff0000 },
  { "rosybrown", 0xbc8f8f }, { "royalblue", 0x4169e1 },
  { "saddlebrown", 0x8b4513 }, { "salmon", 0xfa8072 },
  { "sandybrown", 0xf4a460 }, { "seagreen", 0x2e8b57 },
  { "seashell", 0xfff5ee }, { "sienna", 0xa0522d }, { "silver", 0xc0c0c0 },
  { "skyblue", 0x87ceeb }, { "slateblue", 0x6a5acd },
  { "slategray", 0x708090 }, { "slategrey", 0x708090 },
  { "snow", 0xfffafa }, { "springgreen", 0x00ff7f },
  { "steelblue", 0x4682b4 }, { "tan", 0xd2b48c }, { "teal", 0x008080 },
  { "thistle", 0xd8bfd8 }, { "tomato", 0xff6347 },
  { "turquoise", 0x40e0d0 }, { "violet", 0xee82ee }, { "wheat", 0xf5deb3 },
  { "white", 0xffffff }, { "whitesmoke", 0xf5f5f5 },
  { "yellow", 0xffff00 }, { "yellowgreen", 0x9acd32 }
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

/* strcasecmp follows the locale. */
static int
same_word(const char *a, const char *b)
{
  for (; *a != '\0'; a++, b++)
    if ((*a >= 'A' && *a <= 'Z' ? *a + ('a' - 'A') : *a) != *b)
      return 0;
  return *b == '\0';
}

static int
hex_digit(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* The digits after '#'; 0 if they are not a colour. */
static int
parse_hex(const char *s, mg_colour *out)
{
  size_t len = strlen(s), wide = len > 4 ? 2 : 1;
  unsigned char part[4] = { 0, 0, 0, 255 };

  if (len != 3 && len != 4 && len != 6 && len != 8)
    return 0;
  for (size_t i = 0; i < len / wide; i++) {
    int high = hex_digit(s[i * wide]), low = hex_digit(s[i * wide + wide - 1]);

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

mgnn_status
mg_colour_parse(const char *text, mg_colour *out, mgnn_error *err)
{
  if (text[0] == '#' && parse_hex(text + 1, out))
    return MGNN_OK;
  if (same_word(text, "none") || same_word(text, "transparent")) {
    memset(out, 0, sizeof *out);
    return MGNN_OK;
  }
  for (size_t i = 0; i < sizeof css / sizeof css[0]; i++)
    if (same_word(text, css[i].name)) {
      *out = mg_colour_rgb(css[i].rgb);
      return MGNN_OK;
    }
  return mg_fail(err, MGNN_EINVAL, "'%s' is not a colour: write #rgb, #rrggbb, "
                 "#rrggbbaa, a CSS colour name such as 'steelblue', or 'none'",
                 text);
}

mgnn_status
mg_palette_find(const char *name, const mg_palette **out, mgnn_error *err)
{
  char known[200] = "";

  for (size_t i = 0; mg_palettes[i].name != NULL; i++) {
    if (strcmp(name, mg_palettes[i].name) == 0) {
      *out = &mg_palettes[i];
      return MGNN_OK;
    }
    if (strlen(known) + strlen(mg_palettes[i].name) + 3 < sizeof known) {
      strcat(known, i > 0 ? ", " : "");
      strcat(known, mg_palettes[i].name);
    }
  }
  return mg_fail(err, MGNN_EINVAL, "there is no palette '%s'; there are %s",
                 name, known);
}
