/* The models, each built from a few operations.  A' is the normalised A + I. */
#include "model.h"

#include <string.h>

/* ---- parts ---- */

/* A constant matrix times weights: X W, plus b if with a bias. */
static int
embed(mg_net *net, const mg_matrix *x, size_t width, mg_weight_start start,
      int bias)
{
  return mg_op_features(net, x, mg_map_new(net, x->cols, width, start, bias));
}

/* in W, plus b if with a bias. */
static int
map(mg_net *net, int in, size_t width, mg_weight_start start, int bias)
{
  return mg_op_linear(net, in, mg_map_new(net, mg_table_of(net, in).cols, width,
                                          start, bias));
}

/* An MLP of the features: linear map, relu, dropout, linear map. */
static int
mlp_of_features(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int z = embed(net, in->features, hidden, MG_UNIFORM, 1);

  return map(net, mg_op_activate(net, z, 1, s->dropout), hidden, MG_UNIFORM, 1);
}

/* The classifier, behind the readout if there is one. */
static void
classify(mg_net *net, const mg_model_inputs *in, int z)
{
  if (in->readout != NULL)
    z = mg_op_matrix(net, in->readout, z);
  map(net, z, in->outputs, MG_GLOROT, 1);
}

/* Map the features to the width of layer 1; with a readout, by way of an
 * embedding of the features. */
static int
first_map(mg_net *net, const mg_model_inputs *in, const mg_settings *s,
          size_t width, mg_weight_start start)
{
  if (in->readout == NULL)
    return embed(net, in->features, width, start, 0);
  return map(net, embed(net, in->features, (size_t)s->hidden, MG_GLOROT, 1),
             width, start, 0);
}

/* The width of layer k; without a readout, the last layer is as wide as the results. */
static size_t
layer_width(const mg_model_inputs *in, const mg_settings *s, long k)
{
  return k == s->layers && in->readout == NULL ? in->outputs
                                               : (size_t)s->hidden;
}

/* relu(dropout((1-g) z + g (z W + b))), g = ln(1 + theta/k), as layer k. */
static int
residual(mg_net *net, int z, const mg_settings *s, long k, int bias)
{
  size_t hidden = (size_t)s->hidden;

  return mg_net_layer(net, mg_op_residual(
           net, z, mg_map_new(net, hidden, hidden, MG_GLOROT, bias),
           log(1 + s->theta / (double)k), s->dropout));
}

/* ---- models ---- */

/* X W + b, with dropout of the results, as in the paper's code. */
static void
linear(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  mg_op_activate(net, embed(net, in->features, in->outputs, MG_UNIFORM, 1), 0,
                 s->dropout);
}

/* Linear maps with relu and dropout in between. */
static void
mlp(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int z = embed(net, in->features, layer_width(in, s, 1), MG_UNIFORM, 1);

  for (long k = 2; k <= s->layers; k++) {
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
    z = map(net, z, layer_width(in, s, k), MG_UNIFORM, 1);
  }
}

/* Layers of a mean over Z W, weighted by attention or by A' (then plus b); relu
 * and dropout in between. */
static void
means(mg_net *net, const mg_model_inputs *in, const mg_settings *s, int attend)
{
  int z = first_map(net, in, s, layer_width(in, s, 1), MG_GLOROT);

  for (long k = 1; ; k++) {
    if (attend)
      z = mg_op_attend(net, in->loops, z, s->dropout);
    else
      z = mg_op_bias(net, mg_op_smooth(net, in->loops, z, 1, MG_NONE, 0, 1));
    if (k == s->layers)
      break;
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
    z = map(net, z, layer_width(in, s, k + 1), MG_GLOROT, 0);
  }
  if (in->readout != NULL)
    classify(net, in, z);
}

static void
gcn(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  means(net, in, s, 0);
}

/* GAT with one head. */
static void
gat(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  means(net, in, s, 1);
}

/* SGC: A'^L X W + b.  The powers are applied to X W, which is narrower than X.
 * Dropout of the results, as in the paper's code. */
static void
sgc(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int z = embed(net, in->features, in->outputs, MG_UNIFORM, 0);

  for (long k = 1; k <= s->layers; k++)
    z = mg_op_smooth(net, in->loops, z, 1, MG_NONE, 0, 1);
  mg_op_activate(net, mg_op_bias(net, z), 0, s->dropout);
}

/* APPNP: an MLP gives Z0, then L steps Z = (1 - alpha) A' Z + alpha Z0. */
static void
appnp(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int start = mg_net_layer(net, mlp_of_features(net, in, s)), z = start;

  for (long k = 1; k <= s->layers; k++)
    z = mg_net_layer(net, mg_op_smooth(net, in->loops, z, 1 - s->alpha, start,
                                       s->alpha, 1));
  classify(net, in, z);
}

