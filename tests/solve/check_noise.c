/* Lengths with errors: what is noise and what is not, and a search that stops
 * there; starts of which a few nodes are misplaced. */
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "solve/descent/descend.h"
#include "solve/lengths/noise.h"
#include "solve/lengths/repair.h"
#include "solve/lengths/search_lengths.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 400 };

static const mg_run_control plain = { .seed = 1, .threads = 1,
                                     .tolerance = 1e-6 };

typedef struct {
  double x[2 * N], y[2 * N];   /* the truth; the minimum from there */
  mg_graph g;
  mg_task task;
  double energy;               /* at y */
} model;

/* Points in the unit square joined up to 0.11; errors of lengths are `relative`
 * of them and `constant`, times a normal number. */
static void
model_make(model *t, unsigned long seed, double relative, double constant)
{
  uint64_t stream = mg_random_stream(seed, 0);
  unsigned *ends = mg_alloc(N * N, sizeof *ends);
  double *length = mg_alloc(N * N, sizeof *length);
  mg_search found = { 0 };
  size_t m = 0;

  ck_assert(ends != NULL && length != NULL);
  for (size_t c = 0; c < 2 * N; c++)
    t->x[c] = mg_random_uniform(&stream);
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < i; j++) {
      double r = mg_distance(t->x + 2 * i, t->x + 2 * j, 2);

      if (r > 0.11)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = fmax(0, r + (relative * r + constant)
                                * mg_random_deviate(&stream));
    }
  ck_assert_int_eq(mg_graph_init(&t->g, N, m, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&t->g, length, NULL, NULL), MGNN_OK);
  mg_free(length);
  t->task = (mg_task){ &t->g, 2, NULL, &plain, NULL };
  memcpy(t->y, t->x, sizeof t->y);
  ck_assert_int_eq(mg_descend_from(&t->task, (mg_depth){ 0, 1e-9, 1e-20, 5 },
                                   t->y, &found, NULL), MGNN_OK);
  t->energy = found.energy;
}

/* A node inside, and its mirror image at a line through two of its neighbours. */
static size_t
node_mirror(model *t)
{
  size_t i = 0;
  const double *a, *b;
  double u[2], length, along;

  while (t->g.row[i + 1] - t->g.row[i] < 12 || fabs(t->x[2 * i] - 0.5) > 0.3
         || fabs(t->x[2 * i + 1] - 0.5) > 0.3)
    i++;
  a = t->y + 2 * t->g.to[t->g.row[i]];
  b = t->y + 2 * t->g.to[t->g.row[i] + 1];
  length = mg_distance(a, b, 2);
  for (int c = 0; c < 2; c++)
    u[c] = (b[c] - a[c]) / length;
  along = (t->y[2 * i] - a[0]) * u[0] + (t->y[2 * i + 1] - a[1]) * u[1];
  for (int c = 0; c < 2; c++)
    t->y[2 * i + c] = 2 * (a[c] + along * u[c]) - t->y[2 * i + c];
  return i;
}

/* One graph in a hundred has a node above 1 if errors are normal, whether they
 * grow with the lengths or not. */
START_TEST(errors_of_lengths_alone_raise_no_alarm)
{
  size_t alarms = 0;

  for (unsigned long seed = 1; seed <= 20; seed++) {
    mg_noise noise;
    model t;

    model_make(&t, seed, seed % 2 ? 0.02 : 0, seed % 2 ? 0 : 0.001);
    ck_assert_int_eq(mg_noise_init(&noise, &t.task, t.y, NULL), MGNN_OK);
    alarms += mg_noise_excess(&noise, &t.task, t.y) > 0;
    mg_noise_free(&noise);
    mg_graph_free(&t.g);
  }
  ck_assert_uint_le(alarms, 2);        /* more have a probability of 1e-3 */
}
END_TEST

START_TEST(a_node_on_the_wrong_side_raises_an_alarm)
{
  mg_noise noise;
  mg_search found = { 0 };
  size_t i;
  model t;

  model_make(&t, 3, 0.02, 0);
  i = node_mirror(&t);
  ck_assert_int_eq(mg_noise_init(&noise, &t.task, t.y, NULL), MGNN_OK);
  ck_assert_double_gt(mg_noise_excess_at(&noise, &t.task, i, t.y), 1);
  ck_assert_double_gt(mg_noise_excess(&noise, &t.task, t.y), 0);
  noise.normal = mg_normal_upper_quantile(1e-3);
  found.energy = INFINITY;
  ck_assert_int_eq(mg_repair(&t.task, &noise, t.y, &found, NULL),
                   MGNN_OK);
  ck_assert_double_eq_tol(found.energy, t.energy, 1e-3 * t.energy);
  mg_noise_free(&noise);
  mg_graph_free(&t.g);
}
END_TEST

