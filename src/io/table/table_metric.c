/* Lengths as a table of pairs: source,target,length and further columns.  The
 * other form, n x n numbers, is in table_matrix.c. */
#include "pairs.h"
#include "table_parts.h"
#include "io/ids.h"
#include "io/text/plain.h"
#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const mg_source *src;
  mg_csv *csv;
  mg_pair_columns at;
  mg_ids whole;                /* nodes whose names are integers */
  const mg_ids *ids;           /* these, or the source's own */
  mg_plain plain;
  const unsigned *wanted;      /* or NULL */
  size_t wanted_count;
  double *length;              /* of the wanted pairs before `next`, NAN where
                                  the table had others in their place */
  uint32_t *line;              /* where these lengths stood, else 0 */
  size_t next;                 /* the wanted pair to expect */
  mg_metric_entry *entry;      /* in the order of the table, then sorted */
  size_t count, cap;
  double *stiff;               /* by row; NULL without that column */
  size_t rows, stiff_cap;
  int sorted;
} pairs_table;

void
mg_metric_table_free(mg_metric_table *t)
{
  mg_free(t->entry);
  mg_free(t->stiffness);
  mg_free(t->length);
  memset(t, 0, sizeof *t);
}

int
mg_pair_header(const mg_csv *csv)
{
  return mg_table_column(csv, "source", NULL) < csv->count
         && mg_table_column(csv, "target", NULL) < csv->count;
}

mgnn_status
mg_pair_columns_find(mg_pair_columns *at, const mg_csv *csv, mgnn_error *err)
{
  static const char *const words[] = { "source", "target", "length", "len",
                                       "lower", "upper", "stiffness" };

  for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
    size_t first = mg_table_column(csv, words[w], NULL);

    for (size_t k = first + 1; k < csv->count; k++)
      if (mg_cell_is(&csv->cell[k], words[w]))
        return mg_csv_fail(csv, NULL, err, "columns %zu and %zu are both "
                           "called %s", first + 1, k + 1, words[w]);
  }
  *at = (mg_pair_columns){
    mg_table_column(csv, "source", NULL), mg_table_column(csv, "target", NULL),
    mg_table_column(csv, "length", "len"), mg_table_column(csv, "lower", NULL),
    mg_table_column(csv, "upper", NULL), mg_table_column(csv, "stiffness", NULL),
    csv->count, csv->line
  };
  if (at->length == at->count && at->lower == at->count && at->upper == at->count)
    return mg_csv_fail(csv, NULL, err, "the header has no column called "
                       "length, lower or upper");
  return MGNN_OK;
}

static int
filled(const mg_pair_columns *at, const mg_csv *csv, size_t k)
{
  return k < at->count && csv->cell[k].len > 0;
}

/* The number in a column that must not be negative; `what` names it. */
static mgnn_status
read_amount(const mg_pair_columns *at, const mg_csv *csv, size_t k, const char *what,
            double *out, mgnn_error *err)
{
  char number[MG_SHOW_MAX], a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;

  TRY(mg_table_number(csv, k, what, out, err));
  if (*out < 0)
    return mg_csv_fail(csv, NULL, err, "the %s of %s - %s is %s; it must not "
                       "be negative", what,
                       mg_show(a, csv->cell[at->source].text),
                       mg_show(b, csv->cell[at->target].text),
                       mg_show_number(number, *out));
end:
  return status;
}

/* Whether the bounds, and the length if there is one, fit. */
static mgnn_status
bounds_check(const mg_pair_columns *at, const mg_csv *csv, const mg_pair_values *v,
             const double *length, mgnn_error *err)
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], low[MG_SHOW_MAX], high[MG_SHOW_MAX];
  char here[MG_SHOW_MAX];

  mg_show(a, csv->cell[at->source].text);
  mg_show(b, csv->cell[at->target].text);
  if (v->lower > v->upper)
    return mg_csv_fail(csv, NULL, err, "the lower bound of %s - %s, %s, is "
                       "greater than the upper, %s", a, b,
                       mg_show_number(low, v->lower), mg_show_number(high, v->upper));
  if (length != NULL && (*length < v->lower || *length > v->upper))
    return mg_csv_fail(csv, NULL, err, "the length of %s - %s, %s, is not "
                       "between its bounds %s and %s", a, b,
                       mg_show_number(here, *length), mg_show_number(low, v->lower),
                       mg_show_number(high, v->upper));
  return MGNN_OK;
}

