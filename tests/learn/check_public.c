/* The public calls: data in, networks out, files, and what is refused. */
#include <mgnn-learn.h>

#include "base/mem.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { N = 12, M = 14 };

static const mgnn_node ends[2 * M] = {
  0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 6,
  0, 6, 3, 3 };
static const double dense[N * 2] = { 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
                                     0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
static const int label[N] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 };
static const char part[] = "ttttvettttve";

static mgnn_learn_arrays
arrays_of(void)
{
  return (mgnn_learn_arrays){ .nodes = N, .edges = M, .ends = ends,
                              .features = 2, .dense = dense, .classes = 2,
                              .label = label };
}

static mgnn_learn_params
params_of(const char *model)
{
  mgnn_learn_params par;

  mgnn_learn_params_init(&par);
  par.model = model;
  par.part = part;
  par.settings = "lr=0.1 dropout=0 hidden=8 epochs=60";
  return par;
}

START_TEST(networks_are_trained_saved_and_loaded)
{
  mgnn_learn_arrays a = arrays_of();
  mgnn_learn_params par = params_of("mgnn-message");
  mgnn_learn_result result;
  mgnn_learn_data *data;
  mgnn_learn_net *net, *again;
  double p[2 * N], q[2 * N], y[2 * N], z[8 * N], *length, differ = 0;
  mgnn_node *pair;
  size_t count;

  ck_assert_int_eq(mgnn_learn_data_new(&data, &a, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_learn_train(&net, data, &par, &result, NULL), MGNN_OK);
  ck_assert_double_eq(result.test, 100);
  ck_assert_int_eq(result.diverged, 0);
  mgnn_learn_predict(net, p);
  for (size_t i = 0; i < N; i++)
    ck_assert_double_eq_tol(p[2 * i] + p[2 * i + 1], 1, 1e-12);
  ck_assert_uint_eq(mgnn_learn_layer_size(net, 2), 8);
  ck_assert_uint_eq(mgnn_learn_layer_size(net, 3), 0);
  mgnn_learn_layer(net, 0, z);
  ck_assert(isfinite(z[8 * N - 1]));
  ck_assert_int_eq(mgnn_learn_metric(net, "attention", 0, &count, &pair,
                                     &length, NULL), MGNN_OK);
  ck_assert_uint_eq(count, M - 1);             /* without the loop */
  mgnn_learn_free(pair);
  mgnn_learn_free(length);
  ck_assert_int_eq(mgnn_learn_metric(net, "predictions", 2, &count, &pair,
                                     &length, NULL), MGNN_OK);
  ck_assert_uint_gt(count, M - 1);
  mgnn_learn_free(pair);
  mgnn_learn_free(length);
  /* softmax of the logits, and of the logits over one number T for all */
  mgnn_learn_logits(net, y);
  mgnn_learn_predict_calibrated(net, q);
  for (size_t i = 0; i < N; i++) {
    double gap = y[2 * i + 1] - y[2 * i], inverse = log(q[1] / q[0])
                                                    / (y[1] - y[0]);

    ck_assert_double_eq_tol(p[2 * i], 1 / (1 + exp(gap)), 1e-12);
    ck_assert_double_eq_tol(q[2 * i], 1 / (1 + exp(gap * inverse)), 1e-9);
    differ = fmax(differ, fabs(p[2 * i] - q[2 * i]));
  }
  ck_assert_double_gt(differ, 1e-3);
  ck_assert_int_eq(mgnn_learn_save(net, "net", NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_learn_load(&again, data, "net", NULL), MGNN_OK);
  mgnn_learn_predict(again, q);
  ck_assert_int_eq(memcmp(p, q, sizeof p), 0);
  mgnn_learn_net_free(again);
  mgnn_learn_net_free(net);
  mgnn_learn_data_free(data);
}
END_TEST

/* The same features as sparse rows give the same network. */
START_TEST(sparse_features_are_the_same)
{
  size_t row[N + 1];
  unsigned column[N];
  double value[N], p[2][2 * N];
  mgnn_learn_arrays a = arrays_of();
  mgnn_learn_params par = params_of("gcn");

  for (size_t i = 0; i <= N; i++)
    row[i] = i;
  for (size_t i = 0; i < N; i++) {
    column[i] = dense[2 * i] == 0;
    value[i] = 1;
  }
  for (int sparse = 0; sparse < 2; sparse++) {
    mgnn_learn_data *data;
    mgnn_learn_net *net;

    if (sparse) {
      a.dense = NULL;
      a.row = row;
      a.column = column;
      a.value = value;
    }
    ck_assert_int_eq(mgnn_learn_data_new(&data, &a, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_learn_train(&net, data, &par, NULL, NULL), MGNN_OK);
    mgnn_learn_predict(net, p[sparse]);
    mgnn_learn_net_free(net);
    mgnn_learn_data_free(data);
  }
  for (size_t k = 0; k < 2 * N; k++)
    ck_assert_double_eq_tol(p[0][k], p[1][k], 1e-4);
}
END_TEST

START_TEST(wrong_arguments_are_told)
{
  static const struct {
    const char *model, *settings, *part, *message;
  } bad[] = {
    { "gcm", "", part, "there is no model \"gcm\"; give linear, mlp, gcn, sgc, "
      "appnp, pointnet, gat, gin, gcnii, pgnn, pgnn-code, linkx, mgnn or mgnn-message" },
    { "gcn", "rate=1", part, "\"rate=1\": settings are of the form lr=0.01 "
      "layers=8, and there is none of this name" },
    { "gcn", "lr=x", part, "lr is \"x\", must be a number from 0 to 10" },
    { "gcn", "lr", part, "\"lr\": settings are of the form lr=0.01 layers=8, "
      "and there is none of this name" },
    { "gcn", "", "tttttttttttt", "no node has the part v: training needs nodes for "
      "t, v and e" },
    { "gcn", "", "tt?tvettttve", "the part of node 2 must be t, v, e or -, and "
      "- where it has no label" }
  };
  mgnn_learn_arrays a = arrays_of();
  mgnn_learn_data *data;
  mgnn_learn_net *net;
  mgnn_error err;
  mgnn_node far[] = { 0, N };

  ck_assert_int_eq(mgnn_learn_data_new(&data, &a, NULL), MGNN_OK);
  for (size_t k = 0; k < COUNT(bad); k++) {
    mgnn_learn_params par = params_of(bad[k].model);

    par.settings = bad[k].settings;
    par.part = bad[k].part;
    ck_assert_int_eq(mgnn_learn_train(&net, data, &par, NULL, &err),
                     MGNN_EINVAL);
    ck_assert_str_eq(err.text, bad[k].message);
    ck_assert_ptr_null(net);
  }
  mgnn_learn_data_free(data);
  a.classes = 1;
  ck_assert_int_eq(mgnn_learn_data_new(&data, &a, &err), MGNN_EINVAL);
  a = arrays_of();
  a.edges = 1;
  a.ends = far;
  ck_assert_int_eq(mgnn_learn_data_new(&data, &a, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "edge 0 joins node 12, but there are 12 nodes");
  ck_assert_ptr_null(data);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  mgnn_learn_arrays a = arrays_of();
  mgnn_learn_params par = params_of("mgnn-message");
  mgnn_status status = MGNN_ENOMEM;

  par.settings = "epochs=1 hidden=4";
  for (long good = 0; status != MGNN_OK; good++) {
    mgnn_learn_data *data = NULL;
    mgnn_learn_net *net = NULL, *again = NULL;
    mgnn_node *pair = NULL;
    double *length = NULL;
    size_t count;

    mg_fuse_set(good);
    status = mgnn_learn_data_new(&data, &a, NULL);
    if (status == MGNN_OK)
      status = mgnn_learn_train(&net, data, &par, NULL, NULL);
    if (status == MGNN_OK)
      status = mgnn_learn_metric(net, "predictions", 2, &count, &pair, &length,
                                 NULL);
    if (status == MGNN_OK)
      status = mgnn_learn_save(net, "net", NULL);
    if (status == MGNN_OK)
      status = mgnn_learn_load(&again, data, "net", NULL);
    ck_assert_int_eq(status, mg_fuse_blown() ? MGNN_ENOMEM : MGNN_OK);
    mg_fuse_set(-1);
    mgnn_learn_free(pair);
    mgnn_learn_free(length);
    mgnn_learn_net_free(again);
    mgnn_learn_net_free(net);
    mgnn_learn_data_free(data);
  }
}
END_TEST

static int
ends_at(void *ctx, const mgnn_learn_progress *now)
{
  long *last = ctx;

  ck_assert_int_eq(now->epoch, last[1] + 1);
  ck_assert(isfinite(now->loss) && now->validation >= 0);
  last[1] = now->epoch;
  return now->epoch == last[0];
}

/* Training for 7 epochs, and training for more that is ended after 7. */
START_TEST(who_watches_ends_a_training_with_what_there_is)
{
  mgnn_learn_arrays a = arrays_of();
  mgnn_learn_params par = params_of("gcn");
  mgnn_learn_result short_run, ended;
  mgnn_learn_data *data;
  mgnn_learn_net *net;
  double p[2 * N], q[2 * N];
  long last[2] = { 7, 0 };
  mgnn_error err;

  ck_assert_int_eq(mgnn_learn_data_new(&data, &a, NULL), MGNN_OK);
  par.settings = "lr=0.1 dropout=0 hidden=8 epochs=7";
  ck_assert_int_eq(mgnn_learn_train(&net, data, &par, &short_run, NULL), MGNN_OK);
  mgnn_learn_predict(net, p);
  mgnn_learn_net_free(net);
  par.settings = "lr=0.1 dropout=0 hidden=8 epochs=60";
  par.watch = ends_at;
  par.watch_ctx = last;
  ck_assert_int_eq(mgnn_learn_train(&net, data, &par, &ended, &err), MGNN_ENOCONV);
  ck_assert_str_eq(err.text, "stopped at epoch 7");
  ck_assert_int_eq(ended.epochs, 7);
  ck_assert_int_eq(ended.epoch, short_run.epoch);
  mgnn_learn_predict(net, q);
  ck_assert_mem_eq(p, q, sizeof p);
  mgnn_learn_net_free(net);
  mgnn_learn_data_free(data);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(networks_are_trained_saved_and_loaded),
    TEST(sparse_features_are_the_same),
    TEST(wrong_arguments_are_told),
    TEST(every_allocation_may_fail),
    TEST(who_watches_ends_a_training_with_what_there_is)
  };

  return unit_run("public", tests, COUNT(tests), NULL);
}
