/* Block models: what is generated has the sizes, means, lengths and numbers of
 * edges that were asked for. */
#include "base/mem.h"
#include "cli/sbm/sbm_model.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static mg_sbm sbm;

static void
model_leave(void)
{
  mg_sbm_free(&sbm);
}

static void
model(const char *blocks, const char *means, double p_in, double p_out)
{
  mgnn_error err;

  ck_assert_msg(mg_sbm_blocks_read(&sbm, blocks, &err) == MGNN_OK, "%s",
                err.text);
  ck_assert_msg(mg_sbm_means_read(&sbm, means, &err) == MGNN_OK, "%s",
                err.text);
  sbm.p_in = p_in;
  sbm.p_out = p_out;
  sbm.within = 0.25;
  sbm.between = 5;
}

START_TEST(blocks_are_read)
{
  model("3, 1,2", NULL, 0, 0);
  ck_assert_uint_eq(sbm.blocks, 3);
  ck_assert_uint_eq(sbm.n, 6);
  for (size_t i = 0; i < 6; i++)
    ck_assert_uint_eq(mg_sbm_block(&sbm, i), i < 3 ? 0 : i < 4 ? 1 : 2);
}
END_TEST

START_TEST(means_are_points_of_a_square_grid)
{
  static const double four[] = { 0, 0, 1, 0, 0, 1, 1, 1 };
  static const double five[] = { 0, 0, 1, 0, 2, 0, 0, 1, 1, 1 };

  model("50,50,50,50", NULL, 0, 0);
  ck_assert_uint_eq(sbm.dim, 2);
  ck_assert_int_eq(memcmp(sbm.mean, four, sizeof four), 0);
  model("1,1,1,1,1", NULL, 0, 0);
  ck_assert_int_eq(memcmp(sbm.mean, five, sizeof five), 0);
}
END_TEST

START_TEST(means_have_any_dimension)
{
  static const double one[] = { 1.5, -2 };
  static const double four[] = { 1, 2, 3, 4, 5, 6, 7, 8e1 };

  model("1,1", "1.5:-2", 0, 0);
  ck_assert_uint_eq(sbm.dim, 1);
  ck_assert_int_eq(memcmp(sbm.mean, one, sizeof one), 0);
  model("1,1", "1,2,3,4:5,6,7,8e1", 0, 0);
  ck_assert_uint_eq(sbm.dim, 4);
  ck_assert_int_eq(memcmp(sbm.mean, four, sizeof four), 0);
}
END_TEST

START_TEST(bad_parameters_are_named)
{
  static const struct { const char *blocks, *means, *message; } rows[] = {
    { "", NULL, "--blocks: size 1 is \"\", must be a whole number, at least 1, "
      "and all together at most 100000000" },
    { "5,,5", NULL, "--blocks: size 2 is \"\", must be a whole number, at least "
      "1, and all together at most 100000000" },
    { "5,2.5", NULL, "--blocks: size 2 is \"2.5\", must be a whole number, at "
      "least 1, and all together at most 100000000" },
    { "5,0", NULL, "--blocks: size 2 is \"0\", must be a whole number, at least "
      "1, and all together at most 100000000" },
    { "1,1e8", NULL, "--blocks: size 2 is \"1e8\", must be a whole number, at "
      "least 1, and all together at most 100000000" },
    { "5,5", "0,0", "number of points in --means: 1, of blocks: 2; give a "
      "point for each block, as in 0,0:1,0" },
    { "5,5", "0,0:1", "--means: point 2 has dimension 1, the first has 2" },
    { "5,5", "0,0:1,x", "--means: coordinate 2 of point 2 is \"x\", must be a "
      "number" },
    { "5,5", ":", "--means: coordinate 1 of point 1 is \"\", must be a number" },
    { "5", "1e999", "--means: coordinate 1 of point 1 is \"1e999\", must be a "
      "number" }
  };
  char many[2100];

  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    mgnn_status status;
    mgnn_error err;

    status = mg_sbm_blocks_read(&sbm, rows[k].blocks, &err);
    if (status == MGNN_OK)
      status = mg_sbm_means_read(&sbm, rows[k].means, &err);
    ck_assert_int_eq(status, MGNN_EINVAL);
    ck_assert_str_eq(err.text, rows[k].message);
  }
  for (size_t k = 0; k < sizeof many; k++)
    many[k] = k % 2 ? ',' : '1';
  many[2001] = '\0';
  ck_assert_int_eq(mg_sbm_blocks_read(&sbm, many, NULL), MGNN_EINVAL);
}
END_TEST

