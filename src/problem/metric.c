/* Target lengths, and here the metrics that need no list of lengths.  Edge
 * attributes are in metric_attr.c, metric tables in metric_table.c. */
#include "metric_parts.h"
#include "base/vec.h"

#include <math.h>
#include <string.h>

/* M_ij = (1 - a) / (1 + a + eps) |z0_i - z0_j|, a the attention of the edge. */
static mgnn_status
from_attention(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  const char *name = in->spec->metric.name;
  const double *z = in->tables->features, eps = in->spec->eps;
  char pair[MG_PAIR_MAX], at[MG_WHERE_MAX];
  mgnn_status status = MGNN_OK;
  size_t dim = in->tables->dim;

  if (z == NULL)
    return mg_fail(err, MGNN_EINVAL, "the metric attention:%.50s needs features"
                   "%s", name, mg_hint_text(in, MG_HINT_FEATURES));
  TRY(mg_lengths_attribute(out, -1, in, err));
  for (size_t e = 0; e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;
    double a = out->lower[e];
    double r = mg_distance(z + ends[0] * dim, z + ends[1] * dim, dim);

    out->lower[e] = (1 - a) / (1 + a + eps) * r;
    if (!isfinite(out->lower[e]))
      TRY(mg_fail(err, MGNN_EINVAL, "%s: edge %s gets no finite length from its "
                  "%.60s and features%s",
                  mg_where(in->src, mg_first_of(in->simple, e), at),
                  mg_show_pair(in->src, ends, pair), name,
                  a + eps == -1 ? "; for -1, eps must be greater than 0" : ""));
  }
end:
  return status;
}

static mgnn_status
from_labels(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  const mg_metric_spec *metric = &in->spec->metric;
  char name[MG_SHOW_MAX], pair[MG_PAIR_MAX];
  mgnn_status status = MGNN_OK;

  if (in->group == NULL)
    return mg_fail(err, MGNN_EINVAL, "the metric labels:%.40s needs labels%s",
                   metric->name, mg_hint_text(in, MG_HINT_LABELS));
  TRY(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;
    int g = in->group[ends[0]], h = in->group[ends[1]];

    if (g < 0 || h < 0)
      TRY(mg_fail(err, MGNN_EINVAL, "metric labels:%.40s: node %s has no label, "
                  "so edge %s gets no length", metric->name,
                  mg_show(name, in->src->names.text[ends[g < 0 ? 0 : 1]]),
                  mg_show_pair(in->src, ends, pair)));
    out->lower[e] = g == h ? metric->a : metric->b;
  }
end:
  return status;
}

static mgnn_status
from_const(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++)
    out->lower[e] = in->spec->metric.a;
end:
  return status;
}

static mgnn_status
from_coords(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  const double *x = in->tables->coords;
  size_t dim = (size_t)in->tables->coords_dim;
  mgnn_status status = MGNN_OK;
  char pair[MG_PAIR_MAX];

  TRY(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;

    out->lower[e] = mg_distance(x + ends[0] * dim, x + ends[1] * dim, dim);
    if (!isfinite(out->lower[e]))
      TRY(mg_fail(err, MGNN_EPARSE, "%.300s: the distance of %s is out of range",
                  in->spec->metric.name, mg_show_pair(in->src, ends, pair)));
  }
end:
  return status;
}

mgnn_status
mg_metric_lengths(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  switch (in->spec->metric.kind) {
  case MG_METRIC_DEFAULT:
    status = mg_lengths_default(out, in, err);
    break;
  case MG_METRIC_FILE:
    status = mg_lengths_table(out, in, err);
    break;
  case MG_METRIC_ATTR:
    status = mg_lengths_attribute(out, 0, in, err);
    break;
  case MG_METRIC_CONST:
    status = from_const(out, in, err);
    break;
  case MG_METRIC_LABELS:
    status = from_labels(out, in, err);
    break;
  case MG_METRIC_ATTENTION:
    status = from_attention(out, in, err);
    break;
  case MG_METRIC_COORDS:
    status = from_coords(out, in, err);
    break;
  }
  if (status != MGNN_OK)
    mg_lengths_free(out);
  return status;
}
