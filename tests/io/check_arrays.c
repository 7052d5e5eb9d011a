/* Arrays of NumPy and SciPy: types, orders, archives, and what is damaged. */
#include "base/mem.h"
#include "io/read/read.h"
#include "io/table/array.h"
#include "io/table/features.h"
#include "io/table/table_arrays.h"
#include "io/text/zip.h"
#include "io/write/write.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An array as NumPy 1.24 writes it; returns its bytes. */
static size_t
npy(char *out, const char *descr, const char *order, const char *shape,
    const void *data, size_t size)
{
  int len = snprintf(out + 10, 200, "{'descr': '%s', 'fortran_order': %s, 'shape': "
                     "%s, }", descr, order, shape);

  memcpy(out, "\x93NUMPY\x01\x00", 8);
  while ((10 + len + 1) % 64 != 0)
    out[10 + len++] = ' ';
  out[10 + len++] = '\n';
  out[8] = (char)(len % 256);
  out[9] = (char)(len / 256);
  memcpy(out + 10 + len, data, size);
  return 10 + (size_t)len + size;
}

static void
write_file(const char *name, const char *bytes, size_t size)
{
  FILE *out = fopen(name, "wb");

  fwrite(bytes, 1, size, out);
  fclose(out);
}

static void
graph_make(mg_source *src)
{
  write_file("g.edges", "2 0\n0 1\n", 8);
  ck_assert_int_eq(mg_read(src, "g.edges", NULL, NULL), MGNN_OK);
}

/* The rows 0 1; 2 3; 4 5, in every type and both orders of bytes. */
static const struct {
  const char *descr;
  size_t item;
  unsigned char bits[6][8];    /* of 0 to 5, the highest byte first */
} types[] = {
  { "i1", 1, { { 0 }, { 1 }, { 2 }, { 3 }, { 4 }, { 5 } } },
  { "u2", 2, { { 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 }, { 0, 5 } } },
  { "i4", 4, { { 0 }, { 0, 0, 0, 1 }, { 0, 0, 0, 2 }, { 0, 0, 0, 3 },
               { 0, 0, 0, 4 }, { 0, 0, 0, 5 } } },
  { "f2", 2, { { 0 }, { 0x3c }, { 0x40 }, { 0x42 }, { 0x44 }, { 0x45 } } },
  { "f4", 4, { { 0 }, { 0x3f, 0x80 }, { 0x40 }, { 0x40, 0x40 }, { 0x40, 0x80 },
               { 0x40, 0xa0 } } },
  { "f8", 8, { { 0 }, { 0x3f, 0xf0 }, { 0x40 }, { 0x40, 0x08 }, { 0x40, 0x10 },
               { 0x40, 0x14 } } }
};

START_TEST(every_type_and_order_is_read)
{
  for (int variant = 0; variant < 4; variant++) {
    int big = variant & 1, columns = variant & 2;
    char bytes[1000], data[48], descr[8];
    mg_features f = { 0 };
    mg_source src;

    for (size_t k = 0; k < 6; k++) {
      size_t at = columns ? k % 2 * 3 + k / 2 : k;

      for (size_t b = 0; b < types[_i].item; b++)
        data[at * types[_i].item + (big ? b : types[_i].item - 1 - b)]
          = (char)types[_i].bits[k][b];
    }
    snprintf(descr, sizeof descr, "%c%s", big ? '>' : '<', types[_i].descr);
    write_file("x.npy", bytes, npy(bytes, descr, columns ? "True" : "False",
                                   "(3, 2)", data, 6 * types[_i].item));
    graph_make(&src);
    ck_assert_int_eq(mg_read_features(&src, "x.npy", &f, NULL), MGNN_OK);
    ck_assert_uint_eq(f.cols, 2);
    for (size_t k = 0; k < 6; k++)
      ck_assert_double_eq(f.dense[k], (double)k);
    mg_features_free(&f);
    mg_source_free(&src);
  }
}
END_TEST

