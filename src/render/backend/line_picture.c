/* Sums of lines over the pixels of a page. */
#include "line_picture.h"
#include "draw_png.h"

mgnn_status
mg_line_picture_write(const mg_scene *scene, const mg_line_layer *layer, size_t layers,
                      FILE *out, mgnn_error *err)
{
  cairo_surface_t *surface = NULL;
  mg_pixels pixels;
  mgnn_status status = MGNN_OK;

  TRY(mg_png_paint(scene, &surface, err));
  pixels = (mg_pixels){ cairo_image_surface_get_data(surface),
                        cairo_image_surface_get_width(surface),
                        cairo_image_surface_get_height(surface),
                        cairo_image_surface_get_stride(surface) };
  for (size_t k = 0; k < layers; k++)
    if (!mg_lines_put(layer[k].sums, &pixels, layer[k].run, scene->dpi / 96))
      TRY(mg_fail_memory(err));
  cairo_surface_mark_dirty(surface);
  TRY(mg_png_write(surface, mg_png_whole(surface), scene, NULL, out, err));
end:
  cairo_surface_destroy(surface);
  return status;
}
