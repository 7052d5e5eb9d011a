/* What is learned from: a graph as slots, features as a matrix, labels. */
#ifndef MG_LEARN_DATA_H
#define MG_LEARN_DATA_H

#include "net.h"

/* Slots of a graph of n nodes and m undirected edges, none a loop and none
 * twice; loop: n bytes, nonzero if a node has a loop, or NULL; all_loops:
 * every node gets one.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_slots_make(mg_slots *g, size_t n, size_t m, const unsigned *ends,
                          const unsigned char *loop, int all_loops,
                          mgnn_error *err);
void mg_slots_free(mg_slots *g);

/* A graph in the forms that models ask for. */
typedef struct {
  size_t edges;                /* without loops and without repetitions */
  mg_slots plain, loops;       /* A, with the loops that were given; A + I */
  mg_matrix adjacency;         /* A */
} mg_learn_graph;

/* From n nodes and m edges as they come: loops are kept once, parallel edges
 * merged.  `ends` is borrowed.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_learn_graph_make(mg_learn_graph *g, size_t n, size_t m,
                                const unsigned *ends, mgnn_error *err);
void mg_learn_graph_free(mg_learn_graph *g);

/* Rows of that many entries, those of `row` 0. */
mgnn_status mg_csr_alloc(mg_csr *x, size_t rows, size_t cols, size_t entries,
                         mgnn_error *err);
void mg_csr_free(mg_csr *x);
/* Make the matrix sparse from rows of entries: row has rows + 1 entries.  If the
 * call succeeds the arrays are taken over, and *by_row is zeroed. */
mgnn_status mg_matrix_sparse(mg_matrix *x, mg_csr *by_row, mgnn_error *err);
/* From rows x cols doubles; sparse where most are 0. */
mgnn_status mg_matrix_make(mg_matrix *x, size_t rows, size_t cols,
                           const double *value, mgnn_error *err);
/* The adjacency matrix of a graph. */
mgnn_status mg_matrix_adjacency(mg_matrix *x, const mg_slots *g,
                                mgnn_error *err);
/* Columns of zeros are added to a sparse matrix until there are that many. */
mgnn_status mg_matrix_widen(mg_matrix *x, size_t cols, mgnn_error *err);
void mg_matrix_free(mg_matrix *x);

/* Numbers in a matrix that are not 0. */
size_t mg_matrix_entries(const mg_matrix *x);

#endif
