/* Where a run's time and memory go, phase by phase, for --verbose. */
#ifndef MG_PHASE_H
#define MG_PHASE_H

#include <stddef.h>

enum { MG_PHASE_MOST = 24 };   /* different phases of one run */

typedef struct {
  const char *name;
  double wall, cpu;            /* seconds; the processor's for all threads */
  double held, peak;           /* bytes: resident at its end, and at most so
                                  far in the run; NAN: not known here */
} mg_phase;

/* A zeroed one records nothing. */
typedef struct {
  const char *program;         /* for the lines; NULL: record nothing */
  mg_phase item[MG_PHASE_MOST];
  size_t count, printed;
  double wall, cpu;            /* when the last phase ended */
  mg_phase whole;
} mg_phases;

/* Start the clocks.  program NULL: nothing is recorded or printed. */
void mg_phases_begin(mg_phases *p, const char *program);

/* What was done since the call before belongs to the phase `name`, a constant.
 * A phase that comes again is one phase, until it was printed. */
void mg_phase_end(mg_phases *p, const char *name);

/* Print a line for each phase that is new, and at last one for the whole. */
void mg_phases_say(mg_phases *p);
void mg_phases_end(mg_phases *p);

#endif
