/* Makes partitions (blocks or PT-Scotch), chooses between them, and measures them. */
#include "config.h"

#include "partition.h"
#include "base/mem.h"

#include <string.h>

#ifdef HAVE_PTSCOTCH
#include <stdio.h>
#include <ptscotch.h>
#endif

/* A node weighs its slots plus one, so that nodes without edges are
 * distributed, too. */
static void
divide_block(const mg_shard_rows *rows, const mg_ranks *ranks, int *owner)
{
  uint64_t total, before = mg_ranks_before(ranks, rows->row[rows->own] + rows->own,
                                           &total);

  for (size_t i = 0; i < rows->own; i++) {     /* the rank into whose share it falls */
    owner[i] = (int)((double)(before + rows->row[i] + i) / (double)total * ranks->size);
    owner[i] = owner[i] < ranks->size ? owner[i] : ranks->size - 1;
  }
}

/* ---- by PT-Scotch ---- */

/* PT-Scotch is called directly.  PETSc's MatPartitioning passes its 64-bit
 * integers to it, which fails on two ranks with Debian's 32-bit PT-Scotch.  The
 * cuts that PT-Scotch finds vary from run to run. */
#ifdef HAVE_PTSCOTCH
enum { HAS_SCOTCH = 1 };

typedef struct {
  SCOTCH_Num *row, *weight, *to, *part;
} scotch_rows;

static mgnn_status
scotch_rows_make(scotch_rows *a, const mg_shard_rows *rows, mgnn_error *err)
{
  PASS(mg_allocated(a->row = mg_alloc(rows->own + 1, sizeof *a->row), err));
  PASS(mg_allocated(a->weight = mg_alloc(rows->own, sizeof *a->weight), err));
  PASS(mg_allocated(a->part = mg_alloc(rows->own, sizeof *a->part), err));
  PASS(mg_allocated(a->to = mg_alloc(rows->row[rows->own], sizeof *a->to), err));
  for (size_t i = 0; i <= rows->own; i++)
    a->row[i] = (SCOTCH_Num)rows->row[i];
  for (size_t i = 0; i < rows->own; i++)
    a->weight[i] = a->row[i + 1] - a->row[i] + 1;
  for (size_t k = 0; k < rows->row[rows->own]; k++)
    a->to[k] = rows->to[k];
  return MGNN_OK;
}

/* Nonzero on failure, of which PT-Scotch has printed the reason. */
static int
scotch_divide(const mg_shard_rows *rows, const mg_ranks *ranks, scotch_rows *a)
{
  SCOTCH_Num own = (SCOTCH_Num)rows->own, slots = a->row[own];
  SCOTCH_Dgraph graph;
  SCOTCH_Strat strategy;
  int failed = SCOTCH_dgraphInit(&graph, ranks->comm);

  if (failed)
    return failed;
  SCOTCH_randomReset();
  SCOTCH_stratInit(&strategy);
  failed = SCOTCH_stratDgraphMapBuild(&strategy, SCOTCH_STRATSPEED, ranks->size,
                                      ranks->size, 0.03)
           || SCOTCH_dgraphBuild(&graph, 0, own, own, a->row, a->row + 1, a->weight,
                                 NULL, slots, slots, a->to, NULL, NULL)
           || SCOTCH_dgraphPart(&graph, ranks->size, &strategy, a->part);
  SCOTCH_stratExit(&strategy);
  SCOTCH_dgraphExit(&graph);
  return failed;
}

static mgnn_status
divide_scotch(const mg_shard_rows *rows, const mg_ranks *ranks, int *owner,
              mgnn_error *err)
{
  scotch_rows a = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, scotch_rows_make(&a, rows, err), err));
  if (scotch_divide(rows, ranks, &a))
    status = mg_fail(err, MGNN_ENOMEM, "PT-Scotch could not divide the graph, for lack "
                     "of memory perhaps; --partition block needs none");
  TRY(mg_ranks_agree(ranks, status, err));
  for (size_t i = 0; i < rows->own; i++)
    owner[i] = (int)a.part[i];
end:
  mg_free_all(a.row, a.weight, a.part, a.to);
  return status;
}
#else
enum { HAS_SCOTCH = 0 };

static mgnn_status
divide_scotch(const mg_shard_rows *rows, const mg_ranks *ranks, int *owner,
              mgnn_error *err)
{
  (void)rows, (void)ranks, (void)owner;
  return mg_fail(err, MGNN_EINVAL, "the partition is scotch, but this program was built "
                 "without PT-Scotch of 64-bit integers; block needs no library");
}
#endif

/* ---- whether a graph expands ---- */

/* In a graph with random edges, neighbours of a node are hardly ever
 * neighbours.  The best parts of such graphs cut a third of the slots, and
 * blocks half.  PT-Scotch takes as long to find them as hundreds of layers: 48
 * s and 2.4 GB on each of two ranks for 10^7 random edges. */
enum { WAYS = 100000 };        /* paths of two edges to check per rank */

/* The share of paths of two edges, through nodes at home and without turning
 * back, whose ends are neighbours. */
