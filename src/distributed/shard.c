/* Makes shards, and exchanges values of their nodes. */
#include "shard.h"
#include "petsc_calls.h"
#include "base/mem.h"
#include "name_map.h"

#include <stdlib.h>
#include <string.h>

/* ---- interior rows first ---- */

/* Find the order with interior rows (own neighbours only) first; within both
 * groups the order stays. */
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

/* ---- ghosts ---- */

/* Number the ghosts by their first appearance, and store their names. */
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

/* A ghost.  Ghosts are sorted by owner, then name, so that those of a rank are
 * adjacent. */
typedef struct {
  struct place {
    int rank;                  /* -1: no rank owns the node */
    unsigned number;           /* its number on that rank */
  } at;
  unsigned name;
} ghost;

static int
ghost_compare(const void *a, const void *b)
{
  const ghost *p = a, *q = b;

  if (p->at.rank != q->at.rank)
    return p->at.rank < q->at.rank ? -1 : 1;
  return p->name < q->name ? -1 : p->name > q->name;
}

/* Find the owners of ghosts by way of their homes, and sort the ghosts. */
static mgnn_status
ghosts_sort(mg_shard *s, const mg_owners *owners, ghost **out, mgnn_error *err)
{
  size_t home = mg_owners_at_home(owners, s->ranks->rank), lost = 0;
  int alone = s->ranks->size == 1;
  struct place *at_home = mg_alloc(alone ? 0 : home, sizeof *at_home);
  struct place *own = mg_alloc(alone ? 0 : s->own, sizeof *own);
  struct place *at = mg_alloc(s->ghosts, sizeof *at);
  const mg_home_table table = { owners, s->ranks, sizeof *at, at_home };
  ghost *all = *out = mg_alloc(s->ghosts, sizeof *all);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(s->ranks, at_home != NULL && own != NULL && at != NULL && all != NULL,
                    err));
  if (alone)
    goto end;
  for (size_t k = 0; k < home; k++)
    at_home[k] = (struct place){ -1, 0 };
  for (size_t i = 0; i < s->own; i++)
    own[i] = (struct place){ s->ranks->rank, (unsigned)i };
  TRY(mg_home_put(&table, s->own, s->name, own, err));
  TRY(mg_home_get(&table, s->ghosts, s->name + s->own, at, err));
  for (size_t k = 0; k < s->ghosts; k++) {
    all[k] = (ghost){ at[k], s->name[s->own + k] };
    lost += at[k].rank < 0;
  }
  TRY(mg_ranks_agree(s->ranks, lost == 0 ? MGNN_OK
                     : mg_fail(err, MGNN_EINVAL, "a neighbour has no owner"), err));
  if (s->ghosts > 1)
    qsort(all, s->ghosts, sizeof *all, ghost_compare);
  for (size_t k = 0; k < s->ghosts; k++)
    s->name[s->own + k] = all[k].name;
end:
  mg_free_all(at_home, own, at);
  return status;
}

static mgnn_status
forest_make(mg_shard *s, const ghost *all, mgnn_error *err)
{
  PetscSFNode *node = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_petsc(PetscMalloc1(s->ghosts, &node), "allocate", err));
  for (size_t k = 0; k < s->ghosts; k++)
    node[k] = (PetscSFNode){ all[k].at.rank, (PetscInt)all[k].at.number };
  TRY(mg_petsc(PetscSFCreate(s->ranks->comm, &s->sf), "make a star forest", err));
  TRY(mg_petsc(PetscSFSetGraph(s->sf, (PetscInt)s->own, (PetscInt)s->ghosts, NULL,
                            PETSC_COPY_VALUES, node, PETSC_COPY_VALUES),
            "set a star forest", err));
  TRY(mg_petsc(PetscSFSetUp(s->sf), "set up a star forest", err));
end:
  PetscFree(node);
  return status;
}

/* ---- the whole ---- */

/* Take the rows in their new order, and find the ghosts without sorting them yet. */
static mgnn_status
rows_take(mg_shard *s, mg_shard_rows *rows, mg_name_map *own, mgnn_error *err)
{
  unsigned *order = mg_alloc(rows->own, sizeof *order);
  int is_same = 1;
  mgnn_status status = mg_allocated(order, err);

  if (status != MGNN_OK)
    return status;
  TRY(mg_name_map_make(own, rows->own, rows->name, err));
  border_find(rows, own, order, &s->interior);
  for (size_t i = 0; i < rows->own; i++) {
    mg_name_put(own, rows->name[order[i]], (unsigned)i);
    is_same &= order[i] == i;
  }
  if (!is_same)
    TRY(mg_shard_rows_order(rows, rows->own, order, err));
  s->own = rows->own;
  s->row = rows->row;
  s->to = rows->to;
  s->length = rows->length;
  s->upper = rows->upper;
  s->weight = rows->weight;
  rows->row = NULL;
  rows->to = NULL;
  rows->length = rows->upper = rows->weight = NULL;
  TRY(ghosts_number(s, rows->name, own, err));
end:
  mg_free(order);
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
  ghost *all = NULL;
  mg_name_map own = { 0 };
  mgnn_status status = MGNN_OK;

  *s = (mg_shard){ .ranks = ranks, .n = rows->n, .m = rows->m };
  TRY(mg_ranks_agree(ranks, rows_take(s, rows, &own, err), err));
  TRY(ghosts_sort(s, owners, &all, err));
  status = neighbours_number(s, &own, err);
  if (status == MGNN_OK)
    status = degrees_make(s, err);
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(mg_ranks_agree(ranks, forest_make(s, all, err), err));
  TRY(mg_shard_exchange(s, MG_DOUBLE, 1, s->degree, err));
end:
  mg_shard_rows_free(rows);
  mg_free(all);
  mg_name_map_free(&own);
  return status;
}

