/* The table of ids, and whole numbers distinguished from texts. */
#include "io/ids.h"
#include "unit.h"

/* Against a slow search, over ids of all sizes in a scattered order. */
START_TEST(ids_are_found_again)
{
  enum { COUNT = 3000 };
  static int64_t id[COUNT];
  mg_ids ids = { 0 };
  uint64_t state = 1;

  for (uint32_t k = 0; k < COUNT; k++) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    id[k] = k % 3 == 0 ? (int64_t)state : k % 3 == 1 ? (int64_t)(state >> 48)
            : -(int64_t)(state >> 40) * 4096;
    if (mg_ids_find(&ids, id[k]) != MG_NAMES_NONE)
      id[k] = INT64_MIN + k;   /* was there already */
    ck_assert_uint_eq(mg_ids_find(&ids, id[k]), MG_NAMES_NONE);
    ck_assert_int_eq(mg_ids_add(&ids, id[k], k, NULL), MGNN_OK);
  }
  for (uint32_t k = 0; k < COUNT; k++) {
    char text[30];

    ck_assert_uint_eq(mg_ids_find(&ids, id[k]), k);
    sprintf(text, "%lld", (long long)id[k]);
    ck_assert_uint_eq(mg_ids_find_text(&ids, text, strlen(text)), k);
  }
  mg_ids_free(&ids);
}
END_TEST

START_TEST(whole_numbers_are_distinguished_from_texts)
{
  static const struct {
    const char *text;
    int is_whole;
    int64_t whole;
  } row[] = {
    { "0", 1, 0 }, { "-3", 1, -3 }, { "12", 1, 12 },
    { "9223372036854775807", 1, INT64_MAX },
    { "-9223372036854775808", 1, INT64_MIN },
    { "9223372036854775808", 0, 0 }, { "-9223372036854775809", 0, 0 },
    { "99999999999999999999", 0, 0 }, { "", 0, 0 }, { "-", 0, 0 },
    { "-0", 0, 0 }, { "007", 0, 0 }, { "+1", 0, 0 }, { "1.0", 0, 0 },
    { "1a", 0, 0 }, { " 1", 0, 0 }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    int64_t whole = 0;

    ck_assert_int_eq(mg_ids_integer(row[k].text, strlen(row[k].text), &whole),
                     row[k].is_whole);
    ck_assert(whole == row[k].whole || !row[k].is_whole);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(ids_are_found_again),
    TEST(whole_numbers_are_distinguished_from_texts)
  };

  return unit_run("ids", tests, COUNT(tests), NULL);
}
