/* Lengths out of a metric table: where its pairs meet the edges. */
#include "metric_parts.h"
#include "io/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether the table has the length of edge e beside its entries. */
static int
has_length(const mg_metric_table *t, size_t e)
{
  return t->length != NULL && !isnan(t->length[e]);
}

/* For every edge without a length the number of its entry plus 1, or 0.
 * *found counts them. */
static mgnn_status
match_entries(const mg_metric_table *t, size_t n, const mg_simple *simple,
              uint32_t *entry, size_t *found, mgnn_error *err)
{
  size_t *row = mg_zalloc(n + 1, sizeof *row);

  if (row == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < t->count; k++)
    row[t->entry[k].a + 1]++;
  for (size_t i = 0; i < n; i++)
    row[i + 1] += row[i];
  *found = 0;
  for (size_t e = 0; e < simple->m; e++) {
    unsigned a = simple->ends[2 * e], b = simple->ends[2 * e + 1];
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    size_t at, end = row[low + 1];

    entry[e] = 0;
    if (row[low] == end || has_length(t, e))
      continue;
    at = mg_metric_find(t->entry, row[low], end, high);
    if (at < end && t->entry[at].b == high) {
      entry[e] = (uint32_t)at + 1;
      ++*found;
    }
  }
  mg_free(row);
  return MGNN_OK;
}

/* The mean of the middles of the lengths that edges have, and their mean
 * stiffness, for the edges without. */
static void
mean_entry(const mg_metric_table *t, const uint32_t *entry, size_t m,
           double *length, double *stiffness)
{
  size_t count = 0;

  *length = *stiffness = 0;
  for (size_t e = 0; e < m; e++)
    if (has_length(t, e)) {
      *length += t->length[e];
      *stiffness += 1;
      count++;
    } else if (entry[e] != 0) {
      const mg_metric_entry *f = &t->entry[entry[e] - 1];

      *length += isfinite(f->upper) ? f->lower + (f->upper - f->lower) / 2
                 : f->lower;
      *stiffness += t->stiffness != NULL ? t->stiffness[entry[e] - 1] : 1;
      count++;
    }
  *length = count > 0 ? *length / (double)count : 1;
  *stiffness = count > 0 ? *stiffness / (double)count : 1;
}

static mgnn_status
fill_from_entries(mg_lengths *out, const mg_metric_table *t,
                  const uint32_t *entry, size_t m, double *mean,
                  mgnn_error *err)
{
  mgnn_status status = mg_lengths_alloc(out, m, t->intervals, err);
  double stiffness;

  if (status != MGNN_OK)
    return status;
  if (t->stiffness != NULL) {
    out->stiffness = mg_alloc(m, sizeof *out->stiffness);
    if (out->stiffness == NULL)
      return mg_fail_memory(err);
  }
  mean_entry(t, entry, m, mean, &stiffness);
  for (size_t e = 0; e < m; e++) {
    size_t k = entry[e];
    double other = has_length(t, e) ? t->length[e] : *mean;

    out->lower[e] = k > 0 ? t->entry[k - 1].lower : other;
    if (out->upper != NULL)
      out->upper[e] = k > 0 ? t->entry[k - 1].upper : other;
    if (out->stiffness != NULL)
      out->stiffness[e] = k > 0 ? t->stiffness[k - 1] : stiffness;
  }
  return MGNN_OK;
}

/* Fail: of the edges only `found` are in the table. */
static mgnn_status
fail_without_entry(const mg_metric_input *in, const char *path,
                   const mg_metric_table *t, const uint32_t *entry,
                   size_t found, mgnn_error *err)
{
  char pair[MG_PAIR_MAX], at[MG_WHERE_MAX], more[MG_SHOW_MAX] = "";
  size_t missing = in->simple->m - found, e = 0;

  while (entry[e] != 0 || has_length(t, e))
    e++;
  if (missing > 1)
    snprintf(more, sizeof more, ", nor for %zu more of the %zu edges",
             missing - 1, in->simple->m);
  return mg_fail(err, MGNN_EPARSE, "%.300s: there is no length for edge %s (%s)"
                 "%s; --lenient gives them the mean of the others", path,
                 mg_show_pair(in->src, in->simple->ends + 2 * e, pair),
                 mg_where(in->src, mg_first_of(in->simple, e), at), more);
}

