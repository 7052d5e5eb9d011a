/* Makes target lengths by the chosen metric.  Here are the metrics that compute
 * lengths; metric_attr.c reads edge attributes, metric_table.c metric tables, and
 * metric_shape.c has random walks. */
#include "metric_parts.h"
#include "base/dense.h"

#include <math.h>
#include <string.h>

/* M_ij = (1 - a) / (1 + a + eps) |z0_i - z0_j|, a the attention of the edge. */
static mgnn_status
from_attention(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  static const mg_value_range signed_unit = { -1, 1, "be between -1 and 1" };
  const char *name = in->spec->metric.name;
  const double *z = in->tables->features, eps = in->spec->eps;
  char pair[MG_PAIR_MAX], at[MG_WHERE_MAX];
  size_t dim = in->tables->dim;

  if (z == NULL)
    return mg_fail(err, MGNN_EINVAL, "the metric attention:%.50s needs features"
                   "%s", name, mg_hint_text(in, MG_HINT_FEATURES));
  PASS(mg_lengths_attribute(out, &signed_unit, in, err));
  for (size_t e = 0; e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;
    double a = out->lower[e];
    double r = mg_distance(z + ends[0] * dim, z + ends[1] * dim, dim);

    out->lower[e] = (1 - a) / (1 + a + eps) * r;
    if (!isfinite(out->lower[e]))
      PASS(mg_fail(err, MGNN_EINVAL, "%s: edge %s gets no finite length from its "
                   "%.60s and features%s",
                   mg_where(in->src, mg_first_of(in->simple, e), at),
                   mg_show_pair(in->src, ends, pair), name,
                   a + eps == -1 ? "; for -1, eps must be greater than 0" : ""));
  }
  return MGNN_OK;
}

static mgnn_status
from_labels(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  const mg_metric_spec *metric = &in->spec->metric;
  char name[MG_SHOW_MAX], pair[MG_PAIR_MAX];

  if (in->group == NULL)
    return mg_fail(err, MGNN_EINVAL, "the metric labels:%.40s needs labels%s",
                   metric->name, mg_hint_text(in, MG_HINT_LABELS));
  PASS(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;
    int g = in->group[ends[0]], h = in->group[ends[1]];

    if (g < 0 || h < 0)
      PASS(mg_fail(err, MGNN_EINVAL, "metric labels:%.40s: node %s has no label, "
                   "so edge %s gets no length", metric->name,
                   mg_show(name, in->src->names.text[ends[g < 0 ? 0 : 1]]),
                   mg_show_pair(in->src, ends, pair)));
    out->lower[e] = g == h ? metric->a : metric->b;
  }
  return MGNN_OK;
}

static mgnn_status
from_const(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  PASS(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++)
    out->lower[e] = in->spec->metric.a;
  return MGNN_OK;
}

static mgnn_status
from_coords(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  const double *x = in->tables->coords;
  size_t dim = (size_t)in->tables->coords_dim;

  PASS(mg_lengths_alloc(out, in->simple->m, 0, err));
  for (size_t e = 0; e < in->simple->m; e++) {
    const unsigned *ends = in->simple->ends + 2 * e;

    out->lower[e] = mg_distance(x + ends[0] * dim, x + ends[1] * dim, dim);
  }
  return MGNN_OK;
}

static mgnn_status
from_similarity(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  const mg_similarity *by = in->spec->metric.similarity;
  const mg_edge_list g = { in->src->n, in->simple->m, in->simple->ends };

  if (by->from_graph != NULL) {
    PASS(mg_lengths_alloc(out, g.m, 0, err));
    PASS(by->from_graph(&g, out->lower, err));
    return MGNN_OK;
  }
  PASS(mg_lengths_attribute(out, &by->range, in, err));
  for (size_t e = 0; e < g.m; e++)
    out->lower[e] = by->length(out->lower[e]);
  return MGNN_OK;
}

static mgnn_status
from_attribute(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  return mg_lengths_attribute(out, NULL, in, err);
}

static mgnn_status (*const makers[])(mg_lengths *out, const mg_metric_input *in,
                                     mgnn_error *err) = {
  [MG_METRIC_DEFAULT] = mg_lengths_default, [MG_METRIC_FILE] = mg_lengths_table,
  [MG_METRIC_ATTR] = from_attribute, [MG_METRIC_CONST] = from_const,
  [MG_METRIC_LABELS] = from_labels, [MG_METRIC_ATTENTION] = from_attention,
  [MG_METRIC_COORDS] = from_coords, [MG_METRIC_WALK] = mg_lengths_walk,
  [MG_METRIC_SIMILARITY] = from_similarity
};

mgnn_status
mg_metric_lengths(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  mgnn_status status;

  memset(out, 0, sizeof *out);
  status = makers[in->spec->metric.kind](out, in, err);
  if (status != MGNN_OK)
    mg_lengths_free(out);
  return status;
}
