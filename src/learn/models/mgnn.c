/* MGNN: the paper's model.  Z0 from a linear map or an MLP; the metric from Z0
 * by attention; layers that smooth and push to its lengths. */
#include "learn/model.h"

/* The metric of every slot, from a two-layer MLP of Z0: H = U W2 + b2. */
static int
metric(mg_net *net, const mg_model_inputs *in, const mg_settings *s, int start)
{
  size_t hidden = (size_t)s->hidden;
  mg_map first = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);
  int h = mg_op_linear(net, start, first);

  h = mg_op_activate(net, h, 1, s->dropout);
  if (!s->bilinear)            /* the second map is part of the scores */
    return mg_op_metric_concat(net, in->plain, start,
                               mg_op_scores(net, h, hidden), s->eps, s->bound);
  h = mg_op_linear(net, h, mg_map_new(net, hidden, hidden, MG_UNIFORM, 1));
  return mg_op_metric_bilinear(
           net, in->plain, start, h,
           mg_op_linear(net, h, mg_map_new(net, hidden, hidden, MG_GLOROT, 0)),
           s->eps, s->bound);
}

void
mg_model_mgnn(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  const mg_push_rates rates = { s->alpha, s->beta, s->eps, s->matrix };
  size_t hidden = (size_t)s->hidden;
  int start = s->mlp ? mg_part_mlp(net, in, s)
              : mg_op_features(net, in->features, mg_map_new(
                  net, in->features->cols, hidden, MG_GLOROT, 1));
  int z = start, lengths = MG_NONE;

  mg_net_layer(net, start);
  if (s->beta > 0)             /* else nothing asks for them */
    lengths = metric(net, in, s, start);
  for (long k = 1; k <= s->layers; k++) {
    z = lengths == MG_NONE
        ? mg_op_smooth(net, in->plain, z, 1 - s->alpha, start, s->alpha, 1)
        : mg_op_push(net, in->plain, z, start, lengths, &rates);
    z = mg_op_residual(net, z, mg_map_new(net, hidden, hidden, MG_GLOROT, 1),
                       mg_part_gamma(s, k), s->dropout);
    mg_net_layer(net, z);
  }
  mg_part_end(net, in, z);
}
