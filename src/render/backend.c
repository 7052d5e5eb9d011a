/* The table of backends, and what they all do at the end. */
#include "backend.h"

#include <errno.h>
#include <string.h>

const mg_backend mg_backends[] = {
  { "svg", "vector drawing for the web and for editing", mg_draw_svg },
  { "png", "pixels, at the resolution asked for", mg_draw_png },
  { "pdf", "vector drawing for print", mg_draw_pdf },
  { NULL, NULL, NULL }
};

mgnn_status
mg_backend_written(FILE *out, mgnn_error *err)
{
  errno = 0;
  /* A failure before now has left its mark on the FILE but maybe no errno. */
  if (!ferror(out) && fflush(out) == 0)
    return MGNN_OK;
  return mg_fail(err, MGNN_EIO, "cannot write the drawing%s%s",
                 errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
}
