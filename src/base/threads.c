/* What OpenMP says, and 1 where there is none. */
#define _DEFAULT_SOURCE        /* getloadavg */
#include "threads.h"

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

int
mg_threads(int threads)
{
#ifdef _OPENMP
  return threads > 0 ? threads : omp_get_max_threads();
#else
  (void)threads;
  return 1;
#endif
}

/* More than two runs with a thread per processor each. */
int
mg_threads_crowded(double load, int processors)
{
  return load >= 2 * processors + 1;
}

void
mg_threads_set(int threads)
{
#ifdef _OPENMP
  double load;

  if (threads > 0)
    omp_set_num_threads(threads);
  else if (getenv("OMP_NUM_THREADS") == NULL && getloadavg(&load, 1) == 1
           && mg_threads_crowded(load, omp_get_num_procs()))
    omp_set_num_threads(1);
#else
  (void)threads;
#endif
}

int
mg_thread(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}
