/* LINKX: the rows of A and of X are embedded apart and added; `layers` counts
 * those of the last MLP. */
#include "learn/model.h"

/* A constant matrix embedded: x W + b. */
static int
embed(mg_net *net, const mg_matrix *x, size_t hidden)
{
  return mg_op_features(net, x, mg_map_new(net, x->cols, hidden, MG_UNIFORM,
                                           1));
}

void
mg_model_linkx(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int a = embed(net, in->adjacency, hidden), x, z;
  mg_map square = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);

  a = mg_op_add(net, a, 1, mg_op_linear(net, a, square), 1, MG_NONE);
  x = embed(net, in->features, hidden);
  square = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);
  z = mg_op_add(net, a, 1, x, 1, mg_op_linear(net, x, square));
  z = mg_net_layer(net, mg_op_activate(net, z, 1, 0));
  for (long k = 1; k < s->layers; k++) {
    z = mg_op_linear(net, z, mg_map_new(net, hidden, hidden, MG_UNIFORM, 1));
    z = mg_op_activate(net, z, 1, 0);
    z = mg_op_batch_norm(net, z);
    z = mg_net_layer(net, mg_op_activate(net, z, 0, s->dropout));
  }
  mg_part_end(net, in, z);
}
