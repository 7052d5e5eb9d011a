/* The axis of a chart: its range, and where it has ticks. */
#ifndef MG_AXIS_H
#define MG_AXIS_H

#include <stddef.h>

enum { MG_TICKS_MAX = 24, MG_MINOR_MAX = 120, MG_TICK_TEXT = 32 };

typedef struct {
  int log;                     /* nonzero: a logarithmic axis, all above 0 */
  double low, high;            /* low < high */
  size_t count;                /* ticks with a number: round values, rising, */
  double tick[MG_TICKS_MAX];   /* all between low and high */
  size_t minor_count;          /* those without, between them */
  double minor[MG_MINOR_MAX];
  double step;                 /* between ticks; 10 where they are powers */
} mg_axis;

/* An axis for values from low to high, with about `about` ticks (2 to 10) that
 * are 1, 2 or 5 times a power of 10 apart.  Its ends are the given ones, or the
 * ticks next to them where `round`.  Values that are not finite count as 0; of
 * an empty range the middle is kept. */
void mg_axis_linear(mg_axis *axis, double low, double high, size_t about, int round);

/* The same on a logarithmic scale: ticks at powers of 10, every one or every
 * second, third, ...; where that would be less than two, at 1, 2 and 5 times
 * them, or as on a linear axis.  Minor ticks at 2, 3, ..., 9 times a power.
 * low and high are above 0. */
void mg_axis_log(mg_axis *axis, double low, double high, size_t about, int round);

/* Where x is: 0 at low, 1 at high. */
double mg_axis_at(const mg_axis *axis, double x);

/* The number of tick k as text, UTF-8: "0.25", "10^-3" with a raised exponent,
 * "2*10^7" likewise. */
void mg_axis_text(const mg_axis *axis, size_t k, char out[MG_TICK_TEXT]);

#endif
