/* Draws sheets: many pictures on one page, which may share viewports. */
#include "base/mem.h"
#include "base/number.h"
#include "pictures.h"
#include "render/compose/sheet.h"

#include <math.h>
#include <string.h>

/* ---- options ---- */

static mgnn_status
layers_read(mg_sheet_plan *plan, const char *text, mgnn_error *err)
{
  size_t most = 1;
  double x;

  for (const char *s = text; *s != '\0'; s++)
    most += *s == ',';
  PASS(mg_allocated(plan->layer = mg_alloc(most, sizeof *plan->layer), err));
  for (; text != NULL; text = mg_list_rest(text)) {
    size_t len = strcspn(text, ",");

    if (!mg_number_whole(text, len, &x) || !(x >= 0 && x <= 1e6)
        || x != floor(x)
        || (plan->layers > 0 && x <= (double)plan->layer[plan->layers - 1]))
      return mg_fail(err, MGNN_EINVAL, "--show-layers: \"%.*s\" is not the number "
                     "of a layer after those before, as in 0,1,2,4,8",
                     len < 31 ? (int)len : 31, text);
    plan->layer[plan->layers++] = (size_t)x;
  }
  return MGNN_OK;
}

mgnn_status
mg_sheet_plan_read(mg_sheet_plan *plan, const char *viewport, const char *layers,
                   mgnn_error *err)
{
  static const char *const words[] = { "frame", "model", "all" };
  int k = 0;

  while (viewport != NULL && strcmp(viewport, words[k]) != 0)
    k++;
  plan->share = viewport != NULL ? (mg_view_share)k : MG_VIEW_MODEL;
  return layers != NULL ? layers_read(plan, layers, err) : MGNN_OK;
}

/* ---- sheets of any kind ---- */

int
mg_pictures_bar(const mg_pictures *p)
{
  return !p->sheet.bars || p->runs->dim > 3 ? MG_SCALE_NONE
         : p->in_z ? MG_SCALE_UNIT : MG_SCALE_LENGTH;
}

static int
is_empty(const mg_picture_grid *g, size_t k)
{
  return g->shown[k].xy == NULL;
}

/* Whether two places share a viewport. */
static int
share(const mg_pictures *p, const mg_picture_grid *g, size_t a, size_t b)
{
  return a == b || p->sheet.share == MG_VIEW_ALL
         || (p->sheet.share == MG_VIEW_MODEL && g->model[a] == g->model[b]);
}

/* Find the viewport of each place; the first place of each viewport has a scale bar. */
static mgnn_status
views_fill(const mg_pictures *p, const mg_picture_grid *g, mg_viewport *view,
           mg_picture *pic, mgnn_error *err)
{
  for (size_t k = 0; k < g->rows * g->cols; k++) {
    size_t first = 0;

    mg_viewport_init(&view[k]);
    pic[k].to_scale.kind = MG_SCALE_NONE;
    if (is_empty(g, k))
      continue;
    while (is_empty(g, first) || !share(p, g, first, k))
      first++;
    if (first < k) {
      view[k] = view[first];
      continue;
    }
    pic[k].to_scale.kind = mg_pictures_bar(p);
    for (size_t j = k; j < g->rows * g->cols; j++)
      if (!is_empty(g, j) && share(p, g, k, j))
        PASS(mg_viewport_fit(&view[k], &pic[j], err));
  }
  return MGNN_OK;
}

mgnn_status
mg_pictures_grid(mg_pictures *p, const mg_picture_grid *g, double energy,
                 const mg_backend *backend, FILE *out, mgnn_error *err)
{
  size_t count = g->rows * g->cols;
  mg_picture *pic = mg_alloc(count, sizeof *pic);
  mg_viewport *view = mg_alloc(count, sizeof *view);
  mg_scene scene = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, pic, view));
  for (size_t k = 0; k < count; k++)
    pic[k] = g->shown[k].pic;
  TRY(views_fill(p, g, view, pic, err));
  TRY(mg_sheet_build(&scene, pic, g->rows, g->cols, view, &p->style, err));
  TRY(mg_pictures_draw(p, &scene, energy, backend, out, err));
end:
  mg_scene_free(&scene);
  mg_free_all(pic, view);
  return status;
}

/* ---- the sheet of layers ---- */

/* Fill in the layer of each column and return their number: layers 1 to the last (the
 * start if there are no layers), or those of --show-layers. */
static size_t
columns(const mg_pictures *p, size_t *layer)
{
  size_t last = p->runs->layers, count = 0;

  if (p->sheet.layer == NULL)
    for (size_t k = last > 0; k <= last; k++)
      layer[count++] = k;
  for (size_t k = 0; k < p->sheet.layers; k++)
    if (p->sheet.layer[k] <= last)
      layer[count++] = p->sheet.layer[k];
  return count;
}

/* Most drawings in a row, so that they are not too small and the page not too wide.  If
 * the height of the page is given too, its shape is left to the user. */
static size_t
columns_most(const mg_style *style)
{
  const double least = 80;     /* width of a drawing in pixels */

  if (isnan(style->width) || !isnan(style->height))
    return 10;
  return style->width < 2 * least ? 1 : (size_t)(style->width / least);
}

/* Make the pictures of a run.  All layers have the projection of the last one, so that
 * a node moves on the sheet only if it has moved. */
static mgnn_status
run_fill(const mg_pictures *p, const mg_run *run, const size_t *layer,
         size_t count, mg_run_picture *shown, mgnn_error *err)
{
  mg_run_view view = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_run_view_init(&view, p, run, 0, err));
  for (size_t k = 0; k < count; k++) {
    TRY(mg_run_picture_encode(&shown[k], p, run, layer[k], 0, err));
    TRY(mg_run_picture_place(&shown[k], p, run, layer[k], &view.projection,
                             err));
  }
end:
  mg_run_view_free(&view);
  return status;
}

mgnn_status
mg_pictures_sheet(mg_pictures *p, const mg_backend *backend, FILE *out,
                  mgnn_error *err)
{
  const mg_results *runs = p->runs;
  size_t *layer = mg_alloc(runs->layers + 1, sizeof *layer), *model = NULL;
  size_t count = layer != NULL ? columns(p, layer) : 0;
  size_t most = columns_most(&p->style), lines = (count + most - 1) / most;
  mg_picture_grid g = { .rows = lines * runs->count,
                        .cols = lines > 0 ? (count + lines - 1) / lines : 0 };
  size_t places = g.rows * g.cols;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(layer, err));
  if (count == 0)
    TRY(mg_fail(err, MGNN_EINVAL, "--show-layers: there are %zu layers, none of "
                "those to be shown", runs->layers));
  TRY(mg_allocated_all(err, MG_ZEROS(g.shown, places), MG_ZEROS(model, places)));
  for (size_t k = 0; k < places; k++)
    model[k] = k / (lines * g.cols);
  g.model = model;
  for (size_t r = 0; r < runs->count; r++)
    TRY(run_fill(p, &runs->run[r], layer, count, g.shown + r * lines * g.cols,
                 err));
  TRY(mg_pictures_grid(p, &g, mg_run_figures(runs, &runs->run[0])->energy,
                       backend, out, err));
end:
  for (size_t k = 0; k < places && g.shown != NULL; k++)
    mg_run_picture_free(&g.shown[k]);
  mg_free_all(g.shown, model, layer);
  return status;
}
