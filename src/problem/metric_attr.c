/* Values of edges out of edge attributes: lengths, bounds, attention,
 * stiffness.  Values are read edge by edge of the file and merged as the edges
 * were. */
#include "metric_parts.h"
#include "attributes.h"
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const mg_value_range amounts = { 0, DBL_MAX, "not be negative" };

static mgnn_status
bad_value(const mg_source *src, const mg_column *col, size_t r,
          const mg_value_range *range, mgnn_error *err)
{
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], shown[MG_SHOW_MAX], buf[MG_NUMBER_MAX];
  double x;

  mg_where(src, r, at);
  mg_show_pair(src, src->ends + 2 * r, pair);
  if (mg_column_number(col, r, &x))
    return mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %s is %s; it must %s",
                   at, col->name, pair, mg_show_number(shown, x), range->text);
  return mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %s, %s, is not a finite "
                 "number", at, col->name, pair,
                 mg_show(shown, mg_column_text(col, r, buf)));
}

/* An empty text is no value. */
static int
is_empty(const mg_column *col, size_t r)
{
  return r < col->cap && col->text != NULL && col->text[r] != NULL
         && col->text[r][0] == '\0';
}

/* A value of a column that must be a number in a range; NAN if the edge has
 * none, or if there is no column. */
static mgnn_status
column_value(const mg_source *src, const mg_column *col, size_t r,
             const mg_value_range *range, double *out, mgnn_error *err)
{
  if (col == NULL || !mg_column_has(col, r) || is_empty(col, r))
    *out = NAN;
  else if (!mg_column_number(col, r, out) || *out < range->least
           || *out > range->most)
    return bad_value(src, col, r, range, err);
  return MGNN_OK;
}

/* Infinity, which mg_column_number does not take for a number, is a valid upper
 * bound. */
static int
is_unbounded(const mg_column *col, size_t r)
{
  char buf[MG_NUMBER_MAX];
  const char *s = col != NULL ? mg_column_text(col, r, buf) : NULL;

  return s != NULL && (strcmp(s, "inf") == 0 || strcmp(s, "Inf") == 0
                       || strcmp(s, "INF") == 0 || strcmp(s, "infinity") == 0
                       || strcmp(s, "Infinity") == 0);
}

mgnn_status
mg_edge_value(const mg_edge_values *from, size_t r, double x[2], mgnn_error *err)
{
  const mg_source *src = from->src;
  mgnn_status status = MGNN_OK;

  TRY(column_value(src, from->exact, r, from->range, &x[0], err));
  x[1] = x[0];
  if (!isnan(x[0]))
    goto end;
  TRY(column_value(src, from->lower, r, &amounts, &x[0], err));
  if (is_unbounded(from->upper, r))
    x[1] = INFINITY;
  else
    TRY(column_value(src, from->upper, r, &amounts, &x[1], err));
  if (isnan(x[0]) && isnan(x[1]))
    goto end;
  x[0] = isnan(x[0]) ? 0 : x[0];
  x[1] = isnan(x[1]) ? INFINITY : x[1];
  if (x[0] > x[1]) {
    char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], low[MG_SHOW_MAX];
    char high[MG_SHOW_MAX];

    TRY(mg_fail(err, MGNN_EPARSE, "%s: the lower bound of edge %s, %s, is "
                "greater than the upper, %s", mg_where(src, r, at),
                mg_show_pair(src, src->ends + 2 * r, pair),
                mg_show_number(low, x[0]), mg_show_number(high, x[1])));
  }
end:
  return status;
}

void
mg_edge_values_find(mg_edge_values *out, const mg_source *src, const char *name)
{
  *out = (mg_edge_values){ .src = src, .name = name, .range = &amounts };
  if (name != NULL) {
    out->exact = mg_attribute_find(&src->edge, name);
    return;
  }
  out->name = "len";
  out->exact = mg_attribute_find(&src->edge, "len");
  if (out->exact == NULL)
    out->exact = mg_attribute_find(&src->edge, "length");
  out->lower = mg_attribute_find(&src->edge, "lower");
  out->upper = mg_attribute_find(&src->edge, "upper");
}

/* edge: the first and the present of two parallel edges of the file, whose
 * values (bounds from x[0] to x[1]) differ. */
