/* The splitter of tables, and the check of encodings it uses. */
#include "io/csv.h"
#include "io/utf8.h"
#include "base/mem.h"
#include "unit.h"

/* Read a whole table and write it down again: cells in <>, a quoted one with
 * a q before it, each row after its line number. */
static mgnn_status
show(const char *path, char separator, char *out, size_t room, mgnn_error *err)
{
  mg_csv csv;
  mgnn_status status = mg_csv_open(&csv, path, separator, err);
  size_t used = 0;

  out[0] = '\0';
  if (status != MGNN_OK)
    return status;
  while ((status = mg_csv_row(&csv, err)) == MGNN_OK && csv.count > 0) {
    used += (size_t)snprintf(out + used, room - used, "%zu:", csv.line);
    for (size_t k = 0; k < csv.count; k++) {
      ck_assert_uint_eq(strlen(csv.cell[k].text), csv.cell[k].len);
      used += (size_t)snprintf(out + used, room - used, "%s<%s>",
                               csv.cell[k].quoted ? "q" : "", csv.cell[k].text);
    }
    used += (size_t)snprintf(out + used, room - used, "\n");
    ck_assert_uint_lt(used, room);
  }
  mg_csv_close(&csv);
  return status;
}

static const struct {
  const char *text;
  char separator;
  const char *rows;
} good[] = {
  { "a,b,c\n1,2,3\n", 0, "1:<a><b><c>\n2:<1><2><3>\n" },
  { "a,b", 0, "1:<a><b>\n" },
  { "a , b\t,c \n", ',', "1:<a><b><c>\n" },
  { "a,b\r\n1,\"2\"\r\n", 0, "1:<a><b>\n2:<1>q<2>\n" },
  { ",a,\n,,\n", 0, "1:<><a><>\n2:<><><>\n" },
  { "a\tb c\t\td\n", 0, "1:<a><b c><><d>\n" },
  { "1;2,5;x\n", 0, "1:<1><2,5><x>\n" },
  { "1,5;2\n", ';', "1:<1,5><2>\n" },
  { "  a b\t c  \nd", ' ', "1:<a><b><c>\n2:<d>\n" },
  { "a  b\n\"c d\" e\n", 0, "1:<a><b>\n2:q<c d><e>\n" },
  { "a b # rest\nc %\n", 0, "1:<a><b>\n2:<c>\n" },
  { "a b # \"rest\nc d % \"\ne\n", 0, "1:<a><b>\n2:<c><d>\n3:<e>\n" },
  { "a,#b\n", 0, "1:<a><#b>\n" },
  { "# c\n\n  \t\n  % c\n\"#a\",b\n", 0, "5:q<#a><b>\n" },
  { "\"a\"\"b\",\"\"\n", 0, "1:q<a\"b>q<>\n" },
  { "a\"b,c\"\n", 0, "1:<a\"b><c\">\n" },
  { "\"a,b\" ,c\n", 0, "1:q<a,b><c>\n" },
  { "\"a\nb\n\",c\nd,e\n", 0, "1:q<a\nb\n><c>\n4:<d><e>\n" },
  { "\"a\r\nb\",\" c \"\r\nd,\"\"\"\"", 0, "1:q<a\r\nb>q< c >\n3:<d>q<\">\n" },
  { "\xef\xbb\xbf" "a,b\n", 0, "1:<a><b>\n" },
  { "caf\xe9,\xc3\xa9\nna\xc3\xafve,b\n", 0,
    "1:<caf\xc3\xa9><\xc3\x83\xc2\xa9>\n2:<na\xc3\xafve><b>\n" },
  { "", 0, "" },
  { "\n# only a comment", 0, "" },
  { "x", 0, "1:<x>\n" },
};

START_TEST(cells_are_split)
{
  char out[1000];
  mgnn_error err;

  ck_assert_int_eq(show(put("t.csv", good[_i].text), good[_i].separator, out,
                        sizeof out, &err), MGNN_OK);
  ck_assert_str_eq(out, good[_i].rows);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
  { "a,b\n1,\"2\nx\ny", "t.csv:2: a quote (\") is opened in this row and never "
    "closed" },
  { "\"", "t.csv:1: a quote (\") is opened in this row and never closed" },
  { "a,\"b\" c\n", "t.csv:1: in column 2 there is text after the closing quote; "
    "a quote within quotes is written twice (\"\")" },
};

START_TEST(bad_quotes_are_named)
{
  char out[1000];
  mgnn_error err;

  ck_assert_int_eq(show(put("t.csv", bad[_i].text), 0, out, sizeof out, &err),
                   MGNN_EPARSE);
  ck_assert_str_eq(err.text, bad[_i].message);
}
END_TEST

