/* The clock of the system. */
#define _POSIX_C_SOURCE 200809L        /* clock_gettime */
#include "clock.h"

#include <time.h>

double
mg_clock(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double
mg_clock_thread(void)
{
  struct timespec now;

  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
