/* Distances made Euclidean. */
#include "base/random.h"
#include "base/dense.h"
#include "inspect/gram.h"
#include "unit.h"

#include <math.h>

/* P is the point of a cone nearest to D if and only if <D - P, P> = 0 and
 * <D - P, Q> <= 0 for all Q in it: here other matrices of squares. */
START_TEST(the_nearest_distances_are_a_projection)
{
  enum { COUNT = 7 };
  double d[COUNT * COUNT], near[COUNT * COUNT], q[COUNT * 3];

  for (unsigned long seed = 1; seed <= 5; seed++) {
    uint64_t stream = mg_random_stream(seed, 2);
    double own = 0, norm = 0;
    mg_gram gram;

    for (size_t i = 0; i < COUNT; i++)
      for (size_t j = 0; j <= i; j++)
        d[i * COUNT + j] = d[j * COUNT + i]
          = i == j ? 0 : 1 + mg_random_uniform(&stream) * (double)(seed * seed);
    ck_assert_int_eq(mg_gram_nearest(COUNT, d, near, NULL), MGNN_OK);
    ck_assert_int_eq(mg_gram_init(&gram, COUNT, near, 1e-7, NULL), MGNN_OK);
    ck_assert(mg_gram_euclidean(&gram));
    mg_gram_free(&gram);
    for (size_t k = 0; k < COUNT * COUNT; k++) {
      own += (d[k] * d[k] - near[k] * near[k]) * near[k] * near[k];
      norm += d[k] * d[k] * d[k] * d[k];
    }
    ck_assert_double_le(fabs(own), 1e-6 * norm);
    for (unsigned long other = 0; other < 50; other++) {
      double sum = 0, size = 0;

      ck_assert_int_eq(mg_random_normal(other, 2, COUNT * 3, q, NULL), MGNN_OK);
      for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < COUNT; j++) {
          double r = mg_distance(q + 3 * i, q + 3 * j, 3);
          size_t k = i * COUNT + j;

          sum += (d[k] * d[k] - near[k] * near[k]) * r * r;
          size += r * r * r * r;
        }
      ck_assert_double_le(sum, 1e-6 * sqrt(norm * size));
    }
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(the_nearest_distances_are_a_projection)
  };

  return unit_run("gram", tests, COUNT(tests), NULL);
}
