/* Makes rows out of slots: a counting sort of the incoming slots, then for each
 * row a hash table of its neighbours.  Slots are stored in their rows on
 * arrival; keeping all records first would take as much memory again. */
#include "read_faults.h"
#include "base/mem.h"
#include "problem/metric_parts.h"

#include <math.h>
#include <string.h>

/* An entry of the table: where a neighbour of the present row first occurred. */
typedef struct mg_met_neighbour {
  uint32_t row;                /* row + 1; any other value: the entry is free */
  unsigned to;
  uint32_t times;              /* number of its edges with a length */
  size_t at;                   /* its slot in the merged rows */
  size_t origin;               /* the first slot with bounds, */
  double first[2];             /* and these bounds */
} neighbour;

size_t
mg_row_record_size(const int have[MG_ROW_VALUES])
{
  size_t size = 2 * sizeof (unsigned);

  for (int v = 0; v < MG_ROW_VALUES; v++)
    size += have[v] ? sizeof (double) : 0;
  return size;
}

mgnn_status
mg_row_maker_init(mg_row_maker *k, mg_read_result *out, const mg_ranks *ranks,
                  const int have[MG_ROW_VALUES], mgnn_error *err)
{
  size_t own = mg_owners_at_home(&out->homes, ranks->rank);

  *k = (mg_row_maker){ .out = out, .have = have, .first = out->homes.first[ranks->rank],
                       .conflict.place = UINT64_MAX };
  out->rows = (mg_shard_rows){ .n = out->names.n, .own = own };
  out->rows.row = mg_zalloc(own + 2, sizeof *out->rows.row);
  return mg_ranks_agree(ranks, mg_allocated(out->rows.row, err), err);
}

/* row[i + 2] becomes the number of slots of node i. */
void
mg_row_maker_count(mg_row_maker *k, size_t count, const unsigned *row)
{
  size_t *slots = k->out->rows.row + 2;

  for (size_t i = 0; i < count; i++)
    slots[row[i] - k->first]++;
}

/* From here on row[i + 1] is the place of the next slot of node i; in the end
 * it is the end of its row. */
mgnn_status
mg_row_maker_alloc(mg_row_maker *k, const mg_ranks *ranks, mgnn_error *err)
{
  mg_shard_rows *r = &k->out->rows;
  size_t most = 0, entries = 1, count;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < r->own; i++) {
    most = r->row[i + 2] > most ? r->row[i + 2] : most;
    r->row[i + 2] += r->row[i + 1];
  }
  count = r->row[r->own + 1];
  while (entries < 2 * most)
    entries *= 2;
  r->name = mg_alloc(r->own, sizeof *r->name);
  r->to = mg_alloc_large(count, sizeof *r->to);
  r->length = k->have[MG_ROW_LOWER] ? mg_alloc_large(count, sizeof *r->length) : NULL;
  r->upper = k->have[MG_ROW_UPPER] ? mg_alloc_large(count, sizeof *r->upper) : NULL;
  r->weight = k->have[MG_ROW_WEIGHT] ? mg_alloc_large(count, sizeof *r->weight) : NULL;
  k->place = k->have[MG_ROW_PLACE] ? mg_alloc_large(count, sizeof *k->place) : NULL;
  k->table = mg_zalloc(entries, sizeof *k->table);
  if (r->name == NULL || r->to == NULL || k->table == NULL
      || (k->have[MG_ROW_LOWER] && r->length == NULL)
      || (k->have[MG_ROW_UPPER] && r->upper == NULL)
      || (k->have[MG_ROW_WEIGHT] && r->weight == NULL)
      || (k->have[MG_ROW_PLACE] && k->place == NULL))
    status = mg_fail_memory(err);
  for (size_t i = 0; i < r->own && status == MGNN_OK; i++)
    r->name[i] = (unsigned)(k->first + i);
  return mg_ranks_agree(ranks, status, err);
}

void
mg_row_maker_free(mg_row_maker *k)
{
  mg_free_all(k->place, k->table);
  *k = (mg_row_maker){ 0 };
}

/* Rows are scattered in memory: prefetch the rows to come, then their slots. */
enum { ROW_AHEAD = 32, SLOT_AHEAD = 16 };

static size_t *
next_of(const mg_row_maker *k, const char *record)
{
  unsigned row;

  memcpy(&row, record, sizeof row);
  return &k->out->rows.row[row - k->first + 1];
}

void
mg_row_maker_add(mg_row_maker *k, size_t count, const char *record)
{
  mg_shard_rows *r = &k->out->rows;
  void *const value[] = { r->length, r->upper, r->weight, k->place };
  size_t size = mg_row_record_size(k->have);

  for (size_t i = 0; i < count; i++, record += size) {
    const char *from = record + 2 * sizeof (unsigned);
    size_t at = (*next_of(k, record))++;

    if (i + ROW_AHEAD < count)
      __builtin_prefetch(next_of(k, record + ROW_AHEAD * size), 1);
    if (i + SLOT_AHEAD < count) {
      size_t soon = *next_of(k, record + SLOT_AHEAD * size);

      __builtin_prefetch(r->to + soon, 1);
      if (r->length != NULL)
        __builtin_prefetch(r->length + soon, 1);
    }
    memcpy(&r->to[at], record + sizeof (unsigned), sizeof *r->to);
    for (int v = 0; v < MG_ROW_VALUES; v++)
      if (k->have[v]) {
        memcpy((char *)value[v] + at * sizeof (double), from, sizeof (double));
        from += sizeof (double);
      }
  }
}

