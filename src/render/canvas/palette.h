/* Colours, their names, and the palettes and scales of drawings. */
#ifndef MG_PALETTE_H
#define MG_PALETTE_H

#include "base/error.h"

typedef struct {
  unsigned char r, g, b, a;    /* a: 255 is opaque, 0 not visible */
} mg_colour;

/* Read a colour: a CSS name in any case, #rgb, #rgba, #rrggbb, #rrggbbaa,
 * rgb(r, g, b) with numbers to 255, or "none" (wholly transparent).  Returns MGNN_OK,
 * or MGNN_EINVAL and leaves *out untouched. */
mgnn_status mg_colour_parse(const char *text, mg_colour *out, mgnn_error *err);

/* The opaque colour 0xrrggbb. */
mg_colour mg_colour_rgb(unsigned rgb);

/* The same colour with its opacity multiplied by `opacity` (0 to 1). */
mg_colour mg_colour_faded(mg_colour colour, double opacity);

/* How light a colour is to the eye, from 0 (black) to 1 (white). */
double mg_colour_lightness(mg_colour colour);

enum { MG_PALETTE_MAX = 48 };

/* A set of colours.  If there are more groups than colours, the colours are reused
 * with other shapes of nodes; once the shapes are used up too, nodes are grey. */
typedef struct {
  const char *name;            /* after --palette */
  size_t count;
  unsigned node[MG_PALETTE_MAX]; /* 0xrrggbb, by group */
  unsigned edge;
  int by_group;                /* nonzero: edges are coloured by their ends */
  unsigned within, between;    /* both ends in one group; in two */
} mg_palette;

extern const mg_palette mg_palettes[];   /* ends with name NULL */

/* Find the palette with this name; or take the default with the colours of a list,
 * "[NAME=]COLOUR, ..." or one per line.  Entries with a name set the group of that
 * name, others (or all if groups is NULL) count in order.  MGNN_OK or MGNN_EINVAL. */
mgnn_status mg_palette_find(const char *word, const char *const *groups, size_t count,
                            mg_palette *out, mgnn_error *err);

enum { MG_SCALE_STOPS = 9 };

/* Colours for numbers: evenly spaced stops, interpolated in between. */
typedef struct {
  const char *name;
  int dark;                    /* made for dark pages */
  unsigned stop[MG_SCALE_STOPS];       /* 0xrrggbb, from low to high */
} mg_scale;

/* "diverging", whose middle stop is 0, and "sequential", each for light and
 * for dark pages; ends with name NULL. */
extern const mg_scale mg_scales[];

/* The row of that name for a light or a dark page. */
const mg_scale *mg_scale_find(const char *name, int dark);

/* The colour at t, from 0 to 1; t beyond that gets the colour of the nearer end, NAN
 * that of the middle. */
mg_colour mg_scale_colour(const mg_scale *scale, double t);

/* Two colours mixed: t = 0 is a, t = 1 is b. */
mg_colour mg_colour_mix(mg_colour a, mg_colour b, double t);

#endif
