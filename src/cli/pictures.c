/* One frame of a run as a picture, and the drawings that are made of few. */
#include "pictures.h"
#include "config.h"
#include "base/mem.h"
#include "render/compose/sheet.h"
#include "solve/stress/euclidean_mds.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>

mgnn_status
mg_pictures_scale(mg_pictures *p, mgnn_error *err)
{
  const mg_results *runs = p->runs;
  size_t first = runs->keep_frames ? 0 : runs->layers;
  double *y = mg_alloc(runs->in->src.n * runs->dim, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  p->drawn.dim = runs->dim;
  mg_encoding_begin(p->encoding, runs->dim,
                    runs->count * (runs->layers + 1 - first));
  for (size_t r = 0; r < runs->count; r++)
    for (size_t layer = first; layer <= runs->layers; layer++) {
      mg_run_positions(runs, &runs->run[r], layer < runs->layers ? layer
                       : MG_FRAME_LAST, 0, y);
      TRY(mg_encoding_add(p->encoding, y, err));
    }
  TRY(mg_encoding_finish(p->encoding, err));
end:
  mg_free(y);
  return status;
}

/* ---- how a run is seen ---- */

mgnn_status
mg_run_view_init(mg_run_view *view, const mg_pictures *p, const mg_run *run,
                 int all_frames, mgnn_error *err)
{
  const mg_results *runs = p->runs;
  size_t n = runs->in->src.n;
  double *x = mg_alloc(n * runs->dim, sizeof *x);
  mg_run_picture here = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  mg_run_positions(runs, run, MG_FRAME_LAST, p->in_z, x);
  TRY(mg_projection_choose(&view->projection, p->from, runs->dim, n, x, err));
  view->fitted = all_frames;
  mg_viewport_init(&view->viewport);
  for (size_t k = 0; all_frames && k < run->frame_count; k++) {
    TRY(mg_run_picture_place(&here, p, run, k, &view->projection, err));
    mg_viewport_fit(&view->viewport, &here.pic);
  }
end:
  mg_run_picture_free(&here);
  mg_free(x);
  return status;
}

void
mg_run_view_free(mg_run_view *view)
{
  mg_free(view->projection.axis);
  view->projection.axis = NULL;
}

/* ---- one picture ---- */

static void
describe(mg_run_picture *out, const mg_results *runs, const mg_run *run,
         size_t frame)
{
  int has_frames = run->frame != NULL && frame < run->frame_count;
  size_t step = has_frames ? run->frame[frame].step : runs->layers;
  double merit = has_frames ? run->frame[frame].merit
                            : mg_run_figures(runs, run)->energy;

  if (step == 0)               /* no layer of any model yet */
    snprintf(out->caption, MG_CAPTION_MAX, "Start");
  else if (run->rule != NULL)
    snprintf(out->caption, MG_CAPTION_MAX, "%s-%zu%s%s", run->rule->title, step,
             *run->settings != '\0' ? ", " : "", run->settings);
  else
    snprintf(out->caption, MG_CAPTION_MAX, "Iteration %zu", step);
  mg_number_short(out->note, MG_CAPTION_MAX, runs->paths ? "stress = " : "E = ",
                  merit);
  out->pic.caption = out->caption;
  out->pic.note = out->note;
}

mgnn_status
mg_run_picture_encode(mg_run_picture *out, const mg_pictures *p,
                      const mg_run *run, size_t frame, int moving,
                      mgnn_error *err)
{
  double *y = mg_alloc(p->drawn.src->n * p->runs->dim, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  mg_drawn_words(&p->drawn, &out->pic);
  if (run->rule != NULL || moving)
    describe(out, p->runs, run, frame);
  out->share = p->runs->dim > 3 && !moving;
  mg_run_positions(p->runs, run, frame, 0, y);
  TRY(mg_encode(p->encoding, y, &out->pic, &out->values, err));
end:
  mg_free(y);
  return status;
}

mgnn_status
mg_run_picture_place(mg_run_picture *out, const mg_pictures *p,
                     const mg_run *run, size_t frame,
                     const mg_projection *projection, mgnn_error *err)
{
  const mg_graph *g = &p->runs->in->problem->graph;
  size_t dim = p->runs->dim;
  double *x = mg_alloc(g->n * dim, sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  if (out->xy == NULL)
    TRY(mg_allocated(out->xy = mg_alloc(g->n, 3 * sizeof *out->xy), err));
  mg_run_positions(p->runs, run, frame, p->in_z, x);
  mg_drawn_place(&p->drawn, x, projection, out->xy, &out->pic);
  out->pic.ellipse = frame == MG_FRAME_LAST && dim == 2 && !p->in_z ? p->ellipse
                                                                     : NULL;
  if (p->mds && dim > 3) {
    double stress;

    TRY(mg_euclidean_mds(g->n, dim, x, p->runs->seed, out->xy, &stress, err));
    mg_number_short(out->note, MG_CAPTION_MAX, "MDS, stress ", stress);
    out->pic.note = out->note;
  } else if (out->share && mg_drawn_share(projection, g->n, x, out->note, MG_CAPTION_MAX))
    out->pic.note = out->note;
end:
  mg_free(x);
  return status;
}

void
mg_run_picture_free(mg_run_picture *out)
{
  mg_encoded_free(&out->values);
  mg_free(out->xy);
  out->xy = NULL;
}

/* ---- drawings ---- */

void
mg_pictures_about(const mg_pictures *p, double energy, mg_about *about)
{
  size_t k = 0;

  *about = (mg_about){ .seed = "" };
  snprintf(about->seed, sizeof about->seed, "%lu", p->runs->seed);
  snprintf(about->energy, sizeof about->energy, "%.17g", energy);
  about->item[k++] = (mg_meta){ "Software", "mgnn-layout " PACKAGE_VERSION };
  about->item[k++] = (mg_meta){ "Command", p->command };
  about->item[k++] = (mg_meta){ "Seed", about->seed };
  if (!isnan(energy))
    about->item[k++] = (mg_meta){ "Energy", about->energy };
  about->item[k] = (mg_meta){ NULL, NULL };
}

mgnn_status
mg_pictures_draw(mg_pictures *p, const mg_scene *scene, double energy,
                 const mg_backend *backend, FILE *out, mgnn_error *err)
{
  mg_about about;

  if (scene->hidden > p->hidden)
    p->hidden = scene->hidden;
  if (scene->remarks_hidden > p->remarks_hidden)
    p->remarks_hidden = scene->remarks_hidden;
  mg_pictures_about(p, energy, &about);
  return backend->draw(scene, about.item, out, err);
}

mgnn_status
mg_pictures_still(mg_pictures *p, const mg_run *run, size_t layer,
                  const mg_run_view *view, const mg_backend *backend,
                  FILE *out, mgnn_error *err)
{
  size_t frame = layer < p->runs->layers ? layer : MG_FRAME_LAST;
  mg_run_picture shown = { 0 };
  mg_scene scene = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_run_picture_encode(&shown, p, run, frame, 0, err));
  TRY(mg_run_picture_place(&shown, p, run, frame, &view->projection, err));
  TRY(mg_scene_build(&scene, &shown.pic, &p->style,
                     view->fitted ? &view->viewport : NULL, err));
  TRY(mg_pictures_draw(p, &scene, run->figures[layer].energy, backend, out,
                       err));
end:
  mg_scene_free(&scene);
  mg_run_picture_free(&shown);
  return status;
}

/* All layers of a run are seen as its last one is, so that a node moves on the
 * sheet only if it has moved. */
static mgnn_status
sheet_place(mg_run_picture *shown, const mg_pictures *p, size_t first,
            mgnn_error *err)
{
  const mg_results *runs = p->runs;
  mg_run_view view = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < runs->count; r++) {
    const mg_run *run = &runs->run[r];

    TRY(mg_run_view_init(&view, p, run, 0, err));
    for (size_t k = first; k <= runs->layers; k++, shown++)
      TRY(mg_run_picture_place(shown, p, run, k, &view.projection, err));
    mg_run_view_free(&view);
  }
end:
  mg_run_view_free(&view);
  return status;
}

/* The sheet: layers 1 to K of every model, or the start alone where K is 0. */
mgnn_status
mg_pictures_sheet(mg_pictures *p, const mg_backend *backend, FILE *out,
                  mgnn_error *err)
{
  const mg_results *runs = p->runs;
  size_t first = runs->layers > 0, cols = runs->layers + 1 - first;
  size_t count = cols * runs->count;
  mg_run_picture *shown = mg_zalloc(count, sizeof *shown);
  mg_picture *pic = NULL;
  mg_scene scene = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(shown, err));
  TRY(mg_allocated(pic = mg_alloc(count, sizeof *pic), err));
  for (size_t k = 0; k < count; k++)
    TRY(mg_run_picture_encode(&shown[k], p, &runs->run[k / cols],
                              first + k % cols, 0, err));
  TRY(sheet_place(shown, p, first, err));
  for (size_t k = 0; k < count; k++)
    pic[k] = shown[k].pic;
  TRY(mg_sheet_build(&scene, pic, runs->count, cols, NULL, &p->style, err));
  TRY(mg_pictures_draw(p, &scene, mg_run_figures(runs, &runs->run[0])->energy,
                       backend, out, err));
end:
  mg_scene_free(&scene);
  for (size_t k = 0; k < count && shown != NULL; k++)
    mg_run_picture_free(&shown[k]);
  mg_free(shown);
  mg_free(pic);
  return status;
}
