/* A partition by PT-Scotch, called directly: what PETSc offers for it expects 32-bit
 * integers where ours have 64.  Its cuts vary from run to run. */
#include "config.h"

#include "partition_kinds.h"

#ifdef HAVE_PTSCOTCH
#include "base/mem.h"

#include <stdio.h>
#include <ptscotch.h>

typedef struct {
  SCOTCH_Num *row, *weight, *to, *part;
} arrays;

static mgnn_status
arrays_make(arrays *a, const mg_shard_rows *rows, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(a->row = mg_alloc(rows->own + 1, sizeof *a->row), err));
  TRY(mg_allocated(a->weight = mg_alloc(rows->own, sizeof *a->weight), err));
  TRY(mg_allocated(a->part = mg_alloc(rows->own, sizeof *a->part), err));
  TRY(mg_allocated(a->to = mg_alloc(rows->row[rows->own], sizeof *a->to), err));
  for (size_t i = 0; i <= rows->own; i++)
    a->row[i] = (SCOTCH_Num)rows->row[i];
  for (size_t i = 0; i < rows->own; i++)
    a->weight[i] = a->row[i + 1] - a->row[i] + 1;
  for (size_t k = 0; k < rows->row[rows->own]; k++)
    a->to[k] = rows->to[k];
end:
  return status;
}

/* Nonzero on failure; what failed, PT-Scotch has printed. */
static int
divide(const mg_shard_rows *rows, const mg_ranks *ranks, arrays *a)
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

mgnn_status
mg_partition_scotch(const mg_partition_graph *g, const mg_ranks *ranks, int *owner,
                    mgnn_error *err)
{
  arrays a = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, arrays_make(&a, g->rows, err), err));
  if (divide(g->rows, ranks, &a))
    status = mg_fail(err, MGNN_ENOMEM, "PT-Scotch could not divide the graph, for lack "
                     "of memory perhaps; --partition block needs none");
  TRY(mg_ranks_agree(ranks, status, err));
  for (size_t i = 0; i < g->rows->own; i++)
    owner[i] = (int)a.part[i];
end:
  mg_free(a.row);
  mg_free(a.weight);
  mg_free(a.part);
  mg_free(a.to);
  return status;
}
#endif
