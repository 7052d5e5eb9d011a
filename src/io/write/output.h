/* Output files that are written completely or not at all, and output to memory. */
#ifndef MG_OUTPUT_H
#define MG_OUTPUT_H

#include "base/error.h"
#include <stdio.h>

/* One file being written: as a part file in the same folder, which is renamed when
 * it is complete.  Symlinks are followed; devices, pipes, FIFOs and "-" (standard
 * output) are written directly. */
typedef struct {
  FILE *file;                  /* write here */
  char *path, *real, *part;    /* path as given; with symlinks resolved; of the part
                                  file, NULL if written directly */
  struct mg_drain *drain;      /* the destination of the bytes */
  int is_stdout;
  struct mg_part_note *note;   /* record of the part file for the signal handler */
} mg_output;

/* Files that are complete and wait to be committed together; zeroed: empty. */
typedef struct mg_output_set {
  mg_output *item;
  size_t count;
} mg_output_set;

/* Open an output file; on failure nothing is left behind.  Removes part files of the
 * same output left by processes that were killed.  MGNN_EIO or MGNN_ENOMEM. */
mgnn_status mg_output_open(mg_output *o, const char *path, mgnn_error *err);

/* Open an output that keeps its bytes in memory. */
mgnn_status mg_output_open_memory(mg_output *o, mgnn_error *err);
/* Hand these bytes to the caller, followed by a 0, to be freed with mg_free.  If any
 * byte was lost, MGNN_ENOMEM and *bytes NULL.  Frees *o in any case. */
mgnn_status mg_output_take(mg_output *o, char **bytes, size_t *size,
                           mgnn_error *err);

/* Flush, check, rename: the old file is replaced only if everything was written.
 * Frees *o in any case.  If the reader of standard output has stopped reading, the
 * call fails with an empty text, as there is nothing to report. */
mgnn_status mg_output_commit(mg_output *o, mgnn_error *err);

/* Commit files that belong together: all are flushed and checked before the
 * first is renamed, so that a full disk leaves every old file as it was.
 * Frees all of them in any case. */
mgnn_status mg_output_commit_all(mg_output *o, size_t count, mgnn_error *err);

/* The same in two steps, for files that are written one after the other:
 * mg_output_keep flushes and checks a file and adds it to a set, mg_output_set_commit
 * commits the set.  Pipes and devices, and with set NULL all files, are committed at
 * once.  Frees *o, or the files of the set, in any case. */
mgnn_status mg_output_keep(mg_output *o, mg_output_set *set, mgnn_error *err);
mgnn_status mg_output_set_commit(mg_output_set *set, mgnn_error *err);
void mg_output_set_discard(mg_output_set *set);

/* Give up: remove the part file and leave the old file as it is.  Frees *o, which may
 * be zeroed. */
void mg_output_discard(mg_output *o);

/* Check that a file can be written, to report a failure before the work.  Pipes and
 * devices are not opened, since their other end would notice. */
mgnn_status mg_output_try(const char *name, mgnn_error *err);

/* Remove the part files of all open outputs, for a program that a signal is about
 * to end.  May be called in a signal handler; the outputs cannot be used after it. */
void mg_output_remove_all(void);

#endif
