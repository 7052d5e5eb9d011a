/* The main function of all programs: options, steps, signals, exit statuses. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"
#include "base/threads.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define AT(member) offsetof(mg_call, member)

const mg_option mg_general_rows[] = {
  { 'q', "quiet", NULL, MG_FLAG, AT(quiet), 0, 0, "print errors only" },
  { 'v', "verbose", NULL, MG_FLAG, AT(verbose), 0, 0,
    "also print inputs, outputs, and time and memory of each phase" },
  { 'h', "usage", NULL, MG_FLAG, AT(usage), 0, 0,
    "print examples and the main options" },
  { 0, "help", NULL, MG_FLAG, AT(help), 0, 0,
    "print all options; with a word after it, those of a topic, or one" },
  { 'V', "version", NULL, MG_FLAG, AT(version), 0, 0, "print the version" },
  MG_OPTIONS_END
};

const mg_option mg_random_rows[] = {
  { 0, "seed", "N", MG_COUNT, AT(seed), 0, 4294967295.0,
    "seed of all random numbers [default: 1]" },
  { 0, "threads", "N", MG_COUNT, AT(threads), 1, 1024,
    "number of processors to use; never changes the results [default: all]" },
  MG_OPTIONS_END
};

const mg_option mg_limit_rows[] = {
  { 0, "max-iterations", "N", MG_COUNT | MG_OF_LAYOUT,
    offsetof(mg_search_limits, iterations), 1, 1e15,
    "stop a search after N iterations" },
  { 0, "time-limit", "SECONDS", MG_REAL | MG_OF_LAYOUT,
    offsetof(mg_search_limits, seconds), 1e-3, 1e9,
    "end a search with the result so far" },
  MG_OPTIONS_END
};

mgnn_status
mg_operands_check(const mg_call *call, size_t most, const char *what,
                  double strict, mgnn_error *err)
{
  if (call->operands == 0)
    return mg_fail(err, MGNN_EINVAL, "which graph? give a file, or - for "
                   "standard input; try --help");
  /* The value of --strict is optional, so getopt treats a value after a blank as an
   * operand. */
  if (call->operands > most)
    return mg_fail(err, MGNN_EINVAL, "%s: \"%s\" is one too many%s", what,
                   call->operand[most], isnan(strict) ? ""
                   : " (the value of --strict stands after an equals sign: "
                     "--strict=0.01)");
  return MGNN_OK;
}

/* The main thread, the only one that creates files. */
static pthread_t writer;

/* Whether the first SIGINT or SIGTERM asks the run to end with its result so far. */
static volatile sig_atomic_t can_stop;

/* When that signal came, in milliseconds of the clock; 0 if none came.  One atomic
 * variable, since two threads may handle two signals at the same time. */
static atomic_long stopped_at;

/* Signals that follow the first one this soon are the same request, in milliseconds:
 * timeout(1) signals the program, then the program's group. */
static const long same_request = 300;

int
mg_program_stopped(void)
{
  return atomic_load(&stopped_at) != 0;
}

int
mg_program_watch(void *ctx, const mgnn_progress *now)
{
  (void)ctx;
  (void)now;
  return mg_program_stopped();
}

/* Handle a signal from outside.  Any thread may receive it, but another thread could
 * miss a file that main has just created, so the signal is passed on to main.  Raising
 * it again with its default action ends the program as killed by that signal, which
 * shells check. */
static void
end(int number)
{
  static const char said[] = "\nstopping with the result so far; once more: at once\n";
  long first = 0, now = (long)(mg_clock() * 1000) | 1;

  if (can_stop && (number == SIGINT || number == SIGTERM) &&
      atomic_compare_exchange_strong(&stopped_at, &first, now)) {
    if (isatty(STDERR_FILENO) && write(STDERR_FILENO, said, sizeof said - 1) < 0)
      return;                  /* the result is worth more than the message */
    return;
  }
  if (first != 0 && now - first < same_request)
    return;
  if (!pthread_equal(pthread_self(), writer)) {
    pthread_kill(writer, number);
    return;
  }
  mg_output_remove_all();
  signal(number, SIG_DFL);
  raise(number);
}

/* Handle a signal that the program itself caused, as GLib does by abort when memory
 * runs out.  It may come on any thread, and the handler must not return. */
static void
end_here(int number)
{
  mg_output_remove_all();
  signal(number, SIG_DFL);
  raise(number);
}

/* Uses sigaction, because handlers set by signal() may be reset by the first signal. */
static void
install(int number, void (*handler)(int))
{
  struct sigaction action;

  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, NULL);
}

