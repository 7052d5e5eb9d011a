/* How many threads there are (the programs set that, with --threads, and callers of the
 * library for each run), and the time. */
#ifndef MG_THREADS_H
#define MG_THREADS_H

/* The number of threads to use where the user asked for `threads`; 0: as many
 * as there are.  1 in a child of a process that had threads.  Every parallel region
 * has its number from here. */
int mg_threads(int threads);
/* What a run is to ask mg_threads for where its caller asked for `threads`: that,
 * but 1 for 0 if the machine is so busy with other work that threads would wait for
 * each other rather than help, unless the environment or mg_threads_set says how
 * many there are. */
int mg_threads_choose(int threads);
/* Use `threads` from now on; 0: as many as mg_threads_choose has. */
void mg_threads_set(int threads);
/* Whether it is that busy, given its load average and processors. */
int mg_threads_crowded(double load, int processors);
/* The number of the calling thread among those of a parallel region; 0 outside
 * of one. */
int mg_thread(void);

/* Seconds since some moment; unlike the time of day, never set back. */
double mg_clock(void);

/* Seconds that the calling thread has had a processor. */
double mg_clock_thread(void);

#endif
