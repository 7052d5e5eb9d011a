/* STAR, the syntax of mmCIF and NMR-STAR: names, values and loops, of which the
 * rows of one category are given to a function. */
#ifndef MG_STAR_H
#define MG_STAR_H

#include "words.h"

enum { MG_STAR_VALUE = 64, MG_STAR_COLUMNS = 24 };

/* Which columns are wanted, and who gets the rows. */
typedef struct {
  const char *category;        /* "_atom_site." */
  const char *const *want;     /* names after it; at most MG_STAR_COLUMNS */
  size_t wants;
  /* value[k]: of want[k], cut to MG_STAR_VALUE - 1 bytes; empty if it is not
   * there, or is . or ? */
  mgnn_status (*row)(void *context, char (*value)[MG_STAR_VALUE], size_t line,
                     mgnn_error *err);
  void *context;
} mg_star_table;

/* Read a file to its end.  *loops: how many there were of the category. */
mgnn_status mg_star_read(mg_source *src, const char *path,
                         const mg_star_table *table, size_t *loops,
                         mgnn_error *err);

#endif
