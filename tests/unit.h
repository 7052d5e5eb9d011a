/* What every unit test has: a table of its tests, and a main that runs them.
 *
 *   int
 *   main(void)
 *   {
 *     const unit_test tests[] = {
 *       TEST(zero_bytes_are_refused),
 *       TEST_EACH(cells_are_split, COUNT(good))
 *     };
 *
 *     return unit_run("csv", tests, COUNT(tests), NULL);
 *   }
 */
#ifndef UNIT_H
#define UNIT_H

#include "scratch.h"

#include <check.h>

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* The order of this machine's bytes, as NumPy names it. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define NATIVE ">"
#else
#define NATIVE "<"
#endif

/* A START_TEST, run for _i from `from` to before `to`. */
typedef struct {
  const TTest *test;
  int from, to;
} unit_test;

#define TEST(test) { test, 0, 1 }
#define TEST_EACH(test, count) { test, 0, (int)(count) }
#define TEST_RANGE(test, from, to) { test, from, to }

/* How many names there are in a table; those past the last are NULL. */
static inline int
names_count(const char *(*name)(size_t))
{
  int count = 0;

  while (name((size_t)count) != NULL)
    count++;
  return count;
}

/* What some units need beside: a limit of time for one test, and what is done
 * before and after each. */
typedef struct {
  double seconds;              /* 0: 60 */
  void (*enter)(void), (*leave)(void);
} unit_needs;

/* Run the tests in an empty directory; returns the exit status.  Each is a case
 * of its name, so that CK_RUN_CASE chooses one. */
static inline int
unit_run(const char *name, const unit_test *tests, size_t count,
         const unit_needs *needs)
{
  Suite *suite = suite_create(name);
  SRunner *runner = srunner_create(suite);
  int failed;

  for (size_t k = 0; k < count; k++) {
    TCase *tc = tcase_create(tests[k].test->name);

    tcase_set_timeout(tc, needs != NULL && needs->seconds > 0 ? needs->seconds
                                                               : 60);
    if (needs != NULL && (needs->enter != NULL || needs->leave != NULL))
      tcase_add_checked_fixture(tc, needs->enter, needs->leave);
    tcase_add_loop_test(tc, tests[k].test, tests[k].from, tests[k].to);
    suite_add_tcase(suite, tc);
  }
  scratch_enter();
  srunner_run_all(runner, CK_ENV);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  scratch_leave();
  return failed > 0;
}

#endif
