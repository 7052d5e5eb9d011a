/* Memory: sizes that overflow, growing, the fuse, strings and their pool. */
#include "base/mem.h"
#include "unit.h"

#include <stdint.h>

START_TEST(sizes_that_overflow_are_refused)
{
  char *block = mg_alloc(4, 1);

  ck_assert_ptr_nonnull(block);
  ck_assert_ptr_null(mg_alloc(SIZE_MAX / 2, 4));
  ck_assert_ptr_null(mg_alloc(SIZE_MAX, 1));
  ck_assert_ptr_null(mg_zalloc(SIZE_MAX / 8 + 1, 8));
  memcpy(block, "abc", 4);
  ck_assert_ptr_null(mg_resize(block, SIZE_MAX / 2, 3));
  ck_assert_str_eq(block, "abc");
  mg_free(block);
}
END_TEST

START_TEST(nothing_can_be_allocated_and_freed)
{
  void *none = mg_alloc(0, 8), *zeroed = mg_zalloc(3, 0);

  ck_assert_ptr_nonnull(none);
  ck_assert_ptr_nonnull(zeroed);
  mg_free(none);
  mg_free(zeroed);
  mg_free(NULL);
}
END_TEST

START_TEST(growing_keeps_what_was_there)
{
  size_t cap = 0;
  int *list = NULL;

  for (int i = 0; i < 1000; i++) {
    int *grown = mg_grow(list, (size_t)i, &cap, sizeof *list);

    ck_assert_ptr_nonnull(grown);
    ck_assert_uint_gt(cap, (size_t)i);
    list = grown;
    list[i] = i;
  }
  for (int i = 0; i < 1000; i++)
    ck_assert_int_eq(list[i], i);
  mg_fuse_set(0);
  ck_assert_ptr_null(mg_grow(list, cap, &cap, sizeof *list));
  mg_fuse_set(-1);
  ck_assert_int_eq(list[999], 999);
  mg_free(list);
}
END_TEST

START_TEST(the_fuse_burns_at_the_asked_allocation)
{
  for (int good = 0; good < 5; good++) {
    mg_fuse_set(good);
    for (int k = 0; k < 8; k++) {
      void *block = mg_alloc(1, 1);

      ck_assert_int_eq(block != NULL, k < good);
      ck_assert_int_eq(mg_fuse_blown(), k >= good);
      mg_free(block);
    }
  }
  mg_fuse_set(-1);
  ck_assert_int_eq(mg_fuse_blown(), 0);
}
END_TEST

START_TEST(strings_are_copied)
{
  char *all = mg_strdup("abc"), *part = mg_strndup("abc", 2);

  ck_assert_str_eq(all, "abc");
  ck_assert_str_eq(part, "ab");
  mg_free(all);
  mg_free(part);
}
END_TEST

/* Short ones by the thousand and some longer than a block of the pool. */
START_TEST(a_pool_keeps_every_string)
{
  enum { COUNT = 5000, LONG = 200000 };
  static char *kept[COUNT];
  mg_pool pool = { 0 };
  char *big = malloc(LONG + 1);

  memset(big, 'x', LONG);
  big[LONG] = '\0';
  for (int i = 0; i < COUNT; i++) {
    char text[64];
    int len = sprintf(text, "string %d and some more", i);

    kept[i] = i % 1000 == 500 ? mg_pool_keep(&pool, big, (size_t)(LONG - i))
                              : mg_pool_keep(&pool, text, (size_t)len);
    ck_assert_ptr_nonnull(kept[i]);
  }
  for (int i = 0; i < COUNT; i++) {
    char text[64];

    sprintf(text, "string %d and some more", i);
    if (i % 1000 == 500)
      ck_assert(strlen(kept[i]) == (size_t)(LONG - i)
                && strspn(kept[i], "x") == (size_t)(LONG - i));
    else
      ck_assert_str_eq(kept[i], text);
  }
  mg_fuse_set(0);
  ck_assert_ptr_null(mg_pool_keep(&pool, big, LONG));
  mg_fuse_set(1);
  ck_assert_ptr_null(mg_pool_keep(&pool, big, LONG));
  mg_fuse_set(-1);
  ck_assert_str_eq(kept[0], "string 0 and some more");
  mg_pool_free(&pool);
  ck_assert_ptr_nonnull(mg_pool_keep(&pool, "again", 5));
  mg_pool_free(&pool);
  free(big);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(sizes_that_overflow_are_refused),
    TEST(nothing_can_be_allocated_and_freed),
    TEST(growing_keeps_what_was_there),
    TEST(the_fuse_burns_at_the_asked_allocation),
    TEST(strings_are_copied),
    TEST(a_pool_keeps_every_string)
  };

  return unit_run("mem", tests, COUNT(tests), NULL);
}
