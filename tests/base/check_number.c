/* Numbers become text that reads back as the same double, and text becomes
 * numbers as strtod has it. */
#include "base/number.h"
#include "random_numbers.h"
#include "unit.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>

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
  random_bits(&state);
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

static int
same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

/* The text as mg_number_read and as strtod understand it, in the C locale. */
static void
agree(const char *text)
{
  size_t len = strlen(text);
  double x = -1, expected = strtod(text, NULL);
  const char *end = mg_number_read(text, text + len, &x);

  ck_assert_msg(end == text + len, "%.60s is not read to its end", text);
  ck_assert_msg(same_bits(x, expected), "%.60s is read as %a, is %a", text, x,
                expected);
}

START_TEST(numbers_are_read_as_strtod_reads_them)
{
  static const char *const texts[] = {
    "0", "-0", "+0", "0.0", "-0.0e5", "7", "+7", "-7", "007", ".5", "-.5", "5.",
    "0.1", "0.3", "1e0", "1E5", "1e+5", "1e-5", "123.456e-3", "1e22", "1e23",
    "1e-22", "1e-23", "9007199254740992", "9007199254740993",
    "9007199254740994", "9007199254740993e10", "18446744073709551615",
    "18446744073709551616", "9999999999999999999", "99999999999999999999",
    "123456789012345678901234567890", "0.000000000000000000000000000001",
    "100000000000000000000000000000000000000", "1.00000000000000000000000001",
    "179769313486231570e291", "1.7976931348623157e308", "1.7976931348623159e308",
    "1e308", "1e309", "-1e400", "1e-323", "4.9e-324", "2e-324", "1e-400",
    "2.2250738585072011e-308", "2.2250738585072014e-308", "6.0221e23",
    "8.41e-21", "9.5e-19", "1e99999", "1e-99999", "1e999999999", "0e999999999",
    "0.500000000000000166533453693773481063544750213623046875",
    "3.518437208883201171875e13", "62.5364939768271845828",
    "1.000000000000000111022302462515654042363166809082031250000001"
  };

  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    agree(texts[i]);
}
END_TEST

/* As files hold them: few digits, a point somewhere, rarely an exponent. */
START_TEST(random_decimals_are_correctly_rounded)
{
  for (int k = 0; k < 200000; k++) {
    char text[80];
    int digits = 1 + (int)(next() % 25), point = (int)(next() % 26);
    int at = 0;

    if (next() % 2)
      text[at++] = '-';
    for (int d = 0; d < digits; d++) {
      if (d == point)
        text[at++] = '.';
      text[at++] = (char)('0' + next() % 10);
    }
    text[at] = '\0';
    if (next() % 3 == 0)
      sprintf(text + at, "e%d", (int)(next() % 680) - 340);
    agree(text);
  }
}
END_TEST

/* More zeros after the point than any double has places, made up for by the
 * exponent. */
START_TEST(many_zeros_do_not_hide_the_exponent)
{
  static const int zeros[] = { 300, 4095, 4096, 5000, 100000 };

  for (size_t k = 0; k < sizeof zeros / sizeof *zeros; k++) {
    char *text = malloc((size_t)zeros[k] + 64), *p = text;

    p += sprintf(p, "0.");
    memset(p, '0', (size_t)zeros[k]);
    p += zeros[k];
    sprintf(p, "25e%d", zeros[k]);
    agree(text);
    sprintf(p, "25e4096");
    agree(text);
    sprintf(p, "25e100005");
    agree(text);
    sprintf(p, "25");
    agree(text);
    free(text);
  }
}
END_TEST

START_TEST(what_is_no_number_is_not_read)
{
  static const char *const texts[] = {
    "", ".", "-", "+", "-.", "e5", ".e5", "nan", "NaN", "inf", "-inf",
    "infinity", "x", " 1", "--1", "+-1", ",5"
  };

  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    double x = 3;
    const char *s = texts[i];

    ck_assert_msg(mg_number_read(s, s + strlen(s), &x) == NULL, "\"%s\"", s);
    ck_assert_int_eq(mg_number_whole(s, strlen(s), &x), strcmp(s, " 1") == 0);
  }
}
END_TEST