/* Handles SIGINT even if it was ignored, as it is in background jobs of scripts, so
 * that kill -INT ends these with their result so far, too. */
void
mg_program_can_stop(void)
{
  can_stop = 1;
  install(SIGINT, end);
}

/* Install a handler, unless the signal is ignored (as under nohup) or already has a
 * handler (as with sanitizers). */
static void
handle(int number, void (*handler)(int))
{
  struct sigaction old;

  if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
    install(number, handler);
}

/* Install the signal handlers.  A signal that ends the program then first removes
 * half-written files (see mg_output_remove_all).  A closed pipe or a file beyond the
 * size limit becomes a write error instead of a silent end.  Signals that were ignored
 * when the program started, as under nohup, stay ignored. */
static void
handle_signals(void)
{
  static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU };
  static const int failing[] = { SIGABRT, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,
                                 SIGILL };

  writer = pthread_self();
  can_stop = 0;
  atomic_store(&stopped_at, 0);
  atexit(mg_output_remove_all);        /* if OpenMP exits, out of memory */
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

/* Print the reason of a failure and return the exit status.  The program's name goes
 * before it, unless the text names a place in a file.  Empty texts are not printed. */
static int
fail(const char *program, const mgnn_error *err)
{
  if (err->text[0] == '\0')
    ;                          /* the reader of a pipe has closed it */
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

mgnn_status
mg_call_commit(void *run, mgnn_error *err)
{
  return mg_output_set_commit(((mg_call *)run)->files, err);
}

/* The status that all processes of a program agree on; its own if there is only one. */
static mgnn_status
agreed(const mg_program *program, void *run, mgnn_status status, mgnn_error *err)
{
  return program->agree != NULL ? program->agree(run, status, err) : status;
}

/* ---- time and memory of each phase, for --verbose ---- */

/* Clocks and memory are read only at the end of a phase, so measuring adds nothing to
 * the phase itself. */
enum { PHASES_MOST = 24 };   /* most phases of one run */

typedef struct {
  const char *name;
  double wall, cpu;            /* seconds; cpu: of all threads together */
  double held, peak;           /* bytes resident at its end, and the most so
                                  far in the run; NAN: not known here */
} phase;

/* The phases of a run.  If zeroed, it records nothing. */
typedef struct {
  const char *program;         /* name to print; NULL: record nothing */
  phase item[PHASES_MOST];
  size_t count, printed;
  double wall, cpu;            /* when the last phase ended */
  phase whole;
} recording;

static double
seconds(clockid_t clock)
{
  struct timespec now = { 0, 0 };

  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Bytes resident now, from the second number of statm, which counts pages. */
static double
resident(void)
{
  FILE *in = fopen("/proc/self/statm", "r");
  long pages = -1;

  if (in != NULL) {
    if (fscanf(in, "%*d %ld", &pages) != 1)
      pages = -1;
    fclose(in);
  }
  return pages >= 0 ? (double)pages * (double)sysconf(_SC_PAGESIZE) : NAN;
}

/* The unit of ru_maxrss in bytes: 1 on macOS, 1024 on all other systems. */
#ifdef __APPLE__
enum { UNIT = 1 };
#else
enum { UNIT = 1024 };
#endif

static double
peak(void)
{
  struct rusage use;

  return getrusage(RUSAGE_SELF, &use) == 0 ? UNIT * (double)use.ru_maxrss : NAN;
}

/* Start the clocks.  program NULL: nothing is recorded or printed. */
static void
phases_begin(recording *p, const char *program)
{
  memset(p, 0, sizeof *p);
  p->program = program;
  p->whole.name = "all";
  p->wall = seconds(CLOCK_MONOTONIC);
  p->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static void
charge(phase *to, double wall, double cpu)
{
  to->wall += wall;
  to->cpu += cpu;
  to->held = resident();
  to->peak = fmax(peak(), to->held);   /* the kernel updates the peak late */
}

/* Charge the time since the last call to the phase `name`, a constant string.  If the
 * name occurs again before it was printed, the times are added. */
static void
phase_end(recording *p, const char *name)
{
  double wall, cpu;
  size_t k;

  if (p->program == NULL)
    return;
  wall = seconds(CLOCK_MONOTONIC);
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (k = p->printed; k < p->count && strcmp(p->item[k].name, name) != 0; k++)
    ;
  if (k < PHASES_MOST) {
    p->item[k].name = name;
    charge(&p->item[k], wall - p->wall, cpu - p->cpu);
    p->count += k == p->count;
  }
  charge(&p->whole, wall - p->wall, cpu - p->cpu);
  p->wall = wall;
  p->cpu = cpu;
}

/* Print the line of a phase: words and numbers in turn, so scripts can split it. */
static void
phase_say(const recording *p, const phase *f)
{
  fprintf(stderr, "%s: phase %-8s wall %8.3f s cpu %8.3f s", p->program,
          f->name, f->wall, f->cpu);
  if (!isnan(f->held))
    fprintf(stderr, " held %7.1f MB peak %7.1f MB", 1e-6 * f->held,
            1e-6 * f->peak);
  fputc('\n', stderr);
}

/* Print a line for each phase not printed yet. */
static void
phases_say(recording *p)
{
  for (; p->printed < p->count; p->printed++)
    phase_say(p, &p->item[p->printed]);
}

/* Run the steps of a program, and time them; the only place where phases are timed. */
static mgnn_status
run_steps(const mg_program *program, mg_call *run, mgnn_error *err)
{
  const mg_step *step = program->steps;
  mgnn_status status = MGNN_OK;
  recording phases;
  double begin = mg_clock();

  phases_begin(&phases, run->verbose && !run->quiet ? run->program : NULL);
  for (; step->phase != NULL; step++) {
    double now;
    size_t used;

    if ((status != MGNN_OK && step->kind != MG_STEP_SAY_ALWAYS)
        || (step->applies != NULL && !step->applies(run)))
      continue;
    if (status == MGNN_OK) {
      status = agreed(program, run, step->run(run, err), err);
      used = strlen(err->text);
      /* With many processes, an out-of-memory message also names the phase. */
      if (program->agree != NULL && err->status == MGNN_ENOMEM
          && strstr(err->text, "in the phase") == NULL)
        snprintf(err->text + used, sizeof err->text - used, ", in the phase \"%s\"",
                 step->phase);
    } else
      step->run(run, NULL);
    now = mg_clock();
    run->seconds[step->time] += now - begin;
    begin = now;
    phase_end(&phases, step->phase);
    if (step->kind != MG_STEP_PLAIN)
      phases_say(&phases);
  }
  if (phases.program != NULL && phases.count > 0) {
    phases_say(&phases);
    phase_say(&phases, &phases.whole);
  }
  return status;
}

/* Print the text of --usage, --help or --version; returns the exit status. */
static int
introduce(const mg_program *program, const mg_call *run)
{
  if (run->version)
    printf("%s %s\n", program->name, mgnn_version());
  else if (run->usage) {
    printf("%s\n\n%s\n", program->usage, program->examples);
    mg_options_help_brief(program->options, program->lists, program->main_options,
                          stdout);
  } else if (run->operands == 0 || mg_word_is_file(run->operand[0])) {
    puts(program->usage);
    mg_options_help(program->options, program->lists, stdout);
    printf("\n%s\n%s", program->ending, program->examples);
  } else if (!mg_options_help_topic(program->options, program->lists, run->operand[0],
                                    stdout)) {
    fprintf(stderr, "%s: --help has no topic \"%s\"; -h lists the topics\n",
            program->name, run->operand[0]);
    return MG_EXIT_USAGE;
  }
  return mg_program_end(program->name);
}

void
mg_descriptors_occupy(void)
{
  /* Opened in the wrong direction, so that reading and writing still fail. */
  static const int ways[] = { O_WRONLY, O_RDONLY, O_RDONLY };

  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF
        && open("/dev/null", ways[fd]) < 0)
      return;
}

int
mg_program_main(const mg_program *program, void *run, int argc, char **argv)
{
  mgnn_error err = { MGNN_OK, "" };
  mgnn_status status = MGNN_OK;
  mg_call *call = run;
  mg_output_set files = { 0 };
  int first = 0, code;

  mg_descriptors_occupy();
  handle_signals();
  program->init(run);
  call->program = program->name;
  call->argc = argc;
  call->argv = argv;
  call->files = &files;
  TRY(mg_options_parse(program->options, program->relations, run, argc, argv, &first,
                       &err));
  call->operand = argv + first;
  call->operands = (size_t)(argc - first);
  if (call->help || call->usage || call->version)
    goto end;
  TRY(agreed(program, run, program->check(run, &err), &err));
  mg_threads_set((int)call->threads);
  TRY(run_steps(program, run, &err));
end:
  mg_output_set_discard(&files);
  if (status != MGNN_OK)
    code = program->silent ? exit_status(status) : fail(program->name, &err);
  else
    code = call->help || call->usage || call->version
             ? program->silent ? MG_EXIT_DONE : introduce(program, run)
           : program->status != NULL ? program->status(run) : MG_EXIT_DONE;
  program->free(run);
  mg_options_free(program->options, run);
  return code;
}
