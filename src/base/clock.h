/* Elapsed time. */
#ifndef MG_CLOCK_H
#define MG_CLOCK_H

/* Seconds since some moment; unlike the time of day, never set back. */
double mg_clock(void);

#endif
