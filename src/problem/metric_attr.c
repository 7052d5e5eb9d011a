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

/* Which columns say the value of an edge, and what is allowed. */
typedef struct {
  const char *name;            /* for messages: that of `exact`, or len */
  const mg_column *exact, *lower, *upper;      /* NULL: there is none */
  double min;                  /* of exact: 0; or -1, then at most 1 */
} value_source;

/* Fail: the column has no good value for edge r. */
static mgnn_status
bad_value(const mg_source *src, const mg_column *col, size_t r, double min,
          mgnn_error *err)
{
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], shown[MG_SHOW_MAX], buf[MG_NUMBER_MAX];
  double x;

  mg_where(src, r, at);
  mg_show_pair(src, src->ends + 2 * r, pair);
  if (mg_column_number(col, r, &x))
    return mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %s is %s; it must %s",
                   at, col->name, pair, mg_show_number(shown, x),
                   min < 0 ? "be within -1 and 1" : "not be negative");
  return mg_fail(err, MGNN_EPARSE, "%s: the %s of edge %s, %s, is not a finite "
                 "number", at, col->name, pair,
                 mg_show(shown, mg_column_text(col, r, buf)));
}

/* A value of a column that must be a number from min on; *has tells whether
 * the edge has one. */
static mgnn_status
column_value(const mg_source *src, const mg_column *col, size_t r, double min,
             double *out, int *has, mgnn_error *err)
{
  *has = col != NULL && mg_column_has(col, r);
  if (*has && (!mg_column_number(col, r, out) || *out < min
               || (min < 0 && *out > 1)))
    return bad_value(src, col, r, min, err);
  return MGNN_OK;
}

/* Nonzero if the value is a text or a number that means no upper bound. */
static int
is_unbounded(const mg_column *col, size_t r)
{
  char buf[MG_NUMBER_MAX];
  const char *s = col != NULL ? mg_column_text(col, r, buf) : NULL;

  return s != NULL && (strcmp(s, "inf") == 0 || strcmp(s, "Inf") == 0
                       || strcmp(s, "INF") == 0 || strcmp(s, "infinity") == 0
                       || strcmp(s, "Infinity") == 0);
}

/* The value of edge r of the file: exact, else bounds; *has is 0 if it has
 * neither. */
static mgnn_status
edge_value(const mg_source *src, const value_source *from, size_t r,
           double *lower, double *upper, int *has, mgnn_error *err)
{
  int has_lower = 0, has_upper = 0;
  mgnn_status status = column_value(src, from->exact, r, from->min, lower, has,
                                    err);

  if (status != MGNN_OK || *has) {
    *upper = *lower;
    return status;
  }
  *lower = 0;
  *upper = INFINITY;
  status = column_value(src, from->lower, r, 0, lower, &has_lower, err);
  if (status == MGNN_OK && !is_unbounded(from->upper, r))
    status = column_value(src, from->upper, r, 0, upper, &has_upper, err);
  else
    has_upper = 1;
  *has = has_lower || has_upper;
  if (status == MGNN_OK && *lower > *upper) {
    char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], x[MG_SHOW_MAX], y[MG_SHOW_MAX];

    status = mg_fail(err, MGNN_EPARSE, "%s: the lower bound of edge %s, %s, is "
                     "greater than the upper, %s", mg_where(src, r, at),
                     mg_show_pair(src, src->ends + 2 * r, pair),
                     mg_show_number(x, *lower), mg_show_number(y, *upper));
  }
  return status;
}

/* Fail: edge r of the file joins the same nodes as edge `first`, and their
 * values (bounds from x[0] to x[1]) differ. */
static mgnn_status
fail_parallel(const mg_source *src, const char *name, size_t first,
              const double x_first[2], size_t r, const double x[2],
              mgnn_error *err)
{
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], line[40] = "";
  char here[MG_SHOW_MAX], there[MG_SHOW_MAX];
  int exact = x[0] == x[1] && x_first[0] == x_first[1];
  int k = x[0] == x_first[0];  /* the bound that differs */

  if (mg_line_runs_find(&src->edge_line, first) != 0)
    snprintf(line, sizeof line, " in line %u",
             mg_line_runs_find(&src->edge_line, first));
  return mg_fail(err, MGNN_EPARSE, "%s: edge %s is there twice: its %s is %s "
                 "here and %s%s; --lenient takes the mean",
                 mg_where(src, r, at),
                 mg_show_pair(src, src->ends + 2 * r, pair),
                 exact ? name : k == 0 ? "lower bound" : "upper bound",
                 mg_show_number(here, x[k]), mg_show_number(there, x_first[k]),
                 line);
}

