/* All files that a program is going to write, told apart before the work. */
#ifndef MG_FILE_SET_H
#define MG_FILE_SET_H

#include "io/write/place.h"

/* The files that a program is going to write, each by its whole name. */
typedef struct {
  char *name;
  mg_place place;
  size_t order;                /* the first is 0 */
} mg_file;

typedef struct {
  mg_file *item;
  size_t count, capacity;
} mg_files;

/* Add one, to a struct that is zeroed at first.  - is standard output. */
mgnn_status mg_files_add(mg_files *files, const char *name, mgnn_error *err);

/* To be called when all are there and none is written yet: no file may replace
 * another, nor an input, which is a file, - for standard input, or coords:
 * before a file; NULL is none.  Files are told apart by where they are, however
 * they are spelt. */
mgnn_status mg_files_check(const mg_files *files, const char *const *input,
                           size_t inputs, mgnn_error *err);
void mg_files_free(mg_files *files);

#endif
