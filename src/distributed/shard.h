/* A rank's part of a graph: the rows of its own nodes, and copies (ghosts) of those
 * neighbours that are owned by other ranks.  Nodes are called by their numbers in the
 * whole graph, which are those of mgnn-layout; here they are numbered anew: own nodes
 * whose neighbours are all own first, the other own nodes next, ghosts last. */
#ifndef MG_SHARD_H
#define MG_SHARD_H

#include "owners.h"

/* What is exchanged: double, float, int64_t, int. */
typedef enum { MG_DOUBLE, MG_FLOAT, MG_INT64, MG_INT32 } mg_number_kind;

/* Names have 32 bits, as the slots of the kernels do. */
#define MG_SHARD_NODES_MAX 4294967295u

typedef struct {
  const mg_ranks *ranks;
  uint64_t n, m;               /* of the whole graph */
  size_t own, ghosts;          /* nodes here */
  size_t interior;             /* the first own nodes, without a ghost beside them */
  unsigned *name;              /* own + ghosts: the number in the whole graph */
  size_t *row;                 /* own + 1 */
  unsigned *to;                /* the neighbour in a slot, by its number here; slots
                                  of a row are in the order of the whole graph */
  double *length;              /* of a slot: the length, or the lower bound; NULL: 1 */
  double *upper;               /* or NULL: lengths are exact */
  double *weight;              /* or NULL: all 1 */
  double *degree;              /* own + ghosts: the sum of the weights */
  struct _p_PetscSF *sf;       /* roots: own nodes; leaves: ghosts, from 0 on */
  struct {
    mg_number_kind kind;
    size_t width;
    MPI_Datatype type;
  } unit[8];                   /* what was exchanged so far */
  size_t units;
} mg_shard;

/* What mg_shard_make is given: the rows of the own nodes, slot by slot.  It takes
 * over the arrays and sets them to NULL, also on failure. */
typedef struct {
  uint64_t n, m;
  size_t own;
  unsigned *name;              /* own: in the order that is wanted here */
  size_t *row;                 /* own + 1 */
  unsigned *to;                /* neighbours, by their names */
  double *length, *upper, *weight;     /* slots, or NULL: on all ranks or on none */
} mg_shard_rows;

/* Collective.  mg_shard_free is due in any case, and is collective too. */
mgnn_status mg_shard_make(mg_shard *s, const mg_ranks *ranks, mg_shard_rows *rows,
                          const mg_owners *owners, mgnn_error *err);
void mg_shard_free(mg_shard *s);
void mg_shard_rows_free(mg_shard_rows *rows);

/* Memory for them, with length, upper and weight where has[] says so; 0: there is none. */
int mg_shard_rows_alloc(mg_shard_rows *rows, size_t own, size_t slots, const int has[3]);

/* Leave `count` of the rows, those of `order`.  After a failure they can only be freed. */
mgnn_status mg_shard_rows_order(mg_shard_rows *rows, size_t count, const unsigned *order,
                                mgnn_error *err);

/* A copy of the rows of some own nodes, with neighbours by their names; rows are to be
 * freed in any case. */
mgnn_status mg_shard_rows_copy(mg_shard_rows *rows, const mg_shard *s, size_t count,
                               const unsigned *node, mgnn_error *err);

/* at[k]: the number in s of own node k of a graph of such nodes.  Collective. */
mgnn_status mg_shard_match(const mg_shard *s, const mg_shard *other, unsigned *at,
                           mgnn_error *err);

/* Arrays have `width` numbers for each of own + ghosts nodes. */

/* Copy the rows of own nodes to where they are ghosts.  Between begin and end the own
 * rows must not change and ghost rows not be read.  Only one exchange of an array at
 * a time.  Collective; fails, on all ranks alike as far as PETSc does, with
 * MGNN_ENOMEM. */
mgnn_status mg_shard_exchange_begin(mg_shard *s, mg_number_kind kind, size_t width,
                                    void *x, mgnn_error *err);
mgnn_status mg_shard_exchange_end(mg_shard *s, mg_number_kind kind, size_t width,
                                  void *x, mgnn_error *err);
mgnn_status mg_shard_exchange(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                              mgnn_error *err);

#endif
