/* Reads values of edges from edge attributes: lengths, bounds, attention, stiffness.
 * Values of edges that were merged are merged as well. */
#include "metric_parts.h"
#include "attributes.h"
#include "base/number.h"
#include "io/text/csv.h"
#include "io/text/equal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const mg_value_range amounts = { 0, DBL_MAX, "not be negative" };

enum { LENGTH_NAMES = 4 };
static const char *const length_names[LENGTH_NAMES] = { "len", "length", "distance",
                                                        "dist" };

static int
is_length_name(const char *name)
{
  size_t k = 0;

  while (k < LENGTH_NAMES && !mg_title_is(name, length_names[k]))
    k++;
  return k < LENGTH_NAMES;
}

static mgnn_status
bad_value(const mg_source *src, const mg_column *col, size_t r,
          const mg_value_range *range, mgnn_error *err)
{
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], shown[MG_SHOW_MAX], buf[MG_NUMBER_MAX];
  double x;

  mg_where(src, r, at);
  mg_show_pair(src, src->ends + 2 * r, pair);
  if (mg_column_number(col, r, &x))
    return mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %s is %s; it must %s%s",
                   at, col->name, pair, mg_show_number(shown, x), range->text,
                   src->lengths == col->name && !src->limits.lengths
                   ? "; if this column is not a length, give --metric const:1" : "");
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

/* The value of edge r in a column, which must be a number in the range; NAN if the
 * edge has no value, or col is NULL. */
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

/* Whether an upper bound is infinite, which mg_column_number does not accept. */
static int
is_unbounded(const mg_column *col, size_t r)
{
  char buf[MG_NUMBER_MAX];
  const char *s = col != NULL ? mg_column_text(col, r, buf) : NULL;

  return s != NULL && *s != '-' && mg_text_is_infinity(s, strlen(s));
}

/* Fail if an exact length contradicts a bound of the same edge. */
static mgnn_status
within_bounds(const mg_edge_values *from, size_t r, double x, mgnn_error *err)
{
  const mg_source *src = from->src;
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], here[MG_SHOW_MAX], bound[MG_SHOW_MAX];
  double low = 0, high = INFINITY;

  if (mg_column_number(from->lower, r, &low) && x < low)
    high = low;
  else if (!mg_column_number(from->upper, r, &high) || x <= high)
    return MGNN_OK;
  return mg_fail(err, MGNN_EPARSE, "%s: the length of edge %s, %s, is beyond its bound "
                 "%s", mg_where(src, r, at), mg_show_pair(src, src->ends + 2 * r, pair),
                 mg_show_number(here, x), mg_show_number(bound, high));
}

mgnn_status
mg_edge_value(const mg_edge_values *from, size_t r, double x[2], mgnn_error *err)
{
  const mg_source *src = from->src;

  PASS(column_value(src, from->exact, r, from->range, &x[0], err));
  x[1] = x[0];
  if (!isnan(x[0])) {
    PASS(within_bounds(from, r, x[0], err));
    return MGNN_OK;
  }
  PASS(column_value(src, from->lower, r, &amounts, &x[0], err));
  if (is_unbounded(from->upper, r))
    x[1] = INFINITY;
  else
    PASS(column_value(src, from->upper, r, &amounts, &x[1], err));
  if (isnan(x[0]) && isnan(x[1]))
    return MGNN_OK;
  x[0] = isnan(x[0]) ? 0 : x[0];
  x[1] = isnan(x[1]) ? INFINITY : x[1];
  if (x[0] > x[1]) {
    char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], low[MG_SHOW_MAX];
    char high[MG_SHOW_MAX];

    PASS(mg_fail(err, MGNN_EPARSE, "%s: the lower bound of edge %s, %s, is "
                 "greater than the upper, %s", mg_where(src, r, at),
                 mg_show_pair(src, src->ends + 2 * r, pair),
                 mg_show_number(low, x[0]), mg_show_number(high, x[1])));
  }
  return MGNN_OK;
}

