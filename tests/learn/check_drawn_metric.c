/* Lengths from predictions and from attention; saved models; collections. */
#include "base/random.h"
#include "learn/collection.h"
#include "learn/data.h"
#include "learn/drawn_metric.h"
#include "learn/model_file.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40, M = 39 };

/* A path of nodes whose one feature decides; part by turns. */
typedef struct {
  mg_matrix x, a;
  mg_slots plain, loops;
  int label[N];
  unsigned char part[N];
  mg_learn_task task;
  mg_net net;
  mg_settings s;
} sample;

static void
sample_make(sample *s, const char *model)
{
  double x[2 * N] = { 0 };
  unsigned ends[2 * M];

  for (size_t i = 0; i < N; i++) {
    s->label[i] = i < N / 2;
    x[2 * i + (i < N / 2)] = 1;
    s->part[i] = (unsigned char)"tve-"[i % 4];
  }
  for (size_t e = 0; e < M; e++) {
    ends[2 * e] = (unsigned)e;
    ends[2 * e + 1] = (unsigned)e + 1;
  }
  ck_assert_int_eq(mg_matrix_make(&s->x, N, 2, x, NULL), MGNN_OK);
  ck_assert_int_eq(mg_slots_make(&s->plain, N, M, ends, NULL, 0, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_slots_make(&s->loops, N, M, ends, NULL, 1, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_matrix_adjacency(&s->a, &s->plain, NULL), MGNN_OK);
  s->task = (mg_learn_task){ .inputs = { &s->x, &s->a, NULL, &s->plain,
                                         &s->loops, 2 },
                             .n = N, .label = s->label };
  mg_settings_init(&s->s);
  s->s.hidden = 5;
  mg_net_init(&s->net);
  mg_model_find(model)->build(&s->net, &s->task.inputs, &s->s);
  ck_assert_int_eq(mg_net_finish(&s->net, NULL), MGNN_OK);
  mg_net_start(&s->net, 3);
  for (size_t k = 0; k < s->net.states; k++)
    s->net.state[k] = (mg_real)(0.01 * (double)k);
  mg_net_forward(&s->net);
}

static void
sample_free(sample *s)
{
  mg_net_free(&s->net);
  mg_matrix_free(&s->x);
  mg_matrix_free(&s->a);
  mg_slots_free(&s->plain);
  mg_slots_free(&s->loops);
}

/* Set the results of the linear model: +-z for the two classes. */
static void
results_set(sample *s, double z)
{
  const mg_table *y = mg_net_results(&s->net);

  for (size_t i = 0; i < N; i++) {
    y->x[i * y->ld] = 0;
    y->x[i * y->ld + 1] = (mg_real)(s->label[i] ? z : -z);
  }
}

/* Predictions that are always right and too timid are made bolder, as far as
 * the grid goes; those that are right three times in four, to log 3. */
START_TEST(temperature_makes_validation_labels_likely)
{
  sample s;
  double t, want = log(3);

  sample_make(&s, "linear");
  results_set(&s, 1);
  ck_assert_double_eq(mg_calibrate(&s.net, &s.task, s.part), 0.25);
  results_set(&s, 8 * want);
  for (size_t i = 1; i < N; i += 16)   /* every fourth validation node */
    s.label[i] = 1 - s.label[i];
  t = mg_calibrate(&s.net, &s.task, s.part);
  /* 7 of 10 are right: the best z/T is log(7/3) */
  ck_assert_double_eq_tol(log2(8 * want / t), log2(log(7.0 / 3)), 0.13);
  memset(s.part, MG_TRAIN, N);
  ck_assert_double_eq(mg_calibrate(&s.net, &s.task, s.part), 1);
  sample_free(&s);
}
END_TEST

START_TEST(lengths_follow_the_distance_of_predictions)
{
  const mg_drawn_options opt = { .extra = 3, .seed = 5, .temperature = 1 };
  sample s;
  mg_drawn_metric m;
  size_t edges = 0;

  sample_make(&s, "linear");
  results_set(&s, 40);         /* p is 0 or 1 */
  ck_assert_int_eq(mg_drawn_predictions(&s.net, &s.task, s.part, &opt, &m,
                                        NULL), MGNN_OK);
  ck_assert_uint_eq(m.edges, M);
  ck_assert_uint_gt(m.count, M + N);
  for (size_t k = 0; k < m.count; k++) {
    const mg_drawn_pair *p = &m.pair[k];
    int apart = s.label[p->a] != s.label[p->b], edge = p->b == p->a + 1;

    ck_assert_uint_lt(p->a, p->b);
    if (k > 0)
      ck_assert(m.pair[k - 1].a < p->a
                || (m.pair[k - 1].a == p->a && m.pair[k - 1].b < p->b));
    edges += edge;
    /* pairs beside the edges are of one class here */
    ck_assert_double_eq_tol(p->length, edge ? (apart ? 1 : 0.02) : 0.2, 1e-9);
  }
  ck_assert_uint_eq(edges, M);
  mg_drawn_metric_free(&m);
  sample_free(&s);
}
END_TEST

/* Labelled nodes have p of their label, whatever is predicted for them. */
START_TEST(labels_outdo_predictions)
{
  const mg_drawn_options opt = { .extra = 0, .seed = 5, .temperature = 1 };
  sample s;
  mg_drawn_metric m;

  sample_make(&s, "linear");
  results_set(&s, -40);        /* all wrong */
  ck_assert_int_eq(mg_drawn_predictions(&s.net, &s.task, s.part, &opt, &m,
                                        NULL), MGNN_OK);
  ck_assert_uint_eq(m.count, M);
  /* 0 t, 1 v: both as labelled; 2 e: wrong, so away from 1; 3 as 2 */
  ck_assert_double_eq_tol(m.pair[0].length, 0.02, 1e-9);
  ck_assert_double_eq_tol(m.pair[1].length, 1, 1e-9);
  ck_assert_double_eq_tol(m.pair[2].length, 0.02, 1e-9);
  mg_drawn_metric_free(&m);
  sample_free(&s);
}
END_TEST

START_TEST(attention_is_made_symmetric)
{
  sample s;
  mg_drawn_metric m;
  const mg_op *op;

  sample_make(&s, "mgnn");
  op = mg_metric_op(&s.net);
  ck_assert_int_eq(mg_drawn_attention(&s.net, &m, NULL), MGNN_OK);
  ck_assert_uint_eq(m.count, M);
  for (size_t i = 0; i + 1 < N; i++) {
    size_t k = s.plain.row[i] + (i > 0);       /* i to i + 1 comes last */
    const mg_real *length = mg_out(&s.net, op)->x;

    ck_assert_uint_eq(s.plain.to[k], i + 1);
    ck_assert_double_eq_tol(m.pair[i].length, ((double)length[k]
                            + length[s.plain.rev[k]]) / 2, 1e-7);
  }
  mg_drawn_metric_free(&m);
  sample_free(&s);
  sample_make(&s, "gcn");
  ck_assert_int_eq(mg_drawn_attention(&s.net, &m, NULL), MGNN_EINVAL);
  sample_free(&s);
}
END_TEST

/* ---- saved models ---- */

static char *class_names[] = { "red", "a class, with a comma" };

static void
model_save(const sample *s, const char *model, const char *path)
{
  const mg_model_file about = {
    .model = mg_model_find(model), .s = s->s, .features = 2, .nodes = N,
    .classes = 2, .class_name = class_names, .temperature = 1.25 };
  FILE *out = fopen(path, "wb");

  mg_model_write(out, &about, &s->net);
  ck_assert_int_eq(fclose(out), 0);
}

START_TEST(saved_models_come_back_as_they_were)
{
  const char *model = mg_models[_i].name;
  sample s, t;
  mg_model_file m;

  sample_make(&s, model);
  model_save(&s, model, "model");
  ck_assert_int_eq(mg_model_read(&m, "model", NULL), MGNN_OK);
  ck_assert_str_eq(m.model->name, model);
  ck_assert_uint_eq(m.features, 2);
  ck_assert_uint_eq(m.nodes, N);
  ck_assert_uint_eq(m.classes, 2);
  ck_assert_str_eq(m.class_name[1], class_names[1]);
  ck_assert_double_eq(m.temperature, 1.25);
  ck_assert_int_eq(m.s.hidden, 5);
  ck_assert_uint_eq(m.weights, mg_net_parameters(&s.net));
  memset(&t, 0, sizeof t);
  mg_net_init(&t.net);
  m.model->build(&t.net, &s.task.inputs, &m.s);
  ck_assert_int_eq(mg_model_load(&m, &t.net, "model", NULL), MGNN_OK);
  ck_assert_int_eq(memcmp(t.net.w, s.net.w, s.net.count * sizeof *t.net.w), 0);
  mg_net_forward(&t.net);
  ck_assert_int_eq(memcmp(mg_net_results(&t.net)->x, mg_net_results(&s.net)->x,
                          N * mg_net_results(&s.net)->ld * sizeof(mg_real)), 0);
  mg_net_free(&t.net);
  mg_model_file_free(&m);
  sample_free(&s);
}
END_TEST

/* Every byte that is changed, and every length that it is cut to, is noticed. */
START_TEST(changed_models_are_refused)
{
  static char bytes[20000];
  sample s;
  size_t size;
  FILE *file;

  sample_make(&s, "linkx");
  model_save(&s, "linkx", "model");
  file = fopen("model", "rb");
  size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  ck_assert_uint_lt(size, sizeof bytes);
  for (size_t k = 0; k < size; k += 1 + k % 7) {
    mg_model_file m;
    mgnn_error err;

    bytes[k] ^= 1 << k % 8;
    file = fopen("changed", "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
    ck_assert_int_ne(mg_model_read(&m, "changed", &err), MGNN_OK);
    bytes[k] ^= 1 << k % 8;
    file = fopen("cut", "wb");
    fwrite(bytes, 1, k, file);
    fclose(file);
    ck_assert_int_ne(mg_model_read(&m, "cut", &err), MGNN_OK);
    ck_assert_ptr_null(m.number);
  }
  sample_free(&s);
}
END_TEST

/* A model as version 1 of the format had it: other names, and a setting form. */
static void
model_age(const char *path, const char *name, const char *form)
{
  static char bytes[20000], old[20000];
  uint64_t hash = UINT64_C(14695981039346656037);
  FILE *file = fopen(path, "rb");
  size_t size = fread(bytes, 1, sizeof bytes, file) - 8, at;
  char *rest = strchr(strchr(bytes, '\n') + 1, '\n');

  fclose(file);
  at = (size_t)sprintf(old, "mgnn-learn model 1\nmodel %s\nsetting form %s", name,
                       form);
  memcpy(old + at, rest, size - (size_t)(rest - bytes));
  at += size - (size_t)(rest - bytes);
  for (size_t k = 0; k < at; k++)
    hash = (hash ^ (unsigned char)old[k]) * UINT64_C(1099511628211);
  for (int k = 0; k < 8; k++)
    old[at++] = (char)(hash >> 8 * k & 0xff);
  file = fopen(path, "wb");
  ck_assert_uint_eq(fwrite(old, 1, at, file), at);
  fclose(file);
}

START_TEST(models_of_version_1_are_what_they_were)
{
  static const struct {
    const char *name, *form, *now;
  } old[] = {
    { "mgnn", "message", "mgnn-message" }, { "mgnn", "matrix", "mgnn" },
    { "pgnn", "message", "pgnn-code" }, { "gcn", "message", "gcn" }
  };
  mg_model_file m;
  sample s;

  sample_make(&s, old[_i].now);
  model_save(&s, old[_i].now, "model");
  model_age("model", old[_i].name, old[_i].form);
  ck_assert_int_eq(mg_model_read(&m, "model", NULL), MGNN_OK);
  ck_assert_str_eq(m.model->name, old[_i].now);
  mg_model_file_free(&m);
  sample_free(&s);
}
END_TEST

/* ---- collections ---- */

/* Two triangles and a path: with a batch of all, nodes and readout. */
START_TEST(batches_put_graphs_side_by_side)
{
  size_t node[] = { 0, 3, 5, 8 }, edge[] = { 0, 3, 4, 7 };
  unsigned type[] = { 0, 1, 1, 0, 0, 1, 1, 1 };
  unsigned ends[] = { 0, 1, 1, 2, 2, 0, 0, 1, 0, 1, 1, 2, 2, 0 };
  unsigned bond[] = { 0, 0, 1, 1, 0, 0, 0 }, graph[] = { 1, 2, 0 };
  double target[] = { 1, 2, 3 };
  unsigned char part[] = "tve";
  const mg_collection c = { 3, node, edge, type, ends, bond, 2, 2, target,
                            part };
  mg_graph_batch b;

  ck_assert_int_eq(mg_graph_batch_make(&b, &c, graph, 3, _i, NULL), MGNN_OK);
  ck_assert_uint_eq(b.plain.n, 8);
  ck_assert_uint_eq(b.plain.slots, 14);
  ck_assert_uint_eq(b.loops.slots, 22);
  /* node 2 of the batch is node 0 of graph 2, with neighbours 3 and 4 */
  ck_assert_uint_eq(b.plain.to[b.plain.row[2]], 3);
  ck_assert_uint_eq(b.plain.to[b.plain.row[2] + 1], 4);
  ck_assert_uint_eq(b.readout.rows, 3);
  ck_assert_uint_eq(b.readout.by_row.row[1], 2);
  ck_assert_double_eq(b.readout.by_row.value[0], _i ? 0.5 : 1);
  /* node 0 of graph 0 is the sixth: type 0, one edge of kind 0, one of kind 1 */
  ck_assert_ptr_nonnull(b.features.dense);
  ck_assert_double_eq(b.features.dense[5 * 8 + 0], 1);
  ck_assert_double_eq(b.features.dense[5 * 8 + 1], 0);
  ck_assert_double_eq(b.features.dense[5 * 8 + 2], 1);
  ck_assert_double_eq(b.features.dense[5 * 8 + 3], 1);
  mg_graph_batch_free(&b);
}
END_TEST

/* Settings drawn are of the grid, and those that are fixed stay. */
START_TEST(drawn_settings_are_of_the_grid)
{
  unsigned char fixed[MG_SETTINGS] = { 0 };
  uint64_t stream = 9;
  int bilinear = 0;

  fixed[mg_setting_find("dropout") - mg_setting_rows] = 1;
  for (int k = 0; k < 200; k++) {
    mg_settings s;

    mg_settings_init(&s);
    s.dropout = 0.77;
    mg_settings_draw(mg_model_find("mgnn"), fixed, &stream, &s);
    ck_assert_double_eq(s.dropout, 0.77);
    ck_assert(s.layers == 2 || s.layers == 4 || s.layers == 8);
    ck_assert(s.alpha >= 0 && s.alpha <= 1);
    ck_assert_double_eq_tol(s.beta * 100, round(s.beta * 100), 1e-9);
    ck_assert(s.rate == 1e-3 || s.rate == 5e-3 || s.rate == 1e-2
              || s.rate == 5e-2);
    ck_assert_double_eq(s.mu, 0.1);    /* not looked at */
    bilinear += s.bilinear;
  }
  ck_assert_int_gt(bilinear, 60);
  ck_assert_int_lt(bilinear, 140);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(temperature_makes_validation_labels_likely),
    TEST(lengths_follow_the_distance_of_predictions),
    TEST(labels_outdo_predictions),
    TEST(attention_is_made_symmetric),
    TEST_EACH(saved_models_come_back_as_they_were, 14),
    TEST(changed_models_are_refused),
    TEST_EACH(models_of_version_1_are_what_they_were, 4),
    TEST_EACH(batches_put_graphs_side_by_side, 2),
    TEST(drawn_settings_are_of_the_grid)
  };

  return unit_run("drawn_metric", tests, COUNT(tests), NULL);
}
