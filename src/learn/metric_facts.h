/* What became of the learned metric. */
#ifndef MG_METRIC_FACTS_H
#define MG_METRIC_FACTS_H

#include "train.h"

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

/* M of each edge, the mean over both directions: for slot k with to[k] > i,
 * in the order of the slots; loops are left out.  length has one number per
 * slot of g, of which that many are set; returns how many. */
size_t mg_metric_edges(const mg_net *net, double *length);

#endif
