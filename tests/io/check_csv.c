/* The splitter of tables. */
#include "io/text/csv.h"
#include "base/mem.h"
#include "unit.h"

/* Read a whole table and write it down again: cells in <>, a quoted one with
 * a q before it, each row after its line number. */
static mgnn_status
show(const char *path, char separator, char *out, size_t capacity,
     mgnn_error *err)
{
  mg_csv csv;
  mgnn_status status = mg_csv_open(&csv, path, separator, NULL, err);
  size_t used = 0;

  out[0] = '\0';
  if (status != MGNN_OK)
    return status;
  while ((status = mg_csv_row(&csv, err)) == MGNN_OK && csv.count > 0) {
    used += (size_t)snprintf(out + used, capacity - used, "%zu:", csv.line);
    for (size_t k = 0; k < csv.count; k++) {
      ck_assert_uint_eq(strlen(csv.cell[k].text), csv.cell[k].len);
      used += (size_t)snprintf(out + used, capacity - used, "%s<%s>",
                               csv.cell[k].quoted ? "q" : "", csv.cell[k].text);
    }
    used += (size_t)snprintf(out + used, capacity - used, "\n");
    ck_assert_uint_lt(used, capacity);
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
  ck_assert_int_eq(mg_csv_open(&csv, "t.csv", 0, NULL, &err), MGNN_OK);
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

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(cells_are_split, COUNT(good)),
    TEST_EACH(bad_quotes_are_named, COUNT(bad)),
    TEST(zero_bytes_are_refused),
    TEST(long_rows_outgrow_the_buffer),
    TEST(every_allocation_may_fail)
  };

  return unit_run("csv", tests, COUNT(tests), NULL);
}