/* -1.5 as half, -2 as i2: signs. */
START_TEST(negative_numbers_keep_their_sign)
{
  char bytes[400];
  mg_features f = { 0 };
  mg_source src;

  graph_make(&src);
  write_file("x.npy", bytes, npy(bytes, "<f2", "False", "(3,)",
                                 "\x00\xbe\x00\x3c\x00\x00", 6));
  ck_assert_int_eq(mg_read_features(&src, "x.npy", &f, NULL), MGNN_OK);
  ck_assert_double_eq(f.dense[0], -1.5);
  mg_features_free(&f);
  write_file("x.npy", bytes, npy(bytes, "<i2", "False", "(3,)",
                                 "\xfe\xff\x00\x01\x00\x00", 6));
  ck_assert_int_eq(mg_read_features(&src, "x.npy", &f, NULL), MGNN_OK);
  ck_assert_double_eq(f.dense[0], -2);
  ck_assert_double_eq(f.dense[1], 256);
  mg_features_free(&f);
  mg_source_free(&src);
}
END_TEST

/* ---- archives ---- */

typedef struct {
  mg_zip_writer zip;
  char bytes[4000];
} archive;

static void
archive_end(archive *a)
{
  mg_zip_finish(&a->zip);
  mg_zip_writer_free(&a->zip);
  fclose(a->zip.out);
}

static void
member(archive *a, const char *name, const char *descr, const char *shape,
       const void *data, size_t size)
{
  ck_assert_int_eq(mg_zip_put(&a->zip, name, a->bytes,
                              npy(a->bytes, descr, "False", shape, data, size),
                              NULL), MGNN_OK);
}

/* The 3 x 4 matrix with 1 at (0,1), 2 at (2,0), 3 at (2,3), as SciPy has it in
 * each format; in COO (2,0) is the sum of two entries. */
static void
sparse_write(const char *name, int format)
{
  static const int64_t shape[] = { 3, 4 };
  static const int32_t csr[] = { 1, 3, 0 }, rows[] = { 0, 1, 1, 3 };
  static const int32_t csc[] = { 2, 0, 2 }, cols[] = { 0, 1, 2, 2, 3 };
  static const int32_t row[] = { 2, 0, 2, 2 }, col[] = { 3, 1, 0, 0 };
  static const double by_row[] = { 1, 3, 2 }, by_col[] = { 2, 1, 3 };
  static const double loose[] = { 3, 1, 1.5, 0.5 };
  archive a = { .zip = { .out = fopen(name, "wb") } };

  member(&a, "shape.npy", NATIVE "i8", "(2,)", shape, sizeof shape);
  if (format == 0) {
    member(&a, "format.npy", "|S3", "()", "csr", 3);
    member(&a, "indices.npy", NATIVE "i4", "(3,)", csr, sizeof csr);
    member(&a, "indptr.npy", NATIVE "i4", "(4,)", rows, sizeof rows);
    member(&a, "data.npy", NATIVE "f8", "(3,)", by_row, sizeof by_row);
  } else if (format == 1) {
    member(&a, "format.npy", "|S3", "()", "csc", 3);
    member(&a, "indices.npy", NATIVE "i4", "(3,)", csc, sizeof csc);
    member(&a, "indptr.npy", NATIVE "i4", "(5,)", cols, sizeof cols);
    member(&a, "data.npy", NATIVE "f8", "(3,)", by_col, sizeof by_col);
  } else {
    member(&a, "format.npy", "|S3", "()", "coo", 3);
    member(&a, "row.npy", NATIVE "i4", "(4,)", row, sizeof row);
    member(&a, "col.npy", NATIVE "i4", "(4,)", col, sizeof col);
    member(&a, "data.npy", NATIVE "f8", "(4,)", loose, sizeof loose);
  }
  archive_end(&a);
}

