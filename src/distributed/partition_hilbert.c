/* A partition along a Hilbert curve through the positions.  Nobody sorts all nodes:
 * the keys at which parts end are found by bisection, all of them at once, with what
 * every rank has below a key. */
#include "partition_kinds.h"
#include "base/hilbert.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  uint64_t key;
  uint64_t weight;             /* slots and one; then: of this and all before */
  size_t node;                 /* of equal keys, the one with the lower name first */
} curve_place;

static int
place_compare(const void *a, const void *b)
{
  const curve_place *x = a, *y = b;

  return x->key != y->key ? (x->key < y->key ? -1 : 1)
         : (x->node > y->node) - (x->node < y->node);
}

/* The box of all positions: -least and most of the first `dim` coordinates. */
static void
box_find(const mg_partition_graph *g, size_t dim, const mg_ranks *ranks, double *box)
{
  for (size_t c = 0; c < 2 * dim; c++)
    box[c] = -INFINITY;
  for (size_t i = 0; i < g->rows->own; i++)
    for (size_t c = 0; c < dim; c++) {
      double x = g->position[i * g->dim + c];

      box[2 * c] = fmax(box[2 * c], -x);
      box[2 * c + 1] = fmax(box[2 * c + 1], x);
    }
  MPI_Allreduce(MPI_IN_PLACE, box, (int)(2 * dim), MPI_DOUBLE, MPI_MAX, ranks->comm);
}

static uint64_t
key_of(const double *x, size_t dim, const double *box)
{
  const double cells = (double)(1u << MG_HILBERT_BITS);
  uint32_t cell[MG_HILBERT_DIM];

  for (size_t c = 0; c < dim; c++) {
    double wide = box[2 * c + 1] + box[2 * c];
    double at = wide > 0 ? (x[c] + box[2 * c]) / wide * cells : 0;

    cell[c] = at >= cells ? (uint32_t)cells - 1 : at > 0 ? (uint32_t)at : 0;
  }
  return dim == 1 ? cell[0] : mg_hilbert_key(cell, dim);
}

/* The weight at home of all keys below `key`. */
static uint64_t
weight_below(const curve_place *places, size_t count, uint64_t key)
{
  size_t low = 0, high = count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;

    if (places[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? places[low - 1].weight : 0;
}

/* The keys at which parts 1, 2, ... begin: the least ones with their share below. */
static void
bounds_find(const curve_place *places, size_t count, uint64_t total, const mg_ranks *ranks,
            uint64_t *bound, uint64_t *below)
{
  int parts = ranks->size;

  for (int r = 0; r < parts; r++)
    bound[r] = 0;
  for (int bit = MG_HILBERT_BITS * MG_HILBERT_DIM; bit >= 0; bit--) {
    for (int r = 1; r < parts; r++)
      below[r] = weight_below(places, count, bound[r] + (UINT64_C(1) << bit));
    MPI_Allreduce(MPI_IN_PLACE, below + 1, parts - 1, MPI_UINT64_T, MPI_SUM,
                  ranks->comm);
    for (int r = 1; r < parts; r++)
      if ((double)below[r] < (double)total / parts * r)
        bound[r] += UINT64_C(1) << bit;
  }
}

mgnn_status
mg_partition_hilbert(const mg_partition_graph *g, const mg_ranks *ranks, int *owner,
                     mgnn_error *err)
{
  const mg_shard_rows *rows = g->rows;
  size_t dim = g->dim < MG_HILBERT_DIM ? g->dim : MG_HILBERT_DIM;
  size_t parts = (size_t)ranks->size;
  double box[2 * MG_HILBERT_DIM];
  curve_place *places = mg_alloc(rows->own, sizeof *places);
  uint64_t *bound = mg_alloc(2 * parts, sizeof *bound), total;
  mgnn_status status = mg_allocated(places, err);

  if (status == MGNN_OK)
    status = mg_allocated(bound, err);
  TRY(mg_ranks_agree(ranks, status, err));
  box_find(g, dim, ranks, box);
  for (size_t i = 0; i < rows->own; i++)
    places[i] = (curve_place){ key_of(g->position + i * g->dim, dim, box),
                         rows->row[i + 1] - rows->row[i] + 1, i };
  qsort(places, rows->own, sizeof *places, place_compare);
  for (size_t i = 1; i < rows->own; i++)
    places[i].weight += places[i - 1].weight;
  mg_ranks_before(ranks, rows->own > 0 ? places[rows->own - 1].weight : 0, &total);
  bounds_find(places, rows->own, total, ranks, bound, bound + parts);
  for (size_t i = 0, r = 0; i < rows->own; i++) {
    while (r + 1 < parts && places[i].key > bound[r + 1])
      r++;
    owner[places[i].node] = (int)r;
  }
end:
  mg_free(places);
  mg_free(bound);
  return status;
}
