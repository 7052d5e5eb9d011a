/* Reads arrays of NumPy from a file .npy or an archive .npz; FILE.npz:NAME selects
 * one array of an archive. */
#ifndef MG_ARRAY_H
#define MG_ARRAY_H

#include "io/source.h"
#include "io/text/stream.h"
#include "io/text/zip.h"

/* One array, with its numbers in the format of the file. */
typedef struct {
  char kind;                   /* f, i, u, b: numbers; U, S: texts */
  size_t item;                 /* bytes of an entry */
  int swapped;                 /* the highest byte comes first */
  int by_columns;              /* Fortran order */
  size_t rows, cols;           /* 1 if the dimension is missing; may be 0 */
  const char *data;
} mg_array;

typedef struct {
  size_t rows_most;            /* limit for sparse matrices */
  char *path;                  /* of the file, without :NAME */
  const char *wanted;          /* the NAME, or NULL if not given */
  mg_stream in;
  mg_zip zip;                  /* count 0: the file is .npy */
  char **bytes;                /* of members that were decompressed */
  mg_array *array;
  size_t count;
} mg_arrays;

/* Whether a path ends in .npy, .npz or .npz:NAME. */
int mg_is_array_path(const char *path);

/* Open such a file and read it.  Call mg_arrays_free later, even after a failure. */
mgnn_status mg_arrays_open(mg_arrays *a, const char *path,
                           const mg_limits *limits, mgnn_error *err);
void mg_arrays_free(mg_arrays *a);

/* Find an array: the one selected by :NAME, the only one of a .npy or an archive,
 * or else the first of these names, separated by blanks, that the archive has.  *out
 * is NULL if there is none.  MGNN_EPARSE if its bytes are wrong. */
mgnn_status mg_arrays_find(mg_arrays *a, const char *names,
                           const mg_array **out, mgnn_error *err);
/* The same, but only by these names. */
mgnn_status mg_arrays_named(mg_arrays *a, const char *names,
                            const mg_array **out, mgnn_error *err);
/* Fail: the archive has no array of these names; the message lists those it has. */
mgnn_status mg_arrays_missing(const mg_arrays *a, const char *what,
                              const char *names, mgnn_error *err);

/* An entry as a number; NAN if it is a text, or the array has no such row or
 * column. */
double mg_array_number(const mg_array *x, size_t row, size_t col);
/* Fail with MGNN_EPARSE, naming the first such entry, if not all are numbers from
 * `least` to `most`, and, if `whole` is set, integers. */
mgnn_status mg_array_check(const mg_array *x, const char *path, double least,
                           double most, int whole, mgnn_error *err);
/* An entry as text in UTF-8, cut to `size` bytes with its 0; *len receives its length.
 * Empty if it is a number, or the array has no such row or column. */
void mg_array_text(const mg_array *x, size_t row, size_t col, char *buf,
                   size_t size, size_t *len);
/* A buffer size that is enough for any text of the array. */
size_t mg_array_text_size(const mg_array *x);
int mg_array_is_text(const mg_array *x);

/* A sparse matrix as SciPy saves it (CSR, CSC, COO), in members named by a prefix and
 * data, indices, indptr, shape, or row, col.  Entries are sorted by rows, then by
 * columns; those at the same place are added. */
typedef struct {
  size_t rows, cols;
  size_t *row;                 /* rows + 1 */
  unsigned *col;
  double *value;
} mg_sparse;

/* Read such a matrix; *found is 0 if the archive has none with this prefix. */
mgnn_status mg_arrays_sparse(mg_arrays *a, const char *prefix, mg_sparse *out,
                             int *found, mgnn_error *err);
void mg_sparse_free(mg_sparse *s);

/* Match rows without names to the nodes: *node receives the node of each row, to be
 * freed.  MGNN_EPARSE if rows is not the number of nodes, or nodes have no order. */
mgnn_status mg_array_nodes(const mg_source *src, const char *path, size_t rows,
                           unsigned **node, mgnn_error *err);

/* For graphs whose nodes are known only from edges: if all are named by row numbers
 * from 0, add the nodes of the rows that have none yet. */
mgnn_status mg_array_nodes_add(mg_source *src, const char *path, size_t rows,
                               mgnn_error *err);

#endif
