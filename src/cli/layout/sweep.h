/* Sweeps: runs layers under many settings of parameters, numbers of layers, seeds and
 * graphs, measures each layer, and derives claims about the models. */
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

/* The possible axes of a sweep: the parameters of models, and these. */
enum { MG_AXIS_LAYERS = MG_PARAMS, MG_AXIS_SEED, MG_AXIS_GRAPH, MG_AXES };

typedef struct {
  const char *name, *sign;     /* sign: its symbol in captions */
  double *value;
  size_t count;                /* 0: not swept */
} mg_sweep_axis;

/* One of the graphs that the pattern in GRAPH names. */
typedef struct {
  mg_input_options opt;
  mg_input own;                /* empty for the first, which is the run's input */
  const mg_input *in;
  mg_facts_plan plan;
  mg_drawn_graph drawn;        /* this and encoding: only if it is drawn */
  mg_encoding *encoding;       /* the first graph has that of the run */
} mg_sweep_graph;

/* A sweep over all combinations of the values on its axes; each is a setting. */
typedef struct mg_sweep {
  mg_sweep_axis axis[MG_AXES];
  mg_pool pool;                /* holds names of files and of an axis */
  mg_sweep_graph *graph;
  size_t graphs;               /* at least 1 */
  const char *pattern;         /* GRAPH with braces; NULL: only one graph */
  size_t settings;             /* their number; 0: no sweep */
  size_t models, layers;       /* layers: the largest number of any setting */
  double *value;               /* settings * models * (layers+1) * MG_SPACES *
                                  MG_MEASURES */
  size_t *ran;                 /* settings * models: number of measured layers,
                                  start included; fewer if a signal ended the run */
  size_t finished;             /* runs completed, at most settings * models */
  int drawn;                   /* nonzero: keep final positions for a sheet: */
  mg_run *kept;                /* settings * models; `last` NULL: not drawn */
  int shows;                   /* nonzero: show progress, on a terminal */
} mg_sweep;

/* The measures of a layer in one space; NAN beyond the last layer of a setting. */
static inline double *
mg_sweep_at(const mg_sweep *s, size_t setting, size_t model, size_t layer,
            int space)
{
  return s->value + (((setting * s->models + model) * (s->layers + 1) + layer)
                     * MG_SPACES + (size_t)space) * MG_MEASURES;
}

/* The index of a setting's value on an axis, and the value itself; 0 and NAN if the
 * axis is not swept. */
size_t mg_sweep_index(const mg_sweep *s, size_t setting, int axis);
double mg_sweep_value(const mg_sweep *s, size_t setting, int axis);

/* The last layer of a setting. */
size_t mg_sweep_last(const mg_sweep *s, size_t setting);

/* The axes of charts and sheets: those with more than one value, except seeds, over
 * which charts show means.  Returns their number; *a and *b receive the first two. */
size_t mg_sweep_plane(const mg_sweep *s, int *a, int *b);

/* Find the axes of a sheet for its columns and rows; *rows is -1 if only models make
 * rows.  mg_sweep_draws: whether the sheet shows a setting, which it does if that has
 * the first value on all other axes. */
void mg_sweep_grid(const mg_sweep *s, int *columns, int *rows);
int mg_sweep_draws(const mg_sweep *s, size_t setting);

/* Whether there are several settings, so that charts and sheets compare them. */
static inline int
mg_sweep_compares(const mg_sweep *s)
{
  return s != NULL && s->settings > 1;
}

/* Other options, needed to check those of sweeps.  If the name of the graph is a
 * pattern, *call and *input get the names of graph and tables for the first value. */
typedef struct {
  const char *table, *claims, *plot, *sheet;   /* outputs that show it; or NULL */
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

/* Read the axes from the options; called by mg_sweep_check. */
mgnn_status mg_sweep_axes(mg_sweep *s, const mg_sweep_options *opt,
                          const mg_sweep_use *use, mgnn_error *err);

/* Whether a pattern contains {name}; find the names of all graphs of a pattern, before
 * anything is read; read these graphs, after the first was read. */
int mg_pattern_has(const char *pattern, const char *name, size_t len);
mgnn_status mg_sweep_patterns(mg_sweep *s, const mg_sweep_use *use,
                              mgnn_error *err);
mgnn_status mg_sweep_read(mg_sweep *s, const mg_results *runs,
                          mg_pictures *pictures, mg_encoding_options *encoding,
                          mgnn_error *err);

/* Write the table, with a row per setting, model, layer, space and measure. */
mgnn_status mg_sweep_write(const mg_sweep *s, const char *path,
                           const mg_results *runs, mgnn_error *err);
void mg_sweep_free(mg_sweep *s);

/* Draw a sweep as a grid of small drawings; draw it as charts. */
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
