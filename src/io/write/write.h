/* Writes positions and graphs as CSV, GML, GraphML, GEXF, DOT, JSON, XYZ, PDB, ...
 * igraph's writers are not used: they keep only 15 digits and add the time. */
#ifndef MG_WRITE_H
#define MG_WRITE_H

#include "base/error.h"
#include "base/graph.h"
#include "io/given.h"
#include <stdio.h>

/* The data to write.  All pointers are borrowed for the call. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const double *x;             /* n*dim: the positions to write */
  const double *y;             /* n*dim: positions in Y, for the achieved lengths;
                                  NULL: do not write these */
  const char *const *names;    /* n; or NULL: nodes are numbered from 0 */
  const char *const *labels;   /* n, entries may be NULL; or NULL: no labels */
  const char *label_key;       /* key of the labels in GML and GraphML; if NULL or
                                  not allowed as key, "class" is used */
  const char *space;           /* "z" or "y", to be written; or NULL: omit */
  int without_lengths;         /* nonzero: do not write targets, which are all 1
                                  because none were given */
  const mg_given *given;       /* the graph to write, with its ids, attributes,
                                  directions, loops and parallel edges; NULL:
                                  write the simple graph */
  const double *models;        /* model_count * n*dim: several drawings, for formats
                                  that can hold them; NULL: x alone */
  size_t model_count;
} mg_record;

enum { MG_ATOMS_OF_INPUT = 2 };

/* A writer does not check for write errors, which mg_output_commit finds in the FILE.
 * It fails with MGNN_EINVAL if the format cannot represent the positions: coordinates
 * that are not finite (null in JSON), or more than 3 dimensions in XYZ. */
typedef struct {
  const char *word;            /* argument of -T, and file suffix */
  const char *summary;
  int attributes;              /* 1: writes the attributes of the input graph;
                                  MG_ATOMS_OF_INPUT: those of atoms */
  mgnn_status (*write)(const mg_record *r, FILE *out, mgnn_error *err);
} mg_writer;

extern const mg_writer mg_writers[];   /* ends with word NULL */
const char *mg_writer_word(size_t k);  /* word of the k-th; NULL after the last */

/* The writer of a format, or NULL. */
const mg_writer *mg_writer_find(const char *word);

/* Write nodes as atoms; several drawings become frames in XYZ, models in PDB.
 * MGNN_EINVAL if a coordinate is too large for the columns of PDB. */
mgnn_status mg_write_xyz(const mg_record *r, FILE *out, mgnn_error *err);
mgnn_status mg_write_pdb(const mg_record *r, FILE *out, mgnn_error *err);

/* Write an array of NumPy, rows x cols numbers. */
void mg_write_npy(FILE *out, size_t rows, size_t cols, const double *x);

/* The name of coordinate c: x, y, z up to three dimensions, x1, x2, ...
 * beyond.  `buf` has MG_COORDINATE_MAX bytes. */
enum { MG_COORDINATE_MAX = 24 };
const char *mg_coordinate_name(size_t dim, size_t c, char *buf);

#endif
