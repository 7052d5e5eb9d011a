/* Functions shared by the readers of tables: nodes and numbers from cells, and the
 * error messages. */
#ifndef MG_TABLE_PARTS_H
#define MG_TABLE_PARTS_H

#include "table.h"
#include "io/text/equal.h"
#include "io/text/csv.h"
#include "io/text/message.h"

static inline int
mg_cell_is(const mg_cell *cell, const char *word)
{
  return mg_text_is(cell->text, cell->len, word);
}

/* The column of a header named `word`, or else `other` (which may be NULL);
 * csv->count if there is none. */
size_t mg_table_column(const mg_csv *csv, const char *word, const char *other);

/* The node named in cell k of the current row.  If there is no such node, fails with
 * MGNN_EPARSE; the message tells how nodes are named in this graph. */
mgnn_status mg_table_node(const mg_source *src, const mg_csv *csv, size_t k,
                          uint32_t *out, mgnn_error *err);
mgnn_status mg_table_unknown(const mg_source *src, const char *path,
                             size_t line, const char *name, mgnn_error *err);

/* Read the finite number in cell k; messages call it `what`. */
mgnn_status mg_table_number(const mg_csv *csv, size_t k, const char *what,
                            double *out, mgnn_error *err);

/* Why a text is not a finite number: "is empty", "is not a number", ... */
const char *mg_table_fault(const char *text);

/* Fail: the current row does not have the `want` columns that line `like` has. */
mgnn_status mg_table_ragged(const mg_csv *csv, size_t want, size_t like,
                            mgnn_error *err);

/* The first row of a table with a row of numbers for each node. */
typedef struct {
  char **name;                 /* names of the columns; NULL: it is a row of numbers */
  mg_pool pool;                /* holds these names */
  size_t line, columns;        /* its line number and number of cells */
  size_t named;                /* 1: the first cell of a row names its node */
  size_t modelled;             /* 1: the last cell names one of several drawings */
} mg_rows_head;

/* Read the current row, the first, as the head.  It is a header if one of its cells is
 * not a number.  Free *h later, even after a failure. */
mgnn_status mg_rows_head_read(mg_rows_head *h, const mg_csv *csv, mgnn_error *err);
void mg_rows_head_free(mg_rows_head *h);

/* The number of coordinates of a row; MGNN_EPARSE if it is 0 or too large. */
size_t mg_rows_dim(const mg_rows_head *h);
mgnn_status mg_rows_dim_check(const mg_rows_head *h, const mg_csv *csv,
                              mgnn_error *err);

/* Read the number in cell k of the current row, a coordinate of the node of that name
 * (for messages; NULL: rows have no names). */
mgnn_status mg_rows_number(const mg_rows_head *h, const mg_csv *csv, size_t k,
                           const char *node, double *out, mgnn_error *err);

/* Whether the row has the form `i x y` or `i x y z`, i an integer: in a table without
 * header, i may be the name of a node. */
int mg_rows_begin_with_id(const mg_csv *csv);

/* Fail: `missing` of the n nodes of a graph have no row; `first` is the name of the
 * first of these. */
mgnn_status mg_rows_missing(const char *path, const char *graph, const char *first,
                            size_t missing, size_t n, mgnn_error *err);
/* Fail: the table has `rows` rows without names, but the graph n nodes. */
mgnn_status mg_rows_count_wrong(const char *path, const char *graph, size_t rows,
                                size_t n, mgnn_error *err);

/* Fail: no row names a node of the graph; `first` is the name of its first node. */
mgnn_status mg_rows_none_in_common(const char *path, const char *graph,
                                   const char *first, mgnn_error *err);
/* Note how many rows are of other nodes, and how many of n nodes have no row; n 0: do
 * not note the latter. */
mgnn_status mg_rows_match_note(mg_notes *notes, const char *path,
                               const mg_rows_match *m, size_t n, mgnn_error *err);

#endif
