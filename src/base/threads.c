/* Asks OpenMP for threads; uses one thread without OpenMP or if it is unusable. */
#define _DEFAULT_SOURCE        /* getloadavg */
#define _POSIX_C_SOURCE 200809L        /* clock_gettime */
#include "threads.h"

#include <stdlib.h>
#include <time.h>

#ifdef _OPENMP
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* After a fork, the child lacks its parent's threads but not their memory, and GNU's
 * OpenMP would wait for them for ever.  So a fork checks beforehand whether there are
 * several threads, of any library, by the links of /proc/self/task: `.', `..' and one
 * per thread.  If that cannot be read, it assumes several. */
static atomic_int several, lost;
/* The program has set the number of threads. */
static atomic_int settled;

static void
fork_begin(void)
{
  struct stat of;

  several = stat("/proc/self/task", &of) != 0 || of.st_nlink != 3;
}

static void
fork_end(void)
{
  if (several)
    lost = 1;
}

__attribute__((constructor)) static void
fork_watch(void)
{
  pthread_atfork(fork_begin, NULL, fork_end);
}
#endif

int
mg_threads(int threads)
{
#ifdef _OPENMP
  return lost ? 1 : threads > 0 ? threads : omp_get_max_threads();
#else
  (void)threads;
  return 1;
#endif
}

/* Like more than two runs with a thread per processor each. */
int
mg_threads_crowded(double load, int processors)
{
  return load >= 2 * processors + 1;
}

int
mg_threads_choose(int threads)
{
#ifdef _OPENMP
  double load;

  if (threads <= 0 && !settled && getenv("OMP_NUM_THREADS") == NULL
      && getloadavg(&load, 1) == 1 && mg_threads_crowded(load, omp_get_num_procs()))
    return 1;
#endif
  return threads;
}

void
mg_threads_set(int threads)
{
#ifdef _OPENMP
  threads = mg_threads_choose(threads);
  if (threads > 0)
    omp_set_num_threads(threads);
  settled = 1;
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

/* The clock of the system. */

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
