/* Layers under many settings in one run: parameters, numbers of layers, seeds
 * and graphs, each measured layer by layer; and what can be claimed of the
 * models then. */
#ifndef MG_SWEEP_H
#define MG_SWEEP_H

#include "layers.h"
#include "pictures.h"
#include "cli/common/program.h"

typedef struct {
  mg_list axes;                /* --sweep NAME=VALUES */
  const char *seeds;
} mg_sweep_options;

extern const mg_option mg_sweep_rows[];

/* What can be swept: the parameters of models, and these. */
enum { MG_AXIS_LAYERS = MG_PARAMS, MG_AXIS_SEED, MG_AXIS_GRAPH, MG_AXES };

typedef struct {
  const char *name, *sign;     /* sign: in captions */
  double *value;
  size_t count;                /* 0: not swept */
} mg_sweep_axis;

/* One of the graphs that a pattern stands for. */
typedef struct {
  mg_input_options opt;
  mg_input own;                /* empty for the first, which the run reads */
  const mg_input *in;
  mg_facts_plan plan;
  mg_drawn_graph drawn;        /* where it is drawn, both: */
  mg_encoding *encoding;       /* the run's for the first */
} mg_sweep_graph;

/* A sweep: all combinations of the values on its axes. */
typedef struct mg_sweep {
  mg_sweep_axis axis[MG_AXES];
  mg_pool pool;                /* names of files and of an axis */
  mg_sweep_graph *graph;
  size_t graphs;               /* at least 1 */
  const char *pattern;         /* of the graphs; NULL: there is one graph */
  size_t settings;             /* 0: none is wanted */
  size_t models, layers;       /* layers: the most of a setting */
  double *value;               /* settings * models * (layers+1) * MG_SPACES *
                                  MG_MEASURES */
  size_t *ran;                 /* settings * models: layers that have them, the start
                                  among these; fewer where a signal ended the run */
  size_t finished;             /* settings * models at most */
  int drawn;                   /* positions are kept: */
  mg_run *kept;                /* settings * models; `last` NULL: not drawn */
  int shows;                   /* progress, on a terminal */
} mg_sweep;

/* The measures of one layer in one space; those of layers that a setting does
 * not have are NAN. */
static inline double *
mg_sweep_at(const mg_sweep *s, size_t setting, size_t model, size_t layer,
            int space)
{
  return s->value + (((setting * s->models + model) * (s->layers + 1) + layer)
                     * MG_SPACES + (size_t)space) * MG_MEASURES;
}

/* The number of the value of a setting on an axis, and the value; 0 and NAN if
 * it is not swept. */
size_t mg_sweep_index(const mg_sweep *s, size_t setting, int axis);
double mg_sweep_value(const mg_sweep *s, size_t setting, int axis);

/* The last layer of a setting. */
size_t mg_sweep_last(const mg_sweep *s, size_t setting);

/* The axes of charts and sheets: those of more than one value, but the seeds,
 * over which charts have means.  Returns how many of them there are; the first
 * two go to *a and *b. */
size_t mg_sweep_plane(const mg_sweep *s, int *a, int *b);

/* The axes of a sheet: its columns, and its rows, -1 if these are the models
 * alone; whether a setting is drawn there: on other axes it has the first
 * value. */
void mg_sweep_grid(const mg_sweep *s, int *columns, int *rows);
int mg_sweep_draws(const mg_sweep *s, size_t setting);

/* Whether settings are compared: charts and sheets show them then. */
static inline int
mg_sweep_compares(const mg_sweep *s)
{
  return s != NULL && s->settings > 1;
}

/* What the options are checked with.  Where the name of the graph is a pattern,
 * it and the names of tables become those of the first value. */
typedef struct {
  const char *table, *claims, *plot, *sheet;   /* that will show it; or NULL */
  mg_call *call;
  mg_input_options *input;
  int layers;                  /* -1: layout mode */
} mg_sweep_use;

/* Check the options before anything is read, and run all settings; fails as
 * mgnn_propagate does. */
mgnn_status mg_sweep_check(mg_sweep *s, const mg_sweep_options *opt,
                           const mg_sweep_use *use, mgnn_error *err);
mgnn_status mg_sweep_run(mg_sweep *s, const mg_layers_options *opt,
                         const mg_results *runs, mgnn_error *err);

/* The axes as the options give them: part of mg_sweep_check. */
mgnn_status mg_sweep_axes(mg_sweep *s, const mg_sweep_options *opt,
                          const mg_sweep_use *use, mgnn_error *err);

/* The graphs of a pattern: their names, before anything is read; reading them,
 * once the first is there. */
int mg_pattern_has(const char *pattern, const char *name, size_t len);
mgnn_status mg_sweep_patterns(mg_sweep *s, const mg_sweep_use *use,
                              mgnn_error *err);
mgnn_status mg_sweep_read(mg_sweep *s, const mg_results *runs,
                          mg_pictures *pictures, mg_encoding_options *encoding,
                          mgnn_error *err);

/* Write the tidy table: a row per setting, model, layer, space and measure. */
mgnn_status mg_sweep_write(const mg_sweep *s, const char *path,
                           const mg_results *runs, mgnn_error *err);
void mg_sweep_free(mg_sweep *s);

/* A grid of small drawings, and charts, of a sweep. */
mgnn_status mg_sweep_sheet(const mg_sweep *s, mg_pictures *p,
                           const mg_backend *backend, FILE *out,
                           mgnn_error *err);
mgnn_status mg_sweep_charts(const mg_sweep *s, const mg_pictures *p,
                            const mg_backend *backend, FILE *out,
                            mgnn_error *err);

/* Print the claims in a format of --claims. */
void mg_claims_print(const mg_sweep *s, const char *format,
                     const mg_results *runs);

#endif