static mgnn_status
fail_parallel(const mg_metric_input *in, const char *name, const size_t edge[2],
              const double x_first[2], const double x[2], mgnn_error *err)
{
  const mg_source *src = in->src;
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], line[40] = "";
  char here[MG_SHOW_MAX], there[MG_SHOW_MAX];
  int exact = x[0] == x[1] && x_first[0] == x_first[1];
  int k = x[0] == x_first[0];  /* the bound that differs */

  if (mg_line_runs_find(&src->edge_line, edge[0]) != 0)
    snprintf(line, sizeof line, " in line %u",
             mg_line_runs_find(&src->edge_line, edge[0]));
  return mg_fail(err, MGNN_EPARSE, "%s: edge %s is there twice: its %s is %s "
                 "here and %s%s%s", mg_where(src, edge[1], at),
                 mg_show_pair(src, src->ends + 2 * edge[1], pair),
                 exact ? name : k == 0 ? "lower bound" : "upper bound",
                 mg_show_number(here, x[k]), mg_show_number(there, x_first[k]),
                 line, mg_hint_text(in, MG_HINT_PARALLEL));
}

/* What gather_values found. */
typedef struct {
  uint32_t *first;             /* per edge: the first edge of the file with a
                                  value */
  uint32_t *count;             /* per edge: how many have one */
  size_t missing, at;          /* edges of the file without, and the first */
  size_t differing;            /* those that contradict an earlier one */
} gathered;

/* Edge r of the file is parallel to an earlier one with a value: it should have
 * the same.  Where the specification is lenient, edge e gets the mean. */
static mgnn_status
merge_value(mg_lengths *out, const mg_metric_input *in,
            const mg_edge_values *from, gathered *g, size_t r, const double x[2],
            mgnn_error *err)
{
  size_t e = mg_edge_of(in->simple, r), edge[2] = { g->first[e], r };
  mgnn_status status = MGNN_OK;
  double x_first[2];

  TRY(mg_edge_value(from, edge[0], x_first, err));
  if (x[0] != x_first[0] || x[1] != x_first[1]) {
    if (!in->spec->lenient)
      TRY(fail_parallel(in, from->name, edge, x_first, x, err));
    g->differing++;
  }
  mg_mean_add(&out->lower[e], x[0], g->count[e]);
  if (out->upper != NULL)
    mg_mean_add(&out->upper[e], x[1], g->count[e]);
end:
  return status;
}

/* Give every edge the value of the edges of the file that became it, NAN if
 * none of them has one. */
static mgnn_status
gather_values(mg_lengths *out, const mg_metric_input *in,
              const mg_edge_values *from, gathered *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t e = 0; e < in->simple->m; e++)
    out->lower[e] = NAN;
  for (size_t r = 0; r < in->src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);
    double x[2];

    if (e == MG_DROPPED)
      continue;
    TRY(mg_edge_value(from, r, x, err));
    if (isnan(x[0])) {
      if (g->missing++ == 0)
        g->at = r;
    } else if (g->count[e]++ == 0) {
      g->first[e] = (uint32_t)r;
      out->lower[e] = x[0];
      if (out->upper != NULL)
        out->upper[e] = x[1];
    } else
      TRY(merge_value(out, in, from, g, r, x, err));
  }
end:
  return status;
}

/* `missing` edges have no value; r is the first. */
static mgnn_status
fail_missing(const mg_metric_input *in, const char *name, size_t missing,
             size_t r, mgnn_error *err)
{
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], more[MG_SHOW_MAX] = "";

  if (missing > 1)
    snprintf(more, sizeof more, ", nor ha%s %zu other%s",
             missing == 2 ? "s" : "ve", missing - 1, missing == 2 ? "" : "s");
  return mg_fail(err, MGNN_EPARSE, "%s: edge %s has no %.60s%s%s",
                 mg_where(in->src, r, at),
                 mg_show_pair(in->src, in->src->ends + 2 * r, pair), name, more,
                 mg_hint_text(in, MG_HINT_MISSING));
}

/* Whether nothing was merged and every edge has a valid number: then the column
 * can be handed over without a copy, 8 bytes per edge less. */
static int
is_lengths(const mg_metric_input *in, const mg_edge_values *from)
{
  const mg_column *col = from->exact;
  size_t bad = 0;

  if (in->simple->into != NULL || col == NULL || from->lower != NULL
      || from->upper != NULL || col->text != NULL || col->number == NULL
      || col->cap < in->src->m)
    return 0;
  for (size_t r = 0; r < in->src->m; r++)
    bad += !(col->number[r] >= from->range->least
             && col->number[r] <= from->range->most);
  return bad == 0;
}

/* Take such a column out of the source, or a copy of it if it may be needed once
 * more. */
static mgnn_status
take_column(mg_lengths *out, const mg_metric_input *in, const mg_column *col,
            mgnn_error *err)
{
  mg_column *own = &in->src->edge.column[col - in->src->edge.column];
  const char *other = in->spec->edge_column;
  mgnn_status status = MGNN_OK;

  if (in->spec->stiffness != NULL || in->spec->keep_columns
      || (other != NULL && mg_attribute_find(&in->src->edge, other) != NULL)) {
    TRY(mg_lengths_alloc(out, in->src->m, 0, err));
    memcpy(out->lower, own->number, in->src->m * sizeof *own->number);
  } else {
    out->lower = own->number;
    out->given = 1;
    own->number = NULL;
    own->cap = 0;
  }
end:
  return status;
}

