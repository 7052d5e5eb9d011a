/* A shard: a rank's part of a graph, with the rows of its own nodes and copies (ghosts)
 * of neighbours owned by other ranks.  The name of a node is its number in the whole
 * graph, as in mgnn-layout.  A shard numbers its nodes anew: first own nodes with own
 * neighbours only (interior), then the other own nodes, then ghosts. */
#ifndef MG_SHARD_H
#define MG_SHARD_H

#include "owners.h"

/* Types of numbers that can be exchanged: double, float, int64_t, int. */
typedef enum { MG_DOUBLE, MG_FLOAT, MG_INT64, MG_INT32 } mg_number_kind;

/* Names have 32 bits, as the slots of the kernels do. */
#define MG_SHARD_NODES_MAX 4294967295u

typedef struct {
  const mg_ranks *ranks;
  uint64_t n, m;               /* nodes and edges of the whole graph */
  size_t own, ghosts;          /* nodes here */
  size_t interior;             /* number of interior nodes */
  unsigned *name;              /* own + ghosts: numbers in the whole graph */
  size_t *row;                 /* own + 1 */
  unsigned *to;                /* per slot: the neighbour, by its number here;
                                  slots are in the order of the whole graph */
  double *length;              /* per slot: length or lower bound; NULL: 1 */
  double *upper;               /* upper bounds; NULL: lengths are exact */
  double *weight;              /* NULL: all 1 */
  double *degree;              /* own + ghosts: the sum of the weights */
  struct _p_PetscSF *sf;       /* roots: own nodes; leaves: ghosts, from 0 on */
  struct {
    mg_number_kind kind;
    size_t width;
    MPI_Datatype type;
  } unit[8];                   /* MPI types of earlier exchanges */
  size_t units;
} mg_shard;

/* Input of mg_shard_make: the rows of the own nodes.  It takes over the arrays
 * and sets them to NULL, also on failure. */
typedef struct {
  uint64_t n, m;
  size_t own;
  unsigned *name;              /* own; gives the order in the shard */
  size_t *row;                 /* own + 1 */
  unsigned *to;                /* neighbours, by their names */
  double *length, *upper, *weight;     /* per slot; NULL on all ranks or on none */
} mg_shard_rows;

/* Make a shard from its rows.  mg_shard_free is due in any case.  Both collective. */
mgnn_status mg_shard_make(mg_shard *s, const mg_ranks *ranks, mg_shard_rows *rows,
                          const mg_owners *owners, mgnn_error *err);
void mg_shard_free(mg_shard *s);
void mg_shard_rows_free(mg_shard_rows *rows);

/* Allocate rows, with length, upper, weight if has[0], [1], [2]; 0: out of memory. */
int mg_shard_rows_alloc(mg_shard_rows *rows, size_t own, size_t slots, const int has[3]);

/* Keep `count` rows, listed in `order`.  After a failure the rows can only be freed. */
mgnn_status mg_shard_rows_order(mg_shard_rows *rows, size_t count, const unsigned *order,
                                mgnn_error *err);

/* Copy the rows of some own nodes, with neighbours by their names.  The copy
 * must be freed in any case. */
mgnn_status mg_shard_rows_copy(mg_shard_rows *rows, const mg_shard *s, size_t count,
                               const unsigned *node, mgnn_error *err);

/* at[k]: number in s of own node k of `other`, whose nodes s owns too.  Collective. */
mgnn_status mg_shard_match(const mg_shard *s, const mg_shard *other, unsigned *at,
                           mgnn_error *err);

/* Arrays to exchange have `width` numbers for each of own + ghosts nodes. */

/* Copy the values of own nodes to their ghosts on other ranks.  Between begin
 * and end do not change values of own nodes or read those of ghosts; begin no
 * second exchange of an array before the first ends.  Collective; fails with
 * MGNN_ENOMEM, on all ranks if PETSc does. */
mgnn_status mg_shard_exchange_begin(mg_shard *s, mg_number_kind kind, size_t width,
                                    void *x, mgnn_error *err);
mgnn_status mg_shard_exchange_end(mg_shard *s, mg_number_kind kind, size_t width,
                                  void *x, mgnn_error *err);
mgnn_status mg_shard_exchange(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                              mgnn_error *err);

#endif
