/* Owners of nodes: blocks of names, and tables at the homes of nodes. */
#include "owners.h"
#include "petsc_calls.h"
#include "base/mem.h"

#include <string.h>

mgnn_status
mg_owners_init(mg_owners *owners, const mg_ranks *ranks, uint64_t n,
               mgnn_error *err)
{
  uint64_t size = (uint64_t)ranks->size;

  *owners = (mg_owners){ .ranks_per_node = n > 0 ? (double)size / (double)n : 0 };
  owners->first = mg_alloc(size + 1, sizeof *owners->first);
  for (uint64_t r = 0; r <= size && owners->first != NULL; r++)
    owners->first[r] = n / size * r + n % size * r / size;
  return mg_ranks_agree(ranks, mg_allocated(owners->first, err), err);
}

void
mg_owners_free(mg_owners *owners)
{
  mg_free_all(owners->first, owners->owner);
  memset(owners, 0, sizeof *owners);
}

void
mg_owners_group(const mg_ranks *ranks, size_t count, const int *rank,
                size_t *order, size_t *number)
{
  size_t at = 0;

  memset(number, 0, (size_t)ranks->size * sizeof *number);
  for (size_t k = 0; k < count; k++)
    number[rank[k]]++;
  for (int r = 0; r < ranks->size; r++) {      /* where those of rank r begin */
    size_t here = number[r];

    number[r] = at;
    at += here;
  }
  for (size_t k = 0; k < count; k++)
    order[number[rank[k]]++] = k;
  for (int r = ranks->size - 1; r > 0; r--)
    number[r] -= number[r - 1];
}

/* Move data between a table at the homes and `here`: each name is a leaf whose root
 * is the node's place at home.  op: how to combine there; MPI_OP_NULL copies here. */
static mgnn_status
table_move(const mg_home_table *t, size_t count, const unsigned *name, void *here, MPI_Op op,
           mgnn_error *err)
{
  const mg_owners *owners = t->owners;
  size_t home = mg_owners_at_home(owners, t->ranks->rank);
  PetscSFNode *node = mg_alloc(count, sizeof *node);
  PetscSF forest = NULL;
  MPI_Datatype type, sent;
  mgnn_status status = MGNN_OK;

  MPI_Type_contiguous((int)t->size, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  TRY(mg_ranks_agree(t->ranks, mg_allocated(node, err), err));
  for (size_t k = 0; k < count; k++) {
    int rank = mg_owners_home(owners, t->ranks, name[k]);

    node[k] = (PetscSFNode){ rank, (PetscInt)(name[k] - owners->first[rank]) };
  }
#define PETSC(call) TRY(mg_petsc(call, "ask the homes of nodes", err))
  PETSC(PetscSFCreate(t->ranks->comm, &forest));
  PETSC(PetscSFSetGraph(forest, (PetscInt)home, (PetscInt)count, NULL, PETSC_COPY_VALUES,
                        node, PETSC_COPY_VALUES));
  sent = op == MPI_OP_NULL || op == MPI_REPLACE ? type : MPIU_INT;
  if (op != MPI_OP_NULL) {
    PETSC(PetscSFReduceBegin(forest, sent, here, t->table, op));
    PETSC(PetscSFReduceEnd(forest, sent, here, t->table, op));
  } else {
    PETSC(PetscSFBcastBegin(forest, type, t->table, here, MPI_REPLACE));
    PETSC(PetscSFBcastEnd(forest, type, t->table, here, MPI_REPLACE));
  }
#undef PETSC
end:
  PetscSFDestroy(&forest);
  MPI_Type_free(&type);
  mg_free(node);
  return status;
}

mgnn_status
mg_home_get(const mg_home_table *t, size_t count, const unsigned *name, void *out,
            mgnn_error *err)
{
  return table_move(t, count, name, out, MPI_OP_NULL, err);
}

mgnn_status
mg_home_put(const mg_home_table *t, size_t count, const unsigned *name, const void *x,
            mgnn_error *err)
{
  return table_move(t, count, name, (void *)x, MPI_REPLACE, err);
}

mgnn_status
mg_home_join(const mg_home_table *t, size_t count, const unsigned *name, const int64_t *x,
             MPI_Op op, mgnn_error *err)
{
  return table_move(t, count, name, (void *)x, op, err);
}

/* ---- items on their way, sorted by the ranks that they go to ---- */

mgnn_status
mg_outbox_add(mg_outbox *box, int rank, const void *item, mgnn_error *err)
{
  char *items = mg_grow(box->item, box->count, &box->cap, box->size);
  int *ranks;

  PASS(mg_allocated(items, err));
  box->item = items;
  ranks = mg_grow(box->rank, box->count, &box->rank_cap, sizeof *ranks);
  PASS(mg_allocated(ranks, err));
  box->rank = ranks;
  box->rank[box->count] = rank;
  memcpy(box->item + box->count++ * box->size, item, box->size);
  return MGNN_OK;
}

mgnn_status
mg_outbox_send(mg_outbox *box, const mg_ranks *ranks, mg_mail *got, mgnn_error *err)
{
  size_t *order = mg_alloc(box->count, sizeof *order);
  size_t *number = mg_alloc((size_t)ranks->size, sizeof *number);
  char *sorted = mg_alloc(box->count, box->size);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, order != NULL && number != NULL && sorted != NULL, err));
  mg_owners_group(ranks, box->count, box->rank, order, number);
  for (size_t k = 0; k < box->count; k++)
    memcpy(sorted + k * box->size, box->item + order[k] * box->size, box->size);
  TRY(mg_mail_send(got, ranks, box->size, number, sorted, err));
end:
  box->count = 0;
  mg_free_all(order, number, sorted);
  return status;
}

void
mg_outbox_free(mg_outbox *box)
{
  mg_free_all(box->item, box->rank);
  *box = (mg_outbox){ 0 };
}