START_TEST(too_many_edges_are_refused)
{
  mgnn_error err;
  mg_graph g;

  model("50000000,50000000", NULL, 0, 1e-3);
  ck_assert_int_eq(mg_sbm_generate(&sbm, 1, &g, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the graph would have about 2.5e+12 edges, at most "
                   "1e+09 are allowed; lower --p-in or --p-out");
  ck_assert_ptr_null(g.ends);
}
END_TEST

/* |count - pairs p| within 5 standard deviations: wrong once in 1.7 million
 * seeds, and the seeds are fixed. */
static void
is_binomial(double count, double pairs, double p)
{
  ck_assert_double_le(fabs(count - pairs * p), 5 * sqrt(pairs * p * (1 - p)));
}

START_TEST(edges_and_features_follow_the_model)
{
  static const double p[][2] = { { 0.3, 0.05 }, { 0.05, 0.2 } };

  for (unsigned long seed = 0; seed < 40; seed++) {
    const double *at = p[seed % 2];
    double *x = malloc(2 * 250 * sizeof *x);
    double inner = 0, outer = 0;
    mg_graph g;

    model("40,60,50,100", NULL, at[0], at[1]);
    ck_assert_int_eq(mg_sbm_generate(&sbm, seed, &g, x, NULL), MGNN_OK);
    ck_assert_uint_eq(g.n, 250);
    for (size_t e = 0; e < g.m; e++) {
      size_t a = g.ends[2 * e], b = g.ends[2 * e + 1];
      int same = mg_sbm_block(&sbm, a) == mg_sbm_block(&sbm, b);

      ck_assert_uint_lt(a, b);
      ck_assert(g.target[e] == (same ? 0.25 : 5));
      inner += same;
      outer += !same;
    }
    is_binomial(inner, 40 * 39 / 2 + 60 * 59 / 2 + 50 * 49 / 2 + 100 * 99 / 2,
                at[0]);
    is_binomial(outer, 40 * 210 + 60 * 150 + 50 * 100, at[1]);
    for (size_t b = 0; b < 4; b++)
      for (size_t c = 0; c < 2; c++) {
        double size = (double)(sbm.start[b + 1] - sbm.start[b]);
        double mean = 0, square = 0;

        for (size_t i = sbm.start[b]; i < sbm.start[b + 1]; i++) {
          double d = x[2 * i + c] - sbm.mean[2 * b + c];

          mean += d / size;
          square += d * d;
        }
        ck_assert_double_le(fabs(mean), 5 / sqrt(size));
        /* chi squared: mean `size`, variance 2*size, and a longer tail */
        ck_assert_double_le(fabs(square - size), 6 * sqrt(2 * size));
      }
    mg_graph_free(&g);
    free(x);
  }
}
END_TEST

START_TEST(certain_edges_are_all_there)
{
  double x[2 * 7];
  mg_graph g;

  model("3,4", NULL, 1, 0);
  ck_assert_int_eq(mg_sbm_generate(&sbm, 1, &g, x, NULL), MGNN_OK);
  ck_assert_uint_eq(g.m, 3 + 6);
  mg_graph_free(&g);
  model("3,4", NULL, 0, 1);
  ck_assert_int_eq(mg_sbm_generate(&sbm, 1, &g, x, NULL), MGNN_OK);
  ck_assert_uint_eq(g.m, 3 * 4);
  mg_graph_free(&g);
  model("1", "0", 0.5, 0.5);
  ck_assert_int_eq(mg_sbm_generate(&sbm, 1, &g, x, NULL), MGNN_OK);
  ck_assert_uint_eq(g.m, 0);
  mg_graph_free(&g);
}
END_TEST

START_TEST(seed_decides_all)
{
  double x[3][2 * 100];
  mg_graph g[3];

  model("50,50", NULL, 0.3, 0.05);
  for (int k = 0; k < 3; k++)
    ck_assert_int_eq(mg_sbm_generate(&sbm, k == 1 ? 8 : 7, &g[k], x[k], NULL),
                     MGNN_OK);
  ck_assert_uint_eq(g[0].m, g[2].m);
  ck_assert_int_eq(memcmp(g[0].ends, g[2].ends, 2 * g[0].m * sizeof(unsigned)),
                   0);
  ck_assert_int_eq(memcmp(x[0], x[2], sizeof x[0]), 0);
  ck_assert(g[0].m != g[1].m || memcmp(g[0].ends, g[1].ends,
                                       2 * g[0].m * sizeof(unsigned)) != 0);
  ck_assert_int_ne(memcmp(x[0], x[1], sizeof x[0]), 0);
  for (int k = 0; k < 3; k++)
    mg_graph_free(&g[k]);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  int done = 0;

  for (long good = 0; !done; good++) {
    mgnn_status status;
    double x[2 * 6];
    mg_graph g = { 0 };

    mg_fuse_set(good);
    status = mg_sbm_blocks_read(&sbm, "3,3", NULL);
    if (status == MGNN_OK)
      status = mg_sbm_means_read(&sbm, NULL, NULL);
    sbm.p_in = sbm.p_out = 1;
    if (status == MGNN_OK)
      status = mg_sbm_generate(&sbm, 1, &g, x, NULL);
    done = !mg_fuse_blown();
    mg_fuse_set(-1);
    ck_assert_int_eq(status, done ? MGNN_OK : MGNN_ENOMEM);
    ck_assert(done == (g.ends != NULL));
    mg_graph_free(&g);
    mg_sbm_free(&sbm);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(blocks_are_read),
    TEST(means_are_points_of_a_square_grid),
    TEST(means_have_any_dimension),
    TEST(bad_parameters_are_named),
    TEST(too_many_edges_are_refused),
    TEST(edges_and_features_follow_the_model),
    TEST(certain_edges_are_all_there),
    TEST(seed_decides_all),
    TEST(every_allocation_may_fail)
  };
  const unit_needs needs = { .leave = model_leave };

  return unit_run("sbm_model", tests, COUNT(tests), &needs);
}
