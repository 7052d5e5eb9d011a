/* Units of src/base and of the buffers and names in src/io that every reader
 * stands on. */
#include "base/number.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(whole_numbers_are_read)
{
  double x;

  ck_assert_int_eq(mg_number_whole(" 12.5 ", 6, &x), 1);
  ck_assert(x == 12.5);
  ck_assert_int_eq(mg_number_whole("12.5x", 5, &x), 0);
}
END_TEST

int
main(void)
{
  Suite *suite = suite_create("base");
  TCase *numbers = tcase_create("numbers");
  SRunner *runner = srunner_create(suite);
  int failed;

  tcase_add_test(numbers, whole_numbers_are_read);
  suite_add_tcase(suite, numbers);
  srunner_run_all(runner, CK_ENV);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed > 0;
}
