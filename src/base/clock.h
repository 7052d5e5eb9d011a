/* Time that passes. */
#ifndef MG_CLOCK_H
#define MG_CLOCK_H

/* Seconds since some moment; never goes back. */
double mg_clock(void);

#endif
