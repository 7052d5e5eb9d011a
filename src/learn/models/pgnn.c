/* pGNN: steps of the p-Laplacian from relu(X W + b). */
#include "learn/model.h"

void
mg_model_pgnn(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int start = mg_op_features(net, in->features, mg_map_new(
                net, in->features->cols, (size_t)s->hidden, MG_UNIFORM, 1));
  int z = start = mg_net_layer(net, mg_op_activate(net, start, 1,
                                                   s->dropout));

  for (long k = 1; k <= s->layers; k++)
    z = mg_net_layer(net, mg_op_laplace(net, in->plain, z, start, s->mu,
                                        s->p));
  mg_part_end(net, in, z);
}
