/* Training, in single precision as it is used: small graphs whose answers are
 * known, the same bytes again, splits, the facts about a metric. */
#include "base/mem.h"
#include "base/random.h"
#include "learn/data.h"
#include "learn/drawn_metric.h"
#include "learn/settings.h"
#include "learn/train.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A data set of n nodes that a test fills in. */
typedef struct {
  mg_matrix x, a;
  mg_slots plain, loops;
  int label[256];
  unsigned char part[256];
  mg_learn_task task;
} sample;

static void
sample_make(sample *s, size_t n, size_t cols, const double *x, size_t m,
            const unsigned *ends, size_t classes)
{
  ck_assert_int_eq(mg_matrix_make(&s->x, n, cols, x, NULL), MGNN_OK);
  ck_assert_int_eq(mg_slots_make(&s->plain, n, m, ends, NULL, 0, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_slots_make(&s->loops, n, m, ends, NULL, 1, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_matrix_adjacency(&s->a, &s->plain, NULL), MGNN_OK);
  s->task = (mg_learn_task){ .inputs = { &s->x, &s->a, NULL, &s->plain,
                                         &s->loops, classes },
                             .n = n, .label = s->label };
}

static void
sample_free(sample *s)
{
  mg_matrix_free(&s->x);
  mg_matrix_free(&s->a);
  mg_slots_free(&s->plain);
  mg_slots_free(&s->loops);
}

/* Two classes that a line in the plane separates, edges within them mostly. */
static void
separable_make(sample *s)
{
  enum { N = 120, M = 360 };
  double x[2 * N];
  unsigned ends[2 * M];
  uint64_t stream = 3;
  size_t m = 0;

  for (size_t i = 0; i < N; i++) {
    s->label[i] = (int)(i % 2);
    x[2 * i] = (i % 2 ? 1 : -1) + 0.02 * mg_random_uniform(&stream);
    x[2 * i + 1] = 0.01 * mg_random_uniform(&stream);
  }
  for (size_t i = 0; i < N; i++)
    for (size_t k = 2; k <= 6; k += 2)
      if (m < M && i + k < N) {
        ends[2 * m] = (unsigned)i;
        ends[2 * m++ + 1] = (unsigned)(i + k);
      }
  sample_make(s, N, 2, x, m, ends, 2);
  ck_assert_int_eq(mg_split_random(N, s->label, 0.2, 0.2, 1, s->part, NULL),
                   MGNN_OK);
}

/* The class of a node is the exclusive or of its feature and that of its only
 * neighbour: neither the node nor its neighbour alone tells anything.  The
 * features are two numbers, of which one is 1. */
static void
xor_make(sample *s)
{
  enum { N = 200 };
  double x[2 * N] = { 0 };
  unsigned ends[N];

  for (size_t e = 0; e < N / 2; e++) {
    int a = (int)(e & 1), b = (int)(e >> 1 & 1);

    ends[2 * e] = (unsigned)(2 * e);
    ends[2 * e + 1] = (unsigned)(2 * e + 1);
    x[4 * e + (size_t)a] = 1;
    x[4 * e + 2 + (size_t)b] = 1;
    s->label[2 * e] = s->label[2 * e + 1] = a ^ b;
  }
  sample_make(s, N, 2, x, N / 2, ends, 2);
  ck_assert_int_eq(mg_split_random(N, s->label, 0.2, 0.2, 1, s->part, NULL),
                   MGNN_OK);
}

static void
net_make(mg_net *net, const sample *s, const char *model, const mg_settings *set)
{
  mg_net_init(net);
  mg_model_find(model)->build(net, &s->task.inputs, set);
  ck_assert_int_eq(mg_net_finish(net, NULL), MGNN_OK);
}

static mg_outcome
outcome_of(const sample *s, const char *model, const mg_settings *set,
           uint64_t seed)
{
  mg_net net;
  mg_outcome out;

  net_make(&net, s, model, set);
  ck_assert_int_eq(mg_train(&net, &s->task, s->part, set, seed, &out, NULL),
                   MGNN_OK);
  mg_net_free(&net);
  return out;
}

static mg_settings
small_settings(void)
{
  mg_settings set;

  mg_settings_init(&set);
  set.dropout = 0;
  set.decay = 0;
  set.hidden = 16;
  set.epochs = 400;
  set.patience = 399;
  return set;
}

START_TEST(separable_classes_are_learned_to_the_last_node)
{
  const char *model = mg_models[_i].name;
  mg_settings set = small_settings();
  sample s;
  mg_outcome out;

  separable_make(&s);
  out = outcome_of(&s, model, &set, 1);
  ck_assert_msg(out.test == 100 && out.validation == 100, "%s: test %g",
                model, out.test);
  sample_free(&s);
}
END_TEST

/* GIN and the others see the neighbour; linear and mlp see nothing that tells
 * them more than the toss of a coin.  SGC is linear, and exclusive or is not. */
static const struct {
  const char *model;
  int can;
} on_edges[] = {
  { "linear", 0 }, { "mlp", 0 }, { "sgc", 0 }, { "gin", 1 }, { "gcn", 1 },
  { "gcnii", 1 }, { "mgnn", 1 }, { "mgnn-message", 1 }, { "gat", 1 }
};

START_TEST(exclusive_or_on_edges_is_for_graph_models)
{
  mg_settings set = small_settings();
  double best = 0;
  sample s;

  set.alpha = 0.2;
  set.theta = 1.5;
  xor_make(&s);
  for (uint64_t seed = 1; seed <= 4; seed++)
    best = fmax(best, outcome_of(&s, on_edges[_i].model, &set, seed).test);
  ck_assert_msg(on_edges[_i].can ? best == 100 : best < 80, "%s: %g",
                on_edges[_i].model, best);
  sample_free(&s);
}
END_TEST

START_TEST(same_seed_same_bytes)
{
  mg_settings set = small_settings();
  sample s;
  mg_net a, b;
  mg_outcome out;

  set.epochs = 20;
  set.dropout = 0.5;
  separable_make(&s);
  net_make(&a, &s, mg_models[_i].name, &set);
  net_make(&b, &s, mg_models[_i].name, &set);
  mg_train(&a, &s.task, s.part, &set, 5, &out, NULL);
  mg_train(&b, &s.task, s.part, &set, 6, &out, NULL);
  if (a.count > 0)
    ck_assert_int_ne(memcmp(a.w, b.w, a.count * sizeof *a.w), 0);
  mg_train(&b, &s.task, s.part, &set, 5, &out, NULL);
  ck_assert_int_eq(memcmp(a.w, b.w, a.count * sizeof *a.w), 0);
  mg_net_free(&a);
  mg_net_free(&b);
  sample_free(&s);
}
END_TEST

/* Memory that runs out at any allocation is told, and nothing leaks. */
START_TEST(every_allocation_may_fail)
{
  mg_settings set = small_settings();
  mgnn_status status = MGNN_ENOMEM;
  sample s;
  mg_outcome out;

  set.epochs = 1;
  separable_make(&s);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_net net;

    mg_fuse_set(good);
    mg_net_init(&net);
    mg_models[_i].build(&net, &s.task.inputs, &set);
    status = mg_net_finish(&net, NULL);
    if (status == MGNN_OK)
      status = mg_train(&net, &s.task, s.part, &set, 1, &out, NULL);
    ck_assert_int_eq(status, mg_fuse_blown() ? MGNN_ENOMEM : MGNN_OK);
    mg_fuse_set(-1);
    mg_net_free(&net);
  }
  sample_free(&s);
}
END_TEST

START_TEST(random_splits_have_the_asked_sizes)
{
  int label[183];
  unsigned char part[183], other[183];
  size_t count[256] = { 0 };

  for (size_t i = 0; i < 183; i++)
    label[i] = i < 3 ? -1 : (int)(i % 5);
  ck_assert_int_eq(mg_split_random(183, label, 0.2, 0.2, 4, part, NULL),
                   MGNN_OK);
  for (size_t i = 0; i < 183; i++)
    count[part[i]]++;
  ck_assert_uint_eq(count[MG_VALIDATE], 36);
  ck_assert_uint_eq(count[MG_TEST], 36);
  ck_assert_uint_eq(count[MG_TRAIN], 108);
  ck_assert_uint_eq(count[MG_UNUSED], 3);
  ck_assert(memcmp(part, "---", 3) == 0);
  mg_split_random(183, label, 0.2, 0.2, 4, other, NULL);
  ck_assert_int_eq(memcmp(part, other, sizeof part), 0);
  mg_split_random(183, label, 0.2, 0.2, 5, other, NULL);
  ck_assert_int_ne(memcmp(part, other, sizeof part), 0);
  ck_assert_int_eq(mg_split_random(4, label + 3, 0.1, 0.2, 4, part, NULL),
                   MGNN_EINVAL);
}
END_TEST

/* One step of Adam on one number by hand: g = 2 + decay w. */
START_TEST(adam_moves_by_the_rate_at_first)
{
  float w = 1, g = 2, m = 0, v = 0;
  const mg_adam_step step = { (float)(0.01 / (1 - 0.9)), 0.5f,
                              (float)(1 / sqrt(1 - 0.999)) };

  mg_learn_kernels_best()->adam(&step, 1, &w, &g, &m, &v);
  ck_assert_double_eq_tol(m, 0.1 * 2.5, 1e-6);
  ck_assert_double_eq_tol(v, 0.001 * 2.5 * 2.5, 1e-6);
  ck_assert_double_eq_tol(w, 1 - 0.01, 1e-6);
}
END_TEST

/* The share dropped, what remains of the mean, and the gradient of both. */
START_TEST(dropout_keeps_the_mean)
{
  enum { COUNT_ = 80000 };
  static float y[COUNT_], dy[COUNT_];
  size_t zeros = 0;
  double sum = 0;

  for (size_t k = 0; k < COUNT_; k++)
    y[k] = dy[k] = 1;
  mg_learn_kernels_best()->activate(y, COUNT_, _i, 0.3, 77);
  mg_learn_kernels_best()->activate_back(y, dy, COUNT_, _i, 0.3, 77);
  for (size_t k = 0; k < COUNT_; k++) {
    zeros += y[k] == 0;
    sum += y[k];
    ck_assert(dy[k] == y[k]);
  }
  /* four standard deviations of a binomial */
  ck_assert_double_eq_tol((double)zeros / COUNT_, 0.3,
                          4 * sqrt(0.3 * 0.7 / COUNT_));
  ck_assert_double_eq_tol(sum / COUNT_, 1, 4 * sqrt(0.3 / 0.7 / COUNT_));
}
END_TEST

/* A metric whose logits are far up is dead: M is 0, and beta does not matter;
 * one whose logits are 0 has w = 1/(1 + eps). */
START_TEST(metric_is_told_alive_or_dead)
{
  mg_settings set = small_settings();
  mg_metric_facts facts;
  sample s;
  mg_net net;
  const mg_op *scores;

  set.beta = 1;
  separable_make(&s);
  net_make(&net, &s, "mgnn", &set);
  mg_net_start(&net, 1);
  scores = NULL;
  for (size_t k = 0; k < net.ops; k++)
    if (strcmp(net.op[k].kind->name, "scores") == 0)
      scores = &net.op[k];
  ck_assert_ptr_nonnull(scores);
  /* (u W + b).a with W = 0: b.a for all nodes */
  memset(mg_w(&net, scores, 0), 0, 16 * 16 * sizeof(mg_real));
  for (size_t c = 0; c < 16; c++) {
    mg_w(&net, scores, 1)[c] = 0;
    mg_w(&net, scores, 2)[c] = mg_w(&net, scores, 2)[16 + c] = 10;
  }
  mg_net_forward(&net);
  ck_assert_int_eq(mg_metric_facts_find(&net, &s.task, &facts, NULL), MGNN_OK);
  ck_assert(facts.exists);
  ck_assert_double_eq_tol(facts.median, 1 / (1 + 1e-5), 1e-6);
  ck_assert_double_eq_tol(facts.low, facts.high, 1e-6);
  ck_assert_double_eq(facts.zero_share, 0);
  for (size_t c = 0; c < 16; c++)
    mg_w(&net, scores, 1)[c] = 10;             /* t = 3200 */
  mg_net_forward(&net);
  ck_assert_int_eq(mg_metric_facts_find(&net, &s.task, &facts, NULL), MGNN_OK);
  ck_assert_double_eq(facts.zero_share, 1);
  ck_assert_double_eq(facts.agreement, 100);
  ck_assert(isnan(facts.auc));                 /* all edges are within classes */
  mg_net_free(&net);
  sample_free(&s);
}
END_TEST

START_TEST(settings_are_read_and_written_by_name)
{
  mg_settings s;
  mgnn_error err;
  char text[MG_SETTING_TEXT];

  mg_settings_init(&s);
  ck_assert_int_eq(mg_setting_set(&s, mg_setting_find("attention"), "bilinear",
                                  "--", &err), MGNN_OK);
  ck_assert_int_eq(s.bilinear, 1);
  ck_assert_int_eq(mg_setting_set(&s, mg_setting_find("layers"), "8", "--",
                                  &err), MGNN_OK);
  ck_assert_int_eq(s.layers, 8);
  ck_assert_str_eq(mg_setting_text(&s, mg_setting_find("layers"), text), "8");
  ck_assert_str_eq(mg_setting_text(&s, mg_setting_find("attention"), text),
                   "bilinear");
  ck_assert_int_eq(mg_setting_set(&s, mg_setting_find("layers"), "2.5", "--",
                                  &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "--layers is \"2.5\", must be a whole number from "
                   "1 to 1000");
  ck_assert_int_eq(mg_setting_set(&s, mg_setting_find("initial"), "x", "--",
                                  &err), MGNN_EINVAL);
  ck_assert(mg_setting_used(mg_model_find("pgnn"), mg_setting_find("p")));
  ck_assert(!mg_setting_used(mg_model_find("gcn"), mg_setting_find("p")));
  ck_assert_ptr_null(mg_setting_find("px"));
}
END_TEST

/* The weights of a model after a few epochs, in single precision. */
static void
trained_weights(const sample *s, const char *model, const mg_settings *set,
                mg_net *net, mg_outcome *out)
{
  net_make(net, s, model, set);
  ck_assert_int_eq(mg_train(net, &s->task, s->part, set, 1, out, NULL),
                   MGNN_OK);
}

/* Whether training with another value of a setting ends in another network. */
static int
setting_matters(const sample *s, const char *model, const mg_settings *set,
                const mg_settings *other)
{
  mg_net a, b;
  mg_outcome one, two;
  int differs;

  trained_weights(s, model, set, &a, &one);
  trained_weights(s, model, other, &b, &two);
  differs = one.epochs != two.epochs || a.count != b.count
            || memcmp(a.w, b.w, a.count * sizeof *a.w) != 0;
  for (size_t i = 0; i < s->task.n && !differs; i++)
    differs = memcmp(mg_net_results(&a)->x + i * mg_net_results(&a)->ld,
                     mg_net_results(&b)->x + i * mg_net_results(&b)->ld,
                     2 * sizeof(mg_real)) != 0;
  mg_net_free(&a);
  mg_net_free(&b);
  return differs;
}

/* How many values of a setting 200 draws of --tune have, up to 2. */
static int
values_drawn(const mg_model *model, const mg_setting *row)
{
  unsigned char fixed[MG_SETTINGS] = { 0 };
  uint64_t stream = 9;
  double first = NAN;
  mg_settings s;

  for (int k = 0; k < 200; k++) {
    mg_settings_init(&s);
    mg_settings_draw(model, fixed, &stream, &s);
    if (k == 0)
      first = mg_setting_value(&s, row);
    else if (mg_setting_value(&s, row) != first)
      return 2;
  }
  return 1;
}

/* A setting that changes what a model learns changes the key of its runs, stands
 * in its report, and is drawn by --tune if the grid of the paper has it. */
START_TEST(a_setting_that_matters_is_known_to_journal_report_and_tuning)
{
  static const char grid[] = " lr weight-decay dropout layers alpha beta theta mu "
                             "p attention initial ";
  const mg_model *model = &mg_models[_i];
  mg_settings set = small_settings();
  sample s;

  set.epochs = 8;
  set.patience = 3;
  separable_make(&s);
  for (const mg_setting *row = mg_setting_rows;
       row < mg_setting_rows + MG_SETTINGS; row++) {
    double was = mg_setting_value(&set, row);
    mg_settings other = set;
    char word[32];
    int matters, drawn;

    mg_setting_put(&other, row, row->kind == MG_SETTING_WORD ? was == 0
                   : row->kind == MG_SETTING_COUNT ? was + 1 : 0.5 * was + 0.3);
    matters = setting_matters(&s, model->name, &set, &other);
    ck_assert_msg(!matters || mg_setting_used(model, row),
                  "%s is changed by %s, which is not known", model->name,
                  row->name);
    if (model->uses >> (row - mg_setting_rows) & 1)
      ck_assert_msg(matters, "%s is not changed by %s", model->name, row->name);
    ck_assert_int_eq(mg_settings_hash(model, &set)
                     != mg_settings_hash(model, &other),
                     mg_setting_used(model, row));
    snprintf(word, sizeof word, " %s ", row->name);
    drawn = mg_setting_used(model, row) && strstr(grid, word) != NULL;
    ck_assert_msg(values_drawn(model, row) == 1 + drawn, "%s, %s: drawn",
                  model->name, row->name);
  }
  sample_free(&s);
}
END_TEST

int
main(void)
{
  enum { MODELS = 14 };
  const unit_test tests[] = {
    TEST_EACH(separable_classes_are_learned_to_the_last_node, MODELS),
    TEST_EACH(exclusive_or_on_edges_is_for_graph_models, COUNT(on_edges)),
    TEST_EACH(same_seed_same_bytes, MODELS),
    TEST_EACH(every_allocation_may_fail, MODELS),
    TEST(random_splits_have_the_asked_sizes),
    TEST(adam_moves_by_the_rate_at_first),
    TEST_EACH(dropout_keeps_the_mean, 2),
    TEST(metric_is_told_alive_or_dead),
    TEST(settings_are_read_and_written_by_name),
    TEST_EACH(a_setting_that_matters_is_known_to_journal_report_and_tuning,
              MODELS)
  };

  return unit_run("train", tests, COUNT(tests), NULL);
}