mgnn_status
mg_pair_values_read(const mg_pair_columns *at, const mg_csv *csv, mg_pair_values *out,
                    mgnn_error *err)
{
  int exact = filled(at, csv, at->length);
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  double length = 0;

  *out = (mg_pair_values){ 0, INFINITY, 1 };
  if (exact)
    TRY(read_amount(at, csv, at->length, "length", &length, err));
  if (filled(at, csv, at->lower))
    TRY(read_amount(at, csv, at->lower, "lower", &out->lower, err));
  if (filled(at, csv, at->upper) && !mg_cell_is(&csv->cell[at->upper], "inf")
      && !mg_cell_is(&csv->cell[at->upper], "infinity"))
    TRY(read_amount(at, csv, at->upper, "upper", &out->upper, err));
  if (!exact && !filled(at, csv, at->lower) && !filled(at, csv, at->upper))
    return mg_csv_fail(csv, NULL, err, "%s - %s has no length%s",
                       mg_show(a, csv->cell[at->source].text),
                       mg_show(b, csv->cell[at->target].text),
                       at->lower < at->count || at->upper < at->count
                       ? " and no bound" : "");
  TRY(bounds_check(at, csv, out, exact ? &length : NULL, err));
  if (exact)
    out->lower = out->upper = length;
  if (at->stiffness < at->count)
    TRY(read_amount(at, csv, at->stiffness, "stiffness", &out->stiffness, err));
end:
  return status;
}

mgnn_status
mg_pair_loop(const mg_csv *csv, const char *name, double length, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], number[MG_SHOW_MAX];

  return mg_csv_fail(csv, NULL, err, "the length from node %s to itself is "
                     "%s; it must be 0", mg_show(shown, name),
                     mg_show_number(number, length));
}

/* Most names are integers, and those are found without a hash. */
static mgnn_status
index_names(pairs_table *t, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  int64_t id;

  t->ids = &t->src->tokens;
  if (t->src->names.slots == 0)
    return MGNN_OK;            /* the names are the ids */
  t->ids = &t->whole;
  for (size_t i = 0; i < t->src->names.count; i++) {
    const char *name = t->src->names.text[i];

    if (mg_ids_integer(name, strlen(name), &id))
      TRY(mg_ids_add(&t->whole, id, (uint32_t)i, err));
  }
end:
  return status;
}

/* Whether a cell names an end of the edge that is expected next: rows mostly
 * come in the order of the edges. */
static int
is_expected(const pairs_table *t, const mg_cell *cell, uint32_t *out)
{
  for (size_t side = 0; side < 2 && t->next < t->wanted_count; side++) {
    const char *name;

    *out = t->wanted[2 * t->next + side];
    name = t->src->names.text[*out];
    if (strlen(name) == cell->len && memcmp(name, cell->text, cell->len) == 0)
      return 1;
  }
  return 0;
}

static mgnn_status
pair_node(const pairs_table *t, size_t k, uint32_t *out, mgnn_error *err)
{
  const mg_cell *cell = &t->csv->cell[k];
  int64_t id;

  if (mg_ids_integer(cell->text, cell->len, &id)) {
    *out = mg_ids_find(t->ids, id);
    if (*out != MG_NAMES_NONE)
      return MGNN_OK;
  } else if (is_expected(t, cell, out))
    return MGNN_OK;
  return mg_table_node(t->src, t->csv, k, out, err);
}

