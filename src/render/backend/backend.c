/* The table of backends. */
#include "backend.h"

const mg_backend mg_backends[] = {
  { "svg", "vector drawing for the web and for editing", mg_draw_svg },
  { "png", "pixels, at the resolution asked for", mg_draw_png },
  { "pdf", "vector drawing for print", mg_draw_pdf },
  { NULL, NULL, NULL }
};
