/* Chooses the colours and sizes that the style leaves open, to suit the graph. */
#include "look.h"

#include <math.h>

/* Invert a colour that would not be visible on the page: black lines on a black page
 * become white. */
static mg_colour
visible(unsigned rgb, const mg_look *look)
{
  mg_colour c = mg_colour_rgb(rgb);
  double page = look->background.a < 128 ? 1
              : mg_colour_lightness(look->background);

  if (fabs(mg_colour_lightness(c) - page) < 0.12) {
    c.r = (unsigned char)(255 - c.r);
    c.g = (unsigned char)(255 - c.g);
    c.b = (unsigned char)(255 - c.b);
  }
  return c;
}

mgnn_status
mg_look_colours(mg_look *look, const mg_style *style, mgnn_error *err)
{
  int dark;

  PASS(mg_palette_find(style->palette, NULL, 0, &look->palette, err));
  PASS(mg_colour_parse(style->background, &look->background, err));
  dark = look->background.a >= 128
         && mg_colour_lightness(look->background) < 0.45;
  look->ink = mg_colour_rgb(dark ? 0xf2f2f2 : 0x1c1e21);
  look->faint = mg_colour_rgb(dark ? 0xa8acb2 : 0x6b7078);
  look->outline = look->background.a < 128 ? mg_colour_rgb(0xffffff)
                                           : look->background;
  look->outline.a = 255;
  look->halo = mg_colour_faded(look->outline, 0.85);
  look->edge = mg_colour_rgb(dark ? 0xcccccc : look->palette.edge);
  look->within = look->between = look->edge;
  if (look->palette.by_group) {
    look->within = visible(look->palette.within, look);
    look->between = visible(look->palette.between, look);
  }
  look->lone = mg_colour_rgb(0xa0a4aa);
  return MGNN_OK;
}

static double
within(double x, double low, double high)
{
  return x < low ? low : x > high ? high : x;
}

/* Neighbours on an evenly filled page are sqrt(area / n) apart, and less if nodes
 * crowd.  A node's diameter is a part of that distance, from a sixth if there is much
 * space to a half if there is little, so that edges between neighbours can be seen;
 * and at most half the mean length of edges, so that chains do not become bands.
 * Nodes stay large enough to be seen as long as they leave most of the page free; if
 * even that is less than a pixel, they become translucent.  Edges are about a tenth
 * of a node wide, less if nodes have many edges.
 * The part of the page that edges cover,
 *   cover = m * width * length / area,
 * determines their opacity: it falls with cover, so that many crossing edges can
 * still be told from very many. */
void
mg_look_sizes(mg_look *look, const mg_style *style, size_t n, size_t m,
              double area, double length, double gap)
{
  double even = sqrt(area / (n > 0 ? (double)n : 1));
  double degree = 2 * (double)m / (n > 0 ? (double)n : 1);
  double node, cover, crowded, least = within(0.5 * even, 0.6, 1.8);

  if (!(gap > 0 && gap < even))
    gap = even;
  crowded = gap / even;
  node = within(fmin(1.1 * pow(gap, 0.57), 0.5 * gap), least, 15);
  if (!(length >= 0 && length < HUGE_VAL))
    length = gap;
  if (node > 0.5 * length)
    node = fmax(fmax(0.5 * length, 0.4 * node), least);
  look->node = isnan(style->node_size) ? node * style->texts.node_part : style->node_size;
  look->node_opacity = isnan(style->node_size) ? within(even / 1.8, 0.3, 1) : 1;
  look->outline_width = look->node < 2.4 ? 0
                      : within(0.09 * look->node, 0.25, 1.2);
  look->edge_width = style->edge_width;
  if (isnan(look->edge_width))
    look->edge_width = within(0.11 * node, within(0.06 * gap, 0.3, 0.5), 1.5)
                       * within(sqrt(6 / degree), 0.45, 1);
  cover = (double)m * look->edge_width * length / (area * crowded);
  look->opacity = style->opacity;
  if (isnan(look->opacity))
    look->opacity = within(0.9 / (1 + 1.6 * cover), 0.004, 1);
  look->font = isnan(style->font_size) ? within(0.3 * even, 9, 13)
                                       : style->font_size;
  if (!isnan(style->texts.font)) {
    look->font = style->texts.font;
    /* With small letters lines are thinner too: at most 1.5 wide for a font of 13. */
    look->outline_width = fmin(look->outline_width, 1.2 / 13 * look->font);
    if (isnan(style->edge_width))
      look->edge_width = fmin(look->edge_width, 1.5 / 13 * look->font);
  }
  look->font_least = !isnan(style->font_least)
                     ? fmin(look->font, style->font_least)
                     : isnan(style->font_size) ? fmin(look->font, 7)
                                               : look->font;
}

mg_colour
mg_look_fill(const mg_look *look, size_t group)
{
  if (group >= look->palette.count * MG_MARKS)
    return look->lone;         /* not the colour of another group */
  return visible(look->palette.node[group % look->palette.count], look);
}

mg_mark
mg_look_mark(const mg_look *look, size_t group)
{
  size_t mark = group / look->palette.count;

  return mark < MG_MARKS ? (mg_mark)mark : MG_DISC;
}

mg_colour
mg_look_step(const mg_look *look, const mg_shade *shade, size_t step)
{
  int dark = mg_colour_lightness(look->ink) > 0.5;
  const mg_scale *scale = mg_scale_find(shade->diverging ? "diverging"
                                        : "sequential", dark);

  if (step >= MG_SHADE_STEPS)
    return look->lone;
  return mg_scale_colour(scale, (double)step / (MG_SHADE_STEPS - 1));
}
