/* Rows out of slots: a counting sort, then row by row a hash of the neighbours. */
#include "merge_rows.h"
#include "base/mem.h"
#include "problem/metric_parts.h"
#include "rank_sums.h"

#include <math.h>
#include <string.h>

/* A record, read. */
typedef struct {
  unsigned row, to;
  uint64_t place;
  double lower, upper, weight;
} slot_record;

/* Where a neighbour of the present row was met. */
typedef struct {
  uint32_t row;                /* + 1; another: the entry is free */
  unsigned to;
  uint32_t origin;             /* its first record that has a length */
  uint32_t times;              /* how many have one, or all where none has */
  size_t at;                   /* its slot in the rows made */
} neighbour;

typedef struct {
  const mg_slot_records *slots;
  const int *have;
  mg_shard_rows *rows;
  uint32_t *order;             /* records by rows */
  size_t *begin;               /* own + 1: where rows begin in it */
  neighbour *table;
  size_t mask;
  uint64_t merged, differing;
  mg_merge_conflict conflict;
} merger;

static size_t
record_size(const mg_slot_records *s)
{
  return 16 + s->values * sizeof(double);
}

mgnn_status
mg_slot_records_add(mg_slot_records *s, const void *record, size_t count, mgnn_error *err)
{
  size_t size = record_size(s);

  if (s->count + count > UINT32_MAX)
    return mg_fail(err, MGNN_EINVAL, "a rank has more than 4294967295 slots; take more "
                   "ranks");
  if (s->count + count > s->cap || s->record == NULL) {
    size_t cap = s->count + count + s->count / 4;
    char *grown = mg_resize(s->record, cap, size);

    if (grown == NULL)
      return mg_fail_memory(err);
    s->record = grown;
    s->cap = cap;
  }
  memcpy(s->record + s->count * size, record, count * size);
  s->count += count;
  return MGNN_OK;
}

void
mg_slot_records_free(mg_slot_records *s)
{
  mg_free(s->record);
  *s = (mg_slot_records){ 0 };
}

static unsigned
record_row(const mg_slot_records *s, size_t k)
{
  unsigned row;

  memcpy(&row, s->record + k * record_size(s), sizeof row);
  return row;
}

static slot_record
record_read(const merger *g, size_t k)
{
  const char *at = g->slots->record + k * record_size(g->slots);
  slot_record s = { 0 };
  double *value[] = { &s.lower, &s.upper, &s.weight };

  memcpy(&s.row, at, sizeof s.row);
  memcpy(&s.to, at + 4, sizeof s.to);
  memcpy(&s.place, at + 8, sizeof s.place);
  at += 16;
  for (int v = 0; v < 3; v++)
    if (g->have[v]) {
      memcpy(value[v], at, sizeof(double));
      at += sizeof(double);
    }
  if (!g->have[1])
    s.upper = s.lower;
  return s;
}

/* Sort the records by rows: begin[] and order[]. */
static mgnn_status
rows_sort(merger *g, uint64_t first, mgnn_error *err)
{
  size_t own = g->rows->own, count = g->slots->count, most = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(g->begin = mg_zalloc(own + 2, sizeof *g->begin), err));
  TRY(mg_allocated(g->order = mg_alloc(count, sizeof *g->order), err));
  for (size_t k = 0; k < count; k++)
    g->begin[record_row(g->slots, k) - first + 2]++;
  for (size_t i = 0; i < own; i++) {
    most = g->begin[i + 2] > most ? g->begin[i + 2] : most;
    g->begin[i + 2] += g->begin[i + 1];
  }
  for (size_t k = 0; k < count; k++)
    g->order[g->begin[record_row(g->slots, k) - first + 1]++] = (uint32_t)k;
  for (g->mask = 1; g->mask < 2 * most;)
    g->mask *= 2;
  TRY(mg_allocated(g->table = mg_zalloc(g->mask, sizeof *g->table), err));
  g->mask--;
end:
  return status;
}

static mgnn_status
rows_alloc(merger *g, uint64_t first, mgnn_error *err)
{
  mg_shard_rows *r = g->rows;
  size_t count = g->slots->count;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(r->name = mg_alloc(r->own, sizeof *r->name), err));
  TRY(mg_allocated(r->row = mg_alloc(r->own + 1, sizeof *r->row), err));
  TRY(mg_allocated(r->to = mg_alloc_large(count, sizeof *r->to), err));
  if (g->have[0])
    TRY(mg_allocated(r->length = mg_alloc_large(count, sizeof *r->length), err));
  if (g->have[1])
    TRY(mg_allocated(r->upper = mg_alloc_large(count, sizeof *r->upper), err));
  if (g->have[2])
    TRY(mg_allocated(r->weight = mg_alloc_large(count, sizeof *r->weight), err));
  for (size_t i = 0; i < r->own; i++)
    r->name[i] = (unsigned)(first + i);
end:
  return status;
}

/* The entry of a neighbour of a row, or the free one where it belongs. */
static neighbour *
table_find(const merger *g, uint32_t row, unsigned to)
{
  size_t at = (to * UINT64_C(0x9e3779b97f4a7c15) >> 32) & g->mask;

  while (g->table[at].row == row && g->table[at].to != to)
    at = (at + 1) & g->mask;
  return &g->table[at];
}

static void
slot_first(merger *g, const slot_record *s, size_t at)
{
  mg_shard_rows *r = g->rows;

  r->to[at] = s->to;
  if (r->length != NULL)
    r->length[at] = s->lower;
  if (r->upper != NULL)
    r->upper[at] = s->upper;
  if (r->weight != NULL)
    r->weight[at] = s->weight;
}

