/* The outer shell of every program. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"
#include "io/output.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Handle a signal, unless it is ignored, as under nohup, or somebody else
 * handles it, as sanitizers do. */
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

void
mg_program_start(void)
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

int
mg_program_fail(const char *program, const mgnn_error *err)
{
  if (err->text[0] == '\0')
    ;                          /* a reader has left: nobody wants to know */
  else if (err->status == MGNN_EPARSE)
    fprintf(stderr, "%s\n", err->text);
  else
    fprintf(stderr, "%s: %s\n", program, err->text);
  return exit_status(err->status);
}

void
mg_program_version(const char *program)
{
  printf("%s %s\n", program, mgnn_version());
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

int
mg_input_is(const char *input, const char *output)
{
  static const char coords[] = "coords:";
  struct stat in, out;

  if (input == NULL || strcmp(output, "-") == 0)
    return 0;
  if (strcmp(input, "-") == 0)
    return fstat(STDIN_FILENO, &in) == 0 && S_ISREG(in.st_mode)
           && stat(output, &out) == 0 && in.st_dev == out.st_dev
           && in.st_ino == out.st_ino;
  if (strncmp(input, coords, sizeof coords - 1) == 0)
    input += sizeof coords - 1;
  return mg_output_same(output, input);
}
