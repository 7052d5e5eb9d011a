/* The table of backends. */
#include "backend.h"
#include "config.h"

const mg_backend mg_backends[] = {
  { "svg", "vector drawing for the web and for editing", mg_draw_svg },
  { "png", "pixels, at the resolution asked for", mg_draw_png },
  { "pdf", "vector drawing for print", mg_draw_pdf },
  { NULL, NULL, NULL }
};

mgnn_status
mg_drawing_load(mgnn_error *err)
{
#ifdef DRAW_LIBRARY            /* then late.h was included before */
  return mg_draw_load(err);
#else
  (void)err;
  return MGNN_OK;
#endif
}
