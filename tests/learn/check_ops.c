/* The operations of networks, in double precision: every model against a dense
 * second computation and against finite differences. */
#include "learn/data.h"
#include "oracle.h"
#include "unit.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8, M = 9, F = 5, CLASSES = 3 };

/* Nodes 0 and 1 have the same features; node 7 has no edge, node 2 a loop. */
static const unsigned ends[2 * M] = { 0, 1, 1, 2, 2, 3, 3, 0, 3, 4, 4, 5, 5, 6,
                                      6, 4, 1, 5 };
static const unsigned char loop[N] = { 0, 0, 1 };
static const int label[N] = { 0, 1, 2, 0, 1, 2, 0, 1 };
static const unsigned char part[] = "tttvtett";

typedef struct {
  mg_matrix x, a;
  mg_slots plain, loops;
  mg_learn_task task;
} sample;

static void
sample_make(sample *s, int dense)
{
  double x[N * F];
  unsigned long state = 12345;

  for (size_t k = 0; k < N * F; k++) {
    state = state * 1103515245 + 12345;
    x[k] = (double)(state >> 16 & 1023) / 512 - 1;
    if (!dense && (state >> 8 & 7) != 0)
      x[k] = 0;
  }
  memcpy(x + F, x, F * sizeof *x);
  ck_assert_int_eq(mg_matrix_make(&s->x, N, F, x, NULL), MGNN_OK);
  ck_assert(dense == (s->x.dense != NULL));
  ck_assert_int_eq(mg_slots_make(&s->plain, N, M, ends, loop, 0, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_slots_make(&s->loops, N, M, ends, loop, 1, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_matrix_adjacency(&s->a, &s->plain, NULL), MGNN_OK);
  s->task = (mg_learn_task){ .inputs = { &s->x, &s->a, NULL, &s->plain,
                                         &s->loops, CLASSES },
                             .n = N, .label = label };
}

static void
sample_free(sample *s)
{
  mg_matrix_free(&s->x);
  mg_matrix_free(&s->a);
  mg_slots_free(&s->plain);
  mg_slots_free(&s->loops);
}

/* The models, with settings that take each of their ways. */
static const struct {
  const char *model;
  mg_settings s;
} variant[] = {
#define COMMON .hidden = 4, .alpha = 0.2, .theta = 0.7, .eps = 1e-2
  { "linear", { COMMON, .layers = 1 } },
  { "mlp", { COMMON, .layers = 3 } },
  { "gcn", { COMMON, .layers = 2 } },
  { "gcn", { COMMON, .layers = 1 } },
  { "sgc", { COMMON, .layers = 2 } },
  { "appnp", { COMMON, .layers = 3 } },
  { "pointnet", { COMMON, .layers = 2 } },
  { "gat", { COMMON, .layers = 2 } },
  { "gin", { COMMON, .layers = 2 } },
  { "gcnii", { COMMON, .layers = 3 } },
  { "pgnn", { COMMON, .layers = 2, .mu = 0.3, .p = 1.5 } },
  { "pgnn", { COMMON, .layers = 2, .mu = 0.3, .p = 2 } },
  { "pgnn", { COMMON, .layers = 2, .mu = 0.3, .p = 2.5 } },
  { "linkx", { COMMON, .layers = 3 } },
  { "pgnn-code", { COMMON, .layers = 2, .mu = 0.3, .p = 1.5 } },
  { "pgnn-code", { COMMON, .layers = 2, .mu = 0.3, .p = 2 } },
  { "mgnn-message", { COMMON, .layers = 3, .beta = 0 } },
  { "mgnn-message", { COMMON, .layers = 3, .beta = 0.6 } },
  { "mgnn", { COMMON, .layers = 3, .beta = 0.6 } },
  { "mgnn-message", { COMMON, .layers = 2, .beta = 0.6, .bilinear = 1 } },
  { "mgnn", { COMMON, .layers = 2, .beta = 0.6, .bilinear = 1, .mlp = 1 } },
  { "mgnn-message", { COMMON, .layers = 2, .beta = 0.6, .bound = 2 } },
  { "mgnn-message", { COMMON, .layers = 2, .beta = 0.6, .bound = 0.5,
                      .bilinear = 1 } },
  { "mgnn-message", { .hidden = 9, .alpha = 0.1, .theta = 1, .eps = 1e-5,
                      .layers = 1, .beta = 1 } }
};

static void
net_make(mg_net *net, const sample *s, const char *model, const mg_settings *set)
{
  mg_net_init(net);
  mg_model_find(model)->build(net, &s->task.inputs, set);
  ck_assert_int_eq(mg_net_finish(net, NULL), MGNN_OK);
  mg_net_start(net, 7);
  for (size_t k = 0; k < net->weights; k++)    /* biases other than 0 */
    for (size_t c = 0; c < net->weight[k].cols; c++)
      net->w[net->weight[k].at + c] += 0.01 * (double)(c + k % 3);
  net->training = 1;
}

/* Whether this place in net->w is a number and not padding. */
static int
is_weight(const mg_net *net, size_t place)
{
  for (size_t k = 0; k < net->weights; k++) {
    const mg_weight *w = &net->weight[k];

    if (place >= w->at && place < w->at + w->rows * w->ld)
      return (place - w->at) % w->ld < w->cols;
  }
  return 0;
}

static void
compare_with_oracle(int k, int dense, const mg_learn_kernels *kernels)
{
  const char *model = variant[k].model;
  sample s;
  mg_net net;
  double loss, worst = 0;
  complex double other;

  sample_make(&s, dense);
  net_make(&net, &s, model, &variant[k].s);
  net.kernels = kernels;
  mg_net_forward(&net);
  loss = mg_cross_entropy(&net, &s.task, part, MG_TRAIN);
  mg_net_backward(&net);
  other = oracle_loss(model, &net, &s.task, &variant[k].s, part, 0, 0);
  ck_assert_double_eq_tol(loss, creal(other), 1e-12 * (1 + fabs(loss)));
  for (size_t p = 0; p < net.count; p++) {
    double slope;

    if (!is_weight(&net, p)) {
      ck_assert_double_eq(net.dw[p], 0);
      continue;
    }
    slope = cimag(oracle_loss(model, &net, &s.task, &variant[k].s, part, p,
                              1e-30 * I)) / 1e-30;
    worst = fmax(worst, fabs(slope - net.dw[p]) / (1 + fabs(slope)));
  }
  ck_assert_msg(worst < 1e-10, "%s (variant %d): gradients differ by %g", model,
                k, worst);
  mg_net_free(&net);
  sample_free(&s);
}

START_TEST(loss_and_gradients_are_those_of_a_dense_computation)
{
  compare_with_oracle(_i, 1, mg_learn_kernels_best());
}
END_TEST

START_TEST(sparse_features_give_the_same)
{
  compare_with_oracle(_i, 0, mg_learn_kernels_best());
}
END_TEST

START_TEST(kernels_for_any_processor_give_the_same)
{
  compare_with_oracle(_i, 1, &mg_kernels_plain);
}
END_TEST

/* With dropout, for one and the same noise. */
START_TEST(gradients_are_those_of_finite_differences)
{
  mg_settings set = variant[_i].s;
  const double h = 1e-6;
  sample s;
  mg_net net;
  double *dw;

  set.dropout = 0.3;
  sample_make(&s, 1);
  net_make(&net, &s, variant[_i].model, &set);
  net.noise = 99;
  mg_net_forward(&net);
  mg_cross_entropy(&net, &s.task, part, MG_TRAIN);
  mg_net_backward(&net);
  dw = malloc(net.count * sizeof *dw);
  memcpy(dw, net.dw, net.count * sizeof *dw);
  for (size_t p = 0; p < net.count; p++) {
    double was = net.w[p], up, down;

    if (!is_weight(&net, p))
      continue;
    net.w[p] = was + h;
    mg_net_forward(&net);
    up = mg_cross_entropy(&net, &s.task, part, MG_TRAIN);
    net.w[p] = was - h;
    mg_net_forward(&net);
    down = mg_cross_entropy(&net, &s.task, part, MG_TRAIN);
    net.w[p] = was;
    ck_assert_msg(fabs((up - down) / (2 * h) - dw[p])
                  < 1e-6 * (1 + fabs(dw[p])), "%s: weight %zu: %g, not %g",
                  variant[_i].model, p, dw[p], (up - down) / (2 * h));
  }
  free(dw);
  mg_net_free(&net);
  sample_free(&s);
}
END_TEST

/* Every row of the table of models is in the list above. */
START_TEST(every_model_is_tested)
{
  for (const mg_model *m = mg_models; m->name != NULL; m++) {
    size_t k = 0;

    while (k < COUNT(variant) && strcmp(variant[k].model, m->name) != 0)
      k++;
    ck_assert_msg(k < COUNT(variant), "%s is not tested", m->name);
  }
}
END_TEST

/* The table of a layer, see mg_net_layer. */
static const mg_table *
layer_of(const mg_net *net, int layer)
{
  for (size_t k = 0; k < net->tables; k++)
    if (net->table[k].layer == layer + 1)
      return &net->table[k];
  ck_abort_msg("there is no layer %d", layer);
}

/* A name that both programs have is one equation: a layer of mgnn_propagate from
 * the network's Z0 is the network's layer before its map, which theta 0 leaves
 * out.  Without weights the logit is 0, and M is the distance over 1 + eps.  The
 * networks of the others have A + I for A, and gat learns its attention. */
START_TEST(one_name_is_one_equation)
{
  static const char *const name[] = { "mgnn", "mgnn-message", "pgnn" };
  const int relu = strcmp(name[_i], "pgnn") != 0;
  const mg_settings set = { .hidden = 4, .layers = 1, .alpha = 0.2, .beta = 0.6,
                            .eps = 1e-2, .mu = 0.3, .p = 1.5 };
  double length[M], z[4 * N], apart = 0;
  mgnn_layer_params par;
  mgnn_problem *problem;
  const mg_table *z0, *z1;
  sample s;
  mg_net net;

  sample_make(&s, 1);
  mg_slots_free(&s.plain);
  ck_assert_int_eq(mg_slots_make(&s.plain, N, M, ends, NULL, 0, NULL), MGNN_OK);
  net_make(&net, &s, name[_i], &set);
  for (size_t k = 2; k < net.weights; k++)     /* all but those of Z0 */
    memset(net.w + net.weight[k].at, 0,
           net.weight[k].rows * net.weight[k].ld * sizeof *net.w);
  mg_net_forward(&net);
  z0 = layer_of(&net, 0);
  z1 = layer_of(&net, 1);
  for (size_t i = 0; i < N; i++)
    memcpy(z + 4 * i, z0->x + i * z0->ld, 4 * sizeof *z);
  for (size_t e = 0; e < M; e++)
    length[e] = net.kernels->gap(1, z0->x + ends[2 * e] * z0->ld, 1,
                                 z0->x + ends[2 * e + 1] * z0->ld, z0->ld)
                / (1 + set.eps);
  ck_assert_int_eq(mgnn_problem_new(&problem, N, M, ends, length, NULL),
                   MGNN_OK);
  mgnn_layer_params_init(&par);
  par.rule = name[_i];
  par.alpha = set.alpha;
  par.beta = set.beta;
  par.eps = set.eps;
  par.mu = set.mu;
  par.p = set.p;
  ck_assert_int_eq(mgnn_propagate(problem, 4, &par, z, NULL), MGNN_OK);
  for (size_t i = 0; i + 1 < N; i++)           /* the last has no edge */
    for (size_t c = 0; c < 4; c++) {
      double want = relu ? fmax(z[4 * i + c], 0) : z[4 * i + c];

      ck_assert_double_eq_tol(z1->x[i * z1->ld + c], want, 1e-12);
      apart = fmax(apart, fabs(want - z0->x[i * z0->ld + c]));
    }
  ck_assert_double_gt(apart, 0.1);
  mgnn_problem_free(problem);
  mg_net_free(&net);
  sample_free(&s);
}
END_TEST

/* w against the printed formula in quadruple steps where that is accurate, and
 * finite where it is not. */
START_TEST(weight_of_the_metric_neither_overflows_nor_dies)
{
  double eps = 1e-5, slope, w;

  for (double t = -6; t <= 6; t += 0.25) {
    double a = tanh(t), want = (1 - a) / (1 + a + eps);
    double da = 1 - a * a, q = 1 + a + eps;

    w = mg_metric_weight(t, eps, &slope);
    ck_assert_double_eq_tol(w, want, 1e-9 * want);
    ck_assert_double_eq_tol(slope, -da / q - (1 - a) * da / (q * q),
                            1e-6 * fabs(slope));
  }
  w = mg_metric_weight(-400, eps, &slope);
  ck_assert_double_eq_tol(w, 2 / eps, 1e-3);
  w = mg_metric_weight(300, eps, &slope);
  ck_assert(w > 0 && slope < 0);
  w = mg_metric_weight(1e9, eps, &slope);
  ck_assert(w == 0 && slope == 0);
}
END_TEST

/* Products of every size around the tiles, against plain loops. */
START_TEST(products_are_right_at_every_size)
{
  const mg_learn_kernels *kernels = _i == 0 ? &mg_kernels_plain
                                            : mg_learn_kernels_best();
  static double a[40 * 40], b[40 * 40], c[40 * 40], bias[40];

  for (size_t k = 0; k < COUNT(a); k++) {
    a[k] = sin((double)k);
    b[k] = cos((double)(3 * k));
  }
  for (size_t k = 0; k < COUNT(bias); k++)
    bias[k] = (double)k;
  for (size_t rows = 1; rows <= 14; rows++)
    for (size_t inner = 1; inner <= 9; inner += 4)
      for (size_t cols = 8; cols <= 40; cols += 8) {
        const mg_product p = { rows, inner, cols, a, b, c, 40, 40, 40, bias,
                               0 };
        const mg_product q = { rows, inner, cols, a, b, c, 40, 40, 40, NULL,
                               1 };

        memset(c, 0, sizeof c);
        kernels->multiply(&p);
        kernels->multiply_by_transposed(&q);
        for (size_t i = 0; i < rows; i++)
          for (size_t j = 0; j < cols; j++) {
            double want = bias[j];

            for (size_t k = 0; k < inner; k++)
              want += a[i * 40 + k] * b[k * 40 + j]
                      + a[k * 40 + i] * b[k * 40 + j];
            ck_assert_double_eq_tol(c[i * 40 + j], want, 1e-12);
          }
      }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(every_model_is_tested),
    TEST_EACH(one_name_is_one_equation, 3),
    TEST_EACH(loss_and_gradients_are_those_of_a_dense_computation,
              COUNT(variant)),
    TEST_EACH(sparse_features_give_the_same, COUNT(variant)),
    TEST_EACH(kernels_for_any_processor_give_the_same, COUNT(variant)),
    TEST_EACH(gradients_are_those_of_finite_differences, COUNT(variant)),
    TEST(weight_of_the_metric_neither_overflows_nor_dies),
    TEST_EACH(products_are_right_at_every_size, 2)
  };

  return unit_run("ops", tests, COUNT(tests), NULL);
}
