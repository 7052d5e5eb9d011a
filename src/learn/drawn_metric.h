/* Lengths worth drawing, from a trained network. */
#ifndef MG_DRAWN_METRIC_H
#define MG_DRAWN_METRIC_H

#include "train.h"

typedef struct {
  unsigned a, b;               /* a < b */
  double length;
} mg_drawn_pair;

typedef struct {
  mg_drawn_pair *pair;         /* sorted by a, then b; each once */
  size_t count;
  size_t edges;                /* how many of them are edges of the graph */
  double temperature;          /* of the predictions; 0: not used */
} mg_drawn_metric;

/* How it is made from predictions. */
typedef struct {
  size_t extra;                /* pairs for each node beside the edges */
  uint64_t seed;
  double temperature;          /* 0: by the validation nodes */
} mg_drawn_options;

/* Every edge, and more pairs for each node, from the predictions of a network
 * that has just been evaluated.  p_i = softmax(results / T) with the T,
 * a power of 2^(1/4) from 1/4 to 16, that makes the labels of the validation
 * nodes most likely; nodes for training and validation have p of their label.
 * With d half the L1 distance of p_i and p_j, an edge has the length 0.02 +
 * 0.98 d; a pair of a node and one drawn from a class that was drawn from its p
 * has 0.2 + 0.8 d.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_drawn_predictions(const mg_net *net, const mg_learn_task *task,
                                 const unsigned char *part,
                                 const mg_drawn_options *opt,
                                 mg_drawn_metric *out, mgnn_error *err);

/* Every edge at its length in the network's own metric, the mean over both
 * directions.  MGNN_EINVAL if the model has none. */
mgnn_status mg_drawn_attention(const mg_net *net, mg_drawn_metric *out,
                               mgnn_error *err);

void mg_drawn_metric_free(mg_drawn_metric *m);

/* The temperature as above, 1 without validation nodes; and p: n *
 * inputs.outputs numbers. */
double mg_calibrate(const mg_net *net, const mg_learn_task *task,
                    const unsigned char *part);
void mg_probabilities(const mg_net *net, const mg_learn_task *task,
                      double temperature, double *p);

#endif
