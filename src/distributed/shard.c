/* Making a rank's part of a graph, and exchanging numbers of its nodes. */
#include "shard.h"
#include "petsc_calls.h"
#include "base/mem.h"
#include "name_map.h"

#include <stdlib.h>
#include <string.h>

/* ---- interior rows first ---- */

/* Move the rows of `old` so that those without a neighbour of another rank come
 * first; otherwise their order stays. */
static void
border_find(const mg_shard_rows *old, const mg_name_map *own, unsigned *order,
            size_t *interior)
{
  size_t inner = 0, outer = old->own;

  for (size_t i = 0; i < old->own; i++) {
    size_t k = old->row[i];

    while (k < old->row[i + 1] && mg_name_find(own, old->to[k]) != MG_ABSENT)
      k++;
    if (k == old->row[i + 1])
      order[inner++] = (unsigned)i;
    else
      order[--outer] = (unsigned)i;
  }
  *interior = inner;
  for (size_t a = inner, b = old->own; a + 1 < b; a++) {
    unsigned swap = order[a];

    order[a] = order[--b];
    order[b] = swap;
  }
}

/* The values of slots, in the new order of the rows; frees the old ones. */
static mgnn_status
slots_move(size_t own, const unsigned *order, const size_t *old, const size_t *row,
           size_t size, void *values, void *out, mgnn_error *err)
{
  char *made, **to = out;

  if (values == NULL)
    return MGNN_OK;
  made = mg_alloc_large(row[own], size);
  for (size_t i = 0; i < own && made != NULL; i++)
    memcpy(made + row[i] * size, (char *)values + old[order[i]] * size,
           (row[i + 1] - row[i]) * size);
  mg_free(values);
  *to = made;
  return mg_allocated(made, err);
}

static int
is_same_order(const unsigned *order, size_t count)
{
  size_t i = 0;

  while (i < count && order[i] == i)
    i++;
  return i == count;
}

static mgnn_status
rows_move(mg_shard *s, mg_shard_rows *old, const unsigned *order, mgnn_error *err)
{
  size_t own = old->own;
  mgnn_status status = MGNN_OK;

  s->own = own;
  if (is_same_order(order, own)) {
    s->row = old->row;
    s->to = old->to;
    s->length = old->length;
    s->upper = old->upper;
    s->weight = old->weight;
    old->row = NULL;
    old->to = NULL;
    old->length = old->upper = old->weight = NULL;
    goto end;
  }
  TRY(mg_allocated(s->row = mg_alloc(own + 1, sizeof *s->row), err));
  s->row[0] = 0;
  for (size_t i = 0; i < own; i++)
    s->row[i + 1] = s->row[i] + old->row[order[i] + 1] - old->row[order[i]];
#define MOVE(array) \
  do { \
    void *values = old->array; \
    old->array = NULL; \
    TRY(slots_move(own, order, old->row, s->row, sizeof *s->array, values, \
                   &s->array, err)); \
  } while (0)
  MOVE(to);
  MOVE(length);
  MOVE(upper);
  MOVE(weight);
#undef MOVE
end:
  return status;
}

/* ---- ghosts ---- */

