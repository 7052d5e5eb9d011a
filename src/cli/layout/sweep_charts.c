/* Draws a sweep as charts: means over seeds, with a band of one standard deviation,
 * against the layer or a parameter; and heat maps of one parameter against the layer or
 * of two parameters against each other. */
#include "base/mem.h"
#include "render/chart/chart.h"
#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TITLE = 128 };

/* All charts, and the data that they point into. */
typedef struct {
  const mg_sweep *s;
  const mg_pictures *p;
  int space;
  size_t plane;                /* number of axes without seeds; the first two: */
  int a, b;
  size_t measure[MG_MEASURES], measures;
  size_t xs, ys;               /* points of lines or columns of maps; rows of maps */
  double *x, *y;               /* values of the axes there */
  mg_chart *chart;
  mg_series *series;           /* measures*models */
  mg_heat *heat;               /* measures*models */
  double *number;              /* values of all lines and heat maps */
  char *title;                 /* of each heat map, TITLE bytes */
  size_t charts;
} set;

/* Mean and standard deviation; sd NAN: fewer than two values. */
typedef struct {
  double mean, sd;
} summary;

/* Selects values to summarise: a measure of a model after a layer (SIZE_MAX: the last),
 * for settings with index at[k] on axis[k]; axis -1: for all settings. */
typedef struct {
  size_t model, measure, layer;
  int axis[2];
  size_t at[2];
} question;

static double
value_of(const set *c, const question *q, size_t setting)
{
  size_t last = mg_sweep_last(c->s, setting);

  for (int k = 0; k < 2; k++)
    if (q->axis[k] >= 0
        && mg_sweep_index(c->s, setting, q->axis[k]) != q->at[k])
      return NAN;
  if (q->layer != SIZE_MAX && q->layer > last)
    return NAN;
  return mg_sweep_at(c->s, setting, q->model,
                     q->layer == SIZE_MAX ? last : q->layer, c->space)
         [q->measure];
}

static summary
summarise(const set *c, const question *q)
{
  double sum = 0, square = 0, count = 0, mean;

  for (size_t k = 0; k < c->s->settings; k++) {
    double x = value_of(c, q, k);

    if (isfinite(x)) {
      sum += x;
      count++;
    }
  }
  mean = count > 0 ? sum / count : NAN;
  for (size_t k = 0; k < c->s->settings; k++) {
    double x = value_of(c, q, k);

    if (isfinite(x))
      square += (x - mean) * (x - mean);
  }
  return (summary){ mean, count > 1 ? sqrt(square / (count - 1)) : NAN };
}

/* The question that point k of a line in a chart answers. */
static question
line_question(const set *c, size_t measure, size_t model, size_t k)
{
  question q = { model, measure, SIZE_MAX, { -1, -1 }, { 0, 0 } };

  if (c->plane == 0)
    q.layer = k;
  else {
    q.axis[0] = c->a;
    q.at[0] = k;
  }
  return q;
}

static void
lines_fill(set *c, size_t m, size_t model, double *number)
{
  const mg_measure *kind = &mg_measures[c->measure[m]];

  for (size_t k = 0; k < c->xs; k++) {
    question q = line_question(c, c->measure[m], model, k);
    summary here = summarise(c, &q);

    number[k] = here.mean;
    number[c->xs + k] = fmax(here.mean - here.sd, kind->least);
    number[2 * c->xs + k] = fmin(here.mean + here.sd, kind->most);
  }
  c->series[m * c->s->models + model] = (mg_series){
    c->xs, c->x, number,
    c->s->axis[MG_AXIS_SEED].count > 1 ? number + c->xs : NULL
  };
}

static void
heat_fill(set *c, size_t m, size_t model, double *number)
{
  mg_heat *heat = &c->heat[m * c->s->models + model];

  *heat = (mg_heat){ c->xs, c->ys, c->x, c->y, number, INFINITY, -INFINITY };
  for (size_t k = 0; k < c->xs * c->ys; k++) {
    question q = line_question(c, c->measure[m], model, k % c->xs);

    if (c->plane == 1)
      q.layer = k / c->xs;
    else {
      q.axis[1] = c->b;
      q.at[1] = k / c->xs;
    }
    number[k] = summarise(c, &q).mean;
  }
}

/* Set the range of colours of a measure, the same for all models. */
static void
heat_range(set *c, size_t m)
{
  mg_heat *heat = &c->heat[m * c->s->models];
  double low = INFINITY, high = -INFINITY;

  for (size_t model = 0; model < c->s->models; model++)
    for (size_t k = 0; k < c->xs * c->ys; k++) {
      double x = heat[model].value[k];

      low = isfinite(x) ? fmin(low, x) : low;
      high = isfinite(x) ? fmax(high, x) : high;
    }
  for (size_t model = 0; model < c->s->models; model++) {
    heat[model].low = isfinite(low) ? low : 0;
    heat[model].high = isfinite(low) ? high : 1;
  }
}