/* ---- merging ---- */

/* The table entry of a neighbour of a row, or the free entry for it. */
static neighbour *
table_find(const mg_row_maker *k, size_t mask, uint32_t row, unsigned to)
{
  size_t at = (to * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;

  while (k->table[at].row == row && k->table[at].to != to)
    at = (at + 1) & mask;
  return &k->table[at];
}

/* Copy slot `from` to slot `at` (at <= from). */
static void
slot_move(mg_shard_rows *r, size_t from, size_t at)
{
  r->to[at] = r->to[from];
  if (r->length != NULL)
    r->length[at] = r->length[from];
  if (r->upper != NULL)
    r->upper[at] = r->upper[from];
  if (r->weight != NULL)
    r->weight[at] = r->weight[from];
}

/* Merge the length of a parallel edge; earlier edges may have had no length. */
static void
length_merge(mg_row_maker *k, uint32_t row, size_t from, neighbour *entry)
{
  mg_shard_rows *r = &k->out->rows;
  double lower = r->length[from], upper = r->upper != NULL ? r->upper[from] : lower;
  uint64_t place = k->place != NULL ? k->place[from] : 0;

  if (entry->times++ == 0) {
    entry->origin = from;
    entry->first[0] = r->length[entry->at] = lower;
    entry->first[1] = upper;
    if (r->upper != NULL)
      r->upper[entry->at] = upper;
    return;
  }
  if (lower != entry->first[0] || upper != entry->first[1]) {
    k->differing += r->name[row] < entry->to;
    if (place < k->conflict.place)
      k->conflict = (mg_merge_conflict){ place, k->place != NULL
                                                ? k->place[entry->origin] : 0,
                                         { lower, upper },
                                         { entry->first[0], entry->first[1] } };
  }
  mg_mean_add(&r->length[entry->at], lower, entry->times);
  if (r->upper != NULL)
    mg_mean_add(&r->upper[entry->at], upper, entry->times);
}

/* Merge a parallel edge. */
static void
slot_merge(mg_row_maker *k, uint32_t row, size_t from, neighbour *entry)
{
  mg_shard_rows *r = &k->out->rows;

  k->merged += r->name[row] < entry->to;
  if (r->length != NULL && !isnan(r->length[from]))
    length_merge(k, row, from, entry);
  if (r->weight != NULL)
    r->weight[entry->at] += r->weight[from];
}

static void
rows_merge(mg_row_maker *k)
{
  mg_shard_rows *r = &k->out->rows;
  size_t made = 0, begin = 0;

  for (size_t i = 0; i < r->own; i++) {
    size_t end = r->row[i + 1], mask = 1;

    while (mask < 2 * (end - begin))
      mask *= 2;
    for (size_t from = begin; from < end; from++) {
      neighbour *entry = table_find(k, mask - 1, (uint32_t)i + 1, r->to[from]);

      if (entry->row == (uint32_t)i + 1)
        slot_merge(k, (uint32_t)i, from, entry);
      else {
        double lower = r->length != NULL ? r->length[from] : NAN;

        *entry = (neighbour){ (uint32_t)i + 1, r->to[from], !isnan(lower), made, from,
                              { lower, r->upper != NULL ? r->upper[from] : lower } };
        slot_move(r, from, made++);
      }
    }
    begin = end;
    r->row[i + 1] = made;
  }
}

/* Find the first conflict of all ranks. */
static void
conflict_agree(mg_merge_conflict *c, const mg_ranks *ranks)
{
  uint64_t first = c->place, earlier;
  double bounds[4] = { c->x[0], c->x[1], c->first[0], c->first[1] };

  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_UINT64_T, MPI_MIN, ranks->comm);
  earlier = mg_ranks_most(ranks, c->place == first ? c->first_place : 0);
  for (int k = 0; k < 4; k++)          /* both homes of the edge have the same bounds */
    bounds[k] = mg_ranks_most_real(ranks, c->place == first ? bounds[k] : -1);
  *c = (mg_merge_conflict){ first, earlier, { bounds[0], bounds[1] },
                            { bounds[2], bounds[3] } };
}

void
mg_row_maker_merge(mg_row_maker *k, const mg_ranks *ranks, int lenient,
                   mg_merge_conflict *conflict)
{
  mg_read_result *out = k->out;
  uint64_t all;

  rows_merge(k);
  mg_ranks_before(ranks, k->merged, &out->merged);
  mg_ranks_before(ranks, k->differing, &out->differing);
  mg_ranks_before(ranks, out->rows.row[out->rows.own], &all);
  out->rows.m = all / 2;
  conflict->place = UINT64_MAX;
  if (!lenient) {
    conflict_agree(&k->conflict, ranks);
    *conflict = k->conflict;
  }
}

double
mg_rows_complete(mg_shard_rows *rows, const mg_ranks *ranks, int weights,
                 uint64_t *missing)
{
  mg_sum sum[2] = { { .terms = 0 } };
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
