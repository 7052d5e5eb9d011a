/* Positions as data files: CSV, GML, GraphML, GEXF, DOT, JSON, XYZ, PDB.  Own writers, because
 * igraph's keep 15 digits and stamp the time. */
#ifndef MG_WRITE_H
#define MG_WRITE_H

#include "base/error.h"
#include "base/graph.h"
#include "io/given.h"
#include <stdio.h>

/* What there is to write.  Borrowed for the call. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const double *x;             /* n*dim, as they are written */
  const double *y;             /* n*dim in Y, for the achieved lengths; or
                                  NULL: those are not written */
  const char *const *names;    /* n; or NULL: nodes are numbered from 0 */
  const char *const *labels;   /* n, entries may be NULL; or NULL: none */
  const char *label_key;       /* what the labels are called in GML and GraphML;
                                  NULL, or not fit for a key there: "class" */
  const char *space;           /* "z" or "y"; or NULL: not said */
  int without_lengths;         /* nonzero: targets are all 1, as none were
                                  given, and are not written */
  const mg_given *given;       /* what is written is this graph, with its ids,
                                  attributes, directions, loops and parallel
                                  edges; or NULL: the simple one */
  const double *models;        /* model_count * n*dim, for formats that hold
                                  several drawings; or NULL: x alone */
  size_t model_count;
} mg_record;

enum { MG_ATOMS_OF_INPUT = 2 };

/* A writer leaves errors of writing to the FILE, where mg_output_commit finds
 * them.  It fails with MGNN_EINVAL if the format cannot hold the positions:
 * one that is not finite (JSON has null for it), more than 3 dimensions in
 * XYZ. */
typedef struct {
  const char *word;            /* after -T, and the suffix */
  const char *summary;
  int attributes;              /* it writes those of the graph as given; or
                                  MG_ATOMS_OF_INPUT: those of atoms */
  mgnn_status (*write)(const mg_record *r, FILE *out, mgnn_error *err);
} mg_writer;

extern const mg_writer mg_writers[];   /* ends with word NULL */
const char *mg_writer_word(size_t k);  /* of the k-th, or that NULL */

/* The writer of a format, or NULL. */
const mg_writer *mg_writer_find(const char *word);

/* Drawings as atoms; several of them are frames of XYZ and models of PDB.  MGNN_EINVAL
 * where columns of PDB cannot hold a coordinate. */
mgnn_status mg_write_xyz(const mg_record *r, FILE *out, mgnn_error *err);
mgnn_status mg_write_pdb(const mg_record *r, FILE *out, mgnn_error *err);

/* Write an array of NumPy, rows x cols numbers. */
void mg_write_npy(FILE *out, size_t rows, size_t cols, const double *x);

/* The name of coordinate c: x, y, z up to three dimensions, x1, x2, ...
 * beyond.  `buf` has MG_COORDINATE_MAX bytes. */
enum { MG_COORDINATE_MAX = 24 };
const char *mg_coordinate_name(size_t dim, size_t c, char *buf);

#endif
