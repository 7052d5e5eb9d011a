/* How many charts are beside each other. */
#ifndef MG_CHART_COLUMNS_H
#define MG_CHART_COLUMNS_H

#include "render/canvas/style.h"

enum { MG_CHART_COLUMNS = 4 }; /* at most */

/* Columns for so many charts: those from 3 on that leave the fewest places
 * empty, and of these the most; fewer where the width of the page is given and
 * they would be too narrow. */
size_t mg_chart_columns(size_t count, const mg_style *style);

#endif
