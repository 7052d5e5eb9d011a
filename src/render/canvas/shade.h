/* What a colour says: nothing, a group, or a number on a scale. */
#ifndef MG_SHADE_H
#define MG_SHADE_H

#include "palette.h"

typedef enum {
  MG_SHADE_PLAIN,              /* as the palette says */
  MG_SHADE_COLOUR,             /* one colour for all */
  MG_SHADE_LABEL,              /* the nodes' labels */
  MG_SHADE_GROUP,              /* a group per edge */
  MG_SHADE_OWN,                /* groups that are colours, as they are */
  MG_SHADE_NUMBER              /* a value per edge or node */
} mg_shade_kind;

/* One for the edges and one for the nodes of all pictures that should be
 * compared: what has the same colour has the same value. */
typedef struct {
  mg_shade_kind kind;
  mg_colour colour;            /* MG_SHADE_COLOUR */
  const char *title;           /* of the colour bar, or of the groups */
  const char *const *groups;   /* MG_SHADE_GROUP: their texts */
  size_t group_count;
  const mg_colour *own;        /* MG_SHADE_OWN: group_count colours */

  /* MG_SHADE_NUMBER */
  int measured;                /* of the positions, not an attribute */
  int diverging;               /* around 0 */
  int percent;                 /* values are shown times 100 */
  double low, high;            /* the ends of the scale */
  double least, most;          /* that occur; beyond the ends they are cut */
  const char *below;           /* a line below the bar; or NULL */
} mg_shade;

/* Numbers are drawn in so many steps of their scale: enough to look even, few
 * enough that a drawing has few looks.  Odd: the middle one holds 0. */
enum { MG_SHADE_STEPS = 21 };

/* The ends of the scale for `count` values, which are sorted in place; those
 * that are not finite count for nothing.  All values, unless a few of them are
 * so far out that the rest would look alike: then the 98th percentile, and
 * least and most say what lies beyond.  A diverging scale has round ends,
 * which are at least `floor` away from 0. */
void mg_shade_range(mg_shade *shade, double *value, size_t count, double floor);

/* The step of a value, 0 to MG_SHADE_STEPS - 1; MG_SHADE_STEPS if it is not a
 * number. */
size_t mg_shade_step(const mg_shade *shade, double value);

/* The smallest of 1, 2, 5 times a power of ten that is at least x > 0. */
double mg_round_up(double x);

/* The values to write at the scale's bar, from low to high, in at most `most`
 * places: round numbers, evenly apart.  Returns how many. */
size_t mg_shade_ticks(const mg_shade *shade, double *tick, size_t most);

#endif