START_TEST(reading_stops_where_the_number_ends)
{
  static const struct { const char *text; size_t used; double x; } cases[] = {
    { "1,5", 1, 1 }, { "1.5.2", 3, 1.5 }, { "2e", 1, 2 }, { "2e+", 1, 2 },
    { "2e-x", 1, 2 }, { "0x10", 1, 0 }, { "3 4", 1, 3 }, { "5e3e3", 3, 5000 }
  };
  static const char digits[] = { '1', '2', '3', '4' };
  double x;

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *s = cases[i].text;

    ck_assert_ptr_eq(mg_number_read(s, s + strlen(s), &x), s + cases[i].used);
    ck_assert(x == cases[i].x);
    ck_assert_int_eq(mg_number_whole(s, strlen(s), &x), 0);
  }
  /* `end` counts, not a 0 at the end of the string. */
  ck_assert_ptr_eq(mg_number_read(digits, digits + 3, &x), digits + 3);
  ck_assert(x == 123);
  ck_assert_ptr_null(mg_number_read(digits, digits, &x));
}
END_TEST

START_TEST(blanks_around_a_whole_number_are_allowed)
{
  double x;

  ck_assert_int_eq(mg_number_whole(" \t12.5\t ", 8, &x), 1);
  ck_assert(x == 12.5);
  ck_assert_int_eq(mg_number_whole("1 2", 3, &x), 0);
  ck_assert_int_eq(mg_number_whole("  ", 2, &x), 0);
}
END_TEST

/* Make a locale with a decimal comma in the scratch directory, whatever the
 * machine has installed.  Nonzero if that worked. */
static int
locale_made(void)
{
  int ok = system("localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 >/dev/null 2>&1")
           == 0;

  setenv("LOCPATH", ".", 1);
  ok = ok && setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
  setlocale(LC_ALL, "C");
  return ok;
}

/* Nothing is shown where no locale with a decimal comma can be made. */
START_TEST(the_locale_changes_nothing)
{
  char buf[MG_NUMBER_MAX];
  double x;

  if (!locale_made())
    return;
  ck_assert_ptr_nonnull(setlocale(LC_ALL, "de_DE.UTF-8"));
  snprintf(buf, sizeof buf, "%g", 1.5);
  ck_assert_str_eq(buf, "1,5");      /* the locale is on */
  buf[mg_number_write(buf, 0.1 + 0.2)] = '\0';
  ck_assert_str_eq(buf, "0.30000000000000004");
  ck_assert_int_eq(mg_number_whole("1.5", 3, &x), 1);
  ck_assert(x == 1.5);
  /* Too many digits for the fast path. */
  ck_assert_int_eq(mg_number_whole("1.50000000000000000000000", 25, &x), 1);
  ck_assert(x == 1.5);
  ck_assert_int_eq(mg_number_whole("1,5", 3, &x), 0);
  setlocale(LC_ALL, "C");
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(every_size_is_written_as_printf_would),
    TEST(edges_are_written_as_printf_would),
    TEST(decimals_stay_short),
    TEST(random_decimals_come_back_as_typed),
    TEST(decimals_are_read_as_strtod_would),
    TEST(ties_are_read_as_strtod_would),
    TEST(odd_spellings_are_read_as_strtod_would),
    TEST(numbers_are_read_as_strtod_reads_them),
    TEST(random_decimals_are_correctly_rounded),
    TEST(many_zeros_do_not_hide_the_exponent),
    TEST(what_is_no_number_is_not_read),
    TEST(reading_stops_where_the_number_ends),
    TEST(blanks_around_a_whole_number_are_allowed),
    TEST(the_locale_changes_nothing)
  };

  return unit_run("number", tests, COUNT(tests), NULL);
}
