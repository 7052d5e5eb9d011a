/* The queue of buckets: the largest key is served first. */
#include "base/order.h"
#include "unit.h"

START_TEST(the_largest_key_is_served_first)
{
  static const size_t keys[] = { 3, 0, 7, 3, 7, 1 };
  static const unsigned order[] = { 4, 2, 3, 0, 5, 1 };
  mg_buckets q;
  size_t key;
  unsigned item;

  ck_assert_int_eq(mg_buckets_init(&q, 7, NULL), MGNN_OK);
  for (int twice = 0; twice < 2; twice++) {
    for (unsigned k = 0; k < 6; k++)
      ck_assert_int_eq(mg_buckets_put(&q, keys[k], k, NULL), MGNN_OK);
    for (unsigned k = 0; k < 6; k++) {
      ck_assert(mg_buckets_take(&q, &key, &item));
      ck_assert_uint_eq(item, order[k]);
      ck_assert_uint_eq(key, keys[item]);
    }
    ck_assert(!mg_buckets_take(&q, &key, &item));
  }
  mg_buckets_free(&q);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(the_largest_key_is_served_first)
  };

  return unit_run("buckets", tests, COUNT(tests), NULL);
}
