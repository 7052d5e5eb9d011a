/* Linear maps with relu and dropout between. */
#include "learn/model.h"

void
mg_model_mlp(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t width = mg_part_width(in, s, 1);
  int z = mg_op_features(net, in->features, mg_map_new(
            net, in->features->cols, width, MG_UNIFORM, 1));

  for (long k = 2; k <= s->layers; k++) {
    size_t next = mg_part_width(in, s, k);

    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
    z = mg_op_linear(net, z, mg_map_new(net, width, next, MG_UNIFORM, 1));
    width = next;
  }
}
