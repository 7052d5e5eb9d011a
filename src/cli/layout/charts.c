/* Draws charts: how the figures change from layer to layer or from iteration to
 * iteration, and how well the lengths are met at the end. */
#include "base/mem.h"
#include "base/dense.h"
#include "measure/measure.h"
#include "pictures.h"
#include "render/chart/chart.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t
mg_chart_columns(size_t count, const mg_style *style)
{
  double font = isnan(style->font_size) ? 11 : style->font_size;
  double fit = isnan(style->width) ? MG_CHARTS_ACROSS
               : fmax(style->width / (15 * font), 1);
  size_t most = fit < MG_CHARTS_ACROSS ? (size_t)fit : MG_CHARTS_ACROSS;
  size_t best = 1, empty = SIZE_MAX;

  if (count < 4 && count <= most)
    return count > 0 ? count : 1;
  for (size_t cols = most < 3 ? most : 3; cols <= most; cols++) {
    size_t left = (cols - count % cols) % cols;

    if (left <= empty) {
      empty = left;
      best = cols;
    }
  }
  return best;
}

/* A figure that gets a chart of its own. */
typedef struct {
  const char *title;
  size_t at;                   /* offset of its double in mg_snapshot */
  int layers, paths, edges;    /* nonzero: shown in that mode */
} figure;

#define AT(member) offsetof(mg_snapshot, member)

static const figure figures[] = {
  { "Stress of all pairs", AT(merit), 0, 1, 0 },
  { "Energy E", AT(figures.energy), 1, 1, 1 },
  { "Objective L", AT(figures.objective), 1, 0, 0 },
  { "Relative length error, root mean square",
    AT(figures.rms_relative_error), 1, 1, 1 },
  { "Largest relative length error", AT(figures.max_relative_error), 1, 0, 1 }
};

enum { FIGURES = sizeof figures / sizeof *figures };

/* Everything that may get a chart: the figures, then the measures of a layer. */
enum { LINES = FIGURES + MG_MEASURES };

/* The data that the charts point into. */
typedef struct {
  const mg_results *all;
  int space;                   /* of the measures: MG_IN_Z, MG_IN_Y */
  size_t line[LINES], lines;   /* the figures and measures shown */
  const mg_run *run;           /* the runs shown */
  size_t runs;
  mg_series *series;           /* `runs` series for each line, then for scatter,
                                  then for errors */
  double *steps, *values;      /* of the curves */
  double *y, *lengths;         /* n*dim; 2m and m for each run */
  char *titles;                /* runs * TITLE */
  const char **names;          /* runs */
  size_t *looks;               /* runs */
} chart_set;

enum { TITLE = 64 };

/* The points of a run's curves.  Some frames of a search are interpolated, so a search
 * has separate points for curves, all measured. */
static const mg_snapshot *
points(const mg_run *run, size_t *count)
{
  *count = run->rule != NULL ? run->frame_count : run->curve_count;
  return run->rule != NULL ? run->frame : run->curve;
}

static int
is_shown(const mg_results *runs, size_t line)
{
  const figure *f = &figures[line < FIGURES ? line : 0];

  if (line >= FIGURES)
    return runs->plan.charted && runs->plan.wanted[line - FIGURES];
  return runs->in_layers ? f->layers : runs->paths ? f->paths : f->edges;
}

static double
value_of(const chart_set *s, const mg_run *run, size_t line,
         const mg_snapshot *at)
{
  double x;

  if (line >= FIGURES)
    return run->facts[at->step].value[s->space][line - FIGURES];
  memcpy(&x, (const char *)at + figures[line].at, sizeof x);
  return x;
}

/* Fill in the curves of run r, in the arrays from index *at on. */
static void
curves_fill(chart_set *s, size_t r, size_t *at)
{
  size_t count;
  const mg_snapshot *f = points(&s->run[r], &count);

  for (size_t g = 0; g < s->lines; g++) {
    double *x = s->steps + *at, *y = s->values + *at;

    for (size_t k = 0; k < count; k++) {
      x[k] = (double)f[k].step;
      y[k] = value_of(s, &s->run[r], s->line[g], &f[k]);
    }
    s->series[g * s->runs + r] = (mg_series){ count, x, y, NULL };
    *at += count;
  }
}

/* Fill in the lengths at the end of run r.  With r_e the length of edge e and t_e its
 * target: the points (t_e, r_e), and if t_e > 0 the errors (r_e - t_e) / t_e. */