static mgnn_status
keep_stiffness(pairs_table *t, double stiffness, mgnn_error *err)
{
  double *grown = mg_grow(t->stiff, t->rows, &t->stiff_cap, sizeof *grown);

  if (grown == NULL)
    return mg_fail_memory(err);
  t->stiff = grown;
  grown[t->rows] = stiffness;
  return MGNN_OK;
}

static inline int
is_wanted(const pairs_table *t, size_t k, uint32_t a, uint32_t b)
{
  const unsigned *w = t->wanted + 2 * k;

  return (w[0] == a && w[1] == b) || (w[0] == b && w[1] == a);
}

/* A row in the order of the edges costs no sorting, and 12 bytes instead of the
 * 32 of an entry.  A few edges may be skipped; 0: the pair is none of these. */
static inline int
keep_in_order(pairs_table *t, uint32_t a, uint32_t b, double length,
              uint32_t line)
{
  enum { FAR = 8 };
  size_t k = t->next, end = k + FAR < t->wanted_count ? k + FAR
                            : t->wanted_count;

  while (k < end && !is_wanted(t, k, a, b))
    k++;
  if (k == end)
    return 0;
  for (; t->next < k; t->next++) {
    t->length[t->next] = NAN;
    t->line[t->next] = 0;
  }
  t->length[k] = length;
  t->line[k] = line;
  t->next++;
  return 1;
}

static mgnn_status
keep_pair(pairs_table *t, uint32_t a, uint32_t b, double lower, double upper,
          size_t line, mgnn_error *err)
{
  mg_metric_entry *grown, *before;
  mg_metric_entry e = { .a = a < b ? a : b, .b = a < b ? b : a,
                        .line = (uint32_t)line, .row = (uint32_t)t->rows,
                        .lower = lower, .upper = upper };

  if (lower == upper && keep_in_order(t, a, b, lower, e.line))
    return MGNN_OK;
  grown = mg_grow(t->entry, t->count, &t->cap, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  t->entry = grown;
  before = t->count > 0 ? &grown[t->count - 1] : NULL;
  if (before != NULL && (before->a > e.a || (before->a == e.a
                                             && before->b > e.b)))
    t->sorted = 0;
  grown[t->count++] = e;
  return MGNN_OK;
}

static mgnn_status
read_pair(pairs_table *t, mgnn_error *err)
{
  const mg_csv *csv = t->csv;
  mg_pair_values v;
  mgnn_status status = MGNN_OK;
  uint32_t a, b;

  if (csv->count != t->at.count)
    return mg_table_ragged(csv, t->at.count, t->at.line, err);
  TRY(pair_node(t, t->at.source, &a, err));
  TRY(pair_node(t, t->at.target, &b, err));
  TRY(mg_pair_values_read(&t->at, csv, &v, err));
  if (t->at.stiffness < t->at.count)
    TRY(keep_stiffness(t, v.stiffness, err));
  if (a == b && v.lower > 0)
    return mg_pair_loop(csv, t->src->names.text[a], v.lower, err);
  if (a != b)
    TRY(keep_pair(t, a, b, v.lower, v.upper, csv->line, err));
  t->rows++;
end:
  return status;
}

/* The rows of a block, up to one that has a fault, which read_pair will tell. */
static mgnn_status
block_take(pairs_table *t, const mg_row_block *q, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < q->rows; k++) {
    uint32_t a = q->node[2 * k], b = q->node[2 * k + 1];
    double x = q->x[k];

    if (a == MG_NAMES_NONE || b == MG_NAMES_NONE || x < 0
        || (a == b && x > 0)) {
      mg_plain_back(&t->plain, q, k);
      return MGNN_OK;
    }
    if (a != b)
      TRY(keep_pair(t, a, b, x, x, q->line + k, err));
    t->rows++;
  }
end:
  return status;
}

/* The row after them is of another kind, and left for read_pair. */
static mgnn_status
plain_rows(pairs_table *t, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  do {
    TRY(mg_plain_read(&t->plain, t->ids, 0, err));
    for (size_t k = 0; k < t->plain.count; k++)
      TRY(block_take(t, &t->plain.block[k], err));
  } while (!t->plain.stopped);
end:
  return status;
}

