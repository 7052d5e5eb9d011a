/* The outer shell of every program. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"
#include "io/output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* The default action is back by now, so that raising the signal once more ends
 * the program as one that was killed by it: shells look at that. */
static void
end(int number)
{
  mg_output_remove_all();
  raise(number);
}

void
mg_program_start(void)
{
  static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGXCPU };
  struct sigaction action, old;

  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, NULL);
  sigaction(SIGXFSZ, &action, NULL);
  action.sa_handler = end;
  action.sa_flags = (int)SA_RESETHAND;
  for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
    if (sigaction(ending[k], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(ending[k], &action, NULL);
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
  if (err->status == MGNN_EPARSE)
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
  fprintf(stderr, "%s: standard output: not everything could be written%s%s\n",
          program, errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
  return MG_EXIT_FILES;
}