/* What gather_values found. */
typedef struct {
  uint32_t *first;             /* per edge: the first edge of the file with a
                                  value, or MG_DROPPED */
  size_t missing, at;          /* edges of the file without, and the first */
  size_t differing;            /* those that contradict an earlier one */
} gathered;

/* Give every edge the value of the first edge of the file that has one.  That
 * others differ from it is an error unless the input is lenient. */
static mgnn_status
gather_values(mg_lengths *out, const mg_metric_input *in,
              const value_source *from, gathered *g, mgnn_error *err)
{
  const mg_source *src = in->src;

  for (size_t e = 0; e < in->simple->m; e++)
    g->first[e] = MG_DROPPED;
  for (size_t r = 0; r < src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);
    double x[2];
    mgnn_status status;
    int has;

    if (e == MG_DROPPED)
      continue;
    status = edge_value(src, from, r, &x[0], &x[1], &has, err);
    if (status != MGNN_OK)
      return status;
    if (!has) {
      if (g->missing++ == 0)
        g->at = r;
    } else if (g->first[e] == MG_DROPPED) {
      g->first[e] = (uint32_t)r;
      out->lower[e] = x[0];
      if (out->upper != NULL)
        out->upper[e] = x[1];
    } else {
      double x_first[2] = { out->lower[e], out->upper != NULL ? out->upper[e]
                                           : out->lower[e] };

      if (x[0] == x_first[0] && x[1] == x_first[1])
        continue;
      if (!in->lenient)
        return fail_parallel(src, from->name, g->first[e], x_first, r, x, err);
      g->differing++;
    }
  }
  return MGNN_OK;
}

/* Take x, the k-th value, into a mean.  Equal values leave it as it is, to the
 * last bit; one bound that is infinite makes all so. */
static void
mean_add(double *mean, double x, double k)
{
  if (isinf(x) || isinf(*mean))
    *mean = INFINITY;
  else
    *mean += (x - *mean) / k;
}

/* Replace the values of merged edges, where they differ, by their means. */
static mgnn_status
average_parallel(mg_lengths *out, const mg_metric_input *in,
                 const value_source *from, mgnn_error *err)
{
  uint32_t *count = mg_zalloc(in->simple->m, sizeof *count);
  mgnn_status status = count != NULL ? MGNN_OK : mg_fail_memory(err);

  for (size_t r = 0; status == MGNN_OK && r < in->src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);
    double lower, upper;
    int has;

    if (e == MG_DROPPED)
      continue;
    status = edge_value(in->src, from, r, &lower, &upper, &has, err);
    if (status != MGNN_OK || !has || count[e]++ == 0)
      continue;
    mean_add(&out->lower[e], lower, count[e]);
    if (out->upper != NULL)
      mean_add(&out->upper[e], upper, count[e]);
  }
  mg_free(count);
  return status;
}

/* Fail: `missing` edges, the first is r, have no value. */
static mgnn_status
fail_missing(const mg_source *src, const char *name, size_t missing, size_t r,
             mgnn_error *err)
{
  char at[MG_WHERE_MAX], pair[MG_PAIR_MAX], more[MG_SHOW_MAX] = "";

  if (missing > 1)
    snprintf(more, sizeof more, ", nor ha%s %zu other%s",
             missing == 2 ? "s" : "ve", missing - 1, missing == 2 ? "" : "s");
  return mg_fail(err, MGNN_EPARSE, "%s: edge %s has no %.60s%s; --lenient gives "
                 "%s the mean of the others", mg_where(src, r, at),
                 mg_show_pair(src, src->ends + 2 * r, pair), name, more,
                 missing > 1 ? "them" : "it");
}

