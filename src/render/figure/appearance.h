/* What single edges and nodes look like, where that is more than the colour of
 * their kind: filled once from the store, read by everything that draws. */
#ifndef MG_APPEARANCE_H
#define MG_APPEARANCE_H

#include "render/canvas/node_shape.h"
#include "render/canvas/palette.h"

#include <stddef.h>

/* An edge as the file has it: with its direction, loops and parallel ones
 * included. */
typedef struct {
  unsigned a, b;               /* the same twice: a loop */
  size_t edge;                 /* of the picture, whose colour it has where it
                                * has none of its own; SIZE_MAX: none */
  const char *label;           /* or NULL */
  mg_colour colour;            /* alpha 0: none of its own */
  float width;                 /* times the usual one; 0: it is not seen */
  unsigned char to_b, to_a;    /* mg_arrow at its end, at its beginning */
  unsigned char head_b, head_a; /* mg_head_shape of these */
  unsigned char dash;          /* mg_dash */
  /* Of the `of` lines that join its nodes this is number `place`, counted from
   * those that lead from the lower number to the higher. */
  unsigned short place, of;
} mg_line_look;

/* A node. */
typedef struct {
  mg_node_shape shape;
  const char *text;            /* in it, or beside a point; lines are parted by
                                * \n; NULL: its name */
  const char *beside;          /* a second one, beside it; or NULL */
  mg_colour fill, outline;     /* alpha 0: none of its own */
  int clear;                   /* nonzero: it is not filled */
  float width, height;         /* at least, in ems of its text; 0: as text asks */
  float pen;                   /* times the usual outline */
  unsigned char dash;          /* mg_dash */
} mg_node_look;

/* Which nodes lie so that their shapes can be apart: none is known to, those of
 * different components, all.  Page and letters are then such that they are. */
typedef enum { MG_APART_NONE, MG_APART_PARTS, MG_APART_ALL } mg_apart;

typedef struct {
  const mg_line_look *line;    /* NULL: edges are plain */
  size_t lines;
  const mg_node_look *node;    /* n; NULL: nodes are plain */
  const char *width_title;     /* what widths say, for the legend; or NULL */
  mg_apart apart;
} mg_appearance;

/* Of so many lines between two nodes each is drawn; more become one for each
 * direction, with their number as its label.  At most so many edges are drawn
 * one by one, and at most so many nodes have their text within. */
enum { MG_FAN_MOST = 6, MG_LINES_DRAWN = 100000, MG_TEXTS_WITHIN = 150 };

#endif