/* PointNet: positions P in space from Z0; then layers that share their weights,
 *   q_j = Z_j Wx + P_j Wp + b,  Z_i = max over j in N(i) + i of q_j - P_i Wp,
 * each followed by a linear map, dropout and relu. */
static void
pointnet(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  enum { SPACE = 3 };
  size_t hidden = (size_t)s->hidden;
  int z = mg_net_layer(net, mlp_of_features(net, in, s));
  int h = mg_op_activate(net, map(net, z, hidden, MG_UNIFORM, 1), 1, s->dropout);
  int place = map(net, h, SPACE, MG_UNIFORM, 1);
  mg_map local = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);
  mg_map space = mg_map_new(net, SPACE, hidden, MG_UNIFORM, 0);
  mg_map global = mg_map_new(net, hidden, hidden, MG_UNIFORM, 1);
  int own = mg_op_linear(net, place, space);

  for (long k = 1; k <= s->layers; k++) {
    z = mg_op_add(net, mg_op_linear(net, z, local), 1, own, 1, MG_NONE);
    z = mg_op_maximum(net, in->loops, z);
    z = mg_op_linear(net, mg_op_add(net, z, 1, own, -1, MG_NONE), global);
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
  }
  classify(net, in, z);
}

/* GIN: layers relu((Z + A Z) W1 + b1) W2 + b2, with relu and dropout in between.
 * The product with W1 is taken before the sum, because Z W1 is narrower. */
static void
gin(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int z = first_map(net, in, s, hidden, MG_UNIFORM);

  for (long k = 1; ; k++) {
    z = mg_op_bias(net, mg_op_smooth(net, in->plain, z, 1, z, 1, 0));
    z = map(net, mg_op_activate(net, z, 1, 0), layer_width(in, s, k), MG_UNIFORM,
            1);
    if (k == s->layers)
      break;
    z = mg_net_layer(net, mg_op_activate(net, z, 1, s->dropout));
    z = map(net, z, hidden, MG_UNIFORM, 0);
  }
  if (in->readout != NULL)
    classify(net, in, z);
}

/* GCNII: P = (1 - alpha) A' Z + alpha Z0, then the residual map without a bias. */
static void
gcnii(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  int start = mg_net_layer(net, mlp_of_features(net, in, s)), z = start;

  for (long k = 1; k <= s->layers; k++)
    z = residual(net, mg_op_smooth(net, in->loops, z, 1 - s->alpha, start,
                                   s->alpha, 1), s, k, 0);
  classify(net, in, z);
}

/* Steps of the p-Laplacian from relu(X W + b). */
static void
p_laplacian(mg_net *net, const mg_model_inputs *in, const mg_settings *s,
            int code)
{
  const mg_laplace_rates rates = { s->mu, s->p, code };
  int start = embed(net, in->features, (size_t)s->hidden, MG_UNIFORM, 1);
  int z = start = mg_net_layer(net, mg_op_activate(net, start, 1, s->dropout));

  for (long k = 1; k <= s->layers; k++)
    z = mg_net_layer(net, mg_op_laplace(net, in->plain, z, start, &rates));
  classify(net, in, z);
}

/* pGNN by the equation in its paper. */
static void
pgnn(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  p_laplacian(net, in, s, 0);
}

/* pGNN as in the published code of MGNN. */
static void
pgnn_code(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  p_laplacian(net, in, s, 1);
}

/* LINKX: the rows of A and of X are embedded separately and added; `layers` is
 * the depth of the final MLP. */
static void
linkx(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  size_t hidden = (size_t)s->hidden;
  int a = embed(net, in->adjacency, hidden, MG_UNIFORM, 1), x, z;

  a = mg_op_add(net, a, 1, map(net, a, hidden, MG_UNIFORM, 1), 1, MG_NONE);
  x = embed(net, in->features, hidden, MG_UNIFORM, 1);
  z = mg_op_add(net, a, 1, x, 1, map(net, x, hidden, MG_UNIFORM, 1));
  z = mg_net_layer(net, mg_op_activate(net, z, 1, 0));
  for (long k = 1; k < s->layers; k++) {
    z = mg_op_activate(net, map(net, z, hidden, MG_UNIFORM, 1), 1, 0);
    z = mg_op_activate(net, mg_op_batch_norm(net, z), 0, s->dropout);
    mg_net_layer(net, z);
  }
  classify(net, in, z);
}

