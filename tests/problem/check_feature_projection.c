/* Projections of features against the eigenvectors of a dense covariance. */
#include "base/dense.h"
#include "base/mem.h"
#include "problem/feature_projection.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 60, COLS = 35, DIM = 4 };

static void
features_fill(mg_features *f, double *dense, double density, unsigned seed)
{
  *f = (mg_features){ .rows = ROWS, .cols = COLS, .dense = dense };
  for (size_t k = 0; k < ROWS * COLS; k++)
    dense[k] = random_unit32(&seed) < density ? random_unit32(&seed) + 0.1 : 0;
}

/* Scores are X v for the largest eigenvectors v of the covariance, but for their
 * signs; the largest number of each is positive. */
START_TEST(scores_are_those_of_the_covariance)
{
  double dense[ROWS * COLS], mean[COLS] = { 0 }, cov[COLS * COLS] = { 0 };
  double value[COLS], vector[COLS * COLS], *x;
  mg_feature_projection how;
  mg_features f;

  features_fill(&f, dense, _i == 0 ? 0.1 : 1, 3);
  ck_assert_int_eq(mg_feature_projection_parse(&how, "pca:4", NULL), MGNN_OK);
  ck_assert_int_eq(mg_features_project(&f, &how, 1, &x, NULL), MGNN_OK);
  for (size_t k = 0; k < ROWS * COLS; k++)
    mean[k % COLS] += dense[k] / ROWS;
  for (size_t i = 0; i < ROWS; i++)
    for (size_t a = 0; a < COLS; a++)
      for (size_t b = 0; b < COLS; b++)
        cov[a * COLS + b] += (dense[i * COLS + a] - mean[a])
                             * (dense[i * COLS + b] - mean[b]);
  ck_assert_int_eq(mg_eigen_symmetric(COLS, cov, value, vector, NULL, NULL),
                   MGNN_OK);
  for (size_t k = 0; k < DIM; k++) {
    double sign = 0, most = 0;

    for (size_t i = 0; i < ROWS; i++) {
      double score = 0;

      for (size_t a = 0; a < COLS; a++)
        score += (dense[i * COLS + a] - mean[a]) * vector[a * COLS + k];
      if (sign == 0)
        sign = score * x[i * DIM + k] < 0 ? -1 : 1;
      ck_assert_double_eq_tol(x[i * DIM + k], sign * score, 1e-11);
      if (fabs(x[i * DIM + k]) > fabs(most))
        most = x[i * DIM + k];
    }
    ck_assert_double_gt(most, 0);
  }
  mg_free(x);
}
END_TEST

/* Random projections keep squares of distances on the average: over 400 seeds
 * their mean has a relative error of sqrt(2/(4*400)) = 3.5 %. */
START_TEST(random_projections_keep_distances)
{
  double dense[ROWS * COLS], want = 0, sum = 0;
  mg_feature_projection how;
  mg_features f;

  features_fill(&f, dense, 0.5, 5);
  ck_assert_int_eq(mg_feature_projection_parse(&how, "random:4", NULL), MGNN_OK);
  for (size_t c = 0; c < COLS; c++)
    want += pow(dense[c] - dense[COLS + c], 2);
  for (unsigned long seed = 1; seed <= 400; seed++) {
    double *x;

    ck_assert_int_eq(mg_features_project(&f, &how, seed, &x, NULL), MGNN_OK);
    for (size_t c = 0; c < DIM; c++)
      sum += pow(x[c] - x[DIM + c], 2) / 400;
    mg_free(x);
  }
  ck_assert_double_eq_tol(sum / want, 1, 0.14);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
  static const char *words[] = { "pca", "pca:0", "pca:1.5", "pca:x", "svd:2",
                                 "random:2000" };
  double dense[ROWS * COLS], *x;
  mg_feature_projection how;
  mg_features f;
  mgnn_error err;

  for (size_t k = 0; k < COUNT(words); k++)
    ck_assert_int_eq(mg_feature_projection_parse(&how, words[k], NULL),
                     MGNN_EINVAL);
  features_fill(&f, dense, 1, 3);
  ck_assert_int_eq(mg_feature_projection_parse(&how, "pca:40", NULL), MGNN_OK);
  ck_assert_int_eq(mg_features_project(&f, &how, 1, &x, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "--project pca:40: there are 60 nodes with 35 "
                   "features; take no more components than either");
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(scores_are_those_of_the_covariance, 2),
    TEST(random_projections_keep_distances),
    TEST(what_cannot_be_is_refused)
  };

  return unit_run("feature_projection", tests, COUNT(tests), NULL);
}