/* By b, then in the order of the table; for entries of one a. */
static int
by_b(const void *p, const void *q)
{
  const mg_metric_entry *e = p, *f = q;

  if (e->b != f->b)
    return e->b < f->b ? -1 : 1;
  return (e->row > f->row) - (e->row < f->row);
}

static void
sort_short(mg_metric_entry *entry, size_t count)
{
  for (size_t k = 1; k < count; k++) {
    mg_metric_entry moved = entry[k];
    size_t to = k;

    for (; to > 0 && by_b(&entry[to - 1], &moved) > 0; to--)
      entry[to] = entry[to - 1];
    entry[to] = moved;
  }
}

/* Sort the entries by a, then b, then row: the counts per a tell where the
 * entries of each go, and what is left to sort is short. */
static mgnn_status
sort_entries(pairs_table *t, mgnn_error *err)
{
  size_t n = t->src->n, *start = NULL;
  mg_metric_entry *sorted = NULL;
  mgnn_status status = MGNN_OK;

  if (t->sorted)
    return MGNN_OK;
  TRY(mg_allocated(start = mg_zalloc(n + 2, sizeof *start), err));
  TRY(mg_allocated(sorted = mg_alloc(t->count, sizeof *sorted), err));
  /* start[a + 1] becomes the place of the next entry of a, and thereby the end
   * of its entries, which is the start of those of a + 1. */
  for (size_t k = 0; k < t->count; k++)
    start[t->entry[k].a + 2]++;
  for (size_t i = 1; i < n + 2; i++)
    start[i] += start[i - 1];
  for (size_t k = 0; k < t->count; k++)
    sorted[start[t->entry[k].a + 1]++] = t->entry[k];
  for (size_t i = 0; i < n; i++) {
    size_t count = start[i + 1] - start[i];

    if (count > 16)
      qsort(sorted + start[i], count, sizeof *sorted, by_b);
    else
      sort_short(sorted + start[i], count);
  }
  mg_free(t->entry);
  t->entry = sorted;
end:
  mg_free(start);
  return status;
}

/* "1.5", or "between 1 and 2". */
static const char *
show_bounds(char buf[3 * MG_SHOW_MAX], const mg_pair_values *v)
{
  char low[MG_SHOW_MAX], high[MG_SHOW_MAX];

  if (v->lower == v->upper)
    return mg_show_number(buf, v->lower);
  snprintf(buf, 3 * MG_SHOW_MAX, "between %s and %s",
           mg_show_number(low, v->lower), mg_show_number(high, v->upper));
  return buf;
}

mgnn_status
mg_pair_twice(const char *path, const char *const names[2], const mg_pair_said *first,
              const mg_pair_said *again, mgnn_error *err)
{
  const mg_pair_values *e = &first->values, *f = &again->values;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  char here[3 * MG_SHOW_MAX], there[3 * MG_SHOW_MAX];
  int lengths = e->lower != f->lower || e->upper != f->upper;

  return mg_fail(err, MGNN_EPARSE, "%s:%zu: the %s of %s - %s is %s here and %s "
                 "in line %zu", path, again->line, lengths ? "length" : "stiffness",
                 mg_show(a, names[0]), mg_show(b, names[1]),
                 lengths ? show_bounds(here, f) : mg_show_number(here, f->stiffness),
                 lengths ? show_bounds(there, e) : mg_show_number(there, e->stiffness),
                 first->line);
}

static int
same_said(const pairs_table *t, const mg_metric_entry *e,
          const mg_metric_entry *f)
{
  return e->lower == f->lower && e->upper == f->upper
         && (t->stiff == NULL || t->stiff[e->row] == t->stiff[f->row]);
}

static mg_pair_said
said(const pairs_table *t, const mg_metric_entry *e)
{
  return (mg_pair_said){ e->line, { e->lower, e->upper,
                                    t->stiff != NULL ? t->stiff[e->row] : 1 } };
}