static mgnn_status
note_missing(mg_source *src, const char *name, size_t missing, double mean,
             mgnn_error *err)
{
  char count[MG_SHOW_MAX], number[MG_SHOW_MAX];

  return mg_note(&src->notes, err, "%s: %s without %s got the mean of the "
                 "others, %s", src->path, mg_show_edges(missing, count), name,
                 mg_show_number(number, mean));
}

/* Give the edges without a value the mean of the others.  Intervals count with
 * their middle, those without end with their lower bound. */
static mgnn_status
fill_missing(mg_lengths *out, const mg_metric_input *in, const char *name,
             const uint32_t *first, mgnn_error *err)
{
  size_t m = in->simple->m, have = 0;
  double total = 0, mean;

  for (size_t e = 0; e < m; e++)
    if (first[e] != MG_DROPPED) {
      double low = out->lower[e];
      double high = out->upper != NULL ? out->upper[e] : low;

      total += isinf(high) ? low : low + (high - low) / 2;
      have++;
    }
  if (have == m)
    return MGNN_OK;
  mean = have > 0 ? total / (double)have : 1;
  for (size_t e = 0; e < m; e++)
    if (first[e] == MG_DROPPED) {
      out->lower[e] = mean;
      if (out->upper != NULL)
        out->upper[e] = mean;
    }
  return note_missing(in->src, name, m - have, mean, err);
}

/* Nonzero if a column is the lengths as it stands: nothing was merged, and every
 * edge has a good number. */
static int
is_lengths(const mg_metric_input *in, const value_source *from)
{
  const mg_column *col = from->exact;
  double most = from->min < 0 ? 1 : DBL_MAX;
  size_t bad = 0;

  if (in->simple->into != NULL || col == NULL || from->lower != NULL
      || from->upper != NULL || col->text != NULL || col->number == NULL
      || col->cap < in->src->m)
    return 0;
  for (size_t r = 0; r < in->src->m; r++)
    bad += !(col->number[r] >= from->min && col->number[r] <= most);
  return bad == 0;
}

/* Take such a column out of the source, or a copy of it. */
static mgnn_status
take_column(mg_lengths *out, const mg_metric_input *in, const mg_column *col,
            mgnn_error *err)
{
  mg_column *own = &in->src->edge.column[col - in->src->edge.column];
  mgnn_status status = MGNN_OK;

  if (in->spend) {
    out->lower = own->number;
    out->given = 1;
    own->number = NULL;
    own->cap = 0;
  } else {
    status = mg_lengths_alloc(out, in->src->m, 0, err);
    if (status == MGNN_OK)
      memcpy(out->lower, own->number, in->src->m * sizeof *own->number);
  }
  return status;
}

static mgnn_status
from_columns(mg_lengths *out, const mg_metric_input *in,
             const value_source *from, mgnn_error *err)
{
  gathered g = { .first = NULL };
  char count[MG_SHOW_MAX];
  mgnn_status status;

  if (is_lengths(in, from))
    return take_column(out, in, from->exact, err);
  g.first = mg_alloc(in->simple->m, sizeof *g.first);
  if (g.first == NULL)
    return mg_fail_memory(err);
  status = mg_lengths_alloc(out, in->simple->m,
                            from->lower != NULL || from->upper != NULL, err);
  if (status == MGNN_OK)
    status = gather_values(out, in, from, &g, err);
  if (status == MGNN_OK && g.missing > 0 && !in->lenient)
    status = fail_missing(in->src, from->name, g.missing, g.at, err);
  if (status == MGNN_OK && g.differing > 0) {
    status = average_parallel(out, in, from, err);
    if (status == MGNN_OK)
      status = mg_note(&in->src->notes, err, "%s: %s differ%s in %s from an "
                       "earlier one between the same nodes; the merged edge "
                       "got the mean", in->src->path,
                       mg_show_edges(g.differing, count),
                       g.differing == 1 ? "s" : "", from->name);
  }
  if (status == MGNN_OK && g.missing > 0)
    status = fill_missing(out, in, from->name, g.first, err);
  mg_free(g.first);
  return status;
}

