/* Elapsed time. */
#ifndef MG_CLOCK_H
#define MG_CLOCK_H

/* Seconds since some moment; unlike the time of day, never set back. */
double mg_clock(void);

/* Seconds that the calling thread has had a processor. */
double mg_clock_thread(void);

#endif
