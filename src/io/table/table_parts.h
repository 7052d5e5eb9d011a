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

/* A metric table in the form n x n, whose first row has been read: the second
 * half of mg_read_metric. */
mgnn_status mg_read_matrix(const mg_source *src, mg_csv *csv,
                           const unsigned *wanted, size_t wanted_count,
                           mg_metric_table *out, size_t *ignored,
                           mgnn_error *err);

#endif
