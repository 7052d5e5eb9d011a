/* The unit of lengths, by the title of their column: "length (km)", length_km, miles. */
#include "metric_parts.h"
#include "io/text/csv.h"
#include "io/text/equal.h"

#include <stdio.h>
#include <string.h>

void
mg_unit_of_title(char unit[MG_UNIT_MAX], const char *title)
{
  size_t len = mg_title_length(title), all = strlen(title);
  const char *last = strrchr(title, '_');

  unit[0] = '\0';
  if (len < all) {
    len = strcspn(title, "([") + 1;
    if (all - len - 1 < MG_UNIT_MAX)
      snprintf(unit, MG_UNIT_MAX, "%.*s", (int)(all - len - 1), title + len);
    return;
  }
  title = last != NULL ? last + 1 : title;
  if ((last != NULL || all > 1) && mg_text_is_unit(title, strlen(title)))
    snprintf(unit, MG_UNIT_MAX, "%s", title);
}
