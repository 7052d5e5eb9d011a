/* Graph regression: learn one number for each of many small graphs. */
#ifndef MG_COLLECTION_H
#define MG_COLLECTION_H

#include "train.h"

typedef struct {
  size_t graphs;
  size_t *node, *edge;         /* graphs + 1: the first node or edge of each graph */
  unsigned *type;              /* per node, below types */
  unsigned *ends;              /* 2 per edge: nodes of its graph, from 0 */
  unsigned *bond;              /* per edge, below bonds */
  size_t types, bonds;
  double *target;              /* per graph */
  unsigned char *part;         /* per graph: MG_TRAIN, ... */
} mg_collection;

void mg_collection_free(mg_collection *c);

/* Several graphs side by side as input of a model.  Features of a node: `types`
 * numbers, 1 for its type and else 0, then the number of its edges of each of `bonds`
 * kinds.  So the first linear map adds up an embedding of the node and one of each of
 * its edges.  The readout sums over a graph's nodes or takes their mean. */
typedef struct {
  mg_matrix features, readout;
  mg_slots plain, loops;
  size_t graphs;
  mg_model_inputs inputs;      /* refers to the members above */
} mg_graph_batch;

mgnn_status mg_graph_batch_make(mg_graph_batch *b, const mg_collection *c,
                                const unsigned *graph, size_t count, int mean,
                                mgnn_error *err);
void mg_graph_batch_free(mg_graph_batch *b);

/* How training batches graphs. */
typedef struct {
  size_t batch;                /* graphs per batch */
  int mean;                    /* readout: 0 sum, 1 mean */
  int (*stop)(void);           /* NULL, or called per epoch: nonzero ends the run */
} mg_batching;

/* Train once, with the mean absolute error as loss, and select the epoch with
 * the smallest validation error.  out->validation and out->test are mean
 * absolute errors.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_train_graphs(const mg_collection *c, const mg_model *model,
                            const mg_settings *s, const mg_batching *how,
                            uint64_t seed, mg_outcome *out, mgnn_error *err);

#endif
