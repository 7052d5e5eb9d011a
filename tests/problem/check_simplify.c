/* Loops are dropped and parallel edges merged. */
#include "base/mem.h"
#include "problem/simplify.h"
#include "unit.h"

#include <stdlib.h>

START_TEST(loops_are_dropped_and_parallel_edges_merged)
{
  static const unsigned ends[] = { 0, 1,  2, 2,  1, 0,  1, 2,  0, 1,  2, 1 };
  static const uint32_t into[] = { 0, MG_DROPPED, 0, 1, 0, 1 };
  mg_simple s;

  ck_assert_int_eq(mg_simplify(&s, 3, 6, ends, NULL), MGNN_OK);
  ck_assert_uint_eq(s.m, 2);
  ck_assert_uint_eq(s.loops, 1);
  ck_assert_uint_eq(s.merged, 3);
  ck_assert_uint_eq(s.ends[0], 0);
  ck_assert_uint_eq(s.ends[1], 1);
  ck_assert_uint_eq(s.ends[2], 1);
  ck_assert_uint_eq(s.ends[3], 2);
  ck_assert_int_eq(memcmp(s.into, into, sizeof into), 0);
  mg_simple_free(&s);
}
END_TEST

START_TEST(a_simple_graph_stays_as_it_is)
{
  static const unsigned ends[] = { 3, 1,  0, 2,  1, 0 };
  mg_simple s;

  ck_assert_int_eq(mg_simplify(&s, 4, 3, ends, NULL), MGNN_OK);
  ck_assert_ptr_null(s.into);
  ck_assert_int_eq(memcmp(s.ends, ends, sizeof ends), 0);
  mg_simple_free(&s);
  ck_assert_int_eq(mg_simplify(&s, 0, 0, NULL, NULL), MGNN_OK);
  ck_assert_uint_eq(s.m, 0);
  mg_simple_free(&s);
}
END_TEST

/* Against every pair of edges compared, on random ends with loops and pairs
 * that come twice: few, and enough for threads. */
START_TEST(merging_agrees_with_a_search_for_the_first)
{
  enum { N = 400, FEW = 900, MANY = 70000 };
  static unsigned ends[2 * MANY];
  static uint32_t first[N][N];
  uint64_t state = 12345;

  for (size_t k = 0; k < 2 * MANY; k++) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    ends[k] = (unsigned)((state >> 33) % N);
  }
  for (size_t m = FEW; m <= MANY; m += MANY - FEW) {
    size_t left = 0, loops = 0, wrong = 0;
    mg_simple s;

    memset(first, 0xff, sizeof first);
    ck_assert_int_eq(mg_simplify(&s, N, m, ends, NULL), MGNN_OK);
    for (size_t r = 0; r < m; r++) {
      unsigned a = ends[2 * r], b = ends[2 * r + 1];

      if (a == b) {
        wrong += s.into[r] != MG_DROPPED;
        loops++;
        continue;
      }
      if (first[a][b] == 0xffffffffU) {
        wrong += s.ends[2 * left] != a || s.ends[2 * left + 1] != b;
        first[a][b] = first[b][a] = (uint32_t)left++;
      }
      wrong += s.into[r] != first[a][b];
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_eq(s.m, left);
    ck_assert_uint_eq(s.loops, loops);
    ck_assert_uint_eq(s.merged, m - left - loops);
    mg_simple_free(&s);
  }
}
END_TEST

/* What nothing was done to is not copied, and the source gives it up. */
START_TEST(a_simple_graph_keeps_its_array)
{
  static const unsigned ends[] = { 3, 1,  0, 2,  1, 0 };
  mg_source src = { .n = 4, .m = 3, .ends = mg_alloc(3, 2 * sizeof *ends) };
  unsigned *was = src.ends, *taken;
  mg_simple s;

  ck_assert_ptr_nonnull(src.ends);
  memcpy(src.ends, ends, sizeof ends);
  ck_assert_int_eq(mg_simplify(&s, src.n, src.m, src.ends, NULL), MGNN_OK);
  ck_assert(s.ends == was && s.own == NULL);
  taken = mg_simple_take(&s, &src);
  ck_assert(taken == was && src.ends == NULL);
  mg_free(taken);
  mg_simple_free(&s);
}
END_TEST

START_TEST(merging_survives_allocation_failure)
{
  static const unsigned ends[] = { 0, 1,  2, 2,  1, 0 };
  mgnn_status status;
  mg_simple s;

  for (long good = 0;; good++) {
    mg_fuse_set(good);
    status = mg_simplify(&s, 3, 3, ends, NULL);
    if (status == MGNN_OK)
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert(s.into == NULL && s.own == NULL);
  }
  mg_fuse_set(-1);
  mg_simple_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(loops_are_dropped_and_parallel_edges_merged),
    TEST(a_simple_graph_stays_as_it_is),
    TEST(merging_agrees_with_a_search_for_the_first),
    TEST(a_simple_graph_keeps_its_array),
    TEST(merging_survives_allocation_failure)
  };

  return unit_run("simplify", tests, COUNT(tests), NULL);
}
