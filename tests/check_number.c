/* Numbers become text that reads back as the same double. */
#include "base/number.h"

#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The definition: the fewest of 15 to 17 digits, by printf and strtod. */
static void
expect(char *buf, double x)
{
  for (int digits = 15; digits <= 17; digits++) {
    sprintf(buf, "%.*g", digits, x);
    if (strtod(buf, NULL) == x)
      return;
  }
}

static void
agrees(double x)
{
  char got[MG_NUMBER_MAX + 1], expected[64];
  size_t len;
  double back;

  memset(got, '?', sizeof got);
  len = mg_number_write(got, x);
  if (fabs(x) < 1e15 && x == floor(x))
    sprintf(expected, "%.0f", x);
  else
    expect(expected, x);
  ck_assert_str_eq(got, expected);
  ck_assert_uint_eq(len, strlen(got));
  ck_assert_ptr_eq(mg_number_read(got, got + len, &back), got + len);
  ck_assert(back == x && signbit(back) == signbit(x));
}

static uint64_t state = 1;

static uint64_t
next(void)
{
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return state ^ state >> 29;
}

/* Uniform over the exponents from 2^low to 2^high. */
static double
draw(int low, int high)
{
  double x = ldexp(1 + (double)(next() >> 12) * 0x1p-52,
                   low + (int)(next() >> 33) % (high - low));

  return next() & 1 << 20 ? x : -x;
}

START_TEST(every_size_is_written_as_printf_would)
{
  for (int k = 0; k < 300000; k++)
    agrees(draw(-20, 60));
  for (int k = 0; k < 20000; k++)
    agrees(draw(-1022, 1023));
}
END_TEST

/* Where digits carry, where doubles get coarser, and ties. */
START_TEST(edges_are_written_as_printf_would)
{
  for (int k = -1074; k < 1024; k++) {
    double x = ldexp(1, k);

    agrees(x);
    agrees(nextafter(x, 0));
    agrees(nextafter(x, INFINITY));
    agrees(x + x / 1024);
  }
  for (int k = -300; k < 300; k++) {
    char text[20];
    double x;

    sprintf(text, "1e%d", k);
    x = strtod(text, NULL);
    agrees(x);
    agrees(nextafter(x, 0));
    agrees(nextafter(nextafter(x, 0), 0));
    agrees(nextafter(x, INFINITY));
    agrees(-x * 9.5);
  }
  for (int k = 1; k < 4000; k++)
    agrees(99999999999999 + k / 4096.0);
}
END_TEST

START_TEST(decimals_stay_short)
{
  static const struct { double x; const char *text; } rows[] = {
    { 0, "0" }, { -0.0, "-0" }, { 1, "1" }, { -17, "-17" }, { 0.1, "0.1" },
    { -0.5, "-0.5" }, { 0.0001, "0.0001" }, { 0.00001, "1e-05" },
    { 1234.5678, "1234.5678" }, { 1e14, "100000000000000" },
    { 1e22, "1e+22" }, { 99999999999999.5, "99999999999999.5" },
    { 0.30000000000000004, "0.30000000000000004" },
    { 1.0 / 3, "0.3333333333333333" },
  };

  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char got[MG_NUMBER_MAX];

    mg_number_write(got, rows[k].x);
    ck_assert_str_eq(got, rows[k].text);
  }
}
END_TEST

START_TEST(random_decimals_come_back_as_typed)
{
  for (int k = 0; k < 100000; k++) {
    char typed[40], got[MG_NUMBER_MAX];

    sprintf(typed, "%d.%05d", (int)(next() >> 34) % 10000,
            (int)(next() >> 34) % 100000 / 10 * 10 + 1);
    mg_number_write(got, strtod(typed, NULL));
    ck_assert_str_eq(got, typed);
  }
}
END_TEST

/* A decimal must be read as strtod reads it, all of it. */
static void
reads(const char *text)
{
  size_t len = strlen(text);
  double x, expected = strtod(text, NULL);

  ck_assert_ptr_eq(mg_number_read(text, text + len, &x), text + len);
  ck_assert_msg(memcmp(&x, &expected, sizeof x) == 0, "%s is read as %a, not %a",
                text, x, expected);
}

START_TEST(decimals_are_read_as_strtod_would)
{
  char text[100];

  for (int k = 0; k < 200000; k++) {
    sprintf(text, "%.17g", draw(-60, 60));
    reads(text);
    sprintf(text, "%llu.%llu", (unsigned long long)(next() >> next() % 64),
            (unsigned long long)(next() >> next() % 64));
    reads(text);
    sprintf(text, "-%llue-%d", (unsigned long long)(next() >> next() % 40),
            (int)(next() >> 33) % 25);
    reads(text);
  }
}
END_TEST

/* Between 2^52 and 2^53 doubles are 1 apart: m + 1/2 is a tie, and a thousandth
 * more or less is not. */
START_TEST(ties_are_read_as_strtod_would)
{
  static const char *const fraction[] = { "5", "499", "501" };

  for (int k = 0; k < 100000; k++) {
    unsigned long long m = next() >> 12 | UINT64_C(1) << 52;
    char text[100];

    sprintf(text, "%llu.%s", m, fraction[k % 3]);
    reads(text);
  }
}
END_TEST

START_TEST(odd_spellings_are_read_as_strtod_would)
{
  static const char *const text[] = {
    "0", "-0", "00", "0.", ".0", "0.0", "-.5", "+5.", "007", "0e5", "0e-999",
    "0.0000000000000000000000001", "000000000000000000000000000001.5",
    "1e22", "1e23", "9007199254740993", "18446744073709551615",
    "18446744073709551616", "9999999999999999999", "0.9999999999999999999",
    "1e-19", "9007199254740993e-19", "9007199254740993e-20", "1e308", "1e-320",
    "123456789012345678901234567890", "0.1234567890123456789012345678901234"
  };

  for (size_t k = 0; k < sizeof text / sizeof *text; k++)
    reads(text[k]);
}
END_TEST

START_TEST(locale_changes_nothing)
{
  char got[MG_NUMBER_MAX];
  double x;

  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
    return;                    /* not installed here */
  mg_number_write(got, 0.5);
  ck_assert_str_eq(got, "0.5");
  mg_number_write(got, 1.5e-300);
  ck_assert_str_eq(got, "1.5e-300");
  ck_assert_ptr_nonnull(mg_number_read(got, got + strlen(got), &x));
  ck_assert(x == 1.5e-300);
  setlocale(LC_ALL, "C");
}
END_TEST

int
main(void)
{
  Suite *suite = suite_create("number");
  TCase *tc = tcase_create("number");
  SRunner *runner = srunner_create(suite);
  int failed;

  tcase_add_test(tc, every_size_is_written_as_printf_would);
  tcase_add_test(tc, edges_are_written_as_printf_would);
  tcase_add_test(tc, decimals_stay_short);
  tcase_add_test(tc, random_decimals_come_back_as_typed);
  tcase_add_test(tc, decimals_are_read_as_strtod_would);
  tcase_add_test(tc, ties_are_read_as_strtod_would);
  tcase_add_test(tc, odd_spellings_are_read_as_strtod_would);
  tcase_add_test(tc, locale_changes_nothing);
  suite_add_tcase(suite, tc);
  srunner_run_all(runner, CK_ENV);
  failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed > 0;
}
