/* X W + b; dropout of the results, as the paper's code has it. */
#include "learn/model.h"

void
mg_model_linear(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int z = mg_op_features(net, in->features, mg_map_new(
            net, in->features->cols, in->outputs, MG_UNIFORM, 1));

  mg_op_activate(net, z, 0, s->dropout);
}
