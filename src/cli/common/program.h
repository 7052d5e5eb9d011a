/* What all programs have in common: a main that reads the options, runs the
 * steps and times them, signals, messages, exit statuses. */
#ifndef MG_PROGRAM_H
#define MG_PROGRAM_H

#include "io/write/output.h"
#include "options.h"

/* Exit statuses, as the manual pages promise them. */
enum {
  MG_EXIT_DONE = 0,
  MG_EXIT_USAGE = 1,           /* bad usage or bad input */
  MG_EXIT_FILES = 2,           /* cannot read or write; out of memory */
  MG_EXIT_STOPPED = 3,         /* stopped before convergence */
  MG_EXIT_STRICT = 4           /* a length is off by more than --strict */
};

/* What a run's time is divided into for the report. */
enum { MG_READ, MG_LAYOUT, MG_DRAW, MG_WRITE, MG_REPORT, MG_TIMES };

/* One run of a program: the options that all have, how it was called, and how
 * long it has taken so far.  The struct of every program begins with it. */
typedef struct {
  const char *program;         /* its name */
  int argc;
  char **argv;
  char **operand;              /* ends with NULL */
  size_t operands;

  int usage, help, version, quiet, verbose;
  long seed, threads;

  double seconds[MG_TIMES];
  mg_output_set *files;        /* written, and put in their places by mg_call_commit
                                  once nothing can fail any more */
} mg_call;

extern const mg_option mg_general_rows[];      /* help, version, ... */
extern const mg_option mg_random_rows[];       /* seed, threads */

/* What ends a search early; 0: nothing. */
typedef struct {
  long iterations;
  double seconds;
} mg_search_limits;

extern const mg_option mg_limit_rows[];

/* A step of a run.  `run` is the program's struct. */
typedef mgnn_status mg_step_call(void *run, mgnn_error *err);
typedef struct {
  const char *phase;           /* its name in --verbose; steps that follow each
                                  other may share one */
  mg_step_call *run;
  int time;                    /* MG_READ, ...: what its time counts as */
  int (*applies)(const void *run);     /* NULL: always */
  enum {
    MG_STEP_PLAIN,
    MG_STEP_SAY,               /* then the phases so far are printed */
    MG_STEP_SAY_ALWAYS         /* and it is run, with err NULL, even if a step
                                  before has failed */
  } kind;
} mg_step;

/* A program.  -h prints `usage`, `examples` and the main options; --help prints `usage`,
 * all options, `ending` and `examples`. */
typedef struct {
  const char *name, *usage, *ending, *examples;
  const char *main_options;    /* names with blanks between */
  const mg_option_part *options;
  void (*init)(void *run);     /* the defaults, in a struct that is all 0 */
  /* Check operands and options before anything is read. */
  mgnn_status (*check)(void *run, mgnn_error *err);
  const mg_step *steps;        /* phase NULL ends them */
  int (*status)(void *run);    /* the exit status of a run that went well;
                                  NULL: MG_EXIT_DONE */
  void (*free)(void *run);     /* everything but the options */
  /* Of one program in many processes: after each step, what they agree on, status
   * and text; NULL: there is one process.  silent: another one prints. */
  mgnn_status (*agree)(void *run, mgnn_status status, mgnn_error *err);
  int silent;
  const mg_word_list *lists;   /* the marks in the help of options; or NULL */
  const mg_option_relation *relations; /* of options; or NULL */
} mg_program;

/* The whole main of a program; run: its struct, all 0.  Returns the exit status. */
int mg_program_main(const mg_program *program, void *run, int argc,
                    char **argv);

/* Check that there is a graph and are at most `most` operands.  what: which
 * those are; strict: of --strict, NAN if it is not given. */
mgnn_status mg_operands_check(const mg_call *call, size_t most,
                              const char *what, double strict,
                              mgnn_error *err);

/* From now on the first SIGINT or SIGTERM does not end the program: loops that may
 * take long ask whether it has come, and end with what they have. */
void mg_program_can_stop(void);
int mg_program_stopped(void);
int mg_program_watch(void *ctx, const mgnn_progress *now);     /* the same */

/* A step, after all others that may fail: put the files of the run in their places. */
mgnn_status mg_call_commit(void *run, mgnn_error *err);

/* Occupy the descriptors 0 to 2 that are closed, so that no file gets their numbers
 * and with them what is meant for the terminal.  mg_program_main calls it first. */
void mg_descriptors_occupy(void);

/* Flush stdout at the end.  Returns the exit status, with a message if not
 * everything could be written. */
int mg_program_end(const char *program);

#endif