/* As low as from the truth, to what a fold of a node at the border may differ. */
START_TEST(a_search_ends_at_the_errors_of_the_lengths)
{
  for (unsigned long seed = 1; seed <= 3; seed++) {
    mg_search found;
    model t;

    model_make(&t, seed, 0.02, 0);
    ck_assert_int_eq(mg_search_lengths(&t.task, t.y, NULL, &found, NULL),
                     MGNN_OK);
    ck_assert_double_le(found.energy, 1.03 * t.energy);
    mg_graph_free(&t.g);
  }
}
END_TEST

/* Errors of 10 % of 2800 lengths leave the scale open by 0.1/sqrt(2800) = 0.002; with
 * weights 1/length^2, which measured lengths have, least squares alone are 0.02 too
 * small. */
START_TEST(relative_errors_leave_the_scale)
{
  mgnn_problem *p;
  double shown = 0, true_one = 0;
  model t;

  model_make(&t, 5, 0.1, 0);
  ck_assert_int_eq(mgnn_problem_new(&p, N, t.g.m, t.g.ends, t.g.target, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_noise_set(p, "relative", 0.1, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_layout(p, 2, NULL, t.y, NULL, NULL), MGNN_OK);
  for (size_t e = 0; e < t.g.m; e++) {
    double r = mg_edge_length(&t.g, e, 2, t.x);

    shown += r * mg_edge_length(&t.g, e, 2, t.y);
    true_one += r * r;
  }
  ck_assert_double_eq_tol(shown, true_one, 0.008 * true_one);
  mgnn_problem_free(p);
  mg_graph_free(&t.g);
}
END_TEST

/* Every component has a struct of terms, mostly an empty one. */
START_TEST(no_terms_are_as_an_empty_struct_of_terms)
{
  static const mg_terms none;
  mg_search found[2];
  model t[2];

  for (int k = 0; k < 2; k++) {
    model_make(&t[k], 1, 0.02, 0);
    t[k].task.terms = k ? &none : NULL;
    ck_assert_int_eq(mg_search_lengths(&t[k].task, t[k].y, NULL, &found[k], NULL),
                     MGNN_OK);
    mg_graph_free(&t[k].g);
  }
  ck_assert_uint_eq(found[0].iterations, found[1].iterations);
  ck_assert_mem_eq(t[0].y, t[1].y, sizeof t[0].y);
}
END_TEST

/* Nodes here and there are put back, and nothing else is moved. */
START_TEST(misplaced_nodes_of_a_start_are_put_back)
{
  model t;

  model_make(&t, 5, 0, 0);
  memcpy(t.y, t.x, sizeof t.y);
  node_mirror(&t);
  ck_assert_int_eq(mg_repair_start(&t.task, t.y, NULL), MGNN_OK);
  for (size_t c = 0; c < 2 * N; c++)
    ck_assert_double_eq_tol(t.y[c], t.x[c], 1e-9);
  mg_graph_free(&t.g);
}
END_TEST

START_TEST(a_start_with_much_that_is_wrong_is_left)
{
  double before[2 * N];
  model t;

  model_make(&t, 6, 0.02, 0);
  memcpy(before, t.y, sizeof before);
  ck_assert_int_eq(mg_repair_start(&t.task, t.y, NULL), MGNN_OK);
  ck_assert_mem_eq(before, t.y, sizeof before);
  mg_graph_free(&t.g);
}
END_TEST

START_TEST(noise_survives_allocation_failure)
{
  mg_noise noise = { 0 };
  model t;

  model_make(&t, 7, 0.02, 0);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_noise_init(&noise, &t.task, t.y, NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(noise.limit);
  }
  for (long good = 0;; good = good < 20 ? good + 1 : 2 * good) {
    mgnn_status status;

    node_mirror(&t);
    mg_fuse_set(good);
    status = mg_repair_start(&t.task, t.y, NULL);
    if (status == MGNN_OK) {
      mg_search found = { INFINITY, 0, "start" };

      status = mg_repair(&t.task, &noise, t.y, &found, NULL);
    }
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
  }
  mg_fuse_set(-1);
  mg_noise_free(&noise);
  mg_graph_free(&t.g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(errors_of_lengths_alone_raise_no_alarm),
    TEST(a_node_on_the_wrong_side_raises_an_alarm),
    TEST(a_search_ends_at_the_errors_of_the_lengths),
    TEST(relative_errors_leave_the_scale),
    TEST(no_terms_are_as_an_empty_struct_of_terms),
    TEST(misplaced_nodes_of_a_start_are_put_back),
    TEST(a_start_with_much_that_is_wrong_is_left),
    TEST(noise_survives_allocation_failure)
  };

  return unit_run("noise", tests, COUNT(tests), NULL);
}