mgnn_status
mg_shard_rows_order(mg_shard_rows *rows, size_t count, const unsigned *order,
                    mgnn_error *err)
{
  const struct { void **values; size_t size; } part[] = {
    { (void **)&rows->to, sizeof *rows->to }, { (void **)&rows->length, sizeof (double) },
    { (void **)&rows->upper, sizeof (double) }, { (void **)&rows->weight, sizeof (double) }
  };
  unsigned *name = mg_alloc(count, sizeof *name);
  size_t *row = mg_alloc(count + 1, sizeof *row);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(name, err));
  TRY(mg_allocated(row, err));
  row[0] = 0;
  for (size_t k = 0; k < count; k++) {
    name[k] = rows->name[order[k]];
    row[k + 1] = row[k] + rows->row[order[k] + 1] - rows->row[order[k]];
  }
  for (size_t v = 0; v < sizeof part / sizeof *part; v++) {
    size_t size = part[v].size;
    char *was = *part[v].values, *made;

    if (was == NULL)
      continue;
    TRY(mg_allocated(made = mg_alloc_large(row[count], size), err));
    for (size_t k = 0; k < count; k++)
      memcpy(made + row[k] * size, was + rows->row[order[k]] * size,
             (row[k + 1] - row[k]) * size);
    mg_free(was);
    *part[v].values = made;
  }
  mg_free_all(rows->name, rows->row);
  rows->own = count;
  rows->name = name;
  rows->row = row;
  name = NULL;
  row = NULL;
end:
  mg_free_all(name, row);
  return status;
}

mgnn_status
mg_shard_rows_copy(mg_shard_rows *rows, const mg_shard *s, size_t count,
                   const unsigned *node, mgnn_error *err)
{
  const double *const from[] = { s->length, s->upper, s->weight };
  size_t slots = 0;

  for (size_t i = 0; i < count; i++)
    slots += s->row[node[i] + 1] - s->row[node[i]];
  *rows = (mg_shard_rows){ .n = s->n, .m = s->m, .own = count };
  if (!mg_shard_rows_alloc(rows, count, slots, (const int[]){
        s->length != NULL, s->upper != NULL, s->weight != NULL }))
    return mg_fail_memory(err);
  rows->row[0] = slots = 0;
  for (size_t i = 0; i < count; i++) {
    double *const to[] = { rows->length, rows->upper, rows->weight };
    size_t begin = s->row[node[i]], degree = s->row[node[i] + 1] - begin;

    rows->name[i] = s->name[node[i]];
    for (size_t k = 0; k < degree; k++)
      rows->to[slots + k] = s->name[s->to[begin + k]];
    for (int v = 0; v < 3; v++)
      if (from[v] != NULL)
        memcpy(to[v] + slots, from[v] + begin, degree * sizeof (double));
    rows->row[i + 1] = slots += degree;
  }
  return MGNN_OK;
}

mgnn_status
mg_shard_match(const mg_shard *s, const mg_shard *other, unsigned *at, mgnn_error *err)
{
  mg_name_map map = { 0 };
  mgnn_status status = mg_name_map_make(&map, s->own, s->name, err);

  for (size_t i = 0; i < other->own && status == MGNN_OK; i++)
    at[i] = mg_name_find(&map, other->name[i]);
  mg_name_map_free(&map);
  return mg_ranks_agree(s->ranks, status, err);
}

int
mg_shard_rows_alloc(mg_shard_rows *rows, size_t own, size_t slots, const int has[3])
{
  rows->name = mg_alloc(own, sizeof *rows->name);
  rows->row = mg_alloc(own + 1, sizeof *rows->row);
  rows->to = mg_alloc(slots, sizeof *rows->to);
  rows->length = has[0] ? mg_alloc(slots, sizeof *rows->length) : NULL;
  rows->upper = has[1] ? mg_alloc(slots, sizeof *rows->upper) : NULL;
  rows->weight = has[2] ? mg_alloc(slots, sizeof *rows->weight) : NULL;
  return rows->name != NULL && rows->row != NULL && rows->to != NULL
         && (!has[0] || rows->length != NULL) && (!has[1] || rows->upper != NULL)
         && (!has[2] || rows->weight != NULL);
}

void
mg_shard_rows_free(mg_shard_rows *rows)
{
  mg_free_all(rows->name, rows->row, rows->to, rows->length, rows->upper, rows->weight);
  memset(rows, 0, sizeof *rows);
}

void
mg_shard_free(mg_shard *s)
{
  for (size_t k = 0; k < s->units; k++)
    MPI_Type_free(&s->unit[k].type);
  if (s->sf != NULL)
    PetscSFDestroy(&s->sf);
  mg_free_all(s->name, s->row, s->to, s->length, s->upper, s->weight, s->degree);
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

/* The MPI type for the numbers of a node, made once and kept if there is room. */
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
  if (s->units == UNITS)       /* safe between exchanges */
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
  return (char *)x + s->own * width * (kind == MG_DOUBLE || kind == MG_INT64 ? 8 : 4);
}

mgnn_status
mg_shard_exchange_begin(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                        mgnn_error *err)
{
  return mg_petsc(PetscSFBcastBegin(s->sf, unit_find(s, kind, width), x,
                                 leaves(s, kind, width, x), MPI_REPLACE),
               "send ghosts", err);
}

mgnn_status
mg_shard_exchange_end(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                      mgnn_error *err)
{
  return mg_petsc(PetscSFBcastEnd(s->sf, unit_find(s, kind, width), x,
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
