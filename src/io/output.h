/* Files written whole or not at all. */
#ifndef MG_OUTPUT_H
#define MG_OUTPUT_H

#include "base/error.h"
#include <stdio.h>

/* One file being written: beside its final place, under a name of its own,
 * renamed when complete.  Symlinks are followed; devices, pipes, FIFOs and
 * "-" (standard output) are written directly. */
typedef struct {
  FILE *file;                  /* write here */
  char *path, *real, *part;    /* as given; symlinks resolved; the part file */
  int is_stdout;
} mg_output;

/* Open; on failure nothing is left behind.  MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_output_open(mg_output *o, const char *path, mgnn_error *err);

/* Flush, check, rename: the old file is replaced only if all was written.
 * Frees *o in any case. */
mgnn_status mg_output_commit(mg_output *o, mgnn_error *err);

/* Give up: the old file stays, the part file goes.  Frees *o. */
void mg_output_discard(mg_output *o);

#endif
