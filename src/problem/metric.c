/* Target lengths: the SPEC, and the sources that need no table of lengths.
 * Edge attributes are in metric_attr.c, metric tables in metric_table.c. */
#include "metric_parts.h"
#include "base/number.h"
#include "base/vec.h"
#include "io/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the SPEC ---- */

static mgnn_status
bad_spec(const char *spec, const char *text, size_t len, const char *why,
         mgnn_error *err)
{
  char given[MG_SHOW_MAX], shown[MG_SHOW_MAX];

  return mg_fail(err, MGNN_EINVAL, "--metric %s: %s %s", mg_show(given, spec),
                 mg_show_part(shown, text, len), why);
}

/* A length in a SPEC: len bytes at s. */
static mgnn_status
spec_length(const char *spec, const char *s, size_t len, double *out,
            mgnn_error *err)
{
  if (!mg_number_whole(s, len, out) || !isfinite(*out))
    return bad_spec(spec, s, len, "is not a finite number", err);
  if (*out < 0)
    return bad_spec(spec, s, len, "is negative; lengths are not", err);
  return MGNN_OK;
}

mgnn_status
mg_metric_parse(mg_metric_spec *out, const char *spec, mgnn_error *err)
{
  static const struct {
    const char *word, *rest;
    mg_metric_kind kind;
  } table[] = {
    { "attr:", "attr:NAME, with the name of an edge attribute",
      MG_METRIC_ATTR },
    { "const:", "const:X, with a length", MG_METRIC_CONST },
    { "labels:", "labels:WITHIN,BETWEEN, with two lengths", MG_METRIC_LABELS },
    { "attention:", "attention:NAME, with the name of an edge attribute",
      MG_METRIC_ATTENTION },
    { "coords:", "coords:FILE, with a table of positions", MG_METRIC_COORDS },
    { "", "a file, or attr:NAME, const:X, labels:WITHIN,BETWEEN, "
      "attention:NAME or coords:FILE", MG_METRIC_FILE }
  };
  char shown[MG_SHOW_MAX];
  mgnn_status status;
  const char *comma;
  size_t k = 0;

  memset(out, 0, sizeof *out);
  if (spec == NULL)
    return MGNN_OK;
  while (strncmp(spec, table[k].word, strlen(table[k].word)) != 0)
    k++;
  out->kind = table[k].kind;
  out->name = spec + strlen(table[k].word);
  comma = strchr(out->name, ',');
  if (*out->name == '\0' || (out->kind == MG_METRIC_LABELS && comma == NULL))
    return mg_fail(err, MGNN_EINVAL, "--metric %s: write %s",
                   mg_show(shown, spec), table[k].rest);
  if (out->kind == MG_METRIC_CONST)
    return spec_length(spec, out->name, strlen(out->name), &out->a, err);
  if (out->kind != MG_METRIC_LABELS)
    return MGNN_OK;
  status = spec_length(spec, out->name, (size_t)(comma - out->name), &out->a,
                       err);
  if (status == MGNN_OK)
    status = spec_length(spec, comma + 1, strlen(comma + 1), &out->b, err);
  return status;
}

/* ---- what all sources share ---- */

void
mg_lengths_free(mg_lengths *l)
{
  mg_free(l->lower);
  mg_free(l->upper);
  mg_free(l->stiffness);
  memset(l, 0, sizeof *l);
}

mgnn_status
mg_problem_lengths_take(mgnn_problem *p, mg_lengths *l, mgnn_error *err)
{
  mgnn_status status = mg_graph_lengths_take(&p->graph, l->lower, l->upper,
                                             err);

  if (status == MGNN_OK)
    l->lower = l->upper = NULL;
  return status;
}

mgnn_status
mg_lengths_alloc(mg_lengths *l, size_t m, int intervals, mgnn_error *err)
{
  l->lower = mg_alloc(m, sizeof *l->lower);
  if (intervals)
    l->upper = mg_alloc(m, sizeof *l->upper);
  if (l->lower == NULL || (intervals && l->upper == NULL))
    return mg_fail_memory(err);
  l->given = 1;
  return MGNN_OK;
}

const char *
mg_where(const mg_source *src, size_t r, char buf[MG_WHERE_MAX])
{
  uint32_t line = mg_line_runs_find(&src->edge_line, r);

  if (line != 0)
    snprintf(buf, MG_WHERE_MAX, "%.250s:%u", src->path, line);
  else
    snprintf(buf, MG_WHERE_MAX, "%.250s", src->path);
  return buf;
}

const char *
mg_show_pair(const mg_source *src, const unsigned *ends, char buf[MG_PAIR_MAX])
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  snprintf(buf, MG_PAIR_MAX, "%s - %s", mg_show(a, src->names.text[ends[0]]),
           mg_show(b, src->names.text[ends[1]]));
  return buf;
}

const char *
mg_show_edges(size_t count, char buf[MG_SHOW_MAX])
{
  snprintf(buf, MG_SHOW_MAX, "%zu edge%s", count, count == 1 ? "" : "s");
  return buf;
}

size_t
mg_edge_of(const mg_simple *simple, size_t r)
{
  return simple->into != NULL ? simple->into[r] : r;
}

size_t
mg_first_of(const mg_simple *simple, size_t e)
{
  size_t r = 0;

  while (mg_edge_of(simple, r) != e)
    r++;
  return r;
}

