/* --plot: how the figures change from layer to layer or from iteration to
 * iteration, and what became of the lengths. */
#include "config.h"
#include "base/mem.h"
#include "base/vec.h"
#include "job.h"
#include "measure/measure.h"
#include "render/backend/backend.h"
#include "render/chart/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A figure that gets a chart of its own. */
typedef struct {
  const char *title;
  double (*value)(const mg_frame *f);
  int layers, paths, edges;    /* in which modes it is shown */
} figure;

static double
energy_of(const mg_frame *f)
{
  return f->figures.energy;
}

static double
merit_of(const mg_frame *f)
{
  return f->merit;
}

static double
objective_of(const mg_frame *f)
{
  return f->figures.objective;
}

static double
rms_of(const mg_frame *f)
{
  return f->figures.rms_relative_error;
}

static double
max_of(const mg_frame *f)
{
  return f->figures.max_relative_error;
}

static const figure figures[] = {
  { "Stress of all pairs", merit_of, 0, 1, 0 },
  { "Energy E", energy_of, 1, 1, 1 },
  { "Objective L", objective_of, 1, 0, 0 },
  { "Relative length error, root mean square", rms_of, 1, 1, 1 },
  { "Largest relative length error", max_of, 1, 0, 1 }
};

enum { FIGURES = sizeof figures / sizeof *figures };

/* Everything that the charts point into. */
typedef struct {
  const mg_job *job;
  const mg_run *run;
  size_t runs;
  mg_series *series;           /* by figure, then scatter, then errors: runs
                                  of each */
  double *steps, *values;      /* of the curves */
  double *y, *lengths;         /* n*dim; 2m and m for each run */
  char *titles;                /* runs * ROOM */
  const char **names;          /* runs */
} sketch;

enum { ROOM = 64 };

/* The points of a run's curves. */
static const mg_frame *
points(const mg_run *run, size_t *count)
{
  *count = run->rule != NULL ? run->frame_count : run->curve_count;
  return run->rule != NULL ? run->frame : run->curve;
}

static int
is_shown(const mg_job *job, const figure *f)
{
  return mg_job_in_layers(job) ? f->layers : job->paths ? f->paths : f->edges;
}

/* The curves of all figures of run r, from *at on. */
static void
curves_fill(sketch *s, size_t r, size_t *at)
{
  size_t count;
  const mg_frame *f = points(&s->run[r], &count);

  for (size_t g = 0; g < FIGURES; g++) {
    double *x = s->steps + *at, *y = s->values + *at;

    for (size_t k = 0; k < count; k++) {
      x[k] = (double)f[k].step;
      y[k] = figures[g].value(&f[k]);
    }
    s->series[g * s->runs + r] = (mg_series){ count, x, y };
    *at += count;
  }
}

/* Achieved against target lengths of run r at its end, and relative errors. */
static void
lengths_fill(sketch *s, size_t r)
{
  const mg_graph *g = &s->job->in.problem->graph;
  size_t dim = s->job->in.dim, errors = 0;
  double *target = s->lengths + 3 * g->m * r, *achieved = target + g->m;
  double *error = achieved + g->m;

  mg_job_frame(s->job, &s->run[r], s->run[r].frame_count - 1, 0, s->y);
  for (size_t e = 0; e < g->m; e++) {
    achieved[e] = mg_edge_length(g, e, dim, s->y);
    target[e] = mg_edge_fit_of(g, e, achieved[e]).target;
    if (target[e] > 0)
      error[errors++] = (achieved[e] - target[e]) / target[e];
  }
  s->series[FIGURES * s->runs + r] = (mg_series){ g->m, target, achieved };
  s->series[(FIGURES + 1) * s->runs + r] = (mg_series){ errors, NULL, error };
}

