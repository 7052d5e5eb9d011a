/* How many threads there are; the programs set that, with --threads. */
#ifndef MG_THREADS_H
#define MG_THREADS_H

/* The number of threads to use where the user asked for `threads`; 0: as many
 * as there are. */
int mg_threads(int threads);
/* The number of the calling thread among those of a parallel region; 0 outside
 * of one. */
int mg_thread(void);

#endif