static void
charts_add(set *c, size_t m)
{
  const char *title = mg_measures[c->measure[m]].title;
  const mg_sweep_axis *axis = c->s->axis;
  size_t models = c->s->models;

  if (c->plane < 2)
    c->chart[c->charts++] = (mg_chart){
      MG_LINES, title, c->plane == 0 ? "layer" : axis[c->a].sign, NULL,
      c->series + m * models, models, 0, NULL
    };
  for (size_t model = 0; c->plane > 0 && model < models; model++) {
    char *text = c->title + (m * models + model) * TITLE;

    snprintf(text, TITLE, "%s: %s", title, c->p->runs->run[model].title);
    c->chart[c->charts++] = (mg_chart){
      MG_HEAT_MAP, text, axis[c->a].sign,
      c->plane == 1 ? "layer" : axis[c->b].sign, NULL, 0, 0,
      &c->heat[m * models + model]
    };
  }
}

/* Whether a measure has any value; others are not shown. */
static int
is_known(const set *c, size_t measure)
{
  for (size_t k = 0; k < c->s->settings * c->s->models; k++)
    for (size_t layer = 0; layer <= c->s->layers; layer++)
      if (isfinite(mg_sweep_at(c->s, k / c->s->models, k % c->s->models, layer,
                               c->space)[measure]))
        return 1;
  return 0;
}

static mgnn_status
set_init(set *c, mgnn_error *err)
{
  const mg_sweep *s = c->s;
  size_t each, most;

  c->plane = mg_sweep_plane(s, &c->a, &c->b);
  for (size_t m = 0; m < MG_MEASURES; m++)
    if (c->p->runs->plan.wanted[m] && is_known(c, m))
      c->measure[c->measures++] = m;
  c->xs = c->plane == 0 ? s->layers + 1 : s->axis[c->a].count;
  c->ys = c->plane < 2 ? s->layers + 1 : s->axis[c->b].count;
  each = 3 * c->xs + c->xs * c->ys;
  most = c->measures * s->models;
  PASS(mg_allocated_all(err, MG_NEW(c->x, c->xs), MG_NEW(c->y, c->ys)));
  c->chart = mg_zalloc(most + c->measures + MG_CHARTS_ACROSS, sizeof *c->chart);
  PASS(mg_allocated_all(err, c->chart, MG_ZEROS(c->series, most),
                        MG_ZEROS(c->heat, most),
                        c->number = mg_alloc(most, each * sizeof *c->number),
                        c->title = mg_alloc(most, TITLE)));
  for (size_t k = 0; k < c->xs; k++)
    c->x[k] = c->plane == 0 ? (double)k : s->axis[c->a].value[k];
  for (size_t k = 0; k < c->ys; k++)
    c->y[k] = c->plane < 2 ? (double)k : s->axis[c->b].value[k];
  for (size_t m = 0; m < c->measures; m++) {
    for (size_t model = 0; model < s->models; model++) {
      double *number = c->number + (m * s->models + model) * each;

      lines_fill(c, m, model, number);
      if (c->plane > 0)
        heat_fill(c, m, model, number + 3 * c->xs);
    }
    if (c->plane > 0)
      heat_range(c, m);
    charts_add(c, m);
  }
  return MGNN_OK;
}

static mgnn_status
build(const set *c, mg_scene *scene, mgnn_error *err)
{
  size_t cols = mg_chart_columns(c->charts, &c->p->style), models = c->s->models;
  const char **name = mg_alloc(models, sizeof *name);
  size_t *look = mg_alloc(models, sizeof *look);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, name, look));
  for (size_t k = 0; k < models; k++) {
    name[k] = c->p->runs->run[k].title;
    look[k] = c->p->runs->run[k].look;
  }
  TRY(mg_charts_build(scene, &(mg_charts){
                        c->chart, (c->charts + cols - 1) / cols, cols, name,
                        c->plane < 2 ? models : 0, look }, &c->p->style, err));
end:
  mg_free_all(name, look);
  return status;
}

mgnn_status
mg_sweep_charts(const mg_sweep *s, const mg_pictures *p,
                const mg_backend *backend, FILE *out, mgnn_error *err)
{
  set c = { .s = s, .p = p, .space = p->in_z ? MG_IN_Z : MG_IN_Y };
  mg_scene scene = { 0 };
  mg_about about;
  mgnn_status status = MGNN_OK;

  TRY(set_init(&c, err));
  if (c.charts == 0)
    TRY(mg_fail(err, MGNN_EINVAL, "--plot: nothing is known of the measures; "
                "some of them need --class or --splits"));
  TRY(build(&c, &scene, err));
  mg_pictures_about(p, NAN, &about);
  TRY(backend->draw(&scene, about.item, out, err));
end:
  mg_scene_free(&scene);
  mg_free_all(c.x, c.y, c.chart, c.series, c.heat, c.number, c.title);
  return status;
}
