/* The options about the page and the look of every drawing. */
#include "style_options.h"
#include "base/number.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_style_options, member)

const mg_option mg_style_page_rows[] = {
  { 0, "size", "WxH", MG_WORD, AT(size), 0, 0, "size of the page (as the drawing needs, about 800x800)" },
  { 0, "dpi", "X", MG_REAL, AT(style.dpi), 10, 2400,
    "resolution of PNG (96: a pixel of the page is a pixel of the image)" },
  { 0, "margin", "X", MG_REAL, AT(style.margin), 0, 1e4,
    "space around the drawing" },
  { 0, "background", "COLOR", MG_WORD, AT(style.background), 0, 0,
    "a colour name, #rrggbb, or none (white)" },
  { 0, "palette", "NAME", MG_WORD, AT(style.palette), 0, 0,
    "colours of the labels: safe, paper, grey (safe)" },
  MG_OPTIONS_END
};

const mg_option mg_style_mark_rows[] = {
  { 0, "edge-width", "X", MG_REAL, AT(style.edge_width), 0, 1e4,
    "width of the edges" },
  { 0, "opacity", "X", MG_REAL, AT(style.opacity), 0, 1,
    "of the edges, 0 to 1" },
  { 0, "names", "ATTR|yes|no", MG_WORD, AT(names), 0, 0,
    "write this attribute at the nodes; yes: their own names; no: nothing (those of up to 40 nodes, or where all have space)" },
  { 0, "node-labels", NULL, MG_FLAG, AT(node_labels), 0, 0,
    "the same as --names yes" },
  { 0, "font-size", "X", MG_REAL, AT(style.font_size), 1, 1000,
    "of names, legend and captions" },
  { 0, "no-rings", NULL, MG_FLAG, AT(no_rings), 0, 0,
    "do not show how many nodes are at one place, and of which labels" },
  { 0, "no-legend", NULL, MG_FLAG, AT(no_legend), 0, 0, "leave the legend out" },
  { 0, "title", "TEXT", MG_WORD, AT(style.title), 0, 0, "above the drawing" },
  MG_OPTIONS_END
};

mgnn_status
mg_style_options_check(mg_style_options *opt, mgnn_error *err)
{
  mg_style *style = &opt->style;
  const char *end, *times;

  style->legend = !opt->no_legend;
  style->rings = !opt->no_rings;
  if (opt->names != NULL || opt->node_labels)
    style->labels = opt->names != NULL && strcmp(opt->names, "no") == 0
                    ? MG_NAMED_NONE : MG_NAMED_ALL;
  opt->aspect = 1;
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
