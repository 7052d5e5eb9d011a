/* Features: svmlight, NumPy and tables give the same numbers. */
#include "io/read/read.h"
#include "io/table/features.h"
#include "io/write/write.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static void
write_file(const char *name, const char *bytes, size_t size)
{
  FILE *out = fopen(name, "wb");

  fwrite(bytes, 1, size, out);
  fclose(out);
}

#define WRITE(name, text) write_file(name, text, strlen(text))

/* Edges name node 2 first; nodes are in the order of their numbers. */
static void
graph_read(mg_source *src)
{
  WRITE("g.edges", "2 0\n0 1\n");
  ck_assert_int_eq(mg_read(src, "g.edges", NULL, NULL), MGNN_OK);
  ck_assert_str_eq(src->names.text[0], "0");
}

static double
at(const mg_features *f, size_t i, size_t c)
{
  if (f->dense != NULL)
    return f->dense[i * f->cols + c];
  for (size_t k = f->row[i]; k < f->row[i + 1]; k++)
    if (f->col[k] == c)
      return f->value[k];
  return 0;
}

/* Node 0: 1 0 0.5; node 1: none; node 2: 0 -2 0 */
static void
numbers_check(const mg_features *f)
{
  ck_assert_uint_eq(f->rows, 3);
  ck_assert_uint_eq(f->cols, 3);
  ck_assert_double_eq(at(f, 0, 0), 1);
  ck_assert_double_eq(at(f, 0, 1), 0);
  ck_assert_double_eq(at(f, 0, 2), 0.5);
  ck_assert_double_eq(at(f, 2, 1), -2);
  for (size_t c = 0; c < 3; c++)
    ck_assert_double_eq(at(f, 1, c), 0);
}

START_TEST(rows_of_numbered_nodes_are_by_number)
{
  static const double x[] = { 1, 0, 0.5, 0, 0, 0, 0, -2, 0 };
  static const char *const name[] = { "x.svm", "x.npy", "x.csv" };
  mg_source src;
  mg_features f;
  FILE *out;

  graph_read(&src);
  WRITE("x.svm", "7 0:1 2:0.5 # words\n7\n-1 1:-2\n");
  out = fopen("x.npy", "wb");
  mg_write_npy(out, 3, 3, x);
  fclose(out);
  WRITE("x.csv", "node,a,b,c\n1,0,0,0\n0,1,0,0.5\n2,0,-2,0\n");
  ck_assert_int_eq(mg_read_features(&src, name[_i], &f, NULL), MGNN_OK);
  numbers_check(&f);
  mg_features_free(&f);
  mg_source_free(&src);
}
END_TEST

/* As NumPy 1.24 writes np.array([[1, 0, .5], [0, 0, 0], [0, -2, 0]]) in single
 * precision and as 64-bit integers. */
START_TEST(arrays_of_other_types_are_read)
{
  static const float single[] = { 1, 0, 0.5, 0, 0, 0, 0, -2, 0 };
  char bytes[128 + sizeof single], *p = bytes;
  const char *head = "{'descr': '" NATIVE "f4', 'fortran_order': False, "
                     "'shape': (3, 3), }";
  mg_source src;
  mg_features f;

  graph_read(&src);
  memcpy(p, "\x93NUMPY\x01\x00v\x00", 10);
  memset(p + 10, ' ', 118);
  memcpy(p + 10, head, strlen(head));
  p[127] = '\n';
  memcpy(p + 128, single, sizeof single);
  write_file("x.npy", bytes, sizeof bytes);
  ck_assert_int_eq(mg_read_features(&src, "x.npy", &f, NULL), MGNN_OK);
  numbers_check(&f);
  mg_features_free(&f);
  /* one row short */
  write_file("x.npy", bytes, sizeof bytes - 4);
  ck_assert_int_eq(mg_read_features(&src, "x.npy", &f, NULL), MGNN_EPARSE);
  ck_assert_ptr_null(f.dense);
  mg_source_free(&src);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
  { "1 0:1\n", "x.svm: has 1 row, but g.edges has 3 nodes" },
  { "1 0:1\n1\n1\n1\n", "x.svm:4: is one row too many" },
  { "1 1:1 1:2\n1\n1\n", "x.svm:1: index 1 comes after 1" },
  { "1\n1 -1:1\n1\n", "x.svm:2: an index is -1" },
  { "1\n1 0.5:1\n1\n", "x.svm:2: an index is 0.5" },
  { "1\n1 99999999999:1\n1\n", "x.svm:2: an index is 1e+11" },
  { "1\n1 0:1e999\n1\n", "x.svm:2: the value of index 0 is not a finite" },
  { "1\n1 0:nan\n1\n", "x.svm:2: \"0:nan\" is not of the form index:value" },
  { "1\n1 0:1x\n1\n", "x.svm:2: \"0:1x\" is not of the form index:value" },
  { "1\n1\n1\n", "x.svm: no node has a feature" }
};

START_TEST(wrong_lines_are_told)
{
  mg_source src;
  mg_features f;
  mgnn_error err;

  graph_read(&src);
  WRITE("x.svm", bad[_i].text);
  ck_assert_int_eq(mg_read_features(&src, "x.svm", &f, &err), MGNN_EPARSE);
  ck_assert_msg(strncmp(err.text, bad[_i].message, strlen(bad[_i].message))
                == 0, "%s", err.text);
  mg_source_free(&src);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(rows_of_numbered_nodes_are_by_number, 3),
    TEST(arrays_of_other_types_are_read),
    TEST_EACH(wrong_lines_are_told, COUNT(bad))
  };

  return unit_run("features", tests, COUNT(tests), NULL);
}
