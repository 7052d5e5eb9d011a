/* Defines and checks the options about the page and the look of drawings. */
#include "style_options.h"
#include "base/number.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_style_options, member)

const mg_option mg_style_page_rows[] = {
  { 0, "size", "WxH", MG_WORD, AT(size), 0, 0,
    "size of the page [default: as needed, about 800x800]" },
  { 0, "figure-width", "LENGTH", MG_WORD, AT(figure_width), 0, 0,
    "width of a figure for print, as 3.5in, 7in or 8.8cm; text becomes 7 to 9 points" },
  { 0, "font", "FAMILY", MG_WORD, AT(style.font), 0, 0,
    "font of all text [default: DejaVu Sans]" },
  { 0, "dpi", "X", MG_REAL, AT(dpi), 10, 2400,
    "resolution of PNG [default: 96, one pixel per unit; 300 with --figure-width]" },
  { 0, "margin", "X", MG_REAL, AT(style.margin), 0, 1e4, "space around the drawing" },
  { 0, "background", "COLOR", MG_WORD, AT(style.background), 0, 0,
    "a colour name, #rrggbb, or none [default: white]" },
  { 0, "palette", "NAME|LIST|FILE", MG_WORD, AT(style.palette), 0, 0,
    "colours of the classes: safe, paper, grey; a=#0072b2,b=orange; or a file of such lines [default: safe]" },
  MG_OPTIONS_END
};

const mg_option mg_style_width_rows[] = {
  { 0, "edge-width", "X", MG_REAL, AT(style.edge_width), 0, 1e4, "width of the edges" },
  MG_OPTIONS_END
};

const mg_option mg_style_mark_rows[] = {
  { 0, "opacity", "X", MG_REAL, AT(style.opacity), 0, 1, "opacity of the edges, 0 to 1" },
  { 0, "names", "ATTR|yes|no", MG_WORD, AT(names), 0, 0,
    "write this attribute at the nodes; yes: their names, no: nothing [default: as many names as fit]" },
  { 0, "font-size", "X", MG_REAL, AT(style.font_size), 1, 1000,
    "size of names, legend and captions" },
  { 0, "no-rings", NULL, MG_FLAG, AT(no_rings), 0, 0,
    "do not mark nodes that lie on one spot" },
  { 0, "no-legend", NULL, MG_FLAG, AT(no_legend), 0, 0, "leave out the legend" },
  { 0, "title", "TEXT", MG_WORD, AT(style.title), 0, 0, "title above the drawing" },
  MG_OPTIONS_END
};

/* Figures for print: text of 8 points; captions and notes come to 7 to 9. */
static const double figure_font = 8 * 96 / 72.0, figure_margin = 3;
static const double figure_font_least = 5 * 96 / 72.0;
static const double figure_dpi = 300;

static mgnn_status
figure_set(mg_style_options *opt, mgnn_error *err)
{
  static const struct {
    const char *unit;
    double px;
  } units[] = { { "in", 96 }, { "cm", 96 / 2.54 }, { "mm", 9.6 / 2.54 },
                { "pt", 96 / 72.0 }, { "px", 1 } };
  const char *end = opt->figure_width + strlen(opt->figure_width);
  const char *unit = mg_number_read(opt->figure_width, end, &opt->style.width);
  size_t k = 0;

  while (unit != NULL && k < 5 && strcmp(unit, units[k].unit) != 0)
    k++;
  if (unit != NULL && k < 5)
    opt->style.width *= units[k].px;
  if (unit == NULL || k == 5
      || !(opt->style.width >= 96 && opt->style.width <= 1e5))
    return mg_fail(err, MGNN_EINVAL, "--figure-width is \"%s\", must be a width of "
                   "at least 1in in in, cm, mm, pt or px, such as 3.5in",
                   opt->figure_width);
  if (opt->size != NULL)
    return mg_fail(err, MGNN_EINVAL, "--figure-width and --size both set the "
                   "width; give one of them");
  opt->style.height = NAN;
  if (isnan(opt->style.font_size)) {
    opt->style.font_size = figure_font;
    opt->style.font_least = figure_font_least;
  }
  if (isnan(opt->style.margin))
    opt->style.margin = figure_margin;
  if (opt->dpi == 0)
    opt->style.dpi = figure_dpi;
  return MGNN_OK;
}

mgnn_status
mg_style_options_check(mg_style_options *opt, mgnn_error *err)
{
  mg_style *style = &opt->style;
  const char *end, *times;

  style->legend = !opt->no_legend;
  style->rings = !opt->no_rings;
  if (opt->names != NULL)
    style->labels = strcmp(opt->names, "no") == 0 ? MG_NAMED_NONE : MG_NAMED_ALL;
  opt->aspect = 1;
  if (opt->dpi > 0)
    style->dpi = opt->dpi;
  if (opt->figure_width != NULL)
    return figure_set(opt, err);
  if (opt->size == NULL)
    return MGNN_OK;
  end = opt->size + strlen(opt->size);
  times = mg_number_read(opt->size, end, &style->width);
  if (times == NULL || *times != 'x'
      || mg_number_read(times + 1, end, &style->height) != end
      || !(style->width >= 10 && style->width <= 1e5)
      || !(style->height >= 10 && style->height <= 1e5))
    return mg_fail(err, MGNN_EINVAL, "--size is \"%s\", must be two numbers "
                   "from 10 to 100000, such as 800x600", opt->size);
  opt->aspect = style->width / style->height;
  return MGNN_OK;
}
