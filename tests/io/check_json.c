/* JSON comes out valid and as indented, whatever goes in. */
#include "io/write/json.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>

static char *text;
static size_t length;
static FILE *out;
static mg_json j;

static void
enter(void)
{
  out = open_memstream(&text, &length);
  ck_assert_ptr_nonnull(out);
  mg_json_begin(&j, out);
}

static void
leave(void)
{
  free(text);
}

static void
says(const char *expected)
{
  mg_json_end(&j);
  fclose(out);
  ck_assert_str_eq(text, expected);
}

START_TEST(layout_is_indented_and_rows_are_not)
{
  mg_json_open(&j, '{');
  mg_json_key(&j, "a");
  mg_json_count(&j, 4294967295u);
  mg_json_key(&j, "none");
  mg_json_open(&j, '[');
  mg_json_close(&j);
  mg_json_key(&j, "list");
  mg_json_open(&j, '[');
  mg_json_row(&j, '{');
  mg_json_key(&j, "x");
  mg_json_open(&j, '[');
  mg_json_number(&j, 1);
  mg_json_number(&j, -0.5);
  mg_json_close(&j);
  mg_json_key(&j, "empty");
  mg_json_open(&j, '{');
  mg_json_close(&j);
  mg_json_close(&j);
  mg_json_open(&j, '{');
  mg_json_key(&j, "yes");
  mg_json_flag(&j, 7);
  mg_json_key(&j, "no");
  mg_json_flag(&j, 0);
  mg_json_close(&j);
  mg_json_null(&j);
  mg_json_close(&j);
  mg_json_close(&j);
  says("{\n"
       "  \"a\": 4294967295,\n"
       "  \"none\": [],\n"
       "  \"list\": [\n"
       "    {\"x\": [1, -0.5], \"empty\": {}},\n"
       "    {\n"
       "      \"yes\": true,\n"
       "      \"no\": false\n"
       "    },\n"
       "    null\n"
       "  ]\n"
       "}\n");
}
END_TEST

START_TEST(lone_value_is_a_document)
{
  mg_json_text(&j, "word");
  says("\"word\"\n");
}
END_TEST

START_TEST(deep_nesting_closes_in_order)
{
  char expected[200];
  int at = 0;

  for (int k = 0; k < 60; k++) {
    mg_json_row(&j, k % 2 ? '{' : '[');
    if (k % 2)
      mg_json_key(&j, "");
  }
  for (int k = 0; k < 60; k++)
    mg_json_close(&j);
  for (int k = 0; k < 30; k++)
    at += sprintf(expected + at, "[{\"\": ");
  ck_assert_int_eq(at, 180);
  mg_json_end(&j);
  fclose(out);
  ck_assert_int_eq(strncmp(text, expected, 180), 0);
  for (int k = 0; k < 60; k++)
    ck_assert_int_eq(text[180 + k], k % 2 ? ']' : '}');
}
END_TEST

START_TEST(text_is_escaped)
{
  mg_json_text(&j, "a\"b\\c/\b\f\n\r\t\001\037\177 \xc3\xa9 \xf0\x9f\x98\x80");
  says("\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f \xc3\xa9 "
       "\xf0\x9f\x98\x80\"\n");
}
END_TEST

/* A lone byte, a cut character, a long form of "/", a surrogate. */
START_TEST(bad_bytes_become_replacement_characters)
{
  mg_json_text(&j, "\xe9|\xf0\x9f\x98|\xc0\xaf|\xed\xa0\x80");
  says("\"" "\xef\xbf\xbd" "|" "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" "|"
       "\xef\xbf\xbd\xef\xbf\xbd" "|"
       "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" "\"\n");
}
END_TEST

/* Everything by which HTML or a script could end the element around it. */
START_TEST(text_in_a_page_holds_no_markup)
{
  mg_json_in_page(&j);
  mg_json_text(&j, "</script>&amp;'\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa"
                   "\xc3\xa9\"");
  says("\"\\u003c/script\\u003e\\u0026amp;\\u0027\\u2028\\u2029"
       "\xe2\x80\xaa\xc3\xa9\\\"\"\n");
}
END_TEST

START_TEST(what_json_cannot_say_is_null)
{
  mg_json_row(&j, '[');
  mg_json_number(&j, NAN);
  mg_json_number(&j, INFINITY);
  mg_json_number(&j, -INFINITY);
  mg_json_text(&j, NULL);
  mg_json_number(&j, 1e300);
  mg_json_number(&j, 5e-324);
  mg_json_number(&j, 0.1);
  mg_json_close(&j);
  says("[null, null, null, null, 1e+300, 4.94065645841247e-324, 0.1]\n");
}
END_TEST

/* Longer than the buffer, in small pieces and in one. */
START_TEST(long_text_is_whole)
{
  size_t len = 200000;
  char *big = malloc(len + 1);

  memset(big, 'x', len);
  big[len] = '\0';
  mg_json_row(&j, '[');
  mg_json_text(&j, big);
  for (int k = 0; k < 30000; k++)
    mg_json_number(&j, k);
  mg_json_close(&j);
  mg_put_bytes(&j.sink, big, len);
  mg_json_end(&j);
  fclose(out);
  ck_assert_int_eq(strncmp(text + 2, big, len), 0);
  ck_assert_str_eq(text + len + 2 + 1 + 3 * 10 + 4 * 90 + 5 * 900 + 6 * 9000
                   + 7 * 20000 + 1 + len, "\n");
  free(big);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(layout_is_indented_and_rows_are_not),
    TEST(lone_value_is_a_document),
    TEST(deep_nesting_closes_in_order),
    TEST(text_is_escaped),
    TEST(bad_bytes_become_replacement_characters),
    TEST(text_in_a_page_holds_no_markup),
    TEST(what_json_cannot_say_is_null),
    TEST(long_text_is_whole)
  };
  const unit_needs needs = { .enter = enter, .leave = leave };

  return unit_run("json", tests, COUNT(tests), &needs);
}
