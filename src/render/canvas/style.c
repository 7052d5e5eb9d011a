/* Defaults and limits of a drawing's style. */
#include "style.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

const mg_style mg_style_default = {
  .width = NAN, .height = NAN, .side = 750, .name_side = NAN, .dpi = 96, .margin = NAN,
  .background = "white", .palette = "safe",
  .node_size = NAN, .edge_width = NAN, .opacity = NAN,
  .labels = MG_NAMED_AUTO, .font_size = NAN, .font_least = NAN,
  .texts = { NAN, NAN, NAN, 1 }, .rings = 1, .legend = 1, .title = NULL
};

void
mg_style_init(mg_style *style)
{
  *style = mg_style_default;
}

mgnn_status
mg_style_check(const mg_style *style, mgnn_error *err)
{
  const struct {
    const char *name;
    double value;
    int min, max;
    int open;                  /* NAN is allowed */
  } row[] = {
    { "width", style->width, 1, 100000, 1 },
    { "height", style->height, 1, 100000, 1 },
    { "side", style->side, 1, 100000, 0 },
    { "resolution", style->dpi, 1, 10000, 0 },
    { "margin", style->margin, 0, 10000, 1 },
    { "node size", style->node_size, 0, 10000, 1 },
    { "edge width", style->edge_width, 0, 10000, 1 },
    { "opacity", style->opacity, 0, 1, 1 },
    { "font size", style->font_size, 1, 1000, 1 }
  };

  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    if (row[i].open && isnan(row[i].value))
      continue;
    if (!(row[i].value >= row[i].min && row[i].value <= row[i].max)) {
      char value[MG_NUMBER_MAX + 1] = "not a number";

      if (isinf(row[i].value))
        strcpy(value, "infinite");
      else if (!isnan(row[i].value))
        value[mg_number_write(value, row[i].value)] = '\0';
      return mg_fail(err, MGNN_EINVAL, "the %s is %s, must be between %d and "
                     "%d", row[i].name, value, row[i].min, row[i].max);
    }
  }
  return MGNN_OK;
}
