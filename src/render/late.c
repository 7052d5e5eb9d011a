/* Finds the functions of the drawing libraries.  Loading Pango's library for Cairo also
 * loads the others, on which it depends. */
#include "late.h"

#include <stdio.h>
#include <stdlib.h>

void *
mg_draw_find(const mg_late *place)
{
  mgnn_error err;

  if (place->found == NULL && mg_library_load(DRAW_LIBRARY, &err) != MGNN_OK) {
    fprintf(stderr, "mgnn: cannot draw: %s\n", err.text);
    exit(2);
  }
  return place->found;
}