/* Number the names that are not own by their first appearance; their number. */
static mgnn_status
ghosts_number(mg_shard *s, const unsigned *own_name, mg_name_map *map,
              mgnn_error *err)
{
  size_t capacity = 0, count = 0;
  unsigned *ghost = NULL;
  mg_name_map ghosts = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t i = s->interior; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      count += mg_name_find(map, s->to[k]) == MG_ABSENT;
  TRY(mg_name_map_init(&ghosts, count, err));
  for (size_t i = s->interior; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      if (mg_name_find(map, s->to[k]) == MG_ABSENT
          && mg_name_find(&ghosts, s->to[k]) == MG_ABSENT) {
        unsigned *more = mg_grow(ghost, s->ghosts, &capacity, sizeof *ghost);

        TRY(mg_allocated(more, err));
        ghost = more;
        mg_name_put(&ghosts, s->to[k], (unsigned)s->ghosts);
        ghost[s->ghosts++] = s->to[k];
      }
  TRY(mg_allocated(s->name = mg_alloc(s->own + s->ghosts, sizeof *s->name), err));
  memcpy(s->name, own_name, s->own * sizeof *s->name);
  if (s->ghosts > 0)
    memcpy(s->name + s->own, ghost, s->ghosts * sizeof *s->name);
end:
  mg_free(ghost);
  mg_name_map_free(&ghosts);
  return status;
}

/* Ghosts in the order of their owners, then of their names: what a rank sends is one
 * piece there. */
typedef struct {
  int rank;
  unsigned name;
} ghost;

static int
ghost_compare(const void *a, const void *b)
{
  const ghost *p = a, *q = b;

  if (p->rank != q->rank)
    return p->rank < q->rank ? -1 : 1;
  return p->name < q->name ? -1 : p->name > q->name;
}

static mgnn_status
ghosts_sort(mg_shard *s, const int *rank, ghost **out, size_t *number,
            mgnn_error *err)
{
  ghost *all = mg_alloc(s->ghosts, sizeof *all);

  *out = all;
  if (all == NULL)
    return mg_fail_memory(err);
  memset(number, 0, (size_t)s->ranks->size * sizeof *number);
  for (size_t k = 0; k < s->ghosts; k++) {
    all[k] = (ghost){ rank[k], s->name[s->own + k] };
    number[rank[k]]++;
  }
  if (s->ghosts > 1)
    qsort(all, s->ghosts, sizeof *all, ghost_compare);
  for (size_t k = 0; k < s->ghosts; k++)
    s->name[s->own + k] = all[k].name;
  return MGNN_OK;
}

/* Owners tell where a node is with them; *lost is set where one has it not. */
static mgnn_status
places_ask(const mg_shard *s, const mg_name_map *own, const size_t *number,
           unsigned *place, mgnn_error *err)
{
  mg_mail mail = { 0 };
  mgnn_status status = MGNN_OK;
  size_t lost = 0;

  TRY(mg_mail_send(&mail, s->ranks, sizeof *s->name, number, s->name + s->own,
                   err));
  for (size_t k = 0; k < mail.total; k++) {
    unsigned *item = (unsigned *)mail.item + k;

    *item = mg_name_find(own, *item);
    lost += *item == MG_ABSENT;
  }
  TRY(mg_ranks_agree(s->ranks, lost == 0 ? MGNN_OK
                     : mg_fail(err, MGNN_EINVAL, "a neighbour has no owner"), err));
  mg_mail_answer(&mail, s->ranks, sizeof *place, mail.item, number, place);
end:
  mg_mail_free(&mail);
  return status;
}

static mgnn_status
petsc(int failed, const char *what, mgnn_error *err)
{
  return failed ? mg_fail(err, MGNN_ENOMEM, "PETSc failed to %s: out of memory?",
                          what) : MGNN_OK;
}

static mgnn_status
forest_make(mg_shard *s, const ghost *all, const unsigned *place, mgnn_error *err)
{
  PetscSFNode *node = NULL;
  mgnn_status status = MGNN_OK;

  TRY(petsc(PetscMalloc1(s->ghosts, &node), "allocate", err));
  for (size_t k = 0; k < s->ghosts; k++)
    node[k] = (PetscSFNode){ all[k].rank, (PetscInt)place[k] };
  TRY(petsc(PetscSFCreate(s->ranks->comm, &s->sf), "make a star forest", err));
  TRY(petsc(PetscSFSetGraph(s->sf, (PetscInt)s->own, (PetscInt)s->ghosts, NULL,
                            PETSC_COPY_VALUES, node, PETSC_COPY_VALUES),
            "set a star forest", err));
  TRY(petsc(PetscSFSetUp(s->sf), "set up a star forest", err));
end:
  PetscFree(node);
  return status;
}

/* ---- the whole ---- */

/* The rows in their new order, ghosts found but not yet sorted. */
static mgnn_status
rows_take(mg_shard *s, mg_shard_rows *rows, mg_name_map *own, mgnn_error *err)
{
  unsigned *order = mg_alloc(rows->own, sizeof *order), *name = NULL;
  mgnn_status status = mg_allocated(order, err);

  if (status != MGNN_OK)
    return status;
  TRY(mg_name_map_make(own, rows->own, rows->name, err));
  border_find(rows, own, order, &s->interior);
  TRY(mg_allocated(name = mg_alloc(rows->own, sizeof *name), err));
  for (size_t i = 0; i < rows->own; i++) {
    name[i] = rows->name[order[i]];
    mg_name_put(own, name[i], (unsigned)i);
  }
  TRY(rows_move(s, rows, order, err));
  TRY(ghosts_number(s, name, own, err));
end:
  mg_free(order);
  mg_free(name);
  return status;
}

static mgnn_status
neighbours_number(mg_shard *s, mg_name_map *own, mgnn_error *err)
{
  mg_name_map ghosts = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_name_map_init(&ghosts, s->ghosts, err));
  for (size_t k = 0; k < s->ghosts; k++)
    mg_name_put(&ghosts, s->name[s->own + k], (unsigned)(s->own + k));
  for (size_t k = 0; k < s->row[s->own]; k++) {
    unsigned here = mg_name_find(own, s->to[k]);

    s->to[k] = here != MG_ABSENT ? here : mg_name_find(&ghosts, s->to[k]);
  }
end:
  mg_name_map_free(&ghosts);
  return status;
}

