/* Rows of a metric table of pairs. */
#ifndef MG_PAIR_ROWS_H
#define MG_PAIR_ROWS_H

#include "table_shape.h"

/* Which columns of a metric table of pairs hold what; `count`, as many as there are:
 * none does. */
typedef struct {
  size_t source, target, length, lower, upper, stiffness;
  size_t count, line;          /* line: of the header */
} mg_pair_columns;

/* Of a table whose header names its columns.  MGNN_EPARSE where none has lengths. */
mgnn_status mg_pair_columns_find(mg_pair_columns *at, const mg_table_shape *s,
                                 const char *path, mgnn_error *err);

/* What the present row says: its length, else lower and upper, where an empty lower
 * means 0 and an empty upper no bound; the stiffness, 1 without such a column. */
typedef struct {
  double lower, upper, stiffness;
} mg_pair_values;

mgnn_status mg_pair_values_read(const mg_pair_columns *at, const mg_csv *csv,
                                mg_pair_values *out, mgnn_error *err);

/* Fail: a node has a length to itself; a pair is said twice, differently, here and in
 * an earlier line. */
mgnn_status mg_pair_loop(const mg_csv *csv, const char *name, double length,
                         mgnn_error *err);
typedef struct {
  size_t line;
  mg_pair_values values;
} mg_pair_said;

mgnn_status mg_pair_twice(const char *path, const char *const names[2],
                          const mg_pair_said *first, const mg_pair_said *again,
                          mgnn_error *err);

#endif
