/* The set of files a program will write, checked for conflicts before the work. */
#ifndef MG_FILE_SET_H
#define MG_FILE_SET_H

#include "io/write/place.h"

/* One file that the program will write; name: its full name. */
typedef struct {
  char *name;
  mg_place place;
  size_t order;                /* in which it was added, from 0 */
} mg_file;

typedef struct {
  mg_file *item;
  size_t count, capacity;
} mg_files;

/* Add a file.  *files must be zeroed before the first call.  - is standard output. */
mgnn_status mg_files_add(mg_files *files, const char *name, mgnn_error *err);

/* Check that no output replaces another output or an input.  Call it after the last
 * mg_files_add and before anything is written.  input[k] is a file, - for standard
 * input, coords: followed by a file, or NULL.  Files are compared by their place on
 * disk, so two spellings of one file are recognised. */
mgnn_status mg_files_check(const mg_files *files, const char *const *input,
                           size_t inputs, mgnn_error *err);
void mg_files_free(mg_files *files);

#endif