static mgnn_status
degrees_make(mg_shard *s, mgnn_error *err)
{
  s->degree = mg_alloc(s->own + s->ghosts, sizeof *s->degree);
  for (size_t i = 0; i < s->own && s->degree != NULL; i++) {
    double sum = (double)(s->row[i + 1] - s->row[i]);

    if (s->weight != NULL) {
      sum = 0;
      for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
        sum += s->weight[k];
    }
    s->degree[i] = sum;
  }
  return mg_allocated(s->degree, err);
}

mgnn_status
mg_shard_make(mg_shard *s, const mg_ranks *ranks, mg_shard_rows *rows,
              const mg_owners *owners, mgnn_error *err)
{
  size_t *number = NULL;
  unsigned *place = NULL;
  ghost *all = NULL;
  int *rank = NULL;
  mg_name_map own = { 0 };
  mgnn_status status = MGNN_OK;

  *s = (mg_shard){ .ranks = ranks, .n = rows->n, .m = rows->m };
  number = mg_alloc((size_t)ranks->size, sizeof *number);
  status = mg_allocated(number, err);
  if (status == MGNN_OK)
    status = rows_take(s, rows, &own, err);
  TRY(mg_ranks_agree(ranks, status, err));
  rank = mg_alloc(s->ghosts, sizeof *rank);
  place = mg_alloc(s->ghosts, sizeof *place);
  TRY(mg_ranks_agree(ranks, rank != NULL && place != NULL ? MGNN_OK
                                                          : mg_fail_memory(err), err));
  TRY(mg_owners_find(owners, ranks, s->ghosts, s->name + s->own, rank, err));
  TRY(mg_ranks_agree(ranks, ghosts_sort(s, rank, &all, number, err), err));
  TRY(places_ask(s, &own, number, place, err));
  status = neighbours_number(s, &own, err);
  if (status == MGNN_OK)
    status = degrees_make(s, err);
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(mg_ranks_agree(ranks, forest_make(s, all, place, err), err));
  TRY(mg_shard_exchange(s, MG_DOUBLE, 1, s->degree, err));
end:
  mg_shard_rows_free(rows);
  mg_free(number);
  mg_free(place);
  mg_free(rank);
  mg_free(all);
  mg_name_map_free(&own);
  return status;
}

