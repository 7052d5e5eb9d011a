/* Layers under many settings in one run: parameters and seeds, each measured
 * layer by layer; and what can be claimed of the models then. */
#ifndef MG_SWEEP_H
#define MG_SWEEP_H

#include "layers.h"
#include "outputs.h"

typedef struct {
  mg_list axes;                /* --sweep NAME=VALUES */
  const char *seeds;
} mg_sweep_options;

extern const mg_option mg_sweep_rows[];

/* What can be swept. */
enum { MG_AXIS_ALPHA, MG_AXIS_BETA, MG_AXIS_EPS, MG_AXIS_SEED, MG_AXES };

typedef struct {
  double *value;
  size_t count;                /* 0: not swept */
} mg_sweep_axis;

/* A sweep: all combinations of the values on its axes. */
typedef struct {
  mg_sweep_axis axis[MG_AXES];
  size_t settings;             /* 0: none is wanted */
  size_t models, layers;
  double *value;               /* settings * models * (layers+1) * MG_SPACES *
                                  MG_MEASURES */
} mg_sweep;

/* The measures of one layer in one space. */
static inline double *
mg_sweep_at(const mg_sweep *s, size_t setting, size_t model, size_t layer,
            int space)
{
  return s->value + (((setting * s->models + model) * (s->layers + 1) + layer)
                     * MG_SPACES + (size_t)space) * MG_MEASURES;
}

/* The value on an axis in a setting; NAN if it is not swept. */
double mg_sweep_value(const mg_sweep *s, size_t setting, int axis);

/* Check the options before anything is read, and run all settings; fails as
 * mgnn_propagate does. */
mgnn_status mg_sweep_check(mg_sweep *s, const mg_sweep_options *opt,
                           const mg_output_options *out, int layers,
                           mgnn_error *err);
mgnn_status mg_sweep_run(mg_sweep *s, const mg_layers_options *opt,
                         const mg_results *runs, mgnn_error *err);

/* Write the tidy table: a row per setting, model, layer, space and measure. */
mgnn_status mg_sweep_write(const mg_sweep *s, const char *path,
                           const mg_results *runs, mgnn_error *err);
void mg_sweep_free(mg_sweep *s);

/* Print the claims in a format of --claims. */
void mg_claims_print(const mg_sweep *s, const char *format,
                     const mg_results *runs);

#endif
