/* Input data of models: graphs as rows of slots, features as matrices. */
#ifndef MG_LEARN_DATA_H
#define MG_LEARN_DATA_H

#include "net.h"

/* Make the slots of a graph of n nodes and m undirected edges, which must not
 * be loops or repeated.  loop: NULL, or n bytes, nonzero for nodes with a loop;
 * all_loops: every node gets one.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_slots_make(mg_slots *g, size_t n, size_t m, const unsigned *ends,
                          const unsigned char *loop, int all_loops,
                          mgnn_error *err);
void mg_slots_free(mg_slots *g);

/* A graph in the forms that models need. */
typedef struct {
  size_t edges;                /* number of distinct edges, without loops */
  mg_slots plain, loops;       /* A, with the loops of the input; A + I */
  mg_matrix adjacency;         /* A */
} mg_learn_graph;

/* Make the graph of n nodes and m arbitrary edges: at most one loop per node is
 * kept, parallel edges are merged.  `ends` is borrowed.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_learn_graph_make(mg_learn_graph *g, size_t n, size_t m,
                                const unsigned *ends, mgnn_error *err);
void mg_learn_graph_free(mg_learn_graph *g);

/* Allocate a matrix with room for `entries` entries; all of `row` is 0. */
mgnn_status mg_csr_alloc(mg_csr *x, size_t rows, size_t cols, size_t entries,
                         mgnn_error *err);
void mg_csr_free(mg_csr *x);
/* Make a sparse matrix from its rows; by_row->row has rows + 1 numbers.  On
 * success the matrix takes over the arrays, and *by_row is zeroed. */
mgnn_status mg_matrix_sparse(mg_matrix *x, mg_csr *by_row, mgnn_error *err);
/* Make a matrix of rows x cols doubles; sparse if most of them are 0. */
mgnn_status mg_matrix_make(mg_matrix *x, size_t rows, size_t cols,
                           const double *value, mgnn_error *err);
/* Make the adjacency matrix of a graph. */
mgnn_status mg_matrix_adjacency(mg_matrix *x, const mg_slots *g,
                                mgnn_error *err);
/* Add columns of zeros to a sparse matrix until it has `cols`. */
mgnn_status mg_matrix_widen(mg_matrix *x, size_t cols, mgnn_error *err);
void mg_matrix_free(mg_matrix *x);

/* The number of nonzero entries of a matrix. */
size_t mg_matrix_entries(const mg_matrix *x);

#endif
