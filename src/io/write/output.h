/* Files, and texts in memory, written whole or not at all. */
#ifndef MG_OUTPUT_H
#define MG_OUTPUT_H

#include "base/error.h"
#include <stdio.h>

/* One file being written: beside its final place, under a name of its own,
 * renamed when complete.  Symlinks are followed; devices, pipes, FIFOs and
 * "-" (standard output) are written directly. */
typedef struct {
  FILE *file;                  /* write here */
  char *path, *real, *part;    /* as given; symlinks resolved; the part file,
                                  NULL if it is written directly */
  struct mg_drain *drain;      /* where it leads */
  int is_stdout;
  struct mg_part_note *note;   /* where a signal finds the part file */
} mg_output;

/* Files that are finished and wait for the others; a zeroed one is empty. */
typedef struct mg_output_set {
  mg_output *item;
  size_t count;
} mg_output_set;

/* Open; on failure nothing is left behind.  Part files of this output that
 * processes left which are gone now are removed.  MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_output_open(mg_output *o, const char *path, mgnn_error *err);

/* The same with the bytes kept in memory. */
mgnn_status mg_output_open_memory(mg_output *o, mgnn_error *err);
/* Hand them out, with a 0 after them, for mg_free.  MGNN_ENOMEM, and *bytes NULL,
 * if a single byte was lost.  Frees *o in any case. */
mgnn_status mg_output_take(mg_output *o, char **bytes, size_t *size,
                           mgnn_error *err);

/* Flush, check, rename: the old file is replaced only if all was written.
 * Frees *o in any case.  Where the reader of standard output has stopped
 * reading, the text of the failure is empty, as there is nothing to report. */
mgnn_status mg_output_commit(mg_output *o, mgnn_error *err);

/* Commit files that belong together: all are flushed and checked before the
 * first is renamed, so that a full disk leaves every old file as it was.
 * Frees all of them in any case. */
mgnn_status mg_output_commit_all(mg_output *o, size_t count, mgnn_error *err);

/* The same in two parts, for files that are written one after the other: each is
 * flushed, checked and added to a set, and the set is committed when all are
 * there.  A pipe or device has its bytes at once; so has a file where the set is
 * NULL.  Frees *o, and what is in the set, in any case. */
mgnn_status mg_output_keep(mg_output *o, mg_output_set *set, mgnn_error *err);
mgnn_status mg_output_set_commit(mg_output_set *set, mgnn_error *err);
void mg_output_set_discard(mg_output_set *set);

/* Give up: the old file stays, the part file goes.  Frees *o; a zeroed one is
 * allowed. */
void mg_output_discard(mg_output *o);

/* Whether a file can be written at all: better told now than after the work.
 * Pipes and devices are not opened, since their other end would notice. */
mgnn_status mg_output_try(const char *name, mgnn_error *err);

/* Remove the part files of all outputs that are open, for a program about to
 * be ended by a signal.  Does only what a signal handler may do, and leaves
 * the outputs unfit for anything but the end of the program. */
void mg_output_remove_all(void);

#endif
