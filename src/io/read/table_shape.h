/* What a table of edges or lengths is: pairs or a matrix, its separator, whether its
 * first row is a header, and which columns hold what.  Found from its first rows, so
 * that nothing has to be declared. */
#ifndef MG_TABLE_SHAPE_H
#define MG_TABLE_SHAPE_H

#include "io/source.h"
#include "io/text/csv.h"

/* Lengths that differ by this share are the same but for rounding in single precision. */
#define MG_ROUNDING 1e-6

/* So much of a file is looked at, and two rows at least. */
enum { MG_SAMPLE_BYTES = 1 << 14 };

typedef enum {
  MG_TABLE_ANY,                /* as it looks */
  MG_TABLE_PAIRS,              /* two columns name nodes */
  MG_TABLE_MATRIX,             /* rows and columns are nodes, entries are lengths */
  MG_TABLE_ADJACENCY,          /* the same, and 0 is no edge */
  MG_TABLE_DICT                /* 0 4 {'weight': 0.5}, as NetworkX writes it */
} mg_table_form;

typedef struct {
  mg_table_form form;
  char separator;              /* as in mg_csv; 0: the file says it itself */
  size_t columns;              /* cells of a row */
  int header;                  /* the first row is one */
  int named;                   /* of a matrix: rows begin with a name */
  int by_titles;               /* its titles are known ones */
  char **title;                /* of the columns, in `pool`; or NULL: none */
  size_t source, target;       /* of pairs */
  size_t length;               /* the only column of numbers; else `columns` */
  size_t line;                 /* of the header, else of the first row */
  size_t skip;                 /* rows before the first, such as a count of rows, */
  int caption;                 /* or text above the table */
  mg_pool pool;
} mg_table_shape;

/* Look at the table at the beginning of a stream, which stays where it is.  A piece of a
 * file is judged by the beginning of the file.  `form` is what was asked for.  Fails with
 * MGNN_EPARSE if it could be two things: says which, and how to choose. */
mgnn_status mg_table_shape_find(mg_table_shape *out, mg_stream *in,
                                const mg_limits *limits, mg_table_form form,
                                mgnn_error *err);
void mg_table_shape_free(mg_table_shape *s);

/* What a title announces: len, length, distance or dist; lower; upper; stiffness. */
typedef enum {
  MG_TITLE_OTHER, MG_TITLE_LENGTH, MG_TITLE_LOWER, MG_TITLE_UPPER, MG_TITLE_STIFFNESS
} mg_title;

mg_title mg_title_kind(const char *title);

#endif
