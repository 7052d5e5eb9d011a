/* The operations that models consist of.  Each call adds one to a network and
 * returns the number of the table that holds its result; see net.h. */
#ifndef MG_OPS_H
#define MG_OPS_H

#include "net.h"

/* Weights and bias of a linear map; MG_NONE if absent. */
typedef struct {
  int w, b;
} mg_map;

mg_map mg_map_new(mg_net *net, size_t in, size_t out, mg_weight_start start,
                  int with_bias);

/* x W + b for a constant matrix x, and for a table. */
int mg_op_features(mg_net *net, const mg_matrix *x, mg_map map);
int mg_op_linear(mg_net *net, int in, mg_map map);
/* x times table `in`, for a constant matrix x. */
int mg_op_matrix(mg_net *net, const mg_matrix *x, int in);
/* in + b, in place. */
int mg_op_bias(mg_net *net, int in);
/* Apply relu (if `relu`), then dropout, in place. */
int mg_op_activate(mg_net *net, int in, int relu, double drop);
/* fa a + fb b + c; c may be MG_NONE. */
int mg_op_add(mg_net *net, int a, double fa, int b, double fb, int c);
/* relu(dropout((1-g) in + g (in W + b))) */
int mg_op_residual(mg_net *net, int in, mg_map map, double g, double drop);
/* Batch normalisation over the rows; with running mean and variance in evaluation. */
int mg_op_batch_norm(mg_net *net, int in);

/* share times the sum over neighbours, plus keep times origin (or MG_NONE).
 * normal: weight each neighbour by s_i s_j. */
int mg_op_smooth(mg_net *net, const mg_slots *g, int in, double share,
                 int origin, double keep, int normal);
/* The paper's layer; metric: a table of one number per slot. */
typedef struct {
  double alpha, beta, eps;
  int matrix;
} mg_push_rates;
int mg_op_push(mg_net *net, const mg_slots *g, int in, int origin, int metric,
               const mg_push_rates *rates);
/* Attention with one head and a bias; drop: dropout of the attention weights. */
int mg_op_attend(mg_net *net, const mg_slots *g, int in, double drop);
/* One step of the p-Laplacian; code: as in the published code, a_j replaces a_i
 * and 4 mu/p replaces 2 mu/p. */
typedef struct {
  double mu, p;
  int code;
} mg_laplace_rates;
int mg_op_laplace(mg_net *net, const mg_slots *g, int in, int origin,
                  const mg_laplace_rates *rates);
/* The maximum over the neighbours of each coordinate. */
int mg_op_maximum(mg_net *net, const mg_slots *g, int in);

/* Two numbers for each node: (in W + b).a1 and (in W + b).a2. */
int mg_op_scores(mg_net *net, int in, size_t width);
/* The metric of each slot from z0 and a logit: p_j + o_i from the scores, or
 * h_j.v_i.  bound 0: no bound on the logit. */
int mg_op_metric_concat(mg_net *net, const mg_slots *g, int z0, int scores,
                        double eps, double bound);
int mg_op_metric_bilinear(mg_net *net, const mg_slots *g, int z0, int h, int v,
                          double eps, double bound);

/* The weight w of logit t, (1 - tanh t)/(1 + tanh t + eps), and its derivative. */
double mg_metric_weight(double t, double eps, double *slope);

/* The operation that makes the metric; it keeps logits and weights per slot. */
const mg_op *mg_metric_op(const mg_net *net);

#endif
