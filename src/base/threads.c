/* What OpenMP says, and 1 where there is none. */
#include "threads.h"

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

int
mg_thread(void)
{
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}