/* In DOT an edge without len has the length 1. */
static mgnn_status
fill_as_graphviz(mg_lengths *out, const mg_metric_input *in, gathered *g,
                 mgnn_error *err)
{
  char count[MG_SHOW_MAX];
  size_t filled = 0;

  for (size_t e = 0; e < in->simple->m; e++)
    if (isnan(out->lower[e])) {
      out->lower[e] = 1;
      if (out->upper != NULL)
        out->upper[e] = 1;
      filled++;
    }
  g->missing = 0;
  return filled == 0 ? MGNN_OK
         : mg_note(&in->src->notes, err, "%s: %s without len %s the length 1, as "
                   "in Graphviz", in->src->path, mg_show_edges(filled, count),
                   filled == 1 ? "has" : "have");
}

static mgnn_status
from_columns(mg_lengths *out, const mg_metric_input *in,
             const mg_edge_values *from, mgnn_error *err)
{
  size_t m = in->simple->m;
  mgnn_status status = MGNN_OK;
  gathered g = { .first = NULL };

  if (is_lengths(in, from))
    return take_column(out, in, from->exact, err);
  TRY(mg_allocated(g.first = mg_alloc(m, sizeof *g.first), err));
  TRY(mg_allocated(g.count = mg_zalloc(m, sizeof *g.count), err));
  TRY(mg_lengths_alloc(out, m, from->lower != NULL || from->upper != NULL,
                       err));
  TRY(gather_values(out, in, from, &g, err));
  if (g.missing > 0 && strcmp(from->name, "len") == 0
      && mg_source_is(in->src, "dot"))
    TRY(fill_as_graphviz(out, in, &g, err));
  if (g.missing > 0 && !in->spec->lenient)
    TRY(fail_missing(in, from->name, g.missing, g.at, err));
  TRY(mg_differing_note(&in->src->notes, in->src->path, from->name, g.differing, err));
  TRY(mg_lengths_complete(out, in, in->src->path, from->name, err));
end:
  mg_free(g.first);
  mg_free(g.count);
  return status;
}

mgnn_status
mg_lengths_attribute(mg_lengths *out, const mg_value_range *range,
                     const mg_metric_input *in, mgnn_error *err)
{
  const char *name = in->spec->metric.name;
  mg_edge_values from = { .src = in->src, .name = name,
                        .range = range != NULL ? range : &amounts };

  from.exact = mg_attribute_find(&in->src->edge, name);
  if (from.exact == NULL)
    return mg_attribute_missing(in->src, &in->src->edge, "edge", "the metric",
                                name, err);
  return from_columns(out, in, &from, err);
}

/* The column of that name, if some value of it is a number; otherwise NULL, and
 * a note if it has values.  No error, as the user did not name the column. */
static mgnn_status
known_column(const mg_metric_input *in, const char *name, int unbounded,
             const mg_column **out, mgnn_error *err)
{
  const mg_column *col = mg_attribute_find(&in->src->edge, name);
  size_t first = SIZE_MAX;
  double x;

  *out = NULL;
  for (size_t r = 0; col != NULL && r < in->src->m; r++) {
    if (!mg_column_has(col, r) || is_empty(col, r))
      continue;
    if (mg_column_number(col, r, &x) || (unbounded && is_unbounded(col, r))) {
      *out = col;
      return MGNN_OK;
    }
    if (first == SIZE_MAX)
      first = r;
  }
  if (first != SIZE_MAX) {
    char at[MG_WHERE_MAX], shown[MG_SHOW_MAX], buf[MG_NUMBER_MAX];

    return mg_note(&in->src->notes, err, "%s: the edge attribute %s is ignored: "
                   "its values, such as %s, are not numbers",
                   mg_where(in->src, first, at), name,
                   mg_show(shown, mg_column_text(col, first, buf)));
  }
  return MGNN_OK;
}

mgnn_status
mg_lengths_default(mg_lengths *out, const mg_metric_input *in,
                   mgnn_error *err)
{
  mg_edge_values from = { .src = in->src, .name = "len", .range = &amounts };
  mgnn_status status = MGNN_OK;

  TRY(known_column(in, "len", 0, &from.exact, err));
  if (from.exact == NULL)
    TRY(known_column(in, "length", 0, &from.exact, err));
  TRY(known_column(in, "lower", 0, &from.lower, err));
  TRY(known_column(in, "upper", 1, &from.upper, err));
  if (from.exact != NULL)
    from.name = from.exact->name;
  if (from.exact != NULL || from.lower != NULL || from.upper != NULL)
    return from_columns(out, in, &from, err);
  TRY(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++)
    out->lower[e] = 1;
  out->given = 0;
end:
  return status;
}

