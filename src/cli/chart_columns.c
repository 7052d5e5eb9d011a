/* How many charts are beside each other. */
#include "chart_columns.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

size_t
mg_chart_columns(size_t count, const mg_style *style)
{
  double font = isnan(style->font_size) ? 11 : style->font_size;
  double fit = isnan(style->width) ? MG_CHART_COLUMNS
               : fmax(style->width / (15 * font), 1);
  size_t most = fit < MG_CHART_COLUMNS ? (size_t)fit : MG_CHART_COLUMNS;
  size_t best = 1, empty = SIZE_MAX;

  if (count < 4 && count <= most)
    return count > 0 ? count : 1;
  for (size_t cols = most < 3 ? most : 3; cols <= most; cols++) {
    size_t left = (cols - count % cols) % cols;

    if (left <= empty) {
      empty = left;
      best = cols;
    }
  }
  return best;
}
