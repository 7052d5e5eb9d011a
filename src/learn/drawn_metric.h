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
} mg_drawn_metric;

/* How it is made from predictions. */
typedef struct {
  size_t extra;                /* pairs for each node beside the edges */
  uint64_t seed;
  double temperature;          /* of the predictions, above 0 */
} mg_drawn_options;

/* Every edge, and more pairs for each node, from the predictions of a network
 * that has just been evaluated.  p_i = softmax(results / T); nodes for training and validation have p of their label.
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

/* The temperature, a power of 2^(1/4) from 1/4 to 16, that makes the labels of the
 * validation nodes most likely, 1 without such nodes; and p: n *
 * inputs.outputs numbers, softmax(results / temperature).  With temperature 0 p
 * are the results themselves. */
double mg_calibrate(const mg_net *net, const mg_learn_task *task,
                    const unsigned char *part);
void mg_probabilities(const mg_net *net, const mg_learn_task *task,
                      double temperature, double *p);

/* What became of the learned metric. */
typedef struct {
  int exists;                  /* 0: the model has none, the rest is not set */
  double median, low, high;    /* of w: half, 5 %, 95 % of it is below */
  double zero_share;           /* of the slots with M = 0; ends that coincide
                                  count too */
  double agreement;            /* percent of the nodes predicted the same with
                                  beta 0 */
  double auc;                  /* of M for "ends in different classes"; NAN: all
                                  edges are of one kind */
} mg_metric_facts;

/* Of a network that has just been evaluated; it is so again at the end.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_metric_facts_find(mg_net *net, const mg_learn_task *task,
                                 mg_metric_facts *out, mgnn_error *err);

#endif
