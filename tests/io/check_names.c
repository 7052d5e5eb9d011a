/* Names keep their numbers. */
#include "base/mem.h"
#include "io/names.h"
#include "unit.h"

#include <stdio.h>

START_TEST(names_keep_their_numbers)
{
  enum { COUNT = 20000 };
  mg_names names = { 0 };
  mgnn_error err;
  uint32_t at;

  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < COUNT; i++) {
      char text[32];
      int len = sprintf(text, "%s%u", i % 3 == 0 ? "node " : "", i);

      ck_assert_int_eq(mg_names_add(&names, text, (size_t)len, &at, &err),
                       MGNN_OK);
      ck_assert_uint_eq(at, i);
      ck_assert_str_eq(names.text[i], text);
      ck_assert_uint_eq(mg_names_find(&names, text, (size_t)len), i);
    }
  ck_assert_uint_eq(names.count, COUNT);
  ck_assert_uint_eq(mg_names_find(&names, "20000", 5), MG_NAMES_NONE);
  mg_names_free(&names);
  ck_assert_uint_eq(mg_names_find(&names, "1", 1), MG_NAMES_NONE);
}
END_TEST

START_TEST(a_name_is_a_piece_of_a_buffer)
{
  mg_names names = { 0 };
  uint32_t at;

  ck_assert_int_eq(mg_names_add(&names, "abcdef", 3, &at, NULL), MGNN_OK);
  ck_assert_uint_eq(at, 0);
  ck_assert_int_eq(mg_names_add(&names, "abcdef", 6, &at, NULL), MGNN_OK);
  ck_assert_uint_eq(at, 1);
  ck_assert_int_eq(mg_names_add(&names, "abc", 0, &at, NULL), MGNN_OK);
  ck_assert_uint_eq(at, 2);
  ck_assert_uint_eq(mg_names_find(&names, "abcxyz", 3), 0);
  ck_assert_uint_eq(mg_names_find(&names, "abcdef", 5), MG_NAMES_NONE);
  ck_assert_uint_eq(mg_names_find(&names, "abcdef", 6), 1);
  ck_assert_uint_eq(mg_names_find(&names, "", 0), 2);
  mg_names_free(&names);
}
END_TEST

/* Readers refuse a 0 byte; should one come this far, the name ends there and
 * nothing is read beyond what is stored. */
START_TEST(a_name_ends_at_a_zero_byte)
{
  mg_names names = { 0 };
  uint32_t at;

  ck_assert_int_eq(mg_names_add(&names, "a", 1, &at, NULL), MGNN_OK);
  ck_assert_int_eq(mg_names_add(&names, "a\0bcdefghijk", 12, &at, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(at, 0);
  ck_assert_uint_eq(mg_names_find(&names, "a\0b", 3), 0);
  mg_names_free(&names);
}
END_TEST

START_TEST(names_survive_allocation_failure)
{
  mg_names names = { 0 };
  long refused = 0;

  for (uint32_t i = 0; i < 300; i++) {
    char text[16];
    int len = sprintf(text, "%u", i);
    mgnn_status status;
    long good = 0;
    uint32_t at;

    do {
      mg_fuse_set(good++);
      status = mg_names_add(&names, text, (size_t)len, &at, NULL);
      refused += status != MGNN_OK;
      ck_assert(status == (mg_fuse_blown() ? MGNN_ENOMEM : MGNN_OK));
      ck_assert_uint_eq(names.count, i + (status == MGNN_OK));
    } while (status != MGNN_OK);
    mg_fuse_set(-1);
    ck_assert_uint_eq(at, i);
  }
  ck_assert_int_gt(refused, 10);
  ck_assert_uint_eq(mg_names_find(&names, "123", 3), 123);
  mg_names_free(&names);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(names_keep_their_numbers),
    TEST(a_name_is_a_piece_of_a_buffer),
    TEST(a_name_ends_at_a_zero_byte),
    TEST(names_survive_allocation_failure)
  };

  return unit_run("names", tests, COUNT(tests), NULL);
}
