/* The common frame of all programs: a main function that reads the options, runs and
 * times the steps, handles signals, prints messages and returns the exit status. */
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

/* The parts into which the report divides the time of a run. */
enum { MG_READ, MG_LAYOUT, MG_DRAW, MG_WRITE, MG_REPORT, MG_TIMES };

/* One run of a program: the options common to all programs, the command line, and the
 * time taken so far.  The struct of every program begins with it. */
typedef struct {
  const char *program;         /* its name */
  int argc;
  char **argv;
  char **operand;              /* ends with NULL */
  size_t operands;

  int usage, help, version, quiet, verbose;
  long seed, threads;

  double seconds[MG_TIMES];
  mg_output_set *files;        /* written under temporary names; mg_call_commit moves
                                  them into place once nothing can fail */
} mg_call;

extern const mg_option mg_general_rows[];      /* help, version, ... */
extern const mg_option mg_random_rows[];       /* seed, threads */

/* Limits that end a search early; 0: no limit. */
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
  int time;                    /* MG_READ, ...: the part its time counts to */
  int (*applies)(const void *run);     /* NULL: always */
  enum {
    MG_STEP_PLAIN,
    MG_STEP_SAY,               /* print the phases so far after it */
    MG_STEP_SAY_ALWAYS         /* the same, and run it with err NULL even if an
                                  earlier step has failed */
  } kind;
} mg_step;

/* A program.  -h prints `usage`, `examples` and the main options; --help prints `usage`,
 * all options, `ending` and `examples`. */
typedef struct {
  const char *name, *usage, *ending, *examples;
  const char *main_options;    /* names separated by blanks */
  const mg_option_part *options;
  void (*init)(void *run);     /* set the defaults; the struct is all 0 */
  /* Check operands and options before anything is read. */
  mgnn_status (*check)(void *run, mgnn_error *err);
  const mg_step *steps;        /* phase NULL ends them */
  int (*status)(void *run);    /* the exit status if no step failed;
                                  NULL: MG_EXIT_DONE */
  void (*free)(void *run);     /* free all but the options */
  /* For programs of many processes: makes all agree on the status and text after each
   * step; NULL: only one process.  silent: another process prints. */
  mgnn_status (*agree)(void *run, mgnn_status status, mgnn_error *err);
  int silent;
  const mg_word_list *lists;   /* replace marks in help texts; or NULL */
  const mg_option_relation *relations; /* between options; or NULL */
} mg_program;

/* The main function of a program; run: its struct, all 0.  Returns the exit status. */
int mg_program_main(const mg_program *program, void *run, int argc,
                    char **argv);

/* Check that a graph is given, and at most `most` operands.  what: begins the message;
 * strict: the value of --strict, NAN if not given. */
mgnn_status mg_operands_check(const mg_call *call, size_t most,
                              const char *what, double strict,
                              mgnn_error *err);

/* After mg_program_can_stop, the first SIGINT or SIGTERM does not end the program: long
 * loops check mg_program_stopped, and end with their result so far. */
void mg_program_can_stop(void);
int mg_program_stopped(void);
int mg_program_watch(void *ctx, const mgnn_progress *now);     /* as stopped */

/* Step, to be run after all that may fail: move the files of the run into place. */
mgnn_status mg_call_commit(void *run, mgnn_error *err);

/* Open /dev/null on those of the descriptors 0 to 2 that are closed, so that no file
 * gets such a number and with it output of stdio.  mg_program_main calls it first. */
void mg_descriptors_occupy(void);

/* Flush stdout at the end.  Returns the exit status, with a message if not
 * everything could be written. */
int mg_program_end(const char *program);

#endif
