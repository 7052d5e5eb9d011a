/* GCN: layers A' (Z W) + b, with A' the normalised A + I; relu and dropout
 * between. */
#include "learn/model.h"

void
mg_model_gcn(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t width = mg_part_width(in, s, 1);
  int z = mg_part_first(net, in, s, width, MG_GLOROT);

  for (long k = 1; k <= s->layers; k++) {
    size_t next = mg_part_width(in, s, k + 1);

    z = mg_op_smooth(net, in->loops, z, 1, MG_NONE, 0, 1);
    z = mg_op_bias(net, z);
    if (k == s->layers)
      break;
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
    z = mg_op_linear(net, z, mg_map_new(net, width, next, MG_GLOROT, 0));
    width = next;
  }
  if (in->readout != NULL)
    mg_part_end(net, in, z);
}