static mgnn_status
fail_twice(const pairs_table *t, const mg_metric_entry *e,
           const mg_metric_entry *f, mgnn_error *err)
{
  const char *const names[2] = { t->src->names.text[e->a], t->src->names.text[e->b] };
  const mg_pair_said first = said(t, e), again = said(t, f);

  return mg_pair_twice(t->csv->in.path, names, &first, &again, err);
}

/* Give wanted pairs the lengths that came in another order: of each pair what
 * was said first; what was said again, and all else, stays.  Worth the effort
 * where that is much. */
static mgnn_status
place_entries(pairs_table *t, mgnn_error *err)
{
  size_t left = 0, count = t->count;
  uint32_t *at = NULL;
  mg_pairs pairs = { 0 };
  mgnn_status status = MGNN_OK;

  if (t->wanted == NULL || count < t->wanted_count / 16)
    return MGNN_OK;
  TRY(mg_pairs_init(&pairs, t->src->n, t->wanted_count, t->wanted, err));
  TRY(mg_allocated(at = mg_alloc(count, sizeof *at), err));
#pragma omp parallel for schedule(static) num_threads(mg_threads(0))
  for (size_t k = 0; k < count; k++)
    at[k] = mg_pairs_find(&pairs, t->entry[k].a, t->entry[k].b);
  for (; t->next < t->wanted_count; t->next++) {
    t->length[t->next] = NAN;
    t->line[t->next] = 0;
  }
  for (size_t k = 0; k < count; k++) {
    const mg_metric_entry *e = &t->entry[k];

    if (at[k] != MG_NAMES_NONE && t->line[at[k]] == 0 && e->lower == e->upper) {
      t->length[at[k]] = e->lower;
      t->line[at[k]] = e->line;
    } else
      t->entry[left++] = *e;
  }
  t->count = left;
end:
  mg_free(at);
  mg_pairs_free(&pairs);
  return status;
}

size_t
mg_metric_find(const mg_metric_entry *entry, size_t from, size_t to, unsigned b)
{
  while (from < to) {
    size_t mid = from + (to - from) / 2;

    if (entry[mid].b < b)
      from = mid + 1;
    else
      to = mid;
  }
  return from;
}

/* For every entry the wanted pair + 1 that has a length already, else 0; of
 * entries that are equal, for the first. */
static mgnn_status
tie_entries(const pairs_table *t, uint32_t **tied, mgnn_error *err)
{
  size_t n = t->src->n, *start = mg_zalloc(n + 1, sizeof *start);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(start, err));
  TRY(mg_allocated(*tied = mg_zalloc(t->count, sizeof **tied), err));
  for (size_t k = 0; k < t->count; k++)
    start[t->entry[k].a + 1]++;
  for (size_t i = 0; i < n; i++)
    start[i + 1] += start[i];
  for (size_t e = 0; e < t->next; e++) {
    unsigned a = t->wanted[2 * e], b = t->wanted[2 * e + 1];
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    size_t k;

    if (t->line[e] == 0 || start[low] == start[low + 1])
      continue;
    k = mg_metric_find(t->entry, start[low], start[low + 1], high);
    if (k < start[low + 1] && t->entry[k].b == high)
      (*tied)[k] = (uint32_t)e + 1;
  }
end:
  mg_free(start);
  return status;
}

/* Leave each pair once; said twice, it must have been said the same.  A pair
 * that a wanted one is tied to does not stay here. */
static mgnn_status
merge_entries(pairs_table *t, const uint32_t *tied, mgnn_error *err)
{
  size_t to = 0, next;

  for (size_t k = 0; k < t->count; k = next) {
    mg_metric_entry first = t->entry[k], tie = first;
    size_t e = tied != NULL ? tied[k] : 0;

    if (e > 0) {
      tie.line = t->line[e - 1];
      tie.lower = tie.upper = t->length[e - 1];
      first = tie.line < first.line ? tie : first;
    }
    for (next = k; next < t->count && t->entry[next].a == first.a
         && t->entry[next].b == first.b; next++) {
      const mg_metric_entry *f = &t->entry[next];

      if (e > 0 && tie.line < f->line && !same_said(t, &first, &tie))
        return fail_twice(t, &first, &tie, err);
      if (!same_said(t, &first, f))
        return fail_twice(t, &first, f, err);
    }
    if (e > 0 && !same_said(t, &first, &tie))
      return fail_twice(t, &first, &tie, err);
    if (e == 0)
      t->entry[to++] = first;
  }
  t->count = to;
  return MGNN_OK;
}

