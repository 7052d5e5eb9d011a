/* PointNet: positions P in space from Z0; layers with common weights
 *   q_j = Z_j Wx + P_j Wp + b,  Z_i = max over j in N(i) + i of q_j - P_i Wp,
 * then a linear map, dropout and relu. */
#include "learn/model.h"

enum { SPACE = 3 };

void
mg_model_pointnet(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int z = mg_net_layer(net, mg_part_mlp(net, in, s));
  int place = mg_part_mlp_of(net, z, hidden, SPACE, s->dropout);
  mg_map local = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);
  mg_map space = mg_map_new(net, SPACE, hidden, MG_UNIFORM, 0);
  mg_map global = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);
  int own = mg_op_linear(net, place, space);

  for (long k = 1; k <= s->layers; k++) {
    z = mg_op_linear(net, z, local);
    z = mg_op_add(net, z, 1, own, 1, MG_NONE);
    z = mg_op_maximum(net, in->loops, z);
    z = mg_op_add(net, z, 1, own, -1, MG_NONE);
    z = mg_op_linear(net, z, global);
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
  }
  mg_part_end(net, in, z);
}
