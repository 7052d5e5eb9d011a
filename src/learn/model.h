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
  int bilinear, mlp, matrix;   /* attention, embedding, form of the layer */
} mg_settings;

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
  /* What is reported as fact: settings that it looks at, beside those of
   * training. */
  const char *uses;
  /* Add the operations; the last fills the results. */
  void (*build)(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
  int graphs;                  /* nonzero: works with a readout */
} mg_model;

extern const mg_model mg_models[];     /* ends with name NULL */
const mg_model *mg_model_find(const char *name);

/* Parts that several models have.  Linear-relu-dropout-linear of the features,
 * and of a table; the classifier, after the readout if there is one. */
int mg_part_mlp(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
int mg_part_mlp_of(mg_net *net, int z, size_t hidden, size_t out, double drop);
int mg_part_end(mg_net *net, const mg_model_inputs *in, int z);
/* The embedding of layer 1: the features times weights of that width, or, with
 * a readout, an embedding of its own before it. */
int mg_part_first(mg_net *net, const mg_model_inputs *in, const mg_settings *s,
                  size_t width, mg_weight_start start);
/* How wide layer k of `layers` is: the last one is as wide as the results. */
size_t mg_part_width(const mg_model_inputs *in, const mg_settings *s, long k);
/* ln(1 + theta/k) */
double mg_part_gamma(const mg_settings *s, long k);

void mg_model_linear(mg_net *net, const mg_model_inputs *in,
                     const mg_settings *s);
void mg_model_mlp(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
void mg_model_gcn(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
void mg_model_sgc(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
void mg_model_appnp(mg_net *net, const mg_model_inputs *in,
                    const mg_settings *s);
void mg_model_pointnet(mg_net *net, const mg_model_inputs *in,
                       const mg_settings *s);
void mg_model_gat(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
void mg_model_gin(mg_net *net, const mg_model_inputs *in, const mg_settings *s);
void mg_model_gcnii(mg_net *net, const mg_model_inputs *in,
                    const mg_settings *s);
void mg_model_pgnn(mg_net *net, const mg_model_inputs *in,
                   const mg_settings *s);
void mg_model_linkx(mg_net *net, const mg_model_inputs *in,
                    const mg_settings *s);
void mg_model_mgnn(mg_net *net, const mg_model_inputs *in,
                   const mg_settings *s);

#endif