static mgnn_status
give(pairs_table *t, mg_metric_table *out, mgnn_error *err)
{
  if (t->at.stiffness < t->at.count) {
    out->stiffness = mg_alloc(t->count, sizeof *out->stiffness);
    if (out->stiffness == NULL)
      return mg_fail_memory(err);
    for (size_t k = 0; k < t->count; k++)
      out->stiffness[k] = t->stiff[t->entry[k].row];
  }
  for (size_t k = 0; k < t->count; k++)
    out->intervals |= t->entry[k].lower < t->entry[k].upper;
  if (t->next > 0) {
    for (size_t e = t->next; e < t->wanted_count; e++)
      t->length[e] = NAN;
    out->length = t->length;
    t->length = NULL;
  }
  out->entry = t->entry;
  out->count = t->count;
  t->entry = NULL;
  return MGNN_OK;
}

/* Not with stiffnesses: those are found by the row number of an entry. */
static mgnn_status
want_in_order(pairs_table *t, const unsigned *wanted, size_t count,
              mgnn_error *err)
{
  if (wanted == NULL || t->at.stiffness < t->at.count)
    return MGNN_OK;
  t->wanted = wanted;
  t->wanted_count = count;
  t->length = mg_alloc(count, sizeof *t->length);
  t->line = mg_alloc(count, sizeof *t->line);
  return t->length != NULL && t->line != NULL ? MGNN_OK : mg_fail_memory(err);
}

static mgnn_status
read_pairs(const mg_source *src, mg_csv *csv, const unsigned *wanted,
           size_t wanted_count, mg_metric_table *out, mgnn_error *err)
{
  pairs_table t = { .src = src, .csv = csv, .sorted = 1,
                    .plain = { &csv->in, csv->separator, .decimals = 1 } };
  uint32_t *tied = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_pair_columns_find(&t.at, csv, err));
  TRY(index_names(&t, err));
  TRY(want_in_order(&t, wanted, wanted_count, err));
  for (;;) {
    if (t.at.count == 3 && t.at.source == 0 && t.at.target == 1
        && t.at.length == 2)
      TRY(plain_rows(&t, err));
    TRY(mg_csv_row(csv, err));
    if (csv->count == 0)
      break;
    TRY(read_pair(&t, err));
  }
  TRY(place_entries(&t, err));
  TRY(sort_entries(&t, err));
  if (t.next > 0 && t.count > 0)
    TRY(tie_entries(&t, &tied, err));
  TRY(merge_entries(&t, tied, err));
  TRY(give(&t, out, err));
end:
  mg_free(tied);
  mg_free(t.entry);
  mg_free(t.stiff);
  mg_free(t.length);
  mg_free(t.line);
  mg_plain_free(&t.plain);
  mg_ids_free(&t.whole);
  return status;
}

mgnn_status
mg_read_metric(const mg_source *src, const char *path, const unsigned *wanted,
               size_t wanted_count, mg_metric_table *out, size_t *ignored,
               mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_csv csv;

  memset(out, 0, sizeof *out);
  *ignored = 0;
  TRY(mg_csv_open(&csv, path, 0, &src->limits, err));
  TRY(mg_csv_row(&csv, err));
  if (mg_pair_header(&csv))
    TRY(read_pairs(src, &csv, wanted, wanted_count, out, err));
  else
    TRY(mg_read_matrix(src, &csv, wanted, wanted_count, out, ignored, err));
end:
  mg_csv_close(&csv);
  return status;
}