START_TEST(every_sparse_format_is_read)
{
  static const double want[12] = { 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3 };
  mg_features f = { 0 };
  mg_source src;
  double *x;

  graph_make(&src);
  sparse_write("x.npz", _i);
  ck_assert_int_eq(mg_read_features(&src, "x.npz", &f, NULL), MGNN_OK);
  ck_assert_uint_eq(f.rows, 3);
  ck_assert_uint_eq(f.cols, 4);
  x = mg_features_dense(&f);
  for (size_t k = 0; k < 12; k++)
    ck_assert_double_eq(x[k], want[k]);
  mg_free(x);
  mg_features_free(&f);
  mg_source_free(&src);
}
END_TEST

/* A data set in one archive: 3 edges in both directions, a node of no edge, a
 * value per direction. */
static void
set_write(const char *name, double last)
{
  /* columns (0,1) (1,0) (1,2) (2,1) (2,0) (0,2) */
  static const int64_t index[] = { 0, 1, 1, 2, 2, 0, 1, 0, 2, 1, 0, 2 };
  double weight[] = { 1, 1, 2, 2, 3, last };
  static const int32_t y[] = { 1, 0, -1, 1 };
  static const double x[] = { 1, 2, 3, 4 };
  archive a = { .zip = { .out = fopen(name, "wb") } };

  member(&a, "edge_index.npy", NATIVE "i8", "(2, 6)", index, sizeof index);
  member(&a, "edge_weight.npy", NATIVE "f8", "(6,)", weight, sizeof weight);
  member(&a, "y.npy", NATIVE "i4", "(4,)", y, sizeof y);
  member(&a, "x.npy", NATIVE "f8", "(4, 1)", x, sizeof x);
  member(&a, "train_mask.npy", "|b1", "(4, 2)", "\1\0\0\1\0\0\0\0", 8);
  member(&a, "test_mask.npy", "|b1", "(4, 2)", "\0\0\0\0\1\1\0\0", 8);
  archive_end(&a);
}

START_TEST(an_edge_in_both_directions_is_one)
{
  mg_source src;
  mg_splits s = { 0 };

  set_write("set.npz", 3);
  ck_assert_int_eq(mg_read(&src, "set.npz", NULL, NULL), MGNN_OK);
  ck_assert_uint_eq(src.n, 4);
  ck_assert_uint_eq(src.m, 3);
  ck_assert_str_eq(src.names.text[3], "3");
  ck_assert_int_eq(mg_read_labels(&src, "set.npz", "class", NULL), MGNN_OK);
  ck_assert_int_eq(mg_column_has(mg_attribute_find(&src.node, "class"), 2), 0);
  ck_assert_int_eq(mg_column_has(mg_attribute_find(&src.node, "class"), 3), 1);
  ck_assert_int_eq(mg_read_splits(&src, "set.npz", &s, NULL), MGNN_OK);
  ck_assert_uint_eq(s.count, 2);
  ck_assert_int_eq(memcmp(s.part, "t-e--te-", 8), 0);
  mg_free(s.part);
  mg_source_free(&src);
  /* with another value backwards it is a second edge */
  set_write("set.npz", 4);
  ck_assert_int_eq(mg_read(&src, "set.npz", NULL, NULL), MGNN_OK);
  ck_assert_uint_eq(src.m, 4);
  mg_source_free(&src);
}
END_TEST

/* Arrays of no columns, and of texts that are empty, hold nothing to read: they
 * are refused as labels and as splits; a graph takes the number of its nodes. */
