/* The main of every program: options, steps, signals, exit statuses. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"
#include "base/clock.h"
#include "base/threads.h"
#include "io/write/output.h"
#include "phase.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(mg_call, member)

const mg_option mg_general_rows[] = {
  { 'q', "quiet", NULL, MG_FLAG, AT(quiet), 0, 0, "print errors only" },
  { 'v', "verbose", NULL, MG_FLAG, AT(verbose), 0, 0,
    "print what is read or written too, and the time and memory of each phase" },
  { 'h', "help", NULL, MG_FLAG, AT(help), 0, 0, "print this and exit" },
  { 'V', "version", NULL, MG_FLAG, AT(version), 0, 0,
    "print the version and exit" },
  MG_OPTIONS_END
};

const mg_option mg_random_rows[] = {
  { 0, "seed", "N", MG_COUNT, AT(seed), 0, 4294967295.0,
    "seed of all random numbers (1)" },
  { 0, "threads", "N", MG_COUNT, AT(threads), 1, 1024,
    "processors to use; the results do not depend on it (all)" },
  MG_OPTIONS_END
};

const mg_option mg_limit_rows[] = {
  { 0, "max-iterations", "N", MG_COUNT, offsetof(mg_search_limits, iterations),
    1, 1e15, "stop a search after N iterations" },
  { 0, "time-limit", "SECONDS", MG_REAL, offsetof(mg_search_limits, seconds),
    1e-3, 1e9, "stop a search after so many seconds" },
  MG_OPTIONS_END
};

mgnn_status
mg_operands_check(const mg_call *call, size_t most, const char *what,
                  double strict, mgnn_error *err)
{
  if (call->operands == 0)
    return mg_fail(err, MGNN_EINVAL, "which graph? give a file, or - for "
                   "standard input; try --help");
  /* The value of --strict is optional, so getopt takes one after a blank for
   * an operand. */
  if (call->operands > most)
    return mg_fail(err, MGNN_EINVAL, "%s: \"%s\" is one too many%s", what,
                   call->operand[most], isnan(strict) ? ""
                   : " (the value of --strict stands after an equals sign: "
                     "--strict=0.01)");
  return MGNN_OK;
}

/* The thread of main, the only one that makes files. */
static pthread_t writer;

/* A signal may reach any thread.  Handled by another one, it could end the
 * program just after main made a file that the handler has not seen; so main
 * handles it.  Raised once more, with its default action, the signal ends the
 * program as one that was killed by it: shells look at that. */
static void
end(int number)
{
  if (!pthread_equal(pthread_self(), writer)) {
    pthread_kill(writer, number);
    return;
  }
  mg_output_remove_all();
  signal(number, SIG_DFL);
  raise(number);
}

/* What ends the program from within may come on any thread, and must not
 * return: GLib, for one, aborts when memory runs out. */
static void
end_here(int number)
{
  mg_output_remove_all();
  signal(number, SIG_DFL);
  raise(number);
}

/* Handle a signal, unless it is ignored, as under nohup, or another handler
 * is installed, as sanitizers do. */
static void
handle(int number, void (*handler)(int))
{
  struct sigaction action, old;

  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
    sigaction(number, &action, NULL);
}

/* From now on a signal that ends the program first removes half-written files
 * (see mg_output_remove_all), and a reader that leaves a pipe early or a file
 * that grows beyond the limit is a write error and not a silent end.
 * Signals that were ignored when the program was started, as under nohup, stay
 * ignored. */
static void
handle_signals(void)
{
  static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU };
  static const int failing[] = { SIGABRT, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,
                                 SIGILL };

  writer = pthread_self();
  atexit(mg_output_remove_all);        /* OpenMP exits when out of memory */
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);
  for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
    handle(ending[k], end);
  for (size_t k = 0; k < sizeof failing / sizeof *failing; k++)
    handle(failing[k], end_here);
}

static int
exit_status(mgnn_status status)
{
  switch (status) {
  case MGNN_OK:
    return MG_EXIT_DONE;
  case MGNN_EIO:
  case MGNN_ENOMEM:
    return MG_EXIT_FILES;
  case MGNN_ENOCONV:
    return MG_EXIT_STOPPED;
  default:
    return MG_EXIT_USAGE;
  }
}

