/* Chooses the range and the ticks of the axis of a chart. */
#ifndef MG_AXIS_H
#define MG_AXIS_H

#include <stddef.h>

enum { MG_TICKS_MAX = 24, MG_MINOR_MAX = 120, MG_TICK_TEXT = 32 };

typedef struct {
  int log;                     /* nonzero: logarithmic, all values above 0 */
  double low, high;            /* low < high */
  size_t count;                /* number of ticks with a number */
  double tick[MG_TICKS_MAX];   /* round values from low to high, ascending */
  size_t minor_count;          /* number of ticks without a number */
  double minor[MG_MINOR_MAX];
  double step;                 /* between ticks; 10 if they are powers of 10 */
} mg_axis;

/* Make an axis for values from low to high, with about `about` ticks (2 to 10) that
 * are 1, 2 or 5 times a power of 10 apart.  It ends at low and high or, if `round`, at
 * the ticks next to them.  A low or high that is not finite counts as 0; an empty
 * range is widened about its middle. */
void mg_axis_linear(mg_axis *axis, double low, double high, size_t about, int round);

/* Make a logarithmic axis for values above 0.  Ticks are at every power of 10, or
 * every second, third, ...; if these would be too few, at 1, 2 and 5 times the
 * powers, or as on a linear axis.  Minor ticks are at 2, 3, ..., 9 times a
 * power. */
void mg_axis_log(mg_axis *axis, double low, double high, size_t about, int round);

/* The place of x on the axis: 0 at low, 1 at high. */
double mg_axis_at(const mg_axis *axis, double x);

/* The number of tick k as text, UTF-8: "0.25", "10^-3" with a raised exponent,
 * "2*10^7" likewise. */
void mg_axis_text(const mg_axis *axis, size_t k, char out[MG_TICK_TEXT]);

#endif