static mgnn_status
note_table(const mg_metric_input *in, const char *path, size_t unused,
           size_t missing, double mean, mgnn_error *err)
{
  char count[MG_SHOW_MAX], number[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;

  if (unused > 0)
    status = mg_note(&in->src->notes, err, "%.300s: %zu pair%s no edge of %.300s "
                     "and %s ignored; --metric-adds-edges makes them edges",
                     path, unused, unused == 1 ? " is" : "s are", in->src->path,
                     unused == 1 ? "was" : "were");
  if (status == MGNN_OK && missing > 0)
    status = mg_note(&in->src->notes, err, "%.300s: %s without a length got the "
                     "mean of the others, %s", path,
                     mg_show_edges(missing, count), mg_show_number(number, mean));
  return status;
}

/* The lengths of a table that has others, or not all, or not in order. */
static mgnn_status
lengths_of_entries(mg_lengths *out, const char *path,
                   const mg_metric_table *t, size_t in_order, size_t ignored,
                   const mg_metric_input *in, mgnn_error *err)
{
  size_t m = in->simple->m, found = 0;
  uint32_t *entry = mg_alloc(m, sizeof *entry);
  double mean = 0;
  mgnn_status status = MGNN_OK;

  if (entry == NULL)
    return mg_fail_memory(err);
  status = match_entries(t, in->src->n, in->simple, entry, &found, err);
  if (status == MGNN_OK && in_order + found < m && !in->lenient)
    status = fail_without_entry(in, path, t, entry, in_order + found, err);
  if (status == MGNN_OK)
    status = fill_from_entries(out, t, entry, m, &mean, err);
  if (status == MGNN_OK)
    status = note_table(in, path, t->count - found + ignored,
                        m - in_order - found, mean, err);
  mg_free(entry);
  return status;
}

mgnn_status
mg_lengths_table(mg_lengths *out, const char *path, const mg_metric_input *in,
                 mgnn_error *err)
{
  size_t m = in->simple->m, ignored, in_order = 0;
  mg_metric_table t;
  mgnn_status status = mg_read_metric(in->src, path, in->simple->ends, m, &t,
                                      &ignored, err);

  if (status != MGNN_OK)
    return status;
  if (strcmp(path, "-") == 0)
    path = "stdin";
  for (size_t e = 0; e < m && t.length != NULL; e++)
    in_order += has_length(&t, e);
  if (in_order < m || t.count > 0 || m == 0)
    status = lengths_of_entries(out, path, &t, in_order, ignored, in, err);
  else {
    out->lower = t.length;
    out->given = 1;
    t.length = NULL;
  }
  mg_metric_table_free(&t);
  return status;
}

/* ---- pairs that become edges ---- */

/* The neighbours of every node among the edges of the file: those of node a
 * are near[row[a]] to near[row[a + 1] - 1], each edge at its smaller end. */
static mgnn_status
list_neighbours(const mg_source *src, size_t **row, unsigned **near,
                mgnn_error *err)
{
  *row = mg_zalloc(src->n + 2, sizeof **row);
  *near = mg_alloc(src->m, sizeof **near);
  if (*row == NULL || *near == NULL)
    return mg_fail_memory(err);
  for (size_t e = 0; e < src->m; e++) {
    unsigned a = src->ends[2 * e], b = src->ends[2 * e + 1];

    (*row)[(a < b ? a : b) + 2]++;
  }
  for (size_t i = 1; i < src->n + 2; i++)
    (*row)[i] += (*row)[i - 1];
  for (size_t e = 0; e < src->m; e++) {
    unsigned a = src->ends[2 * e], b = src->ends[2 * e + 1];

    (*near)[(*row)[(a < b ? a : b) + 1]++] = a < b ? b : a;
  }
  return MGNN_OK;
}

/* Append `count` edges to those of the file. */
static mgnn_status
append_edges(mg_source *src, const unsigned *ends, size_t count,
             mgnn_error *err)
{
  unsigned *grown;

  if (count >= MG_DROPPED - src->m)
    return mg_fail(err, MGNN_EINVAL, "%s: with those of the metric table there "
                   "are too many edges", src->path);
  grown = mg_resize(src->ends, 2 * (src->m + count), sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  src->ends = grown;
  if (src->edge_line.count > 0) {
    mgnn_status status = mg_line_runs_add(&src->edge_line, count, 0, err);

    if (status != MGNN_OK)
      return status;
  }
  if (count > 0)
    memcpy(grown + 2 * src->m, ends, 2 * count * sizeof *ends);
  src->m += count;
  return MGNN_OK;
}

mgnn_status
mg_metric_add_edges(mg_source *src, const char *path, mgnn_error *err)
{
  size_t ignored, count = 0, *row = NULL;
  unsigned *near = NULL, *seen = NULL, *fresh = NULL, at = MG_DROPPED;
  mg_metric_table t;
  mgnn_status status = mg_read_metric(src, path, NULL, 0, &t, &ignored, err);

  if (status != MGNN_OK)
    return status;
  status = list_neighbours(src, &row, &near, err);
  if (status != MGNN_OK)
    goto done;
  seen = mg_zalloc(src->n, sizeof *seen);
  fresh = mg_alloc(t.count, 2 * sizeof *fresh);
  if (seen == NULL || fresh == NULL) {
    status = mg_fail_memory(err);
    goto done;
  }
  /* The entries come sorted by a: seen[b] is a + 1 where a - b is an edge. */
  for (size_t k = 0; k < t.count; k++) {
    unsigned a = t.entry[k].a, b = t.entry[k].b;

    for (; at != a; at = a)
      for (size_t s = row[a]; s < row[a + 1]; s++)
        seen[near[s]] = a + 1;
    if (seen[b] != a + 1) {
      fresh[2 * count] = a;
      fresh[2 * count++ + 1] = b;
    }
  }
  status = append_edges(src, fresh, count, err);
  if (status == MGNN_OK && count > 0) {
    char shown[MG_SHOW_MAX];

    status = mg_note(&src->notes, err, "%.300s: %s added",
                     strcmp(path, "-") == 0 ? "stdin" : path,
                     mg_show_edges(count, shown));
  }
done:
  mg_free(row);
  mg_free(near);
  mg_free(seen);
  mg_free(fresh);
  mg_metric_table_free(&t);
  return status;
}