/* The metric of every slot, from a two-layer MLP of Z0: H = U W2 + b2. */
static int
metric(mg_net *net, const mg_model_inputs *in, const mg_settings *s, int start)
{
  size_t hidden = (size_t)s->hidden;
  int h = mg_op_activate(net, map(net, start, hidden, MG_UNIFORM, 1), 1,
                         s->dropout);

  if (!s->bilinear)            /* the scores include the second map */
    return mg_op_metric_concat(net, in->plain, start,
                               mg_op_scores(net, h, hidden), s->eps, s->bound);
  h = map(net, h, hidden, MG_UNIFORM, 1);
  return mg_op_metric_bilinear(net, in->plain, start, h,
                               map(net, h, hidden, MG_GLOROT, 0), s->eps,
                               s->bound);
}

/* MGNN, the paper's model: Z0 from a linear map or an MLP, the metric from Z0 by
 * attention, then layers that smooth and push pairs to the metric's lengths. */
static void
metric_layers(mg_net *net, const mg_model_inputs *in, const mg_settings *s,
              int matrix)
{
  const mg_push_rates rates = { s->alpha, s->beta, s->eps, matrix };
  int start = s->mlp ? mlp_of_features(net, in, s)
              : embed(net, in->features, (size_t)s->hidden, MG_GLOROT, 1);
  int z = mg_net_layer(net, start);
  int lengths = s->beta > 0 ? metric(net, in, s, start) : MG_NONE;

  for (long k = 1; k <= s->layers; k++) {
    z = lengths == MG_NONE
        ? mg_op_smooth(net, in->plain, z, 1 - s->alpha, start, s->alpha, 1)
        : mg_op_push(net, in->plain, z, start, lengths, &rates);
    z = residual(net, z, s, k, 1);
  }
  classify(net, in, z);
}

/* MGNN in the matrix form, which the paper derives. */
static void
mgnn(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  metric_layers(net, in, s, 1);
}

/* MGNN in the message form of its published code. */
static void
mgnn_message(mg_net *net, const mg_model_inputs *in, const mg_settings *s)
{
  metric_layers(net, in, s, 0);
}

/* ---- the table ---- */

#define USES(setting) 1u << MG_SET_##setting
#define USES_MGNN \
  USES(LAYERS) | USES(ALPHA) | USES(BETA) | USES(THETA) | USES(ATTENTION) \
  | USES(INITIAL) | USES(EPS) | USES(METRIC_BOUND)

const mg_model mg_models[] = {
  { "linear", 0, linear, 0 },
  { "mlp", USES(LAYERS), mlp, 0 },
  { "gcn", USES(LAYERS), gcn, 1 },
  { "sgc", USES(LAYERS), sgc, 0 },
  { "appnp", USES(LAYERS) | USES(ALPHA), appnp, 0 },
  { "pointnet", USES(LAYERS), pointnet, 1 },
  { "gat", USES(LAYERS), gat, 1 },
  { "gin", USES(LAYERS), gin, 1 },
  { "gcnii", USES(LAYERS) | USES(ALPHA) | USES(THETA), gcnii, 0 },
  { "pgnn", USES(LAYERS) | USES(MU) | USES(P), pgnn, 0 },
  { "pgnn-code", USES(LAYERS) | USES(MU) | USES(P), pgnn_code, 0 },
  { "linkx", USES(LAYERS), linkx, 0 },
  { "mgnn", USES_MGNN, mgnn, 1 },
  { "mgnn-message", USES_MGNN, mgnn_message, 1 },
  { NULL, 0, NULL, 0 }
};

const char *
mg_model_name(size_t k)
{
  return mg_models[k].name;
}

const char *
mg_model_using(int setting, size_t k)
{
  const mg_model *m = mg_models;

  while (m->name != NULL && (!(m->uses >> setting & 1) || k-- > 0))
    m++;
  return m->name;
}

const mg_model *
mg_model_find(const char *name)
{
  for (const mg_model *m = mg_models; m->name != NULL; m++)
    if (strcmp(m->name, name) == 0)
      return m;
  return NULL;
}

const mg_model *
mg_model_before(const char *name, const char *form)
{
  if (strcmp(name, "mgnn") == 0 && strcmp(form, "matrix") != 0)
    return mg_model_find("mgnn-message");
  return mg_model_find(strcmp(name, "pgnn") == 0 ? "pgnn-code" : name);
}

void
mg_settings_init(mg_settings *s)
{
  *s = (mg_settings){ .rate = 0.01, .decay = 5e-4, .dropout = 0.5, .hidden = 64,
                      .layers = 2, .epochs = 1500, .patience = 100,
                      .alpha = 0.1, .beta = 0.5, .theta = 0.5, .mu = 0.1,
                      .p = 2, .eps = 1e-5 };
}
