/* GIN: layers relu((Z + A Z) W1 + b1) W2 + b2; relu and dropout between.  The
 * product with W1 comes before the sum, since it is the narrower one. */
#include "learn/model.h"

void
mg_model_gin(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int z = mg_part_first(net, in, s, hidden, MG_UNIFORM);

  for (long k = 1; k <= s->layers; k++) {
    size_t width = mg_part_width(in, s, k);

    z = mg_op_smooth(net, in->plain, z, 1, z, 1, 0);
    z = mg_op_bias(net, z);
    z = mg_op_activate(net, z, 1, 0);
    z = mg_op_linear(net, z, mg_map_new(net, hidden, width, MG_UNIFORM, 1));
    if (k == s->layers)
      break;
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
    z = mg_op_linear(net, z, mg_map_new(net, hidden, hidden, MG_UNIFORM, 0));
  }
  if (in->readout != NULL)
    mg_part_end(net, in, z);
}
