/* Where a run's time and memory go.  Clocks and memory are asked for at the
 * end of a phase only, so that the phases themselves cost nothing. */
#include "phase.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double
seconds(clockid_t clock)
{
  struct timespec now = { 0, 0 };

  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Bytes that are resident now: the second number of statm, in pages. */
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

/* Bytes that were resident at most; all but macOS count them in units of 1024. */
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

void
mg_phases_begin(mg_phases *p, const char *program)
{
  memset(p, 0, sizeof *p);
  p->program = program;
  p->whole.name = "all";
  p->wall = seconds(CLOCK_MONOTONIC);
  p->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static void
charge(mg_phase *to, double wall, double cpu)
{
  to->wall += wall;
  to->cpu += cpu;
  to->held = resident();
  to->peak = fmax(peak(), to->held);   /* the kernel updates it late */
}

void
mg_phase_end(mg_phases *p, const char *name)
{
  double wall, cpu;
  size_t k;

  if (p->program == NULL)
    return;
  wall = seconds(CLOCK_MONOTONIC);
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (k = p->printed; k < p->count && strcmp(p->item[k].name, name) != 0; k++)
    ;
  if (k < MG_PHASE_MOST) {
    p->item[k].name = name;
    charge(&p->item[k], wall - p->wall, cpu - p->cpu);
    p->count += k == p->count;
  }
  charge(&p->whole, wall - p->wall, cpu - p->cpu);
  p->wall = wall;
  p->cpu = cpu;
}

/* Words and numbers by turns, so that a script can split them at blanks. */
static void
say(const mg_phases *p, const mg_phase *f)
{
  fprintf(stderr, "%s: phase %-8s wall %8.3f s cpu %8.3f s", p->program,
          f->name, f->wall, f->cpu);
  if (!isnan(f->held))
    fprintf(stderr, " held %7.1f MB peak %7.1f MB", 1e-6 * f->held,
            1e-6 * f->peak);
  fputc('\n', stderr);
}

void
mg_phases_say(mg_phases *p)
{
  for (; p->printed < p->count; p->printed++)
    say(p, &p->item[p->printed]);
}

void
mg_phases_end(mg_phases *p)
{
  if (p->program == NULL || p->count == 0)
    return;
  mg_phases_say(p);
  say(p, &p->whole);
}
