/* Parts that several models have. */
#include "model.h"

int
mg_part_mlp_of(mg_net *net, int z, size_t hidden, size_t out, double drop)
{
  size_t in = mg_table_of(net, z).cols;

  z = mg_op_linear(net, z, mg_map_new(net, in, hidden, MG_UNIFORM, 1));
  z = mg_op_activate(net, z, 1, drop);
  return mg_op_linear(net, z, mg_map_new(net, hidden, out, MG_UNIFORM, 1));
}

int
mg_part_mlp(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int z = mg_op_features(net, in->features, mg_map_new(
            net, in->features->cols, hidden, MG_UNIFORM, 1));

  z = mg_op_activate(net, z, 1, s->dropout);
  return mg_op_linear(net, z, mg_map_new(net, hidden, hidden, MG_UNIFORM, 1));
}

int
mg_part_end(mg_net *net, const mg_model_inputs *in, int z)
{
  if (in->readout != NULL)
    z = mg_op_matrix(net, in->readout, z);
  return mg_op_linear(net, z, mg_map_new(net, mg_table_of(net, z).cols,
                                         in->outputs, MG_GLOROT, 1));
}

size_t
mg_part_width(const mg_model_inputs *in, const mg_settings *s, long k)
{
  return k == s->layers && in->readout == NULL ? in->outputs
                                               : (size_t)s->hidden;
}

int
mg_part_first(mg_net *net, const mg_model_inputs *in, const mg_settings *s,
              size_t width, mg_weight_start start)
{
  size_t hidden = (size_t)s->hidden;
  int z;

  if (in->readout == NULL)
    return mg_op_features(net, in->features, mg_map_new(
             net, in->features->cols, width, start, 0));
  z = mg_op_features(net, in->features, mg_map_new(
        net, in->features->cols, hidden, MG_GLOROT, 1));
  return mg_op_linear(net, z, mg_map_new(net, hidden, width, start, 0));
}

double
mg_part_gamma(const mg_settings *s, long k)
{
  return log(1 + s->theta / (double)k);
}