/* The edge attribute of a name: as it is spelt, else in any letter case. */
static const mg_column *
column_like(const mg_source *src, const char *name)
{
  const mg_column *col = mg_attribute_find(&src->edge, name);

  for (size_t k = 0; k < src->edge.count && col == NULL; k++)
    if (mg_title_is(src->edge.column[k].name, name))
      col = &src->edge.column[k];
  return col;
}

void
mg_edge_values_find(mg_edge_values *out, const mg_source *src, const char *name)
{
  *out = (mg_edge_values){ .src = src, .name = name, .range = &amounts };
  if (name != NULL) {
    out->exact = column_like(src, name);
    return;
  }
  out->name = "len";
  for (size_t k = 0; k < LENGTH_NAMES && out->exact == NULL; k++)
    out->exact = column_like(src, length_names[k]);
  if (out->exact == NULL && src->lengths != NULL)
    out->exact = mg_attribute_find(&src->edge, src->lengths);
  out->lower = column_like(src, "lower");
  out->upper = column_like(src, "upper");
}

mgnn_status
mg_length_column(const mg_source *src, const mg_column **out, mgnn_error *err)
{
  mg_edge_values from;
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  mg_edge_values_find(&from, src, NULL);
  *out = from.exact;
  for (size_t k = 0; k < src->edge.count; k++) {
    const mg_column *col = &src->edge.column[k];
    double x, y;

    if (col == *out || !is_length_name(col->name))
      continue;
    for (size_t r = 0; r < src->m; r++)
      if (mg_column_number(*out, r, &x) && mg_column_number(col, r, &y) && x != y)
        return mg_fail(err, MGNN_EPARSE, "%s: edge %s has the length %s by %.60s, but %s "
                       "by %.60s; choose one: --metric attr:%.60s", mg_where(src, r, at),
                       mg_show_pair(src, src->ends + 2 * r, pair), mg_show_number(a, x),
                       (*out)->name, mg_show_number(b, y), col->name, (*out)->name);
  }
  return MGNN_OK;
}

/* Fail: the parallel edges edge[0] and edge[1] of the file have different values,
 * x_first and x (each an interval from [0] to [1]). */
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

/* Results of gather_values. */
typedef struct {
  uint32_t *first;             /* per edge: the first edge of the file with a
                                  value */
  uint32_t *count;             /* per edge: number of edges of the file with one */
  size_t missing, at;          /* edges of the file without value; the first of them */
  size_t differing;            /* edges that differ from an earlier parallel one */
} gathered;

/* Merge the value x of edge r of the file, which is parallel to an earlier edge with a
 * value.  If they differ, fail, or if the specification is lenient, take the mean. */
static mgnn_status
merge_value(mg_lengths *out, const mg_metric_input *in,
            const mg_edge_values *from, gathered *g, size_t r, const double x[2],
            mgnn_error *err)
{
  size_t e = mg_edge_of(in->simple, r), edge[2] = { g->first[e], r };
  double x_first[2];

  PASS(mg_edge_value(from, edge[0], x_first, err));
  if (x[0] != x_first[0] || x[1] != x_first[1]) {
    if (!in->spec->lenient)
      PASS(fail_parallel(in, from->name, edge, x_first, x, err));
    g->differing++;
  }
  mg_mean_add(&out->lower[e], x[0], g->count[e]);
  if (out->upper != NULL)
    mg_mean_add(&out->upper[e], x[1], g->count[e]);
  return MGNN_OK;
}

/* Give every simple edge the value of the file's edges that became it; NAN if they
 * have no value. */
static mgnn_status
gather_values(mg_lengths *out, const mg_metric_input *in,
              const mg_edge_values *from, gathered *g, mgnn_error *err)
{
  for (size_t e = 0; e < in->simple->m; e++)
    out->lower[e] = NAN;
  for (size_t r = 0; r < in->src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);
    double x[2];

    if (e == MG_DROPPED)
      continue;
    PASS(mg_edge_value(from, r, x, err));
    if (isnan(x[0])) {
      if (g->missing++ == 0)
        g->at = r;
    } else if (g->count[e]++ == 0) {
      g->first[e] = (uint32_t)r;
      out->lower[e] = x[0];
      if (out->upper != NULL)
        out->upper[e] = x[1];
    } else
      PASS(merge_value(out, in, from, g, r, x, err));
  }
  return MGNN_OK;
}

