/* Stochastic block models with features and lengths: read their parameters, and
 * generate graphs from them. */
#ifndef MG_SBM_MODEL_H
#define MG_SBM_MODEL_H

#include "base/graph.h"

/* A model.  Zeroed, it has no blocks. */
typedef struct {
  size_t blocks, n, dim;
  size_t *start;               /* blocks+1: block b holds the nodes start[b] to
                                  start[b+1]-1; start[blocks] is n */
  double *mean;                /* blocks*dim: the features' means */
  double p_in, p_out;          /* probability of an edge within, between blocks */
  double within, between;      /* lengths of these edges */
} mg_sbm;

/* Set the blocks from a text such as "50,50,30". */
mgnn_status mg_sbm_blocks_read(mg_sbm *sbm, const char *text, mgnn_error *err);

/* Set the means from a text such as "0,0:1,0:0,1", one point per block; NULL:
 * the points of the unit grid, row by row, in the smallest square that holds a
 * point for every block.  The blocks must be known. */
mgnn_status mg_sbm_means_read(mg_sbm *sbm, const char *text, mgnn_error *err);

void mg_sbm_free(mg_sbm *sbm);

/* The block of node i. */
size_t mg_sbm_block(const mg_sbm *sbm, size_t i);

/* Generate a graph with its lengths, and its features: n*dim normal deviates with
 * variance 1 around the mean of the node's block.  The result depends on the seed
 * only.  On failure *g is left zeroed. */
mgnn_status mg_sbm_generate(const mg_sbm *sbm, unsigned long seed, mg_graph *g,
                            double *features, mgnn_error *err);

#endif
