/* What the readers of tables share: how a cell becomes a node or a number, and
 * what is said if it does not. */
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

/* The column of a header that is called `word`, or else `other` (which may be
 * NULL); csv->count if there is none. */
size_t mg_table_column(const mg_csv *csv, const char *word, const char *other);

/* The node named in cell k of the present row.  Fails with MGNN_EPARSE and a
 * text that says how nodes are named in this graph. */
mgnn_status mg_table_node(const mg_source *src, const mg_csv *csv, size_t k,
                          uint32_t *out, mgnn_error *err);
mgnn_status mg_table_unknown(const mg_source *src, const char *path,
                             size_t line, const char *name, mgnn_error *err);

/* The finite number in cell k, which is called `what` in messages. */
mgnn_status mg_table_number(const mg_csv *csv, size_t k, const char *what,
                            double *out, mgnn_error *err);

/* Why a text is not a finite number: "is empty", "is not a number", ... */
const char *mg_table_fault(const char *text);

/* Fail: the present row has not `want` columns as line `like` has. */
mgnn_status mg_table_ragged(const mg_csv *csv, size_t want, size_t like,
                            mgnn_error *err);

/* The first row of a table with a row of numbers for each node. */
typedef struct {
  char **name;                 /* of the columns, or NULL: it is a row of numbers */
  mg_pool pool;                /* their texts */
  size_t line, columns;        /* its line, its cells */
  size_t named;                /* 1: the first cell of a row names its node */
  size_t modelled;             /* 1: the last one names one of several drawings */
} mg_rows_head;

/* Take the present row, the first, as the head.  It is a header if something in it is
 * not a number.  To be freed in any case. */
mgnn_status mg_rows_head_read(mg_rows_head *h, const mg_csv *csv, mgnn_error *err);
void mg_rows_head_free(mg_rows_head *h);

/* Coordinates of a row; MGNN_EPARSE if there are none or too many. */
size_t mg_rows_dim(const mg_rows_head *h);
mgnn_status mg_rows_dim_check(const mg_rows_head *h, const mg_csv *csv,
                              mgnn_error *err);

/* The number in cell k of the present row, which is that of a node of that name; NULL:
 * rows have no names. */
mgnn_status mg_rows_number(const mg_rows_head *h, const mg_csv *csv, size_t k,
                           const char *node, double *out, mgnn_error *err);

/* Whether rows of a table without a header are `i x y` or `i x y z`, i a whole number,
 * which may be the name of a node. */
int mg_rows_begin_with_id(const mg_csv *csv);

/* Rows are missing: those of so many nodes of all n of a graph, of which `first` is
 * the name of the first. */
mgnn_status mg_rows_missing(const char *path, const char *graph, const char *first,
                            size_t missing, size_t n, mgnn_error *err);
/* There are so many rows without names, but n nodes. */
mgnn_status mg_rows_count_wrong(const char *path, const char *graph, size_t rows,
                                size_t n, mgnn_error *err);

/* No row names a node of the graph, of which `first` is the first. */
mgnn_status mg_rows_none_in_common(const char *path, const char *graph,
                                   const char *first, mgnn_error *err);
/* Note rows of other nodes, and, of n nodes, those without a row; n 0: some may be
 * without. */
mgnn_status mg_rows_match_note(mg_notes *notes, const char *path,
                               const mg_rows_match *m, size_t n, mgnn_error *err);

#endif
