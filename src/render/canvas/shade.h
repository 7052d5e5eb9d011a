/* The meaning of colours: a group, a number on a scale, or nothing. */
#ifndef MG_SHADE_H
#define MG_SHADE_H

#include "palette.h"

typedef enum {
  MG_SHADE_PLAIN,              /* the colours of the palette */
  MG_SHADE_COLOUR,             /* one colour for all */
  MG_SHADE_LABEL,              /* the nodes' labels */
  MG_SHADE_GROUP,              /* a group per edge */
  MG_SHADE_OWN,                /* groups whose texts are their colours */
  MG_SHADE_NUMBER              /* a value per edge or node */
} mg_shade_kind;

/* All pictures that are to be compared share one shade of edges and one of nodes, so
 * that the same colour means the same value. */
typedef struct {
  mg_shade_kind kind;
  mg_colour colour;            /* MG_SHADE_COLOUR */
  const char *title;           /* of the colour bar, or of the groups */
  const char *const *groups;   /* MG_SHADE_GROUP: their texts */
  size_t group_count;
  const mg_colour *own;        /* MG_SHADE_OWN: group_count colours */

  /* MG_SHADE_NUMBER */
  int measured;                /* from the positions, not from an attribute */
  int diverging;               /* symmetric around 0 */
  int percent;                 /* values are shown in percent */
  double low, high;            /* the ends of the scale */
  double least, most;          /* values that occur; may be beyond the ends */
  const char *below;           /* a line below the bar; or NULL */
} mg_shade;

/* The number of steps of a scale: enough to look continuous, few enough to keep the
 * runs of a drawing few.  It is odd, so that the middle step contains 0. */
enum { MG_SHADE_STEPS = 21 };

/* Choose the ends of the scale for `count` values, which are changed; values that are
 * not finite are ignored.  The scale covers all values, unless a few are so large that
 * the rest would look alike: then it ends at the 98th percentile, and least and most
 * show what lies beyond.  A diverging scale has round ends, at least `floor` away
 * from 0. */
void mg_shade_range(mg_shade *shade, double *value, size_t count, double floor);

/* The step of a value, 0 to MG_SHADE_STEPS - 1; MG_SHADE_STEPS if it is not a
 * number. */
size_t mg_shade_step(const mg_shade *shade, double value);

/* The smallest of 1, 2, 5 times a power of ten that is at least x > 0. */
double mg_round_up(double x);

/* The values to write at the scale's bar, from low to high: at most `most` round,
 * evenly spaced numbers.  Returns how many. */
size_t mg_shade_ticks(const mg_shade *shade, double *tick, size_t most);

#endif