static mgnn_status
sketch_init(sketch *s, const mg_job *job, const mg_run *first, size_t count,
            mgnn_error *err)
{
  const mg_graph *g = &job->in.problem->graph;
  size_t total = 0, at = 0;

  memset(s, 0, sizeof *s);
  s->job = job;
  s->run = first;
  s->runs = count;
  for (size_t r = 0; r < count; r++) {
    size_t each;

    points(&first[r], &each);
    total += FIGURES * each;
  }
  s->series = mg_zalloc((FIGURES + 2) * count, sizeof *s->series);
  s->steps = mg_alloc(total, sizeof *s->steps);
  s->values = mg_alloc(total, sizeof *s->values);
  s->y = mg_alloc(g->n * job->in.dim, sizeof *s->y);
  s->lengths = mg_alloc(3 * count, (g->m + 1) * sizeof *s->lengths);
  s->titles = mg_alloc(count, ROOM);
  s->names = mg_alloc(count, sizeof *s->names);
  if (s->series == NULL || s->steps == NULL || s->values == NULL || s->y == NULL
      || s->lengths == NULL || s->titles == NULL || s->names == NULL)
    return mg_fail_memory(err);
  for (size_t r = 0; r < count; r++) {
    s->names[r] = first[r].rule != NULL ? first[r].rule->title : "";
    if (first[r].rule != NULL)
      snprintf(s->titles + ROOM * r, ROOM, "Lengths after %s-%zu", s->names[r],
               job->layers);
    else
      snprintf(s->titles + ROOM * r, ROOM, "Lengths");
    curves_fill(s, r, &at);
    lengths_fill(s, r);
  }
  return MGNN_OK;
}

static void
sketch_free(sketch *s)
{
  mg_free(s->series);
  mg_free(s->steps);
  mg_free(s->values);
  mg_free(s->y);
  mg_free(s->lengths);
  mg_free(s->titles);
  mg_free(s->names);
}

/* First row: a chart per figure; second: lengths of each run, and errors. */
static mgnn_status
build(const sketch *s, mg_scene *out, mgnn_error *err)
{
  const char *unit = mg_job_in_layers(s->job) ? "layer" : "iteration";
  size_t above = 0, below = s->runs + 1, cols, at = 0;
  mg_style style = s->job->opt->style;
  mg_chart *chart;
  mgnn_status status;

  for (size_t g = 0; g < FIGURES; g++)
    above += is_shown(s->job, &figures[g]) != 0;
  cols = above > below ? above : below;
  chart = mg_zalloc(2 * cols, sizeof *chart);
  if (chart == NULL)
    return mg_fail_memory(err);
  for (size_t g = 0; g < FIGURES; g++)
    if (is_shown(s->job, &figures[g]))
      chart[at++] = (mg_chart){ MG_LINES, figures[g].title, unit, NULL,
                                s->series + g * s->runs, s->runs, 0 };
  for (size_t r = 0; r < s->runs; r++)
    chart[cols + r] = (mg_chart){ MG_SCATTER, s->titles + ROOM * r,
                                  "target length", "achieved length",
                                  s->series + FIGURES * s->runs + r, 1, r };
  chart[cols + s->runs] = (mg_chart){
    MG_HISTOGRAM, "Relative length errors",
    "(achieved \u2212 target) / target", "edges",
    s->series + (FIGURES + 1) * s->runs, s->runs, 0
  };
  status = mg_charts_build(out, &(mg_charts){ chart, 2, cols, s->names,
                           s->runs }, &style, err);
  mg_free(chart);
  return status;
}

typedef mgnn_status drawer(const mg_scene *scene, const mg_meta *meta,
                           FILE *out, mgnn_error *err);

static mgnn_status
plot(drawer *draw, const mg_job *job, const mg_run *first, size_t count,
     FILE *out, mgnn_error *err)
{
  char *command = NULL, seed[32];
  mg_scene scene;
  sketch s;
  mgnn_status status = sketch_init(&s, job, first, count, err);

  memset(&scene, 0, sizeof scene);
  if (status == MGNN_OK)
    status = build(&s, &scene, err);
  if (status == MGNN_OK)
    status = mg_job_command(job, &command, err);
  if (status == MGNN_OK) {
    const mg_meta meta[] = { { "Software", "mgnn-layout " PACKAGE_VERSION },
                             { "Command", command }, { "Seed", seed },
                             { NULL, NULL } };

    snprintf(seed, sizeof seed, "%ld", job->opt->seed);
    status = draw(&scene, meta, out, err);
  }
  free(command);
  mg_scene_free(&scene);
  sketch_free(&s);
  return status;
}

mgnn_status
mg_job_plot_svg(const mg_job *job, const mg_run *first, size_t count, FILE *out,
                mgnn_error *err)
{
  return plot(mg_draw_svg, job, first, count, out, err);
}

mgnn_status
mg_job_plot_png(const mg_job *job, const mg_run *first, size_t count, FILE *out,
                mgnn_error *err)
{
  return plot(mg_draw_png, job, first, count, out, err);
}

mgnn_status
mg_job_plot_pdf(const mg_job *job, const mg_run *first, size_t count, FILE *out,
                mgnn_error *err)
{
  return plot(mg_draw_pdf, job, first, count, out, err);
}