static void
lengths_fill(chart_set *s, size_t r)
{
  const mg_graph *g = &s->all->in->problem->graph;
  size_t dim = s->all->dim, errors = 0;
  double *target = s->lengths + 3 * g->m * r, *achieved = target + g->m;
  double *error = achieved + g->m;

  mg_run_positions(s->all, &s->run[r], MG_FRAME_LAST, 0, s->y);
  for (size_t e = 0; e < g->m; e++) {
    achieved[e] = mg_edge_length(g, e, dim, s->y);
    target[e] = mg_edge_fit_of(g, e, achieved[e]).target;
    if (target[e] > 0)
      error[errors++] = (achieved[e] - target[e]) / target[e];
  }
  s->series[s->lines * s->runs + r] = (mg_series){ g->m, target, achieved,
                                                     NULL };
  s->series[(s->lines + 1) * s->runs + r] = (mg_series){ errors, NULL, error,
                                                           NULL };
}

static void
titles_fill(chart_set *s, size_t r)
{
  const mg_rule *rule = s->run[r].rule;

  s->looks[r] = s->run[r].look;
  s->names[r] = rule != NULL ? s->run[r].title : "";
  if (rule != NULL)
    snprintf(s->titles + TITLE * r, TITLE, "Lengths after %s-%zu", rule->title,
             s->all->layers);
  else
    snprintf(s->titles + TITLE * r, TITLE, "Lengths");
}

static mgnn_status
chart_set_init(chart_set *s, const mg_pictures *p, const mg_run *first,
               size_t count, mgnn_error *err)
{
  const mg_results *all = p->runs;
  const mg_graph *g = &all->in->problem->graph;
  size_t total = 0, at = 0;

  s->all = all;
  s->run = first;
  s->runs = count;
  s->space = p->in_z ? MG_IN_Z : MG_IN_Y;
  for (size_t line = 0; line < LINES; line++)
    if (is_shown(all, line))
      s->line[s->lines++] = line;
  for (size_t r = 0; r < count; r++) {
    size_t each;

    points(&first[r], &each);
    total += s->lines * each;
  }
  s->series = mg_zalloc((s->lines + 2) * count, sizeof *s->series);
  PASS(mg_allocated_all(err, s->series, MG_NEW(s->steps, total),
                        MG_NEW(s->values, total),
                        MG_NEW(s->y, g->n * all->dim)));
  s->lengths = mg_alloc(3 * count, (g->m + 1) * sizeof *s->lengths);
  PASS(mg_allocated_all(err, s->lengths, s->titles = mg_alloc(count, TITLE),
                        MG_NEW(s->names, count), MG_NEW(s->looks, count)));
  for (size_t r = 0; r < count; r++) {
    titles_fill(s, r);
    curves_fill(s, r, &at);
    lengths_fill(s, r);
  }
  return MGNN_OK;
}

/* Lay out all charts: one per line, one of the lengths of each run, one of errors. */
static mgnn_status
build(const chart_set *s, const mg_style *style, mg_scene *out, mgnn_error *err)
{
  const char *unit = s->all->in_layers ? "layer" : "iteration";
  size_t count = s->lines + s->runs + 1, cols = mg_chart_columns(count, style);
  size_t rows = (count + cols - 1) / cols;
  mg_chart *chart = mg_zalloc(rows * cols, sizeof *chart);
  mgnn_status status;

  PASS(mg_allocated(chart, err));
  for (size_t g = 0; g < s->lines; g++)
    chart[g] = (mg_chart){ MG_LINES, s->line[g] < FIGURES ? figures[s->line[g]].title
                           : mg_measures[s->line[g] - FIGURES].title, unit, NULL,
                           s->series + g * s->runs, s->runs, 0, NULL };
  for (size_t r = 0; r < s->runs; r++)
    chart[s->lines + r] = (mg_chart){ MG_SCATTER, s->titles + TITLE * r,
                                      "target length", "achieved length",
                                      s->series + s->lines * s->runs + r, 1,
                                      r, NULL };
  chart[s->lines + s->runs] = (mg_chart){
    MG_HISTOGRAM, "Relative length errors",
    "(achieved \u2212 target) / target", "edges",
    s->series + (s->lines + 1) * s->runs, s->runs, 0, NULL
  };
  status = mg_charts_build(out, &(mg_charts){ chart, rows, cols,
                           s->names, s->runs, s->looks }, style, err);
  mg_free(chart);
  return status;
}

mgnn_status
mg_pictures_charts(const mg_pictures *p, const mg_run *first, size_t count,
                   const mg_backend *backend, FILE *out, mgnn_error *err)
{
  mg_scene scene = { 0 };
  chart_set s = { 0 };
  mg_about about;
  mgnn_status status = MGNN_OK;

  TRY(chart_set_init(&s, p, first, count, err));
  TRY(build(&s, &p->style, &scene, err));
  mg_pictures_about(p, NAN, &about);
  TRY(backend->draw(&scene, about.item, out, err));
end:
  mg_scene_free(&scene);
  mg_free_all(s.series, s.steps, s.values, s.y, s.lengths, s.titles, s.names,
              s.looks);
  return status;
}
