/* Words: made safe, cut, broken into lines; numbers as words. */
#include "render/canvas/text.h"
#include "unit.h"

#include <math.h>

START_TEST(texts_are_made_safe)
{
  static const struct {
    const char *in, *out;
  } row[] = {
    { "plain", "plain" },
    { "", "" },
    { "a\tb\nc\r\nd", "a b c  d" },
    { "\x01\x1f\x7f", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
    { "\xff", "\xef\xbf\xbd" },
    { "\xc3", "\xef\xbf\xbd" },
    { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
      "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
    { "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },             /* overlong */
    { "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, /* surrogate */
    { "\xef\xbf\xbe", "\xef\xbf\xbd" },                     /* U+FFFE */
    { "\xc2\x80", "\xef\xbf\xbd" },                         /* C1 control */
    { "a\xe2\x80\xa8z", "a z" }                             /* U+2028 */
  };
  mg_pool pool = { NULL, 0, 0, NULL };

  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
    ck_assert_str_eq(mg_text_keep(&pool, row[k].in), row[k].out);
  mg_pool_free(&pool);
}
END_TEST

START_TEST(long_texts_are_cut_to_whole_characters)
{
  static const char text[] = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xaa"
                             "\xc3\xaa\xc3\xaa\xc3\xaa\xc3\xaa";
  static const char ellipsis[] = "\xe2\x80\xa6";
  mg_pool pool = { NULL, 0, 0, NULL };
  mg_ruler *ruler = mg_ruler_new(NULL);
  double full = mg_ruler_width(ruler, text, 10), width;

  ck_assert_double_gt(full, 10);
  ck_assert_double_eq_tol(mg_ruler_width(ruler, text, 20), 2 * full, 1e-9);
  for (double limit = 0; limit <= full + 1; limit += full / 23) {
    const char *cut = mg_ruler_fit(ruler, &pool, text, 10, limit, &width);
    const char *middle = strstr(cut, ellipsis);
    size_t head, tail;

    if (limit >= full) {
      ck_assert_str_eq(cut, text);
      continue;
    }
    /* n times e-acute, the ellipsis, as many times e with a circumflex or one
     * time less */
    ck_assert_ptr_nonnull(middle);
    head = (size_t)(middle - cut);
    tail = strlen(middle) - 3;
    ck_assert_uint_eq(head % 2, 0);
    ck_assert(head == tail || head == tail + 2);
    ck_assert(strlen(cut) == 3 || width <= limit);
    ck_assert_double_eq_tol(mg_ruler_width(ruler, cut, 10), width, 1e-9);
    ck_assert_int_eq(strncmp(cut, text, head), 0);
    ck_assert_str_eq(middle + 3, text + strlen(text) - tail);
  }
  mg_ruler_free(ruler);
  mg_pool_free(&pool);
}
END_TEST

START_TEST(numbers_are_written_for_people)
{
  static const struct {
    double x;
    int digits;
    const char *text;
  } row[] = {
    { 0, 3, "0" }, { -0.0, 3, "0" }, { 1, 3, "1" }, { 0.1 + 0.2, 3, "0.3" },
    { 12345.678, 3, "12300" }, { 12345.678, 6, "12345.7" },
    { -2.5, 3, "\xe2\x88\x92" "2.5" }, { 0.00012345, 3, "0.000123" },
    { 1.5e-7, 3, "1.5e-7" }, { 2e9, 3, "2e9" }, { 3.25e12, 3, "3.25e12" },
    { 999.96, 3, "1000" }, { 1e-300, 1, "1e-300" }, { NAN, 3, "none" },
    { INFINITY, 3, "\xe2\x88\x9e" }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    char buf[MG_TEXT_NUMBER];

    ck_assert_str_eq(mg_text_number(buf, row[k].x, row[k].digits),
                     row[k].text);
  }
}
END_TEST

START_TEST(long_lines_are_broken_at_blanks)
{
  mg_ruler *ruler = mg_ruler_new(NULL);
  mg_pool pool = { NULL, 0, 0, NULL };
  const char *text = "one two three four five six seven eight nine ten eleven";
  double limit = mg_ruler_width(ruler, "three four five six", 10);
  mg_text_lines all;

  mg_ruler_wrap(ruler, &pool, text, 10, limit, 3, &all);
  ck_assert_uint_eq(all.count, 3);
  ck_assert_double_le(all.width, limit);
  ck_assert_int_eq(strncmp(all.line[0], text, strlen(all.line[0])), 0);
  ck_assert_int_ne(all.line[1][0], ' ');
  /* The last line is cut in the middle, and says so. */
  ck_assert_ptr_nonnull(strstr(all.line[2], "\xe2\x80\xa6"));
  ck_assert_str_eq(all.line[2] + strlen(all.line[2]) - 6, "eleven");
  mg_ruler_wrap(ruler, &pool, text, 10, limit, MG_LINES_MAX, &all);
  ck_assert_uint_gt(all.count, 3);
  for (size_t k = 0; k < all.count; k++)
    ck_assert_ptr_null(strstr(all.line[k], "\xe2\x80\xa6"));
  mg_ruler_wrap(ruler, &pool, "", 10, 5, 3, &all);
  ck_assert_uint_eq(all.count, 1);
  mg_ruler_wrap(ruler, &pool, "a b", 10, 99, 3, &all);
  ck_assert_uint_eq(all.count, 1);
  ck_assert_str_eq(all.line[0], "a b");
  mg_pool_free(&pool);
  mg_ruler_free(ruler);
}
END_TEST

START_TEST(value_stays_with_its_name)
{
  mg_ruler *ruler = mg_ruler_new(NULL);
  mg_pool pool = { NULL, 0, 0, NULL };
  mg_text_lines all;
  double word = mg_ruler_word(ruler, "centroid accuracy = 0.86, mad = 1", 10);

  ck_assert_double_eq_tol(word, mg_ruler_width(ruler, "accuracy = 0.86,", 10),
                          1e-9);
  mg_ruler_wrap(ruler, &pool, "centroid accuracy = 0.86, mad = 1", 10, word,
                MG_LINES_MAX, &all);
  ck_assert_uint_eq(all.count, 3);
  ck_assert_str_eq(all.line[0], "centroid");
  ck_assert_str_eq(all.line[1], "accuracy = 0.86,");
  ck_assert_str_eq(all.line[2], "mad = 1");
  mg_pool_free(&pool);
  mg_ruler_free(ruler);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(texts_are_made_safe),
    TEST(long_texts_are_cut_to_whole_characters),
    TEST(numbers_are_written_for_people),
    TEST(long_lines_are_broken_at_blanks),
    TEST(value_stays_with_its_name)
  };

  return unit_run("text", tests, COUNT(tests), NULL);
}
