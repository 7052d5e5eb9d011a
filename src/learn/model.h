/* The models, each a short list of operations. */
#ifndef MG_MODEL_H
#define MG_MODEL_H

#include "ops.h"

/* How a model is made and trained. */
typedef struct {
  double rate, decay, dropout; /* of Adam; L2; probability */
  long hidden, layers, epochs, patience;
  double alpha, beta, theta;
  double mu, p;                /* of pgnn */
  double eps, bound;           /* of the metric; bound 0: none */
  int bilinear, mlp;           /* attention, embedding */
} mg_settings;

/* The settings in the order of their table, see settings.h. */
enum {
  MG_SET_LR, MG_SET_WEIGHT_DECAY, MG_SET_DROPOUT, MG_SET_HIDDEN, MG_SET_LAYERS,
  MG_SET_ALPHA, MG_SET_BETA, MG_SET_THETA, MG_SET_MU, MG_SET_P,
  MG_SET_ATTENTION, MG_SET_INITIAL, MG_SET_EPS, MG_SET_METRIC_BOUND,
  MG_SET_EPOCHS, MG_SET_PATIENCE, MG_SETTINGS
};

/* The paper's protocol, and settings in the middle of its grid. */
void mg_settings_init(mg_settings *s);

/* What a model is made for.  With a readout (graphs x nodes), its results are of
 * graphs and not of nodes. */
typedef struct {
  const mg_matrix *features, *adjacency, *readout;
  const mg_slots *plain, *loops;       /* A, and A + I */
  size_t outputs;              /* numbers per node, or per graph */
} mg_model_inputs;

typedef struct {
  const char *name;
  unsigned uses;               /* 1 << MG_SET_...: settings that it looks at,
                                  beside those of training */
  /* Add the operations; the last fills the results. */
  void (*build)(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
  int graphs;                  /* nonzero: works with a readout */
} mg_model;

extern const mg_model mg_models[];     /* ends with name NULL */

/* The name of the k-th model, of all or of those that look at a setting; NULL after
 * the last. */
const char *mg_model_name(size_t k);
const char *mg_model_using(int setting, size_t k);
const mg_model *mg_model_find(const char *name);

/* The model that a name meant before forms of layers had names of their own:
 * mgnn was the message form, unless the setting form was matrix, and pgnn was
 * pgnn-code.  NULL if there was none. */
const mg_model *mg_model_before(const char *name, const char *form);

#endif