/* Fail: `missing` edges have no value; r is the first. */
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

/* Whether nothing was merged and every edge has a valid number: then the column's
 * array can become that of the lengths, which saves 8 bytes per edge. */
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

/* Move such a column from the source to *out, or copy it if it may be needed again. */
static mgnn_status
take_column(mg_lengths *out, const mg_metric_input *in, const mg_column *col,
            mgnn_error *err)
{
  mg_column *own = &in->src->edge.column[col - in->src->edge.column];
  const char *other = in->spec->edge_column;

  if (in->spec->stiffness != NULL || in->spec->keep_columns
      || (other != NULL && mg_attribute_find(&in->src->edge, other) != NULL)) {
    PASS(mg_lengths_alloc(out, in->src->m, 0, err));
    memcpy(out->lower, own->number, in->src->m * sizeof *own->number);
  } else {
    out->lower = own->number;
    out->given = 1;
    own->number = NULL;
    own->cap = 0;
  }
  return MGNN_OK;
}

/* In DOT, edges without len have length 1. */
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
gather(mg_lengths *out, const mg_metric_input *in, const mg_edge_values *from,
       gathered *g, mgnn_error *err)
{
  const mg_column *col = from->exact != NULL ? from->exact
                         : from->lower != NULL ? from->lower : from->upper;
  size_t m = in->simple->m;
  mgnn_status status = MGNN_OK;

  if (col != NULL && from->range == &amounts)
    mg_unit_of_title(out->unit, col->name);
  if (is_lengths(in, from))
    return take_column(out, in, from->exact, err);
  TRY(mg_allocated_all(err, MG_NEW(g->first, m), MG_ZEROS(g->count, m)));
  TRY(mg_lengths_alloc(out, m, from->lower != NULL || from->upper != NULL,
                       err));
  TRY(gather_values(out, in, from, g, err));
end:
  mg_free_all(g->first, g->count);
  return status;
}

mgnn_status
mg_values_gather(mg_lengths *out, const mg_metric_input *in, const mg_edge_values *from,
                 mgnn_error *err)
{
  gathered g = { .first = NULL };

  PASS(gather(out, in, from, &g, err));
  return mg_differing_note(&in->src->notes, in->src->path, from->name, g.differing, err);
}

static mgnn_status
from_columns(mg_lengths *out, const mg_metric_input *in,
             const mg_edge_values *from, mgnn_error *err)
{
  gathered g = { .first = NULL };

  PASS(gather(out, in, from, &g, err));
  if (g.missing > 0 && mg_source_is(in->src, "dot") && is_length_name(from->name))
    PASS(fill_as_graphviz(out, in, &g, err));
  if (g.missing > 0 && !in->spec->lenient)
    PASS(fail_missing(in, from->name, g.missing, g.at, err));
  PASS(mg_differing_note(&in->src->notes, in->src->path, from->name, g.differing, err));
  return mg_lengths_complete(out, in, in->src->path, from->name, err);
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

/* Set *out to NULL if the column has no numbers, with a note if it has other values.
 * That is not an error, as the user did not name the column. */
static mgnn_status
known_column(const mg_metric_input *in, int unbounded, const mg_column **out,
             mgnn_error *err)
{
  const mg_column *col = *out;
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
                   mg_where(in->src, first, at), col->name,
                   mg_show(shown, mg_column_text(col, first, buf)));
  }
  return MGNN_OK;
}

/* The least and greatest number of a column; returns 0 if it has no numbers. */
static int
column_range(const mg_column *col, size_t m, double range[2])
{
  double x;

  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (size_t r = 0; r < m; r++)
    if (mg_column_number(col, r, &x)) {
      range[0] = fmin(range[0], x);
      range[1] = fmax(range[1], x);
    }
  return range[0] <= range[1];
}

/* If *col was guessed to be the lengths, as the only candidate of a table, note that;
 * but set it to NULL if an option names it for another purpose or it has no numbers. */
