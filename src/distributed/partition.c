/* Partitions: the table, blocks, the choice among kinds, and what a partition comes to. */
#include "config.h"

#include "partition.h"
#include "base/mem.h"
#include "partition_kinds.h"

#include <string.h>

static uint64_t
slots_at_home(const mg_shard_rows *rows)
{
  return rows->row[rows->own];
}

/* A node counts as its slots and one more, so that nodes without edges are shared out
 * too. */
static mgnn_status
divide_block(const mg_partition_graph *g, const mg_ranks *ranks, int *owner,
             mgnn_error *err)
{
  const mg_shard_rows *rows = g->rows;
  uint64_t total, before = mg_ranks_before(ranks, slots_at_home(rows) + rows->own,
                                           &total);

  (void)err;
  for (size_t i = 0; i < rows->own; i++)
    owner[i] = mg_partition_share(before + rows->row[i] + i, total, ranks);
  return MGNN_OK;
}

/* ---- the choice ---- */

/* Cuts up to this share are left alone: PT-Scotch would take longer than it saves. */
#define CUT_LOW 0.1
/* Beyond this multiple of the mean degree, a node is a hub: parts of such graphs are
 * hardly better than blocks, and PT-Scotch takes for ever. */
#define HUB 32
/* Graphs of at least this mean degree that expand are left in blocks: see
 * partition_expands.c.  Random ones come to 0.99, cubic grids to 0.6. */
#define EXPANDS 0.8
#define EXPANDS_DEGREE 8

/* The share of slots that blocks cut: where blocks begin, all ranks know. */
static mgnn_status
block_cut(const mg_shard_rows *rows, const mg_ranks *ranks, const int *owner,
          double *cut, mgnn_error *err)
{
  size_t size = (size_t)ranks->size;
  uint64_t sum[2] = { 0, slots_at_home(rows) };
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

static const mg_partition_kind *
kind_find(const char *name)
{
  for (const mg_partition_kind *k = mg_partition_kinds; k->name != NULL; k++)
    if (strcmp(k->name, name) == 0)
      return k;
  return NULL;
}

/* What "auto" stands for; `owner` is scratch. */
static mgnn_status
choose(const mg_partition_graph *g, const mg_ranks *ranks, const mg_owners *homes,
       int *owner, const char **name, mgnn_error *err)
{
  double cut = 0, expansion = 0;
  mgnn_status status = MGNN_OK;

  TRY(divide_block(g, ranks, owner, err));
  TRY(block_cut(g->rows, ranks, owner, &cut, err));
  *name = "block";
  if (cut > CUT_LOW && g->position != NULL)
    *name = "hilbert";
  else if (cut > CUT_LOW && !has_hubs(g->rows, ranks) && kind_find("scotch") != NULL) {
    if (2 * g->rows->m >= EXPANDS_DEGREE * g->rows->n)
      TRY(mg_partition_expansion(g->rows, ranks, homes, &expansion, err));
    *name = expansion > EXPANDS ? "block" : "scotch";
  }
end:
  return status;
}

const mg_partition_kind mg_partition_kinds[] = {
  { "block", divide_block },
  { "hilbert", mg_partition_hilbert },
#ifdef HAVE_PTSCOTCH
  { "scotch", mg_partition_scotch },
#endif
  { NULL, NULL }
};

static mgnn_status
kind_check(const mg_partition_graph *g, const char *name, mgnn_error *err)
{
  if (strcmp(name, "scotch") == 0 && kind_find(name) == NULL)
    return mg_fail(err, MGNN_EINVAL, "the partition is scotch, but this program was "
                   "built without PT-Scotch of 64-bit integers; block and hilbert "
                   "need no library");
  if (strcmp(name, "auto") != 0 && kind_find(name) == NULL)
    return mg_fail(err, MGNN_EINVAL, "the partition is \"%.60s\", must be auto, "
                   "block, hilbert or scotch", name);
  if (strcmp(name, "hilbert") == 0 && g->position == NULL)
    return mg_fail(err, MGNN_EINVAL, "the partition is hilbert, which needs positions "
                   "to start from; block and scotch need none");
  return MGNN_OK;
}

mgnn_status
mg_partition_find(const mg_partition_graph *g, const mg_ranks *ranks, const char *name,
                  mg_owners *owners, const char **used, mgnn_error *err)
{
  int *owner = NULL;
  mgnn_status status = MGNN_OK;

  *used = "block";
  TRY(kind_check(g, name, err));
  if (ranks->size == 1)
    goto end;
  owner = mg_alloc(g->rows->own, sizeof *owner);
  TRY(mg_ranks_agree(ranks, mg_allocated(owner, err), err));
  if (strcmp(name, "auto") == 0)
    TRY(choose(g, ranks, owners, owner, &name, err));
  *used = kind_find(name)->name;
  TRY(kind_find(name)->divide(g, ranks, owner, err));
  mg_free(owners->owner);
  owners->owner = owner;
  owner = NULL;
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
