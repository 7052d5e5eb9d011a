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
  const char *port;            /* of its node; or NULL */
  const char *text;            /* written beside it; or NULL */
} mg_line_end;

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
  mg_line_end at_b, at_a;
  mg_colour ink;               /* of its texts; alpha 0: the usual */
  const mg_colour *beside;     /* colours of lines beside it that belong to it */
  size_t lines;
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
  unsigned char borders;       /* one within the other; 0: 1 */
  unsigned char rounded;       /* corners */
  unsigned char down;          /* the cells of a record are below each other */
  float font;                  /* times the usual letters; 0: 1 */
  mg_colour ink;               /* of its text; alpha 0: as can be read */
} mg_node_look;

/* Control characters in texts of nodes: after a line that is not in the middle,
 * and around and between the cells of a record. */
enum { MG_TEXT_LEFT = 1, MG_TEXT_RIGHT, MG_TEXT_OPEN, MG_TEXT_CLOSE, MG_TEXT_NEXT,
       MG_TEXT_PORT };         /* before and after the name of a port */

/* Nodes that belong together, and what is drawn around them. */
typedef struct {
  const char *text;            /* or NULL */
  int up;                      /* the one that it is in, which comes before it; -1 */
  int round;                   /* a hull, in place of a box */
  mg_colour fill, outline, ink; /* alpha 0: none; of a hull and of words the usual */
  float pen;
  unsigned char dash, rounded;
} mg_group_look;

/* Which nodes lie so that their shapes can be apart: none is known to, those of
 * different components, all.  Page and letters are then such that they are. */
typedef enum { MG_APART_NONE, MG_APART_PARTS, MG_APART_ALL } mg_apart;

typedef struct {
  const mg_line_look *line;    /* NULL: edges are plain */
  size_t lines;
  const mg_node_look *node;    /* n; NULL: nodes are plain */
  const char *width_title;     /* what widths say, for the legend; or NULL */
  mg_apart apart;
  const mg_group_look *group;  /* or NULL */
  size_t groups;
  const int *group_of;         /* n: the innermost one of each node; -1: none */
} mg_appearance;

/* Of so many lines between two nodes each is drawn; more become one for each
 * direction, with their number as its label.  At most so many edges are drawn
 * one by one.  Up to so many nodes have their text within, and up to so many have
 * names; of larger graphs so many names are tried, those of hubs first. */
enum {
  MG_FAN_MOST = 6, MG_LINES_DRAWN = 100000, MG_TEXTS_WITHIN = 400,
  MG_NAMES_MOST = 1000, MG_HUBS_NAMED = 5000
};

#endif