static const struct {
  const char *name, *descr, *shape;
  const char *message;         /* of labels and splits; NULL: they are read */
} empty[] = {
  { "y.npy", NATIVE "i4", "(4, 0)", "the labels have 0 columns" },
  { "y.npy", "<U9", "(4, 0)", "the labels have 0 columns" },
  { "y.npy", "<U9", "(4, 2)", "the labels have 2 columns" },
  { "y.npy", "<U0", "(4,)", NULL },
  { "y.npy", NATIVE "i4", "(0,)", "has 0 rows" },
  { "train_mask.npy", "|b1", "(4, 0)", "the masks of a split must have" },
  { "x.npy", NATIVE "f8", "(4, 0)", NULL },
  { "edge_weight.npy", NATIVE "f8", "(2, 0)", NULL },
  { "num_nodes.npy", NATIVE "f8", "(0,)", NULL }
};

START_TEST(empty_arrays_are_not_read_from)
{
  static const int64_t index[] = { 0, 1, 1, 3 };
  const char texts[4 * 9 * 4 * 2] = { 0 };
  archive a = { .zip = { .out = fopen("e.npz", "wb") } };
  mgnn_status status = MGNN_OK;
  mg_splits splits = { 0 };
  mgnn_error err = { 0 };
  mg_source src;

  member(&a, "edge_index.npy", NATIVE "i8", "(2, 2)", index, sizeof index);
  member(&a, empty[_i].name, empty[_i].descr, empty[_i].shape, texts,
         strcmp(empty[_i].shape, "(4, 2)") == 0 ? sizeof texts : 0);
  archive_end(&a);
  ck_assert_int_eq(mg_read(&src, "e.npz", NULL, &err), MGNN_OK);
  ck_assert_uint_eq(src.n, 4);
  ck_assert_uint_eq(src.m, 2);
  if (empty[_i].name[0] == 'y')
    status = mg_read_labels(&src, "e.npz", "class", &err);
  else if (empty[_i].name[0] == 't')
    status = mg_read_splits(&src, "e.npz", &splits, &err);
  ck_assert_int_eq(status, empty[_i].message != NULL ? MGNN_EPARSE : MGNN_OK);
  if (empty[_i].message != NULL)
    ck_assert_msg(strstr(err.text, empty[_i].message) != NULL, "%s", err.text);
  mg_free(splits.part);
  mg_source_free(&src);
}
END_TEST

/* A sparse matrix all of whose arrays are lists of numbers but one. */
static const struct {
  const char *name, *descr, *shape;
} odd_parts[] = {
  { "data.npy", NATIVE "f8", "(2, 0)" }, { "data.npy", "<U0", "(2,)" },
  { "indices.npy", NATIVE "i8", "(2, 0)" }, { "indptr.npy", NATIVE "i8", "(3, 0)" },
  { "indptr.npy", NATIVE "i8", "(0,)" }, { "shape.npy", NATIVE "i8", "(2, 0)" },
  { "format.npy", NATIVE "f8", "()" }, { "format.npy", "|S3", "(0, 1)" }
};

START_TEST(sparse_matrices_of_odd_arrays_are_refused)
{
  static const int64_t shape[] = { 2, 2 }, index[] = { 1, 0 }, begin[] = { 0, 1, 2 };
  const double number = -1.2345678901234567e-300, one[] = { 1, 1 };
  const struct { const char *name, *descr, *shape; const void *data; size_t size; }
  parts[] = {
    { "shape.npy", NATIVE "i8", "(2,)", shape, sizeof shape },
    { "indices.npy", NATIVE "i8", "(2,)", index, sizeof index },
    { "indptr.npy", NATIVE "i8", "(3,)", begin, sizeof begin },
    { "data.npy", NATIVE "f8", "(2,)", one, sizeof one }
  };
  int is_format = strcmp(odd_parts[_i].name, "format.npy") == 0;
  archive a = { .zip = { .out = fopen("s.npz", "wb") } };
  mgnn_error err = { 0 };
  mg_source src;

  for (size_t k = 0; k < COUNT(parts); k++)
    if (strcmp(parts[k].name, odd_parts[_i].name) != 0)
      member(&a, parts[k].name, parts[k].descr, parts[k].shape, parts[k].data,
             parts[k].size);
  member(&a, odd_parts[_i].name, odd_parts[_i].descr, odd_parts[_i].shape, &number,
         strcmp(odd_parts[_i].shape, "()") == 0 ? sizeof number : 0);
  archive_end(&a);
  /* Without a format that can be read the matrix is taken for CSR. */
  ck_assert_int_eq(mg_read(&src, "s.npz", NULL, &err),
                   is_format ? MGNN_OK : MGNN_EPARSE);
  if (is_format)
    mg_source_free(&src);
  else
    ck_assert_msg(strstr(err.text, "s.npz: a sparse matrix of SciPy is damaged")
                  != NULL, "%s", err.text);
}
END_TEST

