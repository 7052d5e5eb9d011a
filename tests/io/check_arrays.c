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
  mg_zip_finish(&a.zip);
  mg_zip_writer_free(&a.zip);
  fclose(a.zip.out);
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
  mg_zip_finish(&a.zip);
  mg_zip_writer_free(&a.zip);
  fclose(a.zip.out);
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
    TEST(damaged_archives_are_refused),
    TEST_EACH(wrong_arrays_are_told, COUNT(bad))
  };

  return unit_run("arrays", tests, COUNT(tests), NULL);
}
