/* Metric tables: where their pairs meet the edges, and pairs that become
 * edges. */
#include "metric_parts.h"
#include "io/table/pairs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

mgnn_status
mg_tables_read(mg_tables *out, const mg_source *src,
               const mg_metric_spec *metric, const mg_simple *simple,
               mgnn_error *err)
{
  if (metric->kind == MG_METRIC_FILE)
    return mg_read_metric(src, metric->name, simple != NULL ? simple->ends : NULL,
                          simple != NULL ? simple->m : 0, &out->metric,
                          &out->ignored, err);
  if (metric->kind == MG_METRIC_COORDS)
    return mg_read_rows(src, metric->name, &out->coords, &out->coords_dim, err);
  return MGNN_OK;
}

void
mg_tables_free(mg_tables *t)
{
  mg_metric_table_free(&t->metric);
  mg_free(t->coords);
  t->coords = NULL;
  mg_centres_free(&t->centres);
}

/* "-" is the user's word for standard input; messages name it. */
static const char *
table_name(const char *path)
{
  return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Lengths in the order of the edges are not among the entries. */
static int
has_length(const mg_metric_table *t, size_t e)
{
  return t->length != NULL && !isnan(t->length[e]);
}

/* For every edge without a length the number of its entry plus 1, where it has
 * one.  *found counts them. */
static mgnn_status
match_entries(const mg_metric_table *t, const mg_metric_input *in,
              uint32_t *entry, size_t *found, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_pairs edges = { 0 };

  TRY(mg_pairs_init(&edges, in->src->n, in->simple->m, in->simple->ends, err));
  for (size_t k = 0; k < t->count; k++) {
    uint32_t e = mg_pairs_find(&edges, t->entry[k].a, t->entry[k].b);

    if (e != MG_NAMES_NONE && !has_length(t, e)) {
      entry[e] = (uint32_t)k + 1;
      ++*found;
    }
  }
end:
  mg_pairs_free(&edges);
  return status;
}

static mgnn_status
fill_from_entries(mg_lengths *out, const mg_metric_table *t,
                  const uint32_t *entry, size_t m, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_lengths_alloc(out, m, t->intervals, err));
  if (t->stiffness != NULL)
    TRY(mg_allocated(out->stiffness = mg_alloc(m, sizeof *out->stiffness),
                     err));
  for (size_t e = 0; e < m; e++) {
    const mg_metric_entry *f = entry[e] > 0 ? &t->entry[entry[e] - 1] : NULL;
    double other = t->length != NULL ? t->length[e] : NAN;

    out->lower[e] = f != NULL ? f->lower : other;
    if (out->upper != NULL)
      out->upper[e] = f != NULL ? f->upper : other;
    if (out->stiffness != NULL && f != NULL)
      out->stiffness[e] = t->stiffness[entry[e] - 1];
  }
end:
  return status;
}

static mgnn_status
fail_without_entry(const mg_metric_input *in, const mg_lengths *l, size_t found,
                   mgnn_error *err)
{
  char pair[MG_PAIR_MAX], at[MG_WHERE_MAX], more[MG_SHOW_MAX] = "";
  size_t missing = in->simple->m - found, e = 0;

  while (!isnan(l->lower[e]))
    e++;
  if (missing > 1)
    snprintf(more, sizeof more, ", nor for %zu more of the %zu edges",
             missing - 1, in->simple->m);
  return mg_fail(err, MGNN_EPARSE, "%.300s: there is no length for edge %s (%s)"
                 "%s%s", table_name(in->spec->metric.name),
                 mg_show_pair(in->src, in->simple->ends + 2 * e, pair),
                 mg_where(in->src, mg_first_of(in->simple, e), at), more,
                 mg_hint_text(in, MG_HINT_MISSING));
}

mgnn_status
mg_lengths_table(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  mg_metric_table *t = &in->tables->metric;
  size_t m = in->simple->m, in_order = 0, found = 0;
  mgnn_status status = MGNN_OK;
  uint32_t *entry = NULL;

  for (size_t e = 0; e < m && t->length != NULL; e++)
    in_order += has_length(t, e);
  if (in_order == m && t->count == 0 && m > 0) {
    out->lower = t->length;
    out->given = 1;
    t->length = NULL;
    return MGNN_OK;
  }
  TRY(mg_allocated(entry = mg_zalloc(m, sizeof *entry), err));
  if (t->count > 0)
    TRY(match_entries(t, in, entry, &found, err));
  TRY(fill_from_entries(out, t, entry, m, err));
  if (in_order + found < m && !in->spec->lenient)
    TRY(fail_without_entry(in, out, in_order + found, err));
  TRY(mg_pairs_unused_note(&in->src->notes, table_name(in->spec->metric.name),
                           in->src->path, t->count - found + in->tables->ignored,
                           mg_hint_text(in, MG_HINT_PAIRS), err));
  TRY(mg_lengths_complete(out, in, table_name(in->spec->metric.name),
                          "a length", err));
end:
  mg_free(entry);
  return status;
}

static int
is_new(const mg_pairs *edges, const mg_metric_entry *f)
{
  return mg_pairs_find(edges, f->a, f->b) == MG_NAMES_NONE;
}

mgnn_status
mg_metric_add_edges(mg_source *src, const mg_metric_table *t, const char *path,
                    mgnn_error *err)
{
  size_t added = 0, to = 2 * src->m;
  mgnn_status status = MGNN_OK;
  char shown[MG_SHOW_MAX];
  mg_pairs edges = { 0 };
  unsigned *ends;

  TRY(mg_pairs_init(&edges, src->n, src->m, src->ends, err));
  for (size_t k = 0; k < t->count; k++)
    added += is_new(&edges, &t->entry[k]);
  if (added == 0)
    goto end;
  if (added >= MG_DROPPED - src->m)
    TRY(mg_fail(err, MGNN_EINVAL, "%s: with those of the metric table there are "
                "too many edges", src->path));
  TRY(mg_allocated(ends = mg_resize(src->ends, 2 * (src->m + added),
                                    sizeof *ends), err));
  src->ends = ends;
  for (size_t k = 0; k < t->count; k++)
    if (is_new(&edges, &t->entry[k])) {
      ends[to++] = t->entry[k].a;
      ends[to++] = t->entry[k].b;
    }
  if (src->edge_line.count > 0)
    TRY(mg_line_runs_add(&src->edge_line, added, 0, err));
  src->m += added;
  TRY(mg_note(&src->notes, err, "%.300s: %s added", table_name(path),
              mg_show_edges(added, shown)));
end:
  mg_pairs_free(&edges);
  return status;
}