static double
triangles_share(const mg_shard_rows *rows, const mg_ranks *ranks)
{
  uint64_t sum[2] = { 0, 0 };

  for (size_t i = 0; i < rows->own && sum[0] < WAYS; i++)
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      size_t j = rows->to[k] - (size_t)rows->name[0];

      for (size_t t = j < rows->own ? rows->row[j] : 0;
           j < rows->own && t < rows->row[j + 1]; t++)
        for (size_t q = rows->row[i]; q < rows->row[i + 1]; q++)
          sum[1] += rows->to[q] == rows->to[t];
      sum[0] += j < rows->own ? rows->row[j + 1] - rows->row[j] - 1 : 0;
    }
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_UINT64_T, MPI_SUM, ranks->comm);
  return sum[0] > 0 ? (double)sum[1] / (double)sum[0] : 1;
}

/* ---- the choice ---- */

/* Cuts up to this share are accepted: PT-Scotch would take longer than it saves. */
#define CUT_LOW 0.1
/* A node beyond this multiple of the mean degree is a hub.  With hubs,
 * PT-Scotch is hardly better than blocks, and takes very long. */
#define HUB 32
/* Graphs with at least this mean degree and a smaller share of triangles stay
 * in blocks, see above. */
#define TRIANGLES 0.05
#define TRIANGLES_DEGREE 8

/* The share of slots cut by blocks, whose beginnings are made known to all ranks. */
static mgnn_status
block_cut(const mg_shard_rows *rows, const mg_ranks *ranks, const int *owner,
          double *cut, mgnn_error *err)
{
  size_t size = (size_t)ranks->size;
  uint64_t sum[2] = { 0, rows->row[rows->own] };
  uint64_t *first = mg_alloc(size, sizeof *first);
  mgnn_status status = mg_ranks_agree(ranks, mg_allocated(first, err), err);

  if (status != MGNN_OK)
    goto end;
  for (size_t r = 0; r < size; r++)
    first[r] = UINT64_MAX;
  for (size_t i = rows->own; i-- > 0;)
    first[owner[i]] = rows->name[i];
  MPI_Allreduce(MPI_IN_PLACE, first, ranks->size, MPI_UINT64_T, MPI_MIN, ranks->comm);
  for (size_t r = size - 1; r-- > 0;)  /* a rank without nodes has an empty block */
    if (first[r] > first[r + 1])
      first[r] = first[r + 1];
  for (size_t i = 0; i < rows->own; i++)
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      size_t r = (size_t)owner[i];

      sum[0] += rows->to[k] < first[r] || (r + 1 < size && rows->to[k] >= first[r + 1]);
    }
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_UINT64_T, MPI_SUM, ranks->comm);
  *cut = sum[1] > 0 ? (double)sum[0] / (double)sum[1] : 0;
end:
  mg_free(first);
  return status;
}

static int
has_hubs(const mg_shard_rows *rows, const mg_ranks *ranks)
{
  uint64_t most = 0;

  for (size_t i = 0; i < rows->own; i++)
    if (rows->row[i + 1] - rows->row[i] > most)
      most = rows->row[i + 1] - rows->row[i];
  return (double)mg_ranks_most(ranks, most) * (double)rows->n
         > HUB * 2.0 * (double)rows->m;
}

/* Whether "auto" should use PT-Scotch.  owner: the partition into blocks. */
static mgnn_status
scotch_suits(const mg_shard_rows *rows, const mg_ranks *ranks, const int *owner, int *suits,
             mgnn_error *err)
{
  double cut = 0;

  PASS(block_cut(rows, ranks, owner, &cut, err));
  *suits = HAS_SCOTCH && cut > CUT_LOW && !has_hubs(rows, ranks)
           && (2 * rows->m < TRIANGLES_DEGREE * rows->n
               || triangles_share(rows, ranks) >= TRIANGLES);
  return MGNN_OK;
}

mgnn_status
mg_partition_find(const mg_shard_rows *rows, const mg_ranks *ranks, const char *name,
                  mg_owners *owners, const char **used, mgnn_error *err)
{
  int *owner = NULL, suits = strcmp(name, "scotch") == 0;
  mgnn_status status = MGNN_OK;

  if (ranks->size == 1 && HAS_SCOTCH)
    suits = 0;
  if (ranks->size > 1) {
    owner = mg_alloc(rows->own, sizeof *owner);
    TRY(mg_ranks_agree(ranks, mg_allocated(owner, err), err));
    divide_block(rows, ranks, owner);
    if (strcmp(name, "auto") == 0)
      TRY(scotch_suits(rows, ranks, owner, &suits, err));
  }
  *used = suits ? "scotch" : "block";
  if (suits)
    TRY(divide_scotch(rows, ranks, owner, err));
  if (owner != NULL) {
    mg_free(owners->owner);
    owners->owner = owner;
    owner = NULL;
  }
end:
  mg_free(owner);
  return status;
}

mg_partition_facts
mg_partition_measure(const mg_shard *s)
{
  uint64_t slots = s->row[s->own], all[3] = { 0, slots, s->ghosts };
  mg_partition_facts f = { .ghosts_most = mg_ranks_most(s->ranks, s->ghosts) };
  double mean, most = (double)mg_ranks_most(s->ranks, slots);

  for (size_t k = s->row[s->interior]; k < slots; k++)
    all[0] += s->to[k] >= s->own;
  MPI_Allreduce(MPI_IN_PLACE, all, 3, MPI_UINT64_T, MPI_SUM, s->ranks->comm);
  mean = (double)all[1] / (double)s->ranks->size;
  f.cut = all[1] > 0 ? (double)all[0] / (double)all[1] : 0;
  f.ghosts = all[2];
  f.imbalance = all[1] > 0 ? most / mean : 1;
  return f;
}
