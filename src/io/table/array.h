/* Arrays of NumPy: a file .npy, or the members of an archive .npz, of which
 * FILE.npz:NAME names one. */
#ifndef MG_ARRAY_H
#define MG_ARRAY_H

#include "io/source.h"
#include "io/text/stream.h"
#include "io/text/zip.h"

/* One array.  Numbers stay as the file has them. */
typedef struct {
  char kind;                   /* f, i, u, b: numbers; U, S: texts */
  size_t item;                 /* bytes of an entry */
  int swapped;                 /* the highest byte comes first */
  int by_columns;              /* Fortran order */
  size_t rows, cols;           /* 1 for a missing dimension; may be 0 */
  const char *data;
} mg_array;

typedef struct {
  size_t rows_most;            /* of a sparse matrix */
  char *path;                  /* of the file, without :NAME */
  const char *wanted;          /* the NAME; or NULL: none was given */
  mg_stream in;
  mg_zip zip;                  /* count 0: the file is .npy */
  char **bytes;                /* of members that were taken */
  mg_array *array;
  size_t count;
} mg_arrays;

/* Whether a path is that of such a file: .npy, .npz or .npz:NAME. */
int mg_is_array_path(const char *path);

/* Open it, within the limits of a source.  mg_arrays_free is due in any case. */
mgnn_status mg_arrays_open(mg_arrays *a, const char *path,
                           const mg_limits *limits, mgnn_error *err);
void mg_arrays_free(mg_arrays *a);

/* The array of the first of these names, with blanks between, that the archive
 * has; the one of .npy, of :NAME or of an archive with one member, whatever its
 * name.  NULL if there is none.  MGNN_EPARSE if its bytes are wrong. */
mgnn_status mg_arrays_find(mg_arrays *a, const char *names,
                           const mg_array **out, mgnn_error *err);
/* The same by these names alone. */
mgnn_status mg_arrays_named(mg_arrays *a, const char *names,
                            const mg_array **out, mgnn_error *err);
/* Fail: there is none of the names; says which there are. */
mgnn_status mg_arrays_missing(const mg_arrays *a, const char *what,
                              const char *names, mgnn_error *err);

/* An entry as a number; NAN for a text, and if the array has no such row or
 * column. */
double mg_array_number(const mg_array *x, size_t row, size_t col);
/* Whether all entries are from `least` to `most`, and with `whole` whole numbers:
 * else MGNN_EPARSE, naming the first that is not. */
mgnn_status mg_array_check(const mg_array *x, const char *path, double least,
                           double most, int whole, mgnn_error *err);
/* A text in UTF-8, cut to fit into `size` bytes with its 0; *len receives its
 * length.  Empty for a number, and if the array has no such row or column. */
void mg_array_text(const mg_array *x, size_t row, size_t col, char *buf,
                   size_t size, size_t *len);
/* The bytes that no text of the array exceeds. */
size_t mg_array_text_size(const mg_array *x);
int mg_array_is_text(const mg_array *x);

/* A sparse matrix as SciPy saves it (CSR, CSC, COO), its members called prefix
 * and then data, indices, indptr, shape, or row, col.  Entries are sorted by
 * rows, then columns; of several at one place the sum. */
typedef struct {
  size_t rows, cols;
  size_t *row;                 /* rows + 1 */
  unsigned *col;
  double *value;
} mg_sparse;

/* *found is 0 if the archive has no such matrix. */
mgnn_status mg_arrays_sparse(mg_arrays *a, const char *prefix, mg_sparse *out,
                             int *found, mgnn_error *err);
void mg_sparse_free(mg_sparse *s);

/* Rows are those of the nodes: numbers of their nodes, n of them, to be freed;
 * MGNN_EPARSE if there are not as many, or nodes have no order. */
mgnn_status mg_array_nodes(const mg_source *src, const char *path, size_t rows,
                           unsigned **node, mgnn_error *err);

/* Where nodes exist by being named in edges, rows without a node make it, if
 * all others are called by numbers of rows. */
mgnn_status mg_array_nodes_add(mg_source *src, const char *path, size_t rows,
                               mgnn_error *err);

#endif