static mgnn_status
guess_check(const mg_metric_input *in, const mg_column **col, mgnn_error *err)
{
  const mg_specification *spec = in->spec;
  char low[MG_SHOW_MAX], high[MG_SHOW_MAX];
  double range[2];

  if (*col == NULL || is_length_name((*col)->name))
    return MGNN_OK;
  if (!column_range(*col, in->src->m, range)
      || (spec->edge_column != NULL && strcmp(spec->edge_column, (*col)->name) == 0)
      || (spec->stiffness != NULL && strcmp(spec->stiffness, (*col)->name) == 0)) {
    *col = NULL;
    return MGNN_OK;
  }
  return mg_note(&in->src->notes, err, "%s: %.60s, %s to %s, is read as the length of the "
                 "edges", in->src->path, (*col)->name, mg_show_number(low, range[0]),
                 mg_show_number(high, range[1]));
}

mgnn_status
mg_lengths_default(mg_lengths *out, const mg_metric_input *in,
                   mgnn_error *err)
{
  mg_edge_values from;

  mg_edge_values_find(&from, in->src, NULL);
  PASS(mg_length_column(in->src, &from.exact, err));
  PASS(guess_check(in, &from.exact, err));
  PASS(known_column(in, 0, &from.exact, err));
  PASS(known_column(in, 0, &from.lower, err));
  PASS(known_column(in, 1, &from.upper, err));
  if (from.exact != NULL)
    from.name = from.exact->name;
  if (from.exact != NULL || from.lower != NULL || from.upper != NULL)
    return from_columns(out, in, &from, err);
  PASS(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++)
    out->lower[e] = 1;
  out->given = 0;
  return MGNN_OK;
}

/* Set *mean to the mean stiffness, for edges that have none; see `lenient`. */
static mgnn_status
stiffness_mean(const mg_column *col, const mg_metric_input *in, double *mean,
               mgnn_error *err)
{
  size_t missing = 0, first = 0, present = 0;
  mg_sum total = { 0 };
  double x;

  for (size_t r = 0; r < in->src->m; r++) {
    if (mg_edge_of(in->simple, r) == MG_DROPPED)
      continue;
    PASS(column_value(in->src, col, r, &amounts, &x, err));
    if (!isnan(x)) {
      mg_sum_add(&total, x);
      present++;
    } else if (missing++ == 0)
      first = r;
  }
  if (missing > 0 && !in->spec->lenient)
    PASS(fail_missing(in, col->name, missing, first, err));
  *mean = mg_mean_of(&total, present);
  if (missing > 0)
    PASS(mg_missing_note(&in->src->notes, in->src->path, col->name, missing, *mean,
                         err));
  return MGNN_OK;
}

/* sum_e = sum of x_r over the edges r of the file that became e: stiffnesses of
 * parallel springs add up. */
static mgnn_status
add_stiffness(double *sum, const mg_column *col, const mg_metric_input *in,
              mgnn_error *err)
{
  double mean = 1, x;

  PASS(stiffness_mean(col, in, &mean, err));
  for (size_t r = 0; r < in->src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);

    if (e == MG_DROPPED)
      continue;
    PASS(column_value(in->src, col, r, &amounts, &x, err));
    sum[e] += isnan(x) ? mean : x;
  }
  return MGNN_OK;
}

/* Whether the metric makes the lengths from the edge attribute of that name. */
static int
makes_lengths(const mg_specification *spec, const char *name)
{
  return (spec->metric.kind == MG_METRIC_ATTR
          || spec->metric.kind == MG_METRIC_ATTENTION
          || spec->metric.kind == MG_METRIC_SIMILARITY)
         && strcmp(spec->metric.name, name) == 0;
}

/* Find the column that the specification names; else the one named `stiffness`, unless
 * a metric table had one (have) or the lengths are made of it.  NULL: all 1. */