mgnn_status
mg_values_attribute(mg_lengths *out, const char *name, const char *option,
                    double min, const mg_metric_input *in, mgnn_error *err)
{
  value_source from = { .name = name, .min = min };

  from.exact = mg_attribute_find(&in->src->edge, name);
  if (from.exact == NULL)
    return mg_attribute_missing(in->src, &in->src->edge, "edge", option, name,
                                err);
  return from_columns(out, in, &from, err);
}

/* The column of that name, if it is in its known form: some value of it is a
 * number.  Otherwise NULL, and a notice if it has values at all. */
static mgnn_status
known_column(const mg_metric_input *in, const char *name, int unbounded,
             const mg_column **out, mgnn_error *err)
{
  const mg_column *col = mg_attribute_find(&in->src->edge, name);
  size_t first = SIZE_MAX;
  double x;

  *out = NULL;
  for (size_t r = 0; col != NULL && r < in->src->m; r++) {
    if (!mg_column_has(col, r))
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
  value_source from = { .name = "len" };
  mgnn_status status = known_column(in, "len", 0, &from.exact, err);

  if (status == MGNN_OK && from.exact == NULL)
    status = known_column(in, "length", 0, &from.exact, err);
  if (status == MGNN_OK)
    status = known_column(in, "lower", 0, &from.lower, err);
  if (status == MGNN_OK)
    status = known_column(in, "upper", 1, &from.upper, err);
  if (status != MGNN_OK)
    return status;
  if (from.exact != NULL)
    from.name = from.exact->name;
  if (from.exact != NULL || from.lower != NULL || from.upper != NULL)
    return from_columns(out, in, &from, err);
  status = mg_lengths_alloc(out, in->simple->m, 0, err);
  for (size_t e = 0; status == MGNN_OK && e < in->simple->m; e++)
    out->lower[e] = 1;
  out->given = 0;
  return status;
}

mgnn_status
mg_metric_stiffness(double **out, const char *name, const mg_metric_input *in,
                    mgnn_error *err)
{
  const mg_source *src = in->src;
  const mg_column *col = mg_attribute_find(&src->edge, name);
  size_t missing = 0, first = 0, present = 0;
  double total = 0, *sum, x;
  mgnn_status status = MGNN_OK;
  int has;

  *out = NULL;
  if (col == NULL)
    return mg_attribute_missing(src, &src->edge, "edge", "--stiffness", name,
                                err);
  sum = mg_zalloc(in->simple->m, sizeof *sum);
  if (sum == NULL)
    return mg_fail_memory(err);
  for (size_t r = 0; status == MGNN_OK && r < src->m; r++) {
    size_t e = mg_edge_of(in->simple, r);

    if (e == MG_DROPPED)
      continue;
    status = column_value(src, col, r, 0, &x, &has, err);
    if (status == MGNN_OK && has) {
      sum[e] += x;
      total += x;
      present++;
    } else if (missing++ == 0)
      first = r;
  }
  if (status == MGNN_OK && missing > 0 && !in->lenient)
    status = fail_missing(in->src, name, missing, first, err);
  if (status == MGNN_OK && missing > 0) {
    double mean = present > 0 ? total / (double)present : 1;

    for (size_t r = 0; r < src->m; r++)
      if (mg_edge_of(in->simple, r) != MG_DROPPED && !mg_column_has(col, r))
        sum[mg_edge_of(in->simple, r)] += mean;
    status = note_missing(in->src, name, missing, mean, err);
  }
  if (status == MGNN_OK)
    *out = sum;
  else
    mg_free(sum);
  return status;
}

mgnn_status
mg_metric_weight_note(mg_source *src, const mg_metric_spec *spec,
                      const char *stiffness, mgnn_error *err)
{
  int used = (spec->kind == MG_METRIC_ATTR || spec->kind == MG_METRIC_ATTENTION)
             && strcmp(spec->name, "weight") == 0;

  if (used || (stiffness != NULL && strcmp(stiffness, "weight") == 0)
      || mg_attribute_find(&src->edge, "weight") == NULL)
    return MGNN_OK;
  return mg_note(&src->notes, err, "%s: the edge attribute weight is ignored: it "
                 "means length to some tools and stiffness to others; use "
                 "--metric attr:weight or --stiffness weight", src->path);
}
