/* When threads would only wait for each other, and when there are none. */
#define _DEFAULT_SOURCE        /* getloadavg, setenv */
#include "base/threads.h"
#include "unit.h"

#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

START_TEST(a_machine_is_crowded_above_twice_its_processors)
{
  ck_assert(!mg_threads_crowded(0, 2));
  ck_assert(!mg_threads_crowded(4, 2));
  ck_assert(mg_threads_crowded(5, 2));
  ck_assert(!mg_threads_crowded(2, 1));
  ck_assert(!mg_threads_crowded(64, 32));
}
END_TEST

#ifdef _OPENMP
/* What a child answers where three threads are asked for. */
static int
threads_of_child(void)
{
  int status;
  pid_t child = fork();

  if (child == 0)
    _exit(mg_threads(3));
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  return WEXITSTATUS(status);
}

/* The load may pass the bound between two questions, but not twice. */
START_TEST(a_busy_machine_gets_one_thread_where_none_are_asked_for)
{
  double before, after;
  int chosen;

  unsetenv("OMP_NUM_THREADS");
  ck_assert_int_eq(getloadavg(&before, 1), 1);
  chosen = mg_threads_choose(0);
  ck_assert_int_eq(getloadavg(&after, 1), 1);
  if ((before >= 2 * omp_get_num_procs() + 1) == (after >= 2 * omp_get_num_procs() + 1))
    ck_assert_int_eq(chosen, after >= 2 * omp_get_num_procs() + 1);
  ck_assert_int_eq(mg_threads_choose(3), 3);
  setenv("OMP_NUM_THREADS", "2", 1);
  ck_assert_int_eq(mg_threads_choose(0), 0);
  unsetenv("OMP_NUM_THREADS");
  mg_threads_set(2);
  ck_assert_int_eq(mg_threads_choose(0), 0);
  ck_assert_int_eq(mg_threads(0), 2);
}
END_TEST

/* OpenMP keeps the threads of a region for the next one; a child has none of them. */
START_TEST(a_child_of_threads_has_one)
{
  int there = 0;

  ck_assert_int_eq(threads_of_child(), 3);
#pragma omp parallel num_threads(3) reduction(+ : there)
  there++;
  ck_assert_int_eq(there, 3);
  ck_assert_int_eq(threads_of_child(), 1);
  ck_assert_int_eq(mg_threads(3), 3);
}
END_TEST
#endif

int
main(void)
{
  const unit_test tests[] = {
#ifdef _OPENMP
    TEST(a_child_of_threads_has_one),
    TEST(a_busy_machine_gets_one_thread_where_none_are_asked_for),
#endif
    TEST(a_machine_is_crowded_above_twice_its_processors)
  };

  return unit_run("threads", tests, COUNT(tests), NULL);
}
