/* What all programs have in common: signals, messages, exit statuses. */
#ifndef MG_PROGRAM_H
#define MG_PROGRAM_H

#include "base/error.h"

/* Exit statuses, as the manual pages promise them. */
enum {
  MG_EXIT_DONE = 0,
  MG_EXIT_USAGE = 1,           /* bad usage or bad input */
  MG_EXIT_FILES = 2,           /* cannot read or write; out of memory */
  MG_EXIT_STOPPED = 3,         /* stopped before convergence */
  MG_EXIT_STRICT = 4           /* a length is off by more than --strict */
};

/* From now on a signal that ends the program first removes half-written files
 * (see mg_output_remove_all), and a reader that leaves a pipe early or a file
 * that grows beyond the limit is an error of writing and not a silent death.
 * Signals that were ignored when the program was started, as under nohup, stay
 * ignored. */
void mg_program_start(void);

/* Print the reason of a failure to stderr, after the program's name unless it
 * names a place in a file, and unless its text is empty.  Returns the exit
 * status. */
int mg_program_fail(const char *program, const mgnn_error *err);

/* Print the text of --version to stdout. */
void mg_program_version(const char *program);

/* Flush stdout after --help and the like.  Returns the exit status, with a
 * message if not everything could be written. */
int mg_program_end(const char *program);

/* Whether an output of this name would replace an input: a file, - for
 * standard input, or coords: before a file; NULL is none. */
int mg_input_is(const char *input, const char *output);

#endif
