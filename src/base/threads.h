/* The number of threads to use (set by the programs' option --threads, and by callers
 * of the library for each run), and clocks. */
#ifndef MG_THREADS_H
#define MG_THREADS_H

/* The number of threads for a parallel region: `threads`, or if that is 0 OpenMP's
 * maximum; but 1 in a child forked by a process that had threads.  Every parallel
 * region uses this. */
int mg_threads(int threads);
/* The value to pass to mg_threads in a run whose caller asked for `threads`: the same,
 * but 1 instead of 0 if the machine is so busy with other work that threads would only
 * wait for each other, and neither the environment (OMP_NUM_THREADS) nor
 * mg_threads_set fixes a number. */
int mg_threads_choose(int threads);
/* Use `threads` threads from now on; 0: as mg_threads_choose decides. */
void mg_threads_set(int threads);
/* Whether a machine with this load average and number of processors is so busy. */
int mg_threads_crowded(double load, int processors);
/* The number of the calling thread within a parallel region; 0 outside of
 * one. */
int mg_thread(void);

/* Seconds since an arbitrary moment; never set back, unlike the time of day. */
double mg_clock(void);

/* Processor time in seconds used by the calling thread. */
double mg_clock_thread(void);

#endif
