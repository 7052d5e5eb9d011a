/* SGC: A'^L X W + b.  The powers are applied to X W, which is narrower than X;
 * dropout of the results, as the paper's code has it. */
#include "learn/model.h"

void
mg_model_sgc(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int z = mg_op_features(net, in->features, mg_map_new(
            net, in->features->cols, in->outputs, MG_UNIFORM, 0));

  for (long k = 1; k <= s->layers; k++)
    z = mg_op_smooth(net, in->loops, z, 1, MG_NONE, 0, 1);
  z = mg_op_bias(net, z);
  mg_op_activate(net, z, 0, s->dropout);
}