void
mg_shard_rows_free(mg_shard_rows *rows)
{
  mg_free(rows->name);
  mg_free(rows->row);
  mg_free(rows->to);
  mg_free(rows->length);
  mg_free(rows->upper);
  mg_free(rows->weight);
  memset(rows, 0, sizeof *rows);
}

void
mg_shard_free(mg_shard *s)
{
  for (size_t k = 0; k < s->units; k++)
    MPI_Type_free(&s->unit[k].type);
  if (s->sf != NULL)
    PetscSFDestroy(&s->sf);
  mg_free(s->name);
  mg_free(s->row);
  mg_free(s->to);
  mg_free(s->length);
  mg_free(s->upper);
  mg_free(s->weight);
  mg_free(s->degree);
  memset(s, 0, sizeof *s);
}

/* ---- exchange ---- */

static MPI_Datatype
number_type(mg_number_kind kind)
{
  switch (kind) {
  case MG_DOUBLE:
    return MPI_DOUBLE;
  case MG_FLOAT:
    return MPI_FLOAT;
  case MG_INT64:
    return MPIU_INT;
  default:
    return MPI_INT;
  }
}

static size_t
number_size(mg_number_kind kind)
{
  return kind == MG_DOUBLE || kind == MG_INT64 ? 8 : 4;
}

/* The type of a node's numbers: made once, and kept where there is room. */
static MPI_Datatype
unit_find(mg_shard *s, mg_number_kind kind, size_t width)
{
  enum { UNITS = sizeof s->unit / sizeof *s->unit };
  MPI_Datatype type;

  if (width == 1)
    return number_type(kind);
  for (size_t k = 0; k < s->units; k++)
    if (s->unit[k].kind == kind && s->unit[k].width == width)
      return s->unit[k].type;
  if (s->units == UNITS)       /* between two exchanges: none is under way */
    MPI_Type_free(&s->unit[--s->units].type);
  MPI_Type_contiguous((int)width, number_type(kind), &type);
  MPI_Type_commit(&type);
  s->unit[s->units].kind = kind;
  s->unit[s->units].width = width;
  s->unit[s->units++].type = type;
  return type;
}

static void *
leaves(const mg_shard *s, mg_number_kind kind, size_t width, void *x)
{
  return (char *)x + s->own * width * number_size(kind);
}

mgnn_status
mg_shard_exchange_begin(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                        mgnn_error *err)
{
  return petsc(PetscSFBcastBegin(s->sf, unit_find(s, kind, width), x,
                                 leaves(s, kind, width, x), MPI_REPLACE),
               "send ghosts", err);
}

mgnn_status
mg_shard_exchange_end(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                      mgnn_error *err)
{
  return petsc(PetscSFBcastEnd(s->sf, unit_find(s, kind, width), x,
                               leaves(s, kind, width, x), MPI_REPLACE),
               "receive ghosts", err);
}

mgnn_status
mg_shard_exchange(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                  mgnn_error *err)
{
  mgnn_status status = mg_shard_exchange_begin(s, kind, width, x, err);

  return status != MGNN_OK ? status
         : mg_shard_exchange_end(s, kind, width, x, err);
}

mgnn_status
mg_shard_reduce(mg_shard *s, mg_number_kind kind, size_t width, MPI_Op op, void *x,
                mgnn_error *err)
{
  MPI_Datatype type = unit_find(s, kind, width);
  void *leaf = leaves(s, kind, width, x);

  if (PetscSFReduceBegin(s->sf, type, leaf, x, op) != 0)
    return petsc(1, "send to owners", err);
  return petsc(PetscSFReduceEnd(s->sf, type, leaf, x, op), "receive from ghosts",
               err);
}
