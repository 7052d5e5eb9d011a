/* GCNII: P = (1 - alpha) A' Z + alpha Z0, then the residual map without
 * bias. */
#include "learn/model.h"

void
mg_model_gcnii(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int start = mg_net_layer(net, mg_part_mlp(net, in, s)), z = start;

  for (long k = 1; k <= s->layers; k++) {
    z = mg_op_smooth(net, in->loops, z, 1 - s->alpha, start, s->alpha, 1);
    z = mg_op_residual(net, z, mg_map_new(net, hidden, hidden, MG_GLOROT, 0),
                       mg_part_gamma(s, k), s->dropout);
    mg_net_layer(net, z);
  }
  mg_part_end(net, in, z);
}
