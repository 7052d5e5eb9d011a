/* Lengths for drawing, derived from a trained network. */
#ifndef MG_DRAWN_METRIC_H
#define MG_DRAWN_METRIC_H

#include "train.h"

typedef struct {
  unsigned a, b;               /* a < b */
  double length;
} mg_drawn_pair;

typedef struct {
  mg_drawn_pair *pair;         /* sorted by a, then b, without repetitions */
  size_t count;
  size_t edges;                /* number of pairs that are edges of the graph */
} mg_drawn_metric;

/* How to derive lengths from predictions. */
typedef struct {
  size_t extra;                /* pairs to draw per node, besides the edges */
  uint64_t seed;
  double temperature;          /* of the softmax, above 0 */
} mg_drawn_options;

/* Lengths of all edges and of extra random pairs, from predictions just evaluated.
 * p_i = softmax(results / T), but training and validation nodes have p = 1 for their
 * label.  With d half the L1 distance of p_i and p_j, an edge gets 0.02 + 0.98 d, and
 * an extra pair 0.2 + 0.8 d.  For the latter a class is drawn from p of the first
 * node, and a node in proportion to its p of that class.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_drawn_predictions(const mg_net *net, const mg_learn_task *task,
                                 const unsigned char *part,
                                 const mg_drawn_options *opt,
                                 mg_drawn_metric *out, mgnn_error *err);

/* The lengths of all edges in the network's learned metric, averaged over both
 * directions.  MGNN_EINVAL if the model has no metric. */
mgnn_status mg_drawn_attention(const mg_net *net, mg_drawn_metric *out,
                               mgnn_error *err);

void mg_drawn_metric_free(mg_drawn_metric *m);

/* Find the temperature that makes the labels of the validation nodes most
 * likely: a power of 2^(1/4) from 1/4 to 16; 1 without such nodes.  The second
 * function sets p, n * inputs.outputs numbers, to softmax(results /
 * temperature), or with temperature 0 to the results themselves. */
double mg_calibrate(const mg_net *net, const mg_learn_task *task,
                    const unsigned char *part);
void mg_probabilities(const mg_net *net, const mg_learn_task *task,
                      double temperature, double *p);

/* Whether and how the learned metric affects the results. */
typedef struct {
  int exists;                  /* 0: the model has no metric, the rest is unset */
  double median, low, high;    /* of w: median, 5 % and 95 % quantiles */
  double zero_share;           /* share of slots with M = 0, coincident ends
                                  included */
  double agreement;            /* percentage of nodes with the same prediction
                                  if beta is 0 */
  double auc;                  /* AUC of M as a test for ends in different
                                  classes; NAN: all edges are of one kind */
} mg_metric_facts;

/* Compute the facts for a network that has just been evaluated; it is evaluated
 * again at the end.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_metric_facts_find(mg_net *net, const mg_learn_task *task,
                                 mg_metric_facts *out, mgnn_error *err);

#endif
