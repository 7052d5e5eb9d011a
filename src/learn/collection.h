/* Many small graphs with a number each, to be learned: graph regression. */
#ifndef MG_COLLECTION_H
#define MG_COLLECTION_H

#include "train.h"

typedef struct {
  size_t graphs;
  size_t *node, *edge;         /* graphs + 1: first of each graph */
  unsigned *type;              /* of each node, below types */
  unsigned *ends;              /* 2 per edge: nodes of its graph, from 0 */
  unsigned *bond;              /* of each edge, below bonds */
  size_t types, bonds;
  double *target;              /* of each graph */
  unsigned char *part;         /* of each graph: MG_TRAIN, ... */
} mg_collection;

void mg_collection_free(mg_collection *c);

/* Some graphs side by side, as inputs of a model.  The features of a node are
 * its type, one number of `types` that is 1, and how many of its edges are of
 * each of `bonds` kinds: so the first linear map adds an embedding of the node
 * and one of each edge at it.  The readout sums over nodes, or takes the mean. */
typedef struct {
  mg_matrix features, readout;
  mg_slots plain, loops;
  size_t graphs;
  mg_model_inputs inputs;      /* of these */
} mg_graph_batch;

mgnn_status mg_graph_batch_make(mg_graph_batch *b, const mg_collection *c,
                                const unsigned *graph, size_t count, int mean,
                                mgnn_error *err);
void mg_graph_batch_free(mg_graph_batch *b);

/* How graphs are put together in training. */
typedef struct {
  size_t batch;                /* graphs at one time */
  int mean;                    /* readout: 0 sum, 1 mean */
  int (*stop)(void);           /* asked after each epoch; may be NULL */
} mg_batching;

/* One run, with the mean absolute error as loss; out->validation and out->test
 * are mean absolute errors, the smallest validation error selects.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_train_graphs(const mg_collection *c, const mg_model *model,
                            const mg_settings *s, const mg_batching *how,
                            uint64_t seed, mg_outcome *out, mgnn_error *err);

#endif
