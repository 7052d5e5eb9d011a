/* Makes a picture of one frame of a run, and draws stills. */
#include "pictures.h"
#include "config.h"
#include "base/mem.h"
#include "render/compose/sheet.h"
#include "solve/stress/euclidean_mds.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* ---- projection and viewport of a run ---- */

mgnn_status
mg_run_view_widen(mg_run_view *view, const mg_pictures *p, const mg_run *run,
                  mgnn_error *err)
{
  mg_run_picture here = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < run->frame_count; k++) {
    TRY(mg_run_picture_place(&here, p, run, k, &view->projection, err));
    TRY(mg_viewport_fit(&view->viewport, &here.pic, err));
  }
end:
  mg_run_picture_free(&here);
  return status;
}

mgnn_status
mg_run_view_init(mg_run_view *view, const mg_pictures *p, const mg_run *run,
                 int all_frames, mgnn_error *err)
{
  const mg_results *runs = p->runs;
  size_t n = runs->in->src.n;
  double *x = mg_alloc(n * runs->dim, sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  mg_run_positions(runs, run, MG_FRAME_LAST, p->in_z, x);
  TRY(mg_projection_choose(&view->projection, p->from, runs->dim, n, x, err));
  view->fitted = all_frames;
  mg_viewport_init(&view->viewport);
  if (all_frames)
    TRY(mg_run_view_widen(view, p, run, err));
end:
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
describe(mg_run_picture *out, const mg_pictures *p, const mg_run *run, size_t frame)
{
  const mg_results *runs = p->runs;
  int has_frames = run->frame != NULL && frame < run->frame_count;
  size_t step = has_frames ? run->frame[frame].step : runs->layers;
  double merit = has_frames ? run->frame[frame].merit
                            : mg_run_figures(runs, run)->energy;

  if (step == 0)               /* before the first layer */
    snprintf(out->caption, MG_CAPTION_MAX, "Start");
  else if (run->rule != NULL)
    snprintf(out->caption, MG_CAPTION_MAX, "%s-%zu%s%s", run->rule->title, step,
             *run->settings != '\0' ? ", " : "", run->settings);
  else
    snprintf(out->caption, MG_CAPTION_MAX, "Iteration %zu", step);
  if (runs->plan.captioned)
    mg_facts_note(&runs->plan, run->facts != NULL ? run->facts[step].value
                  [p->in_z ? MG_IN_Z : MG_IN_Y] : NULL, merit, out->note,
                  MG_CAPTION_MAX);
  else
    mg_number_short(out->note, MG_CAPTION_MAX,
                    runs->paths ? "stress = " : "E = ", merit);
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
    describe(out, p, run, frame);
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
  out->pic.around.ellipse = frame == MG_FRAME_LAST && dim == 2 && !p->in_z ? p->ellipse
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

  if (scene->hidden > p->hidden) {
    p->hidden = scene->hidden;
    p->named = scene->named;
  }
  if (scene->remarks_hidden > p->remarks_hidden)
    p->remarks_hidden = scene->remarks_hidden;
  if (scene->unknown > p->unknown) {
    p->unknown = scene->unknown;
    memcpy(p->unknown_first, scene->unknown_first, sizeof p->unknown_first);
  }
  if (scene->covered > p->covered)
    p->covered = scene->covered;
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
  mg_appearance look;
  mg_scene scene = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_run_picture_encode(&shown, p, run, frame, 0, err));
  TRY(mg_run_picture_place(&shown, p, run, frame, &view->projection, err));
  if (run == p->runs->run && frame == MG_FRAME_LAST && !p->in_z)
    mg_spacing_show(p->apart, &shown.pic, &look);
  TRY(mg_scene_build(&scene, &shown.pic, &p->style,
                     view->fitted ? &view->viewport : NULL, err));
  TRY(mg_pictures_draw(p, &scene, run->figures[layer].energy, backend, out, err));
end:
  mg_scene_free(&scene);
  mg_run_picture_free(&shown);
  return status;
}