/* What edges without a value get: *mean is that of the others. */
static mgnn_status
stiffness_mean(const mg_column *col, const mg_metric_input *in, double *mean,
               mgnn_error *err)
{
  size_t missing = 0, first = 0, present = 0;
  mgnn_status status = MGNN_OK;
  mg_sum total = { 0 };
  double x;

  for (size_t r = 0; r < in->src->m; r++) {
    if (mg_edge_of(in->simple, r) == MG_DROPPED)
      continue;
    TRY(column_value(in->src, col, r, &amounts, &x, err));
    if (!isnan(x)) {
      mg_sum_add(&total, x);
      present++;
    } else if (missing++ == 0)
      first = r;
  }
  if (missing > 0 && !in->spec->lenient)
    TRY(fail_missing(in, col->name, missing, first, err));
  *mean = mg_mean_of(&total, present);
  if (missing > 0)
    TRY(mg_missing_note(&in->src->notes, in->src->path, col->name, missing, *mean,
                        err));
end:
  return status;
}

/* sum_e = sum of x_r over the edges r of the file that became e: stiffnesses of
 * parallel springs add up. */
static mgnn_status
add_stiffness(double *sum, const mg_column *col, const mg_metric_input *in,
              mgnn_error *err)
{
  double mean = 1, x;
  mgnn_status status = MGNN_OK;

  TRY(stiffness_mean(col, in, &mean, err));
  for (size_t r = 0; r < in->src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);

    if (e == MG_DROPPED)
      continue;
    TRY(column_value(in->src, col, r, &amounts, &x, err));
    sum[e] += isnan(x) ? mean : x;
  }
end:
  return status;
}

/* Whether the lengths are made of the edge attribute of that name. */
static int
makes_lengths(const mg_specification *spec, const char *name)
{
  return (spec->metric.kind == MG_METRIC_ATTR
          || spec->metric.kind == MG_METRIC_ATTENTION
          || spec->metric.kind == MG_METRIC_SIMILARITY)
         && strcmp(spec->metric.name, name) == 0;
}

/* The column that was asked for; else that of the usual name, unless a metric
 * table had one or the lengths are made of it.  NULL: all 1. */
static mgnn_status
stiffness_column(const mg_column **out, const mg_metric_input *in, int have,
                 mgnn_error *err)
{
  const char *name = in->spec->stiffness;

  *out = NULL;
  if (name == NULL)
    return have || makes_lengths(in->spec, "stiffness") ? MGNN_OK
           : known_column(in, "stiffness", 0, out, err);
  *out = mg_attribute_find(&in->src->edge, name);
  return *out != NULL ? MGNN_OK
         : mg_attribute_missing(in->src, &in->src->edge, "edge",
                                "the stiffness", name, err);
}

mgnn_status
mg_metric_stiffness(double **out, const mg_metric_input *in, int have,
                    mgnn_error *err)
{
  const mg_column *col;
  double *sum = NULL;
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(stiffness_column(&col, in, have, err));
  if (col == NULL)
    goto end;
  TRY(mg_allocated(sum = mg_zalloc(in->simple->m, sizeof *sum), err));
  TRY(add_stiffness(sum, col, in, err));
  *out = sum;
  sum = NULL;
end:
  mg_free(sum);
  return status;
}

static int
is_used(const mg_specification *spec, const char *name)
{
  return makes_lengths(spec, name)
         || (spec->stiffness != NULL && strcmp(spec->stiffness, name) == 0);
}

mgnn_status
mg_metric_unused_note(const mg_metric_input *in, int given, mg_notes *notes,
                      mgnn_error *err)
{
  const char *hint = mg_hint_text(in, MG_HINT_COLUMN);
  const mg_source *src = in->src;
  mgnn_status status = MGNN_OK;

  if (mg_attribute_find(&src->edge, "weight") != NULL
      && !is_used(in->spec, "weight"))
    TRY(mg_note(notes, err, "%s: the edge attribute weight is ignored: it "
                "means length to some tools and stiffness to others%s",
                src->path, mg_hint_text(in, MG_HINT_WEIGHT)));
  if (in->spec->metric.kind != MG_METRIC_DEFAULT || given || !src->open_nodes)
    goto end;
  for (size_t k = 0; k < src->edge.count; k++) {
    const mg_column *col = &src->edge.column[k];
    double x;

    if (strcmp(col->name, "weight") != 0 && strcmp(col->name, "stiffness") != 0
        && mg_column_number(col, 0, &x))
      return mg_note(notes, err, "%s: no column is named length, so all "
                     "lengths are 1%s%.60s", src->path,
                     *hint != '\0' ? hint : ", not those in ", col->name);
  }
end:
  return status;
}