/* The length of one more edge between the same nodes; the first may have had none. */
static void
length_merge(merger *g, const slot_record *s, uint32_t record, neighbour *entry)
{
  mg_shard_rows *r = g->rows;
  slot_record first = record_read(g, entry->origin);
  int differs = entry->times > 0 && (s->lower != first.lower || s->upper != first.upper);

  if (entry->times++ == 0) {
    entry->origin = record;
    r->length[entry->at] = s->lower;
    if (r->upper != NULL)
      r->upper[entry->at] = s->upper;
    return;
  }
  g->differing += differs && s->row < s->to;
  if (differs && s->place < g->conflict.place)
    g->conflict = (mg_merge_conflict){ s->place, { s->lower, s->upper },
                                       { first.lower, first.upper } };
  mg_mean_add(&r->length[entry->at], s->lower, entry->times);
  if (r->upper != NULL)
    mg_mean_add(&r->upper[entry->at], s->upper, entry->times);
}

/* One more edge between the same nodes. */
static void
slot_merge(merger *g, const slot_record *s, uint32_t record, neighbour *entry)
{
  g->merged += s->row < s->to;
  if (g->rows->length != NULL && !isnan(s->lower))
    length_merge(g, s, record, entry);
  if (g->rows->weight != NULL)
    g->rows->weight[entry->at] += s->weight;
}

/* Records of a row are anywhere: waiting for them took a third of the time of reading,
 * so memory is told of those that come. */
enum { AHEAD = 16 };

static void
rows_fill(merger *g)
{
  size_t made = 0;

  g->rows->row[0] = 0;
  for (size_t i = 0; i < g->rows->own; i++) {
    for (size_t k = g->begin[i]; k < g->begin[i + 1]; k++) {
      size_t next = k + AHEAD < g->slots->count ? k + AHEAD : k;
      slot_record s = record_read(g, g->order[k]);
      neighbour *entry = table_find(g, (uint32_t)i + 1, s.to);

      __builtin_prefetch(g->slots->record + g->order[next] * record_size(g->slots));
      if (entry->row == (uint32_t)i + 1)
        slot_merge(g, &s, g->order[k], entry);
      else {
        *entry = (neighbour){ (uint32_t)i + 1, s.to, g->order[k],
                               !isnan(s.lower), made };
        slot_first(g, &s, made++);
      }
    }
    g->rows->row[i + 1] = made;
  }
}

/* The first conflict of all ranks. */
static void
conflict_agree(mg_merge_conflict *c, const mg_ranks *ranks)
{
  uint64_t first = c->place;
  double bounds[4] = { c->x[0], c->x[1], c->first[0], c->first[1] };

  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_UINT64_T, MPI_MIN, ranks->comm);
  for (int k = 0; k < 4; k++)          /* both homes of the edge have the same */
    bounds[k] = mg_ranks_most_real(ranks, c->place == first ? bounds[k] : -1);
  *c = (mg_merge_conflict){ first, { bounds[0], bounds[1] },
                            { bounds[2], bounds[3] } };
}

mgnn_status
mg_merge_rows(mg_read_result *out, const mg_ranks *ranks, mg_slot_records *slots,
              const int have[3], int lenient, mg_merge_conflict *conflict,
              mgnn_error *err)
{
  uint64_t first = out->homes.first[ranks->rank], all;
  merger g = { .slots = slots, .have = have, .rows = &out->rows,
               .conflict.place = UINT64_MAX };
  mgnn_status status;

  out->rows = (mg_shard_rows){ .n = out->names.n,
                               .own = mg_owners_at_home(&out->homes, ranks->rank) };
  *conflict = g.conflict;
  status = rows_sort(&g, first, err);
  if (status == MGNN_OK)
    status = rows_alloc(&g, first, err);
  TRY(mg_ranks_agree(ranks, status, err));
  rows_fill(&g);
  mg_ranks_before(ranks, g.merged, &out->merged);
  mg_ranks_before(ranks, g.differing, &out->differing);
  mg_ranks_before(ranks, out->rows.row[out->rows.own], &all);
  out->rows.m = all / 2;
  if (!lenient) {
    conflict_agree(&g.conflict, ranks);
    *conflict = g.conflict;
  }
end:
  mg_free(g.begin);
  mg_free(g.order);
  mg_free(g.table);
  mg_slot_records_free(slots);
  return status;
}

double
mg_rows_complete(mg_shard_rows *rows, const mg_ranks *ranks, int weights,
                 uint64_t *missing)
{
  mg_sum sum[2] = { { 0 } };
  uint64_t have = 0;
  double mean[2];

  for (size_t i = 0; i < rows->own; i++)
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++)
      if (!isnan(rows->length[k]) && rows->name[i] < rows->to[k]) {
        double upper = rows->upper != NULL ? rows->upper[k] : rows->length[k];

        mg_sum_add(&sum[0], mg_length_middle(rows->length[k], upper));
        if (weights)
          mg_sum_add(&sum[1], rows->weight[k]);
        have++;
      }
  mg_rank_sums(ranks, sum, 2);
  mg_ranks_before(ranks, have, &have);
  for (int v = 0; v < 2; v++)
    mean[v] = mg_mean_of(&sum[v], (size_t)have);
  for (size_t k = 0; k < rows->row[rows->own]; k++)
    if (isnan(rows->length[k])) {
      rows->length[k] = mean[0];
      if (rows->upper != NULL)
        rows->upper[k] = mean[0];
      if (weights)
        rows->weight[k] = mean[1];
    }
  *missing = rows->m - have;
  return mean[0];
}
