/* Reads STAR files, the syntax of mmCIF and NMR-STAR.  Rows of the loops of one
 * category are passed to a function. */
#ifndef MG_STAR_H
#define MG_STAR_H

#include "words.h"

enum { MG_STAR_VALUE = 64, MG_STAR_COLUMNS = 24 };

/* Which columns to read, and the function that receives the rows. */
typedef struct {
  const char *category;        /* "_atom_site." */
  const char *const *want;     /* names after the category; at most MG_STAR_COLUMNS */
  size_t wants;
  /* value[k]: of want[k], cut to MG_STAR_VALUE - 1 bytes; empty if it is
   * missing, . or ? */
  mgnn_status (*row)(void *context, char (*value)[MG_STAR_VALUE], size_t line,
                     mgnn_error *err);
  void *context;
} mg_star_table;

/* Read a file to its end.  *loops: the number of loops of this category. */
mgnn_status mg_star_read(mg_source *src, const char *path,
                         const mg_star_table *table, size_t *loops,
                         mgnn_error *err);

#endif
