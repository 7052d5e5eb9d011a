/* The models: each builds a network from a few operations. */
#ifndef MG_MODEL_H
#define MG_MODEL_H

#include "ops.h"

/* The settings of a model and of its training. */
typedef struct {
  double rate, decay, dropout; /* learning rate; L2 factor; probability */
  long hidden, layers, epochs, patience;
  double alpha, beta, theta;
  double mu, p;                /* of pgnn */
  double eps, bound;           /* of the metric; bound 0: no bound */
  int bilinear, mlp;           /* form of the attention; embedding by an MLP */
} mg_settings;

/* Settings in the order of their table, see settings.h. */
enum {
  MG_SET_LR, MG_SET_WEIGHT_DECAY, MG_SET_DROPOUT, MG_SET_HIDDEN, MG_SET_LAYERS,
  MG_SET_ALPHA, MG_SET_BETA, MG_SET_THETA, MG_SET_MU, MG_SET_P,
  MG_SET_ATTENTION, MG_SET_INITIAL, MG_SET_EPS, MG_SET_METRIC_BOUND,
  MG_SET_EPOCHS, MG_SET_PATIENCE, MG_SETTINGS
};

/* Set the paper's protocol, and values from the middle of its grid. */
void mg_settings_init(mg_settings *s);

/* The inputs and the number of outputs of a model.  With a readout (graphs x
 * nodes), the model has results per graph, not per node. */
typedef struct {
  const mg_matrix *features, *adjacency, *readout;
  const mg_slots *plain, *loops;       /* A, and A + I */
  size_t outputs;              /* numbers per node, or per graph */
} mg_model_inputs;

typedef struct {
  const char *name;
  unsigned uses;               /* 1 << MG_SET_...: settings that it uses,
                                  besides those of training */
  /* Add the model's operations; the last one gives the results. */
  void (*build)(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
  int graphs;                  /* nonzero: the model can have a readout */
} mg_model;

extern const mg_model mg_models[];     /* ends with name NULL */

/* The name of the k-th model, or of the k-th that uses a setting; NULL after
 * the last. */
const char *mg_model_name(size_t k);
const char *mg_model_using(int setting, size_t k);
const mg_model *mg_model_find(const char *name);

/* Translate the model names of old files.  There, mgnn was the message form
 * unless the setting form was matrix, and pgnn was pgnn-code.  NULL: no such
 * model. */
const mg_model *mg_model_before(const char *name, const char *form);

#endif
