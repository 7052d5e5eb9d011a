/* Layers mode: run the layers of some models on the input. */
#ifndef MG_LAYERS_H
#define MG_LAYERS_H

#include "options.h"
#include "run.h"

typedef struct {
  long layers;                 /* -1: layout mode */
  const char *model, *precision;
  mg_list alpha, beta;
  double eps;
  int self_loops;
} mg_layers_options;

extern const mg_option mg_layers_rows[];

/* What a model can be given: --model mgnn:alpha=0.1. */
enum { MG_PARAM_ALPHA, MG_PARAM_BETA, MG_PARAM_EPS, MG_PARAMS };

typedef struct {
  const char *name, *sign;     /* sign: in captions */
  size_t at;                   /* of the double in mg_run */
  double most;                 /* the least is 0 */
} mg_layer_param;

extern const mg_layer_param mg_layer_params[MG_PARAMS];

/* Check the options, before anything is read, and make a run for each model;
 * for layout mode one without a model. */
mgnn_status mg_layers_check(const mg_layers_options *opt, mg_results *runs,
                            mgnn_error *err);

/* Run them all, then measure them. */
mgnn_status mg_layers_run(const mg_layers_options *opt, mg_results *runs,
                          mgnn_error *err);
mgnn_status mg_layers_measure(mg_results *runs, mgnn_error *err);

#endif