/* Names of 1000 characters that differ in their last one. */
START_TEST(long_names_and_labels_are_whole)
{
  enum { LEN = 1000 };
  static const int64_t index[] = { 0, 1 };
  static char text[2 * LEN];
  archive a = { .zip = { .out = fopen("n.npz", "wb") } };
  mg_source src;
  char label[32];

  memset(text, 'a', sizeof text);
  text[2 * LEN - 1] = 'b';
  member(&a, "edge_index.npy", NATIVE "i8", "(1, 2)", index, sizeof index);
  member(&a, "names.npy", "|S1000", "(2,)", text, sizeof text);
  member(&a, "y.npy", "|S1000", "(2,)", text, sizeof text);
  archive_end(&a);
  ck_assert_int_eq(mg_read(&src, "n.npz", NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_read_labels(&src, "n.npz", "class", NULL), MGNN_OK);
  for (int k = 0; k < 2; k++) {
    const mg_column *c = mg_attribute_find(&src.node, k == 0 ? "name" : "class");

    ck_assert_uint_eq(strlen(mg_column_text(c, 1, label)), LEN);
    ck_assert_int_eq(mg_column_text(c, 1, label)[LEN - 1], 'b');
  }
  mg_source_free(&src);
}
END_TEST

/* 20,000 names of which one has 100,000 characters would take 8 GB: refused, with
 * nothing written; of 1000 characters they are written. */
START_TEST(one_long_name_makes_no_giant_array)
{
  enum { N = 20000 };
  size_t len = _i == 0 ? 100000 : 1000;
  const char **name = calloc(N, sizeof *name);
  double *x = calloc(2 * N, sizeof *x);
  char *text = NULL, *longest = calloc(len + 1, 1);
  size_t size = 0;
  const mg_graph g = { .n = N };
  FILE *out = open_memstream(&text, &size);
  mgnn_error err = { 0 };
  mgnn_status status;

  memset(longest, 'a', len);
  for (size_t i = 0; i < N; i++)
    name[i] = i == 6 ? longest : "b";
  status = mg_writer_find("npz")->write(&(mg_record){ .graph = &g, .dim = 2, .x = x,
                                                      .names = name }, out, &err);
  fclose(out);
  ck_assert_int_eq(status, _i == 0 ? MGNN_EINVAL : MGNN_OK);
  if (_i == 0) {
    ck_assert_uint_eq(size, 0);
    ck_assert_msg(strstr(err.text, "8.0 GB") != NULL && strstr(err.text, "node 7")
                  != NULL, "%s", err.text);
  } else
    ck_assert_uint_gt(size, 4 * len * N);
  free(text);
  free(longest);
  free(name);
  free(x);
}
END_TEST

/* Every byte changed, and every length: read, or refused with a message. */
START_TEST(damaged_archives_are_refused)
{
  char *bytes = malloc(20000);
  FILE *in;
  size_t size, read = 0;

  set_write("set.npz", 3);
  in = fopen("set.npz", "rb");
  size = fread(bytes, 1, 20000, in);
  fclose(in);
  for (size_t k = 0; k < 2 * size; k++) {
    size_t at = k % size, length = k < size ? size : at;
    mgnn_error err = { 0 };
    mgnn_status status;
    mg_source src;

    bytes[at] = (char)(bytes[at] ^ 0x41);
    write_file("bad.npz", bytes, length);
    status = mg_read(&src, "bad.npz", NULL, &err);
    if (status == MGNN_OK) {
      read++;
      mg_source_free(&src);
    } else {
      ck_assert_int_eq(status, MGNN_EPARSE);
      ck_assert_ptr_nonnull(strstr(err.text, "bad.npz"));
    }
    bytes[at] = (char)(bytes[at] ^ 0x41);
  }
  ck_assert_uint_lt(read, size);       /* what no reader looks at */
  free(bytes);
}
END_TEST

static const struct {
  const char *descr, *order, *shape, *message;
} bad[] = {
  { "|O", "False", "(3, 2)", "x.npy: an array must have one or two dimensions, of "
    "numbers or texts (not Python objects)" },
  { "<c16", "False", "(3, 2)", "x.npy: an array must have" },
  { NATIVE "f8", "False", "(3, 2, 1)", "x.npy: an array must have" },
  { NATIVE "f8", "False", "(3, -2)", "x.npy: an array must have" },
  { "<2 ", "False", "(3, 2)", "x.npy: an array must have" },
  { "<f", "False", "(3, 2)", "x.npy: an array must have" },
  { "<f9", "False", "(3, 2)", "x.npy: an array must have" },
  { "<8 i1", "False", "(3, 2)", "x.npy: an array must have" },
  { "<f16", "False", "(3, 2)", "x.npy: an array must have" },
  { NATIVE "f8", "Twice", "(3, 2)", "x.npy: an array must have" },
  { NATIVE "f8", "False", "(3, 0)", "x.npy: has 0 columns; there must be 1 to" },
  { NATIVE "f8", "False", "(0, 3)", "x.npy: has 0 rows, but g.edges has 3 nodes" },
  { NATIVE "f8", "False", "(30, 2)", "x.npy: ends too early" },
  { NATIVE "f8", "False", "(4000000000000000, 4000000000000000)",
    "x.npy: ends too early" },
  { NATIVE "f8", "False", "(2, 2)", "x.npy: has 2 rows, but g.edges has 3 nodes" },
  { "<U4", "False", "(3,)", "x.npy: holds texts, must hold numbers" },
  { NATIVE "f8", "False", "(3, 2)", "x.npy: number 2 of row 1 is nan, must be a number" }
};

START_TEST(wrong_arrays_are_told)
{
  const double data[6] = { 0, NAN, 0, 0, 0, 0 };
  char bytes[600];
  mg_features f = { 0 };
  mgnn_error err;
  mg_source src;

  graph_make(&src);
  write_file("x.npy", bytes, npy(bytes, bad[_i].descr, bad[_i].order,
                                 bad[_i].shape, data, sizeof data));
  ck_assert_int_eq(mg_read_features(&src, "x.npy", &f, &err), MGNN_EPARSE);
  ck_assert_msg(strncmp(err.text, bad[_i].message, strlen(bad[_i].message)) == 0,
                "%s", err.text);
  mg_source_free(&src);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(every_type_and_order_is_read, COUNT(types)),
    TEST(negative_numbers_keep_their_sign),
    TEST_EACH(every_sparse_format_is_read, 3),
    TEST(an_edge_in_both_directions_is_one),
    TEST_EACH(empty_arrays_are_not_read_from, COUNT(empty)),
    TEST_EACH(sparse_matrices_of_odd_arrays_are_refused, COUNT(odd_parts)),
    TEST(long_names_and_labels_are_whole),
    TEST_EACH(one_long_name_makes_no_giant_array, 2),
    TEST(damaged_archives_are_refused),
    TEST_EACH(wrong_arrays_are_told, COUNT(bad))
  };

  return unit_run("arrays", tests, COUNT(tests), NULL);
}
