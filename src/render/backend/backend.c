/* The table of backends. */
#include "backend.h"
#include "config.h"

const mg_backend mg_backends[] = {
  { "svg", mg_draw_svg },
  { "png", mg_draw_png },
  { "pdf", mg_draw_pdf },
  { NULL, NULL }
};

mgnn_status
mg_drawing_load(mgnn_error *err)
{
#ifdef DRAW_LIBRARY            /* late.h was included first */
  return mg_library_load(DRAW_LIBRARY, err);
#else
  (void)err;
  return MGNN_OK;
#endif
}
