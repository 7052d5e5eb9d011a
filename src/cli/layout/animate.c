/* Runs as an animation: one panel, or one per model. */
#include "base/mem.h"
#include "pictures.h"
#include "render/animation/movie.h"
#include "render/compose/sheet.h"

#include <math.h>
#include <string.h>

/* Frames per second, and the size of a drawing on its own, where they are not
 * given: layers are looked at one by one, a search as it flows. */
static const double layers_fps = 2, search_fps = 15;
static const double side = 480;
/* More nodes have no names unless they are asked for: names jump where nodes
 * glide. */
enum { NAMES_MOST = 40 };

typedef struct {
  const mg_pictures *p;
  const mg_run *run;
  size_t runs;
  mg_run_view *view;           /* runs */
  mg_run_picture *shown;       /* runs: in the current frame */
  mg_style style;
} animation;

/* A single run has the page of a still, several have that of a sheet. */
static mgnn_status
build_frame(const animation *a, mg_scene *out, mgnn_error *err)
{
  mg_picture *pic = mg_alloc(a->runs, sizeof *pic);
  mg_viewport *port = mg_alloc(a->runs, sizeof *port);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(pic, err));
  TRY(mg_allocated(port, err));
  for (size_t r = 0; r < a->runs; r++) {
    pic[r] = a->shown[r].pic;
    pic[r].to_scale.kind = mg_pictures_bar(a->p);
    port[r] = a->view[r].viewport;
  }
  TRY(a->runs == 1
      ? mg_scene_build(out, pic, &a->style, port, err)
      : mg_sheet_build(out, pic, 1, a->runs, port, &a->style, err));
end:
  mg_free(pic);
  mg_free(port);
  return status;
}

static mgnn_status
scene(void *ctx, size_t k, mg_scene *out, mgnn_error *err)
{
  const animation *a = ctx;
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < a->runs; r++) {
    const mg_run *run = &a->run[r];

    TRY(mg_run_picture_encode(&a->shown[r], a->p, run, k, 1, err));
    TRY(mg_run_picture_place(&a->shown[r], a->p, run, k,
                             &a->view[r].projection, err));
  }
  TRY(build_frame(a, out, err));
end:
  for (size_t r = 0; r < a->runs; r++)
    mg_run_picture_free(&a->shown[r]);
  return status;
}

mgnn_status
mg_pictures_animation(const mg_pictures *p, const mg_run *first, size_t count,
                      const char *format, FILE *out, mgnn_error *err)
{
  animation a = { p, first, count, mg_zalloc(count, sizeof *a.view),
                  mg_zalloc(count, sizeof *a.shown), p->style };
  const mg_movie movie = {
    .count = first->frame_count, .hold = p->hold, .scene = scene, .ctx = &a,
    .fps = !isnan(p->fps) ? p->fps : p->runs->in_layers ? layers_fps
           : search_fps,
    /* In space nodes and edges change their order: they are sorted by depth. */
    .steady = p->runs->dim != 3 && mg_encoding_is_constant(p->encoding)
  };
  mg_about about;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(a.view, err));
  TRY(mg_allocated(a.shown, err));
  a.style.side = side;
  if (strcmp(format, "png") != 0)
    a.style.rings = 0;         /* in SVG nodes glide, and are one run each */
  if (a.style.labels == MG_NAMED_AUTO && p->runs->in->src.n > NAMES_MOST)
    a.style.labels = MG_NAMED_NONE;
  for (size_t r = 0; r < count; r++)
    TRY(mg_run_view_init(&a.view[r], p, &first[r], 1, err));
  if (p->sheet.share == MG_VIEW_ALL)
    for (size_t r = 0; r < count; r++)
      TRY(mg_run_view_widen(&a.view[0], p, &first[r], err));
  for (size_t r = 1; r < count && p->sheet.share == MG_VIEW_ALL; r++)
    a.view[r].viewport = a.view[0].viewport;
  mg_pictures_about(p, NAN, &about);
  TRY(strcmp(format, "png") == 0 ? mg_movie_png(&movie, about.item, out, err)
                                 : mg_movie_svg(&movie, about.item, out, err));
end:
  for (size_t r = 0; r < count && a.view != NULL; r++)
    mg_run_view_free(&a.view[r]);
  mg_free(a.view);
  mg_free(a.shown);
  return status;
}
