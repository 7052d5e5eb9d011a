/* Layers mode: runs the layers of the chosen models on the input. */
#ifndef MG_LAYERS_H
#define MG_LAYERS_H

#include "cli/common/options.h"
#include "run.h"

typedef struct {
  long layers;                 /* -1: layout mode */
  const char *model, *precision;
  mg_list alpha, beta;
  double eps;
  double step, theta, p, mu;   /* -1: not given */
  const char *gpr, *attention; /* or NULL */
  int self_loops;
} mg_layers_options;

extern const mg_option mg_layers_rows[];

void mg_layers_options_init(mg_layers_options *opt);

/* A parameter that --model can set for one model, as in mgnn:alpha=0.1. */
typedef struct {
  const char *name, *sign;     /* sign: its symbol in captions */
  size_t at;                   /* offset of its double in mgnn_layer_params */
  double least, most;
} mg_layer_param;

extern const mg_layer_param mg_layer_param_table[MG_PARAMS];
const char *mg_layer_param_name(size_t k);     /* NULL after the last */

/* Whether a rule takes parameter k. */
int mg_rule_takes(const mg_rule *rule, int k);

/* Check the options before anything is read, and make a run for each model; in layout
 * mode, one run without a model. */
mgnn_status mg_layers_check(const mg_layers_options *opt, mg_results *runs,
                            mgnn_error *err);

/* Read the edge attribute of --attention, after the problem was built. */
mgnn_status mg_layers_read(const mg_layers_options *opt, mg_results *runs,
                           mgnn_error *err);

/* Fill in the library's parameters for a run. */
void mg_layers_params(const mg_layers_options *opt, const mg_results *runs,
                      const mg_run *run, mgnn_layer_params *par);

/* Run all models; then measure their layers.  worst: also find the worst edges. */
mgnn_status mg_layers_run(const mg_layers_options *opt, mg_results *runs,
                          mgnn_error *err);
mgnn_status mg_layers_measure(mg_results *runs, int worst, mgnn_error *err);

#endif