static mgnn_status
stiffness_column(const mg_column **out, const mg_metric_input *in, int have,
                 mgnn_error *err)
{
  const char *name = in->spec->stiffness;

  *out = NULL;
  if (name == NULL && (have || makes_lengths(in->spec, "stiffness")))
    return MGNN_OK;
  if (name == NULL) {
    *out = column_like(in->src, "stiffness");
    return known_column(in, 0, out, err);
  }
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

/* Whether an attribute is a drawing style or an edge number, never a length. */
static int
is_ornament(const char *name)
{
  static const char *const names[] = { "id", "key", "penwidth", "minlen", "fontsize",
                                       "arrowsize", "labelangle", "labeldistance",
                                       "thickness", "width", "opacity", "z-index",
                                       "achieved" };

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (mg_text_is(name, strlen(name), names[k]))
      return 1;
  return strchr(name, '.') != NULL || strchr(name, ':') != NULL
         || strcmp(name, MG_DIRECTED) == 0;
}

/* Whether an attribute is used for lengths or by an option, or can be ignored. */
static int
is_used(const mg_metric_input *in, const char *name)
{
  static const char *const usual[] = { "stiffness", "lower", "upper" };
  const mg_specification *spec = in->spec;
  const char *guess = in->src->lengths;

  if (is_ornament(name) || makes_lengths(spec, name)
      || (spec->stiffness != NULL && strcmp(spec->stiffness, name) == 0)
      || (spec->edge_column != NULL && strcmp(spec->edge_column, name) == 0))
    return 1;
  for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
    if (mg_title_is(name, usual[k]))
      return 1;
  return is_length_name(name) || (guess != NULL && strcmp(guess, name) == 0);
}

/* The first text that looks like an amount, as "12 min", "$3", "1:30"; m: none. */
static size_t
amount_find(const mg_column *col, size_t m)
{
  for (size_t r = 0; r < m && r < col->cap && col->text != NULL; r++) {
    const char *s = col->text[r] != NULL ? col->text[r] : "", *p = s, *end;
    double x;

    while ((*p != '\0' && strchr("$~< ", *p)) || strncmp(p, "\xe2\x82\xac", 3) == 0)
      p += (unsigned char)*p > 127 ? 3 : 1;
    end = mg_number_read(p, p + strlen(p), &x);
    if (end != NULL && (mg_number_excess(s, strlen(s)) != NULL || (p > s && *end == '\0')
                        || (*end == ':' && strspn(end, ":0123456789") == strlen(end))))
      return r;
  }
  return m;
}

static mgnn_status
unused_note(const mg_metric_input *in, const mg_column *col, int all, mg_notes *notes,
            mgnn_error *err)
{
  const char *hint = mg_hint_text(in, MG_HINT_COLUMN), *path = in->src->path;
  char low[MG_SHOW_MAX], high[MG_SHOW_MAX], range[2 * MG_SHOW_MAX + 10] = "";
  size_t amount = amount_find(col, in->src->m);
  double x[2];

  if (amount < in->src->m)
    return mg_note(notes, err, "%s: %.60s is not used, as its values, such as %s, are not "
                   "numbers alone", path, col->name, mg_show(low, col->text[amount]));
  if (!column_range(col, in->src->m, x) || (x[0] == 1 && x[1] == 1))
    return MGNN_OK;
  if (all && x[0] == x[1])
    snprintf(range, sizeof range, ", always %s,", mg_show_number(low, x[0]));
  else if (all)
    snprintf(range, sizeof range, ", %s to %s,", mg_show_number(low, x[0]),
             mg_show_number(high, x[1]));
  return mg_note(notes, err, "%s: %.60s%s is not used%s%.60s", path, col->name, range, hint,
                 *hint != '\0' ? col->name : "");
}

mgnn_status
mg_metric_unused_note(const mg_metric_input *in, int all, mg_notes *notes,
                      mgnn_error *err)
{
  const mg_source *src = in->src;

  for (size_t k = 0; k < src->edge.count; k++) {
    const mg_column *col = &src->edge.column[k];

    if (is_used(in, col->name))
      continue;
    if (strcmp(col->name, "weight") == 0)
      PASS(mg_note(notes, err, "%s: the edge attribute weight is ignored: it "
                   "means length to some tools and stiffness to others%s",
                   src->path, mg_hint_text(in, MG_HINT_WEIGHT)));
    else if (in->spec->metric.kind == MG_METRIC_DEFAULT)
      PASS(unused_note(in, col, all, notes, err));
  }
  return MGNN_OK;
}