/* Print the reason of a failure, after the program's name unless it names a
 * place in a file, and unless its text is empty.  Returns the exit status. */
static int
fail(const char *program, const mgnn_error *err)
{
  if (err->text[0] == '\0')
    ;                          /* a reader has left, and knows it */
  else if (err->status == MGNN_EPARSE)
    fprintf(stderr, "%s\n", err->text);
  else
    fprintf(stderr, "%s: %s\n", program, err->text);
  return exit_status(err->status);
}

int
mg_program_end(const char *program)
{
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return MG_EXIT_DONE;
  if (errno == EPIPE)
    return MG_EXIT_FILES;
  fprintf(stderr, "%s: standard output: not everything could be written%s%s\n",
          program, errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
  return MG_EXIT_FILES;
}

/* What all processes of a program make of a status. */
static mgnn_status
agreed(const mg_program *program, void *run, mgnn_status status, mgnn_error *err)
{
  return program->agree != NULL ? program->agree(run, status, err) : status;
}

/* Of many processes, memory that ran out is told with the phase. */
static void
phase_tell(const mg_program *program, const char *phase, mgnn_error *err)
{
  size_t used = strlen(err->text);

  if (program->agree != NULL && err->status == MGNN_ENOMEM
      && strstr(err->text, "in the phase") == NULL)
    snprintf(err->text + used, sizeof err->text - used, ", in the phase \"%s\"", phase);
}

/* The one place where phases are timed. */
static mgnn_status
run_steps(const mg_program *program, mg_call *run, mgnn_error *err)
{
  const mg_step *step = program->steps;
  mgnn_status status = MGNN_OK;
  mg_phases phases;
  double begin = mg_clock();

  mg_phases_begin(&phases, run->verbose && !run->quiet ? run->program : NULL);
  for (; step->phase != NULL; step++) {
    double now;

    if ((status != MGNN_OK && step->kind != MG_STEP_SAY_ALWAYS)
        || (step->applies != NULL && !step->applies(run)))
      continue;
    if (status == MGNN_OK) {
      status = agreed(program, run, step->run(run, err), err);
      phase_tell(program, step->phase, err);
    } else
      step->run(run, NULL);
    now = mg_clock();
    run->seconds[step->time] += now - begin;
    begin = now;
    mg_phase_end(&phases, step->phase);
    if (step->kind != MG_STEP_PLAIN)
      mg_phases_say(&phases);
  }
  mg_phases_end(&phases);
  return status;
}

/* --help and --version. */
static int
introduce(const mg_program *program, const mg_call *run)
{
  if (run->help) {
    puts(program->usage);
    mg_options_help(program->options, stdout);
    fputs(program->ending, stdout);
  } else
    printf("%s %s\n", program->name, mgnn_version());
  return mg_program_end(program->name);
}

int
mg_program_main(const mg_program *program, void *run, int argc, char **argv)
{
  mgnn_error err = { MGNN_OK, "" };
  mgnn_status status = MGNN_OK;
  mg_call *call = run;
  int first = 0, code;

  handle_signals();
  program->init(run);
  call->program = program->name;
  call->argc = argc;
  call->argv = argv;
  TRY(mg_options_parse(program->options, run, argc, argv, &first, &err));
  call->operand = argv + first;
  call->operands = (size_t)(argc - first);
  if (call->help || call->version)
    goto end;
  TRY(agreed(program, run, program->check(run, &err), &err));
  mg_threads_set((int)call->threads);
  TRY(run_steps(program, run, &err));
end:
  if (status != MGNN_OK)
    code = program->silent ? exit_status(status) : fail(program->name, &err);
  else
    code = call->help || call->version
             ? program->silent ? MG_EXIT_DONE : introduce(program, run)
           : program->status != NULL ? program->status(run) : MG_EXIT_DONE;
  program->free(run);
  mg_options_free(program->options, run);
  return code;
}
