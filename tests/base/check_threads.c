/* When threads would only wait for each other. */
#include "base/threads.h"
#include "unit.h"

START_TEST(a_machine_is_crowded_above_twice_its_processors)
{
  ck_assert(!mg_threads_crowded(0, 2));
  ck_assert(!mg_threads_crowded(4, 2));
  ck_assert(mg_threads_crowded(5, 2));
  ck_assert(!mg_threads_crowded(2, 1));
  ck_assert(!mg_threads_crowded(64, 32));
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_machine_is_crowded_above_twice_its_processors)
  };

  return unit_run("threads", tests, COUNT(tests), NULL);
}
