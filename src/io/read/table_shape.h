/* Finds out how a table of edges or lengths is laid out: pairs or a matrix, its
 * separator, whether its first row is a header, and what each column holds.
 * Guessed from its first rows, so that users need not declare it. */
#ifndef MG_TABLE_SHAPE_H
#define MG_TABLE_SHAPE_H

#include "io/source.h"
#include "io/text/csv.h"

/* Lengths that differ by this share at most count as equal (single precision). */
#define MG_ROUNDING 1e-6

/* The shape is found from this many bytes of a file, and from at least two rows. */
enum { MG_SAMPLE_BYTES = 1 << 14 };

typedef enum {
  MG_TABLE_ANY,                /* found from the table */
  MG_TABLE_PAIRS,              /* two columns name nodes */
  MG_TABLE_MATRIX,             /* rows and columns are nodes, entries are lengths */
  MG_TABLE_ADJACENCY,          /* a matrix of weights; 0 means no edge */
  MG_TABLE_DICT                /* 0 4 {'weight': 0.5}, as NetworkX writes it */
} mg_table_form;

typedef struct {
  mg_table_form form;
  char separator;              /* as in mg_csv; 0: found from the file */
  size_t columns;              /* cells per row */
  int header;                  /* the first row is a header */
  int named;                   /* of a matrix: each row begins with a name */
  int by_titles;               /* the titles are known ones */
  char **title;                /* of the columns, in `pool`; NULL: no titles */
  size_t source, target;       /* columns of the nodes, for pairs */
  size_t length;               /* the only column of numbers; else `columns` */
  size_t line;                 /* of the header, or else of the first row */
  size_t skip;                 /* rows above the table, such as a count of rows */
  int caption;                 /* these rows are text above the table */
  mg_pool pool;
} mg_table_shape;

/* Find the shape of the table at the start of a stream, which is not moved; of a piece,
 * from the start of its file.  `form` is the user's choice.  Fails with MGNN_EPARSE if
 * the table can be read in two ways; the message names both and how to choose. */
mgnn_status mg_table_shape_find(mg_table_shape *out, mg_stream *in,
                                const mg_limits *limits, mg_table_form form,
                                mgnn_error *err);
void mg_table_shape_free(mg_table_shape *s);

/* What a title means: len, length, distance or dist; lower; upper; stiffness. */
typedef enum {
  MG_TITLE_OTHER, MG_TITLE_LENGTH, MG_TITLE_LOWER, MG_TITLE_UPPER, MG_TITLE_STIFFNESS
} mg_title;

mg_title mg_title_kind(const char *title);

#endif