/* ---- sources that need no table of lengths ---- */

/* M_ij = (1 - a) / (1 + a + eps) |z0_i - z0_j|, a the attention of the edge. */
static mgnn_status
from_attention(mg_lengths *out, const mg_metric_spec *spec,
               const mg_metric_input *in, mgnn_error *err)
{
  char option[MG_SHOW_MAX], pair[MG_PAIR_MAX], at[MG_WHERE_MAX];
  mgnn_status status;

  snprintf(option, sizeof option, "--metric attention:%.50s", spec->name);
  if (in->origin == NULL)
    return mg_fail(err, MGNN_EINVAL, "%s needs features: give them with "
                   "--features FILE", option);
  status = mg_values_attribute(out, spec->name, option, -1, in, err);
  for (size_t e = 0; status == MGNN_OK && e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;
    double a = out->lower[e];
    double r = mg_distance(in->origin + ends[0] * in->dim,
                           in->origin + ends[1] * in->dim, in->dim);

    out->lower[e] = (1 - a) / (1 + a + in->eps) * r;
    if (!isfinite(out->lower[e]))
      status = mg_fail(err, MGNN_EINVAL, "%s: edge %s gets no finite length from "
                       "its %.60s and features%s",
                       mg_where(in->src, mg_first_of(in->simple, e), at),
                       mg_show_pair(in->src, ends, pair), spec->name,
                       a + in->eps == -1 ? "; for -1, --eps must be greater "
                       "than 0" : "");
  }
  return status;
}

static mgnn_status
from_attribute(mg_lengths *out, const mg_metric_spec *spec,
               const mg_metric_input *in, mgnn_error *err)
{
  char option[MG_SHOW_MAX];

  snprintf(option, sizeof option, "--metric attr:%.50s", spec->name);
  return mg_values_attribute(out, spec->name, option, 0, in, err);
}

static mgnn_status
from_labels(mg_lengths *out, const mg_metric_spec *spec,
            const mg_metric_input *in, mgnn_error *err)
{
  char name[MG_SHOW_MAX], pair[MG_PAIR_MAX];
  mgnn_status status;

  if (in->group == NULL)
    return mg_fail(err, MGNN_EINVAL, "--metric labels:%.40s needs labels: give "
                   "them with --labels NAME or --labels FILE", spec->name);
  status = mg_lengths_alloc(out, in->simple->m, 0, err);
  for (size_t e = 0; status == MGNN_OK && e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;
    int g = in->group[ends[0]], h = in->group[ends[1]];

    if (g < 0 || h < 0)
      return mg_fail(err, MGNN_EINVAL, "--metric labels:%.40s: node %s has no "
                     "label, so edge %s gets no length", spec->name,
                     mg_show(name, in->src->names.text[ends[g < 0 ? 0 : 1]]),
                     mg_show_pair(in->src, ends, pair));
    out->lower[e] = g == h ? spec->a : spec->b;
  }
  return status;
}

static mgnn_status
from_const(mg_lengths *out, const mg_metric_spec *spec,
           const mg_metric_input *in, mgnn_error *err)
{
  mgnn_status status = mg_lengths_alloc(out, in->simple->m, 0, err);

  for (size_t e = 0; status == MGNN_OK && e < in->simple->m; e++)
    out->lower[e] = spec->a;
  return status;
}

static mgnn_status
from_coords(mg_lengths *out, const mg_metric_spec *spec,
            const mg_metric_input *in, mgnn_error *err)
{
  char pair[MG_PAIR_MAX];
  double *x;
  int dim;
  mgnn_status status = mg_read_rows(in->src, spec->name, &x, &dim, err);

  if (status != MGNN_OK)
    return status;
  status = mg_lengths_alloc(out, in->simple->m, 0, err);
  for (size_t e = 0; status == MGNN_OK && e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;

    out->lower[e] = mg_distance(x + ends[0] * (size_t)dim,
                                x + ends[1] * (size_t)dim, (size_t)dim);
    if (!isfinite(out->lower[e]))
      status = mg_fail(err, MGNN_EPARSE, "%.300s: the distance of %s is out of "
                       "range", spec->name, mg_show_pair(in->src, ends, pair));
  }
  mg_free(x);
  return status;
}

/* ---- the calls ---- */

mgnn_status
mg_metric_lengths(mg_lengths *out, const mg_metric_spec *spec,
                  const mg_metric_input *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  switch (spec->kind) {
  case MG_METRIC_DEFAULT:
    status = mg_lengths_default(out, in, err);
    break;
  case MG_METRIC_FILE:
    status = mg_lengths_table(out, spec->name, in, err);
    break;
  case MG_METRIC_ATTR:
    status = from_attribute(out, spec, in, err);
    break;
  case MG_METRIC_CONST:
    status = from_const(out, spec, in, err);
    break;
  case MG_METRIC_LABELS:
    status = from_labels(out, spec, in, err);
    break;
  case MG_METRIC_ATTENTION:
    status = from_attention(out, spec, in, err);
    break;
  case MG_METRIC_COORDS:
    status = from_coords(out, spec, in, err);
    break;
  }
  if (status != MGNN_OK)
    mg_lengths_free(out);
  return status;
}