START_TEST(zero_bytes_are_refused)
{
  char out[1000];
  mgnn_error err;

  ck_assert_int_eq(show(put_bytes("t.csv", "a,b\nc\0d,e\n", 10), 0, out,
                        sizeof out, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "t.csv:2: the line holds a zero byte: this is not "
                   "a text file");
  ck_assert_int_eq(show("none.csv", 0, out, sizeof out, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, "none.csv: No such file or directory");
}
END_TEST

/* A quoted cell of half a million lines, far larger than the buffer, between
 * two plain rows: it comes whole, and lines are counted on. */
START_TEST(long_rows_outgrow_the_buffer)
{
  enum { LINES = 500000 };
  FILE *out = fopen("t.csv", "wb");
  size_t right = 0;
  mgnn_error err;
  mg_csv csv;

  fputs("a,b\n\"", out);
  for (int i = 0; i < LINES; i++)
    fputs("x\n", out);
  fputs("\",y\nc,d", out);
  fclose(out);
  ck_assert_int_eq(mg_csv_open(&csv, "t.csv", 0, &err), MGNN_OK);
  ck_assert_int_eq(mg_csv_row(&csv, &err), MGNN_OK);
  ck_assert_int_eq(mg_csv_row(&csv, &err), MGNN_OK);
  ck_assert_uint_eq(csv.count, 2);
  ck_assert_uint_eq(csv.line, 2);
  ck_assert_uint_eq(csv.cell[0].len, 2 * LINES);
  for (size_t i = 0; i < 2 * LINES; i++)
    right += csv.cell[0].text[i] == (i % 2 == 0 ? 'x' : '\n');
  ck_assert_uint_eq(right, 2 * LINES);
  ck_assert_str_eq(csv.cell[1].text, "y");
  ck_assert_int_eq(mg_csv_row(&csv, &err), MGNN_OK);
  ck_assert_uint_eq(csv.line, LINES + 3);
  ck_assert_str_eq(csv.cell[1].text, "d");
  ck_assert_int_eq(mg_csv_row(&csv, &err), MGNN_OK);
  ck_assert_uint_eq(csv.count, 0);
  ck_assert_int_eq(mg_csv_row(&csv, &err), MGNN_OK);
  ck_assert_uint_eq(csv.count, 0);
  mg_csv_close(&csv);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  char out[1000];
  mgnn_error err;
  long good_ones;

  put("t.csv", "caf\xe9,b\n\"1\",2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\n");
  for (good_ones = 0;; good_ones++) {
    mgnn_status status;

    mg_fuse_set(good_ones);
    status = show("t.csv", 0, out, sizeof out, &err);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_str_eq(err.text, "out of memory");
  }
  mg_fuse_set(-1);
  ck_assert_int_gt(good_ones, 2);
}
END_TEST

/* The definition, the slow way: decode by the bits, then compare with the
 * least value of that length. */
static int
valid_slowly(const unsigned char *s, size_t len)
{
  static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };

  for (size_t i = 0; i < len;) {
    unsigned c = s[i];
    size_t size = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3
                  : c >> 3 == 30 ? 4 : 0;
    unsigned long value;

    if (size == 0 || i + size > len)
      return 0;
    value = size == 1 ? c : c & (0x7fU >> size);
    for (size_t k = 1; k < size; k++) {
      if (s[i + k] >> 6 != 2)
        return 0;
      value = value << 6 | (s[i + k] & 0x3f);
    }
    if (value < least[size] || value > 0x10ffff
        || (value >= 0xd800 && value <= 0xdfff))
      return 0;
    i += size;
  }
  return 1;
}

START_TEST(utf8_is_told_from_other_bytes)
{
  static const unsigned char edge[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
    0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0,
    0xf1, 0xf3, 0xf4, 0xf5, 0xff };
  enum { N = sizeof edge };
  unsigned char s[12] = "abcdefgh";
  size_t valid = 0;

  for (size_t i = 0; i < (size_t)N * N * N * N; i++) {
    s[8] = edge[i % N];
    s[9] = edge[i / N % N];
    s[10] = edge[i / N / N % N];
    s[11] = edge[i / N / N / N];
    for (size_t from = 0; from <= 8; from += 8) {
      int want = valid_slowly(s + from, 12 - from);

      if (mg_utf8_valid((char *)s + from, 12 - from) != want)
        ck_abort_msg("%02x %02x %02x %02x", s[8], s[9], s[10], s[11]);
      valid += (size_t)want;
    }
  }
  ck_assert_uint_gt(valid, 100);
}
END_TEST

START_TEST(latin1_becomes_utf8)
{
  char in[256], out[512];
  size_t len, at = 0;

  for (int i = 0; i < 256; i++)
    in[i] = (char)i;
  len = mg_utf8_from_latin1(out, in, sizeof in);
  ck_assert_uint_eq(len, 128 + 2 * 128);
  ck_assert_int_eq(mg_utf8_valid(out, len), 1);
  for (unsigned i = 0; i < 256; i++)
    if (i < 128)
      ck_assert_uint_eq((unsigned char)out[at++], i);
    else {
      unsigned high = (unsigned char)out[at++], low = (unsigned char)out[at++];

      ck_assert_uint_eq((high & 0x1f) << 6 | (low & 0x3f), i);
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(cells_are_split, COUNT(good)),
    TEST_EACH(bad_quotes_are_named, COUNT(bad)),
    TEST(zero_bytes_are_refused),
    TEST(long_rows_outgrow_the_buffer),
    TEST(every_allocation_may_fail),
    TEST(utf8_is_told_from_other_bytes),
    TEST(latin1_becomes_utf8)
  };

  return unit_run("csv", tests, COUNT(tests), NULL);
}
