/* Whether a graph expands: joins any two nodes, as random ones do.  Then hardly two
 * neighbours of a node have another neighbour in common, and nodes two steps away are
 * nearly as many as the ways there.  The best parts of such graphs cut a third of the
 * slots where blocks cut half, and PT-Scotch takes as long to find them as hundreds of
 * layers: 10^7 random edges took it 48 s and 2.4 GB on each of two ranks. */
#include "partition_kinds.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 32, LISTED = 32 };    /* nodes of a rank; neighbours of each */

typedef struct {
  unsigned count, to[LISTED];
} neighbour_list;

static void
list_tell(const void *ctx, size_t i, void *out)
{
  const mg_shard_rows *rows = ctx;
  neighbour_list *l = out;
  size_t count = rows->row[i + 1] - rows->row[i];

  l->count = count < LISTED ? (unsigned)count : LISTED;
  memcpy(l->to, rows->to + rows->row[i], l->count * sizeof *l->to);
}

static int
by_name(const void *left, const void *right)
{
  const unsigned *a = left, *b = right;

  return *a < *b ? -1 : *a > *b;
}

/* Two steps from a node, `near` being the lists of its neighbours: sum[0] ways that do
 * not lead back, sum[1] nodes that are new there. */
static void
steps_count(neighbour_list own, unsigned name, const neighbour_list *near,
            uint64_t sum[2])
{
  unsigned met[LISTED * LISTED];
  size_t ways = 0;

  for (unsigned k = 0; k < own.count; k++)
    for (unsigned j = 0; j < near[k].count; j++)
      if (near[k].to[j] != name)
        met[ways++] = near[k].to[j];
  qsort(own.to, own.count, sizeof *own.to, by_name);
  qsort(met, ways, sizeof *met, by_name);
  for (size_t k = 0; k < ways; k++)
    sum[1] += (k == 0 || met[k] != met[k - 1])
              && bsearch(&met[k], own.to, own.count, sizeof *own.to, by_name) == NULL;
  sum[0] += ways;
}

mgnn_status
mg_partition_expansion(const mg_shard_rows *rows, const mg_ranks *ranks,
                       const mg_owners *homes, double *out, mgnn_error *err)
{
  size_t samples = rows->own < SAMPLES ? rows->own : SAMPLES, asked = 0;
  neighbour_list *own = mg_alloc(samples, sizeof *own);
  neighbour_list *near = mg_alloc(samples * LISTED, sizeof *near);
  unsigned *name = mg_alloc(samples * LISTED, sizeof *name);
  uint64_t sum[2] = { 0, 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, own != NULL && near != NULL && name != NULL ? MGNN_OK
                            : mg_fail_memory(err), err));
  for (size_t k = 0; k < samples; k++) {
    list_tell(rows, k * rows->own / samples, &own[k]);
    memcpy(name + asked, own[k].to, own[k].count * sizeof *name);
    asked += own[k].count;
  }
  TRY(mg_owners_ask(homes, ranks, &(mg_home_answer){ sizeof *near, list_tell, rows },
                    asked, name, near, err));
  asked = 0;
  for (size_t k = 0; k < samples; k++) {
    steps_count(own[k], rows->name[k * rows->own / samples], near + asked, sum);
    asked += own[k].count;
  }
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_UINT64_T, MPI_SUM, ranks->comm);
  *out = sum[0] > 0 ? (double)sum[1] / (double)sum[0] : 0;
end:
  mg_free(own);
  mg_free(near);
  mg_free(name);
  return status;
}
