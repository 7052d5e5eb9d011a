/* When threads would only wait for each other, and when there are none. */
#include "base/threads.h"
#include "unit.h"

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
#endif
    TEST(a_machine_is_crowded_above_twice_its_processors)
  };

  return unit_run("threads", tests, COUNT(tests), NULL);
}
