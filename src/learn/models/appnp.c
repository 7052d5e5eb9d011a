/* APPNP: L steps Z = (1 - alpha) A' Z + alpha Z0 from an MLP. */
#include "learn/model.h"

void
mg_model_appnp(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int start = mg_net_layer(net, mg_part_mlp(net, in, s)), z = start;

  for (long k = 1; k <= s->layers; k++)
    z = mg_net_layer(net, mg_op_smooth(net, in->loops, z, 1 - s->alpha, start,
                                       s->alpha, 1));
  mg_part_end(net, in, z);
}
