/* The appearance of single edges and nodes, if they differ in more than the colour
 * of their kind: filled in once, then read by everything that draws. */
#ifndef MG_APPEARANCE_H
#define MG_APPEARANCE_H

#include "render/canvas/node_shape.h"
#include "render/canvas/palette.h"

#include <stddef.h>

/* The two ends of an edge, and the edge, as in the file: with its direction; loops and
 * parallel edges each have one. */
typedef struct {
  const char *port;            /* port of the node where the edge ends; or NULL */
  const char *text;            /* text beside the end; or NULL */
} mg_line_end;

typedef struct {
  unsigned a, b;               /* its nodes; the same twice: a loop */
  size_t edge;                 /* edge of the picture that gives the colour if the
                                * line has none of its own; SIZE_MAX: none */
  const char *label;           /* or NULL */
  mg_colour colour;            /* alpha 0: none of its own */
  float width;                 /* times the usual width; 0: not drawn */
  unsigned char to_b, to_a;    /* mg_arrow at its end, at its beginning */
  unsigned char head_b, head_a; /* mg_head_shape of these arrows */
  unsigned char dash;          /* mg_dash */
  /* This is number `place` of the `of` lines that join its nodes; lines from the
   * lower node number to the higher are counted first. */
  unsigned short place, of;
  mg_line_end at_b, at_a;
  mg_colour ink;               /* of its texts; alpha 0: the usual colour */
  const mg_colour *beside;     /* `lines` colours of further lines drawn beside it */
  size_t lines;
} mg_line_look;

/* A node. */
typedef struct {
  mg_node_shape shape;
  const char *text;            /* inside, or beside a point; lines are separated
                                * by \n; NULL: its name */
  const char *beside;          /* a second text, beside the node; or NULL */
  mg_colour fill, outline;     /* alpha 0: none of its own */
  int clear;                   /* nonzero: it is not filled */
  float width, height;         /* at least, in ems of its text; 0: as the text needs */
  float pen;                   /* times the usual width of the outline */
  unsigned char dash;          /* mg_dash */
  unsigned char borders;       /* how many, one inside the other; 0 means 1 */
  unsigned char rounded;       /* nonzero: rounded corners */
  unsigned char down;          /* the cells of a record are below each other */
  float font;                  /* times the usual font size; 0 means 1 */
  mg_colour ink;               /* of its text; alpha 0: chosen to be readable */
} mg_node_look;

/* Control characters in texts of nodes: LEFT and RIGHT end a line that is not centred;
 * the others go around and between the cells of a record. */
enum { MG_TEXT_LEFT = 1, MG_TEXT_RIGHT, MG_TEXT_OPEN, MG_TEXT_CLOSE, MG_TEXT_NEXT,
       MG_TEXT_PORT };         /* before and after the name of a port */

/* The box or hull around a group of nodes. */
typedef struct {
  const char *text;            /* or NULL */
  int up;                      /* enclosing group, which has a lower number; or -1 */
  int round;                   /* nonzero: a hull, else a box */
  mg_colour fill, outline, ink; /* alpha 0: none; for hulls and texts: the usual */
  float pen;
  unsigned char dash, rounded;
} mg_group_look;

/* Which nodes are placed so that their shapes need not overlap: not known, nodes of
 * different components, all.  Page and font sizes are then chosen to separate them. */
typedef enum { MG_APART_NONE, MG_APART_PARTS, MG_APART_ALL } mg_apart;

typedef struct {
  const mg_line_look *line;    /* NULL: edges are plain */
  size_t lines;
  const mg_node_look *node;    /* n; NULL: nodes are plain */
  const char *width_title;     /* meaning of the widths, for the legend; or NULL */
  mg_apart apart;
  const mg_group_look *group;  /* or NULL */
  size_t groups;
  const int *group_of;         /* n: innermost group of each node; -1: none */
} mg_appearance;

/* Limits: lines between two nodes (more become one per direction, labelled with their
 * number); edges drawn one by one; nodes with texts inside; nodes that all get names;
 * names tried in larger graphs, those of hubs first. */
enum {
  MG_FAN_MOST = 6, MG_LINES_DRAWN = 100000, MG_TEXTS_WITHIN = 400,
  MG_NAMES_MOST = 1000, MG_HUBS_NAMED = 5000
};

#endif
