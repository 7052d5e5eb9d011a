/* Draws a sweep as a grid of small drawings of the final positions: the values of one
 * axis side by side, and those of another axis, or the models, one below the other. */
#include "base/mem.h"
#include "render/canvas/text.h"
#include "sweep.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DRAWINGS_MOST = 400 };

/* The grid, and the data of its drawings. */
typedef struct {
  const mg_sweep *s;
  const mg_pictures *p;
  int columns, rows;           /* axes; rows -1: none */
  size_t cols, lines;          /* drawings across and down */
  mg_results *runs;            /* one per graph */
  mg_pictures *pictures;       /* one per graph, with its runs and encoding */
  mg_run_picture *shown;       /* lines*cols */
} drawn_grid;

static size_t
count_of(const mg_sweep *s, int axis)
{
  return axis >= 0 && s->axis[axis].count > 0 ? s->axis[axis].count : 1;
}

/* The setting shown at a place; *model receives the model. */
static size_t
setting_of(const drawn_grid *g, size_t place, size_t *model)
{
  size_t per_model = count_of(g->s, g->rows), line = place / g->cols;
  size_t k = 0;

  *model = line / per_model;
  while (!(mg_sweep_draws(g->s, k)
           && mg_sweep_index(g->s, k, g->columns) == place % g->cols
           && (g->rows < 0
               || mg_sweep_index(g->s, k, g->rows) == line % per_model)))
    k++;
  return k;
}

/* Fill in the caption, "MGNN, \u03b1 = 0.1, \u03b2 = 1", and the note: the energy. */
static void
describe(const drawn_grid *g, size_t setting, size_t model, mg_run_picture *out)
{
  const mg_sweep *s = g->s;
  const mg_run *run = &g->p->runs->run[model];
  const mg_run *kept = &s->kept[setting * s->models + model];
  int axes[] = { g->columns, g->rows };
  size_t used = 0, last = mg_sweep_last(s, setting);
  size_t ran = s->ran[setting * s->models + model];

  if (s->models > 1)
    used = (size_t)snprintf(out->caption, MG_CAPTION_MAX, "%s", run->title);
  for (int k = 0; k < 2 && used < MG_CAPTION_MAX; k++)
    if (axes[k] >= 0) {
      char number[MG_TEXT_NUMBER];

      mg_text_number(number, mg_sweep_value(s, setting, axes[k]), 6);
      used += (size_t)snprintf(out->caption + used, MG_CAPTION_MAX - used,
                               "%s%s = %s", used > 0 ? ", " : "",
                               s->axis[axes[k]].sign, number);
    }
  if (ran <= last && used < MG_CAPTION_MAX)
    snprintf(out->caption + used, MG_CAPTION_MAX - used, "%slayer %zu of %zu",
             used > 0 ? ", " : "", ran - 1, last);
  if (g->p->runs->plan.captioned)
    mg_facts_note(&g->p->runs->plan,
                  mg_sweep_at(s, setting, model, ran - 1, g->p->in_z ? MG_IN_Z
                              : MG_IN_Y), kept->figures[last].energy,
                  out->note, MG_CAPTION_MAX);
  else
    mg_number_short(out->note, MG_CAPTION_MAX, "E = ",
                    kept->figures[last].energy);
  out->pic.caption = out->caption;
  out->pic.note = out->note;
}

static mgnn_status
place_fill(const drawn_grid *g, size_t place, mgnn_error *err)
{
  size_t model, setting = setting_of(g, place, &model);
  const mg_run *run = &g->s->kept[setting * g->s->models + model];
  const mg_pictures *p = &g->pictures[mg_sweep_index(g->s, setting, MG_AXIS_GRAPH)];
  mg_run_picture *out = &g->shown[place];
  mg_run_view view = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_run_picture_encode(out, p, run, MG_FRAME_LAST, 0, err));
  TRY(mg_run_view_init(&view, p, run, 0, err));
  TRY(mg_run_picture_place(out, p, run, MG_FRAME_LAST, &view.projection, err));
  describe(g, setting, model, out);
end:
  mg_run_view_free(&view);
  return status;
}

/* Fit one colour scale to all drawings, if colours depend on positions. */
static mgnn_status
colours_scale(const drawn_grid *g, mgnn_error *err)
{
  size_t count = g->cols * g->lines;
  mgnn_status status = MGNN_OK;
  double *y = NULL;

  if (mg_encoding_is_constant(g->p->encoding))
    return MGNN_OK;
  if (g->s->graphs > 1)
    return mg_fail(err, MGNN_EINVAL, "--sheet: colours that show lengths cannot "
                   "be compared between graphs; leave out %s or sweep one graph",
                   "--edge-color and --node-color");
  TRY(mg_allocated(MG_NEW(y, g->p->runs->in->src.n * g->p->runs->dim), err));
  mg_encoding_begin(g->p->encoding, g->p->runs->dim, count);
  for (size_t place = 0; place < count; place++) {
    size_t model, setting = setting_of(g, place, &model);

    mg_run_positions(g->p->runs, &g->s->kept[setting * g->s->models + model],
                     MG_FRAME_LAST, 0, y);
    TRY(mg_encoding_add(g->p->encoding, y, err));
  }
  TRY(mg_encoding_finish(g->p->encoding, err));
end:
  mg_free(y);
  return status;
}

static mgnn_status
grid_init(drawn_grid *g, const mg_sweep *s, const mg_pictures *p, mgnn_error *err)
{
  *g = (drawn_grid){ .s = s, .p = p };
  mg_sweep_grid(s, &g->columns, &g->rows);
  g->cols = count_of(s, g->columns);
  g->lines = count_of(s, g->rows) * s->models;
  if (g->cols * g->lines > DRAWINGS_MOST)
    return mg_fail(err, MGNN_EINVAL, "--sheet would have %zu drawings; %d are the "
                   "most: sweep fewer values, or give --table FILE instead",
                   g->cols * g->lines, DRAWINGS_MOST);
  PASS(mg_allocated_all(err, MG_ZEROS(g->runs, s->graphs),
                        MG_ZEROS(g->pictures, s->graphs),
                        MG_ZEROS(g->shown, g->cols * g->lines)));
  for (size_t k = 0; k < s->graphs; k++) {
    g->runs[k] = *p->runs;
    g->runs[k].in = s->graph[k].in;
    g->runs[k].layers = s->layers;
    g->pictures[k] = *p;
    g->pictures[k].runs = &g->runs[k];
    g->pictures[k].encoding = s->graph[k].encoding;
    g->pictures[k].drawn = s->graph[k].drawn;
  }
  return MGNN_OK;
}

mgnn_status
mg_sweep_sheet(const mg_sweep *s, mg_pictures *p, const mg_backend *backend,
               FILE *out, mgnn_error *err)
{
  size_t *model = NULL;
  drawn_grid g;
  mgnn_status status = MGNN_OK;

  TRY(grid_init(&g, s, p, err));
  TRY(colours_scale(&g, err));
  TRY(mg_allocated(model = mg_alloc(g.cols * g.lines, sizeof *model), err));
  for (size_t place = 0; place < g.cols * g.lines; place++) {
    TRY(place_fill(&g, place, err));
    model[place] = place / (g.cols * count_of(s, g.rows));
  }
  TRY(mg_pictures_grid(p, &(mg_picture_grid){ g.shown, model, g.lines, g.cols },
                       NAN, backend, out, err));
end:
  for (size_t k = 0; g.shown != NULL && k < g.cols * g.lines; k++)
    mg_run_picture_free(&g.shown[k]);
  mg_free_all(g.shown, g.runs, g.pictures, model);
  return status;
}
