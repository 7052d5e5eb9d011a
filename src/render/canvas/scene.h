/* A finished drawing, as shapes and words on a page: what the backends read.
 * A scene knows no output, a backend no graph. */
#ifndef MG_SCENE_H
#define MG_SCENE_H

#include "base/mem.h"
#include "node_shape.h"
#include "palette.h"

/* Places and sizes on the page are counted in hundredths of a CSS pixel, from
 * the upper left corner, y down.  Integers, so that every backend draws the
 * very same points. */
enum { MG_UNITS = 100 };

typedef struct {
  int x, y;
} mg_point;

/* Pixels as units; what is not a number is 0, what is too large the largest
 * that leaves sums in range. */
int mg_units(double px);
mg_point mg_at(double x, double y);

/* Units as pixels. */
static inline double
mg_px(int units)
{
  return units / (double)MG_UNITS;
}

typedef struct {
  mg_point a, b;
  unsigned i, j;               /* the nodes at its ends, see mg_panel.names */
} mg_segment;

/* Edges that look alike. */
typedef struct {
  const char *name;            /* classes: "edge", "edge within" */
  mg_colour colour;            /* its alpha adds up where edges cross */
  int width;
  size_t count;
  const mg_segment *segment;
} mg_edge_run;

/* The shapes of nodes.  All cover about the same area. */
typedef enum {
  MG_DISC, MG_SQUARE, MG_DIAMOND, MG_TRIANGLE, MG_CROSS, MG_STAR, MG_FUNNEL,
  MG_HEXAGON, MG_MARKS,
  MG_WEDGE = MG_MARKS          /* of a pie: no group's, and not of that area */
} mg_mark;

typedef struct {
  mg_point at;
  const char *name;            /* or NULL */
  int radius;                  /* 0: as all of its run */
  short from, sweep;           /* of a wedge, in degrees, clockwise from the top;
                                * up to 90 */
} mg_dot;

/* Nodes that look alike. */
typedef struct {
  const char *name;            /* classes: "node label-2" */
  mg_colour fill, outline;
  int radius;                  /* of the disc */
  int outline_width;           /* 0: none */
  mg_mark mark;
  size_t count;
  const mg_dot *dot;
} mg_node_run;

typedef struct {
  mg_point at[MG_HEAD_CORNERS];
  int corners;
  int empty;                   /* only its border is drawn, as wide as the line */
} mg_head;

/* An edge that is not a plain segment: a cubic curve, straight where its inner
 * points are its ends, that ends where its nodes begin; and its arrowheads. */
typedef struct {
  const char *name;            /* classes, as of an edge run */
  mg_point p[4];
  mg_head head[2];
  int heads;
  mg_colour colour;
  mg_colour halo;              /* not alpha 0: its nodes would hide it, so that it
                                * is drawn above all nodes, on this colour */
  int width;
  mg_dash dash;
  unsigned i, j;               /* its nodes, see mg_panel.names */
} mg_stroke;

/* A node that has a shape, a size or colours of its own, or a line of it. */
typedef struct {
  const char *name;            /* classes, as of a node run */
  const char *title;           /* the node's name; or NULL */
  mg_node_shape shape;
  mg_point at;
  int half_width, half_height;
  mg_colour fill, outline;
  int outline_width;           /* 0: none */
  mg_dash dash;
  int rounding;                /* of its corners: a radius */
  const mg_point *corner;      /* its border, in place of that of the shape; or NULL */
  size_t corners;
} mg_plate;

/* The border of a plate on the page, and the lines upon it: steps as of
 * mg_border_path, but T, and Q, the control point of a curve that ends where the next
 * step is.  Returns how many; 0 for an ellipse. */
enum { MG_PATH_MAX = 64 };
typedef struct {
  char op;
  mg_point at;
} mg_path_point;
size_t mg_plate_path(const mg_plate *plate, mg_path_point out[MG_PATH_MAX]);

typedef enum { MG_START, MG_MIDDLE, MG_END } mg_anchor;

typedef struct {
  const char *name;            /* class: "label" */
  const char *text;            /* clean UTF-8, one line */
  const char *whole;           /* what it was before it was cut, or NULL */
  mg_point at;                 /* on the baseline, where `anchor` says */
  mg_anchor anchor;
  int size;
  mg_colour colour, halo;      /* a halo of alpha 0 is none */
} mg_word;

/* How many of a panel's runs are drawn when a layer is: those before belong to
 * the layers behind it. */
typedef struct {
  size_t edge_runs, node_runs;
  size_t strokes, plates;
} mg_layer;

/* A part of the page.  Drawn in this order: frame, edges, strokes, nodes, plates,
 * strokes with halos, words; where there are layers, all but the first and the last of one after
 * those of the other. */
typedef struct {
  const char *name;            /* class: "drawing", "legend" */
  mg_colour page;              /* what is behind it; alpha 0: not known */
  mg_colour frame;             /* alpha 0: none */
  mg_point low, high;          /* upper left and lower right corner */
  mg_edge_run *edges;
  mg_node_run *nodes;
  mg_word *words;
  size_t edge_runs, node_runs, word_count;
  mg_stroke *strokes;
  mg_plate *plates;
  size_t stroke_count, plate_count;
  mg_layer *layer;             /* or NULL: all are one */
  size_t layers;
  mg_segment *segment;         /* what the runs point into */
  mg_dot *dot;
  const char **names;          /* of the nodes that segments name; or NULL */
} mg_panel;

/* Whether strokes are drawn above the nodes. */
static inline int
mg_panel_covers(const mg_panel *panel)
{
  for (size_t k = 0; k < panel->stroke_count; k++)
    if (panel->strokes[k].halo.a > 0)
      return 1;
  return 0;
}

/* The layers of a panel, at least one. */
static inline size_t
mg_panel_layers(const mg_panel *panel)
{
  return panel->layers > 0 ? panel->layers : 1;
}

static inline mg_layer
mg_panel_layer(const mg_panel *panel, size_t k)
{
  return panel->layers > 0 ? panel->layer[k]
                           : (mg_layer){ panel->edge_runs, panel->node_runs,
                                         panel->stroke_count,
                                         panel->plate_count };
}

typedef struct {
  int width, height;
  double dpi;
  mg_colour background;        /* alpha 0: none */
  const char *title;           /* of the page, for the file; or NULL */
  const char *font;            /* see mg_style; the caller's */
  mg_panel *panel;
  size_t panels;
  size_t named, hidden;        /* names tried, and those without space */
  size_t remarks_hidden;       /* and remarks */
  size_t unknown;              /* characters that no font has, */
  char unknown_first[8];       /* and the first of them */
  size_t covered;              /* pairs of nodes with text that cover each other */
  mg_pool pool;                /* all texts */
} mg_scene;

/* A zeroed scene is an empty one. */
void mg_scene_free(mg_scene *scene);

/* All edges of all panels. */
size_t mg_scene_edges(const mg_scene *scene);

/* What goes into the file beside the drawing, as pairs of key and text: PNG
 * text chunks, SVG metadata, PDF info.  Ends with key NULL. */
typedef struct {
  const char *key, *text;
} mg_meta;

/* The corners of a shape around the point 0, 0: 3 to 12; 0 for the disc. */
enum { MG_CORNERS_MAX = 12 };
size_t mg_mark_corners(mg_mark mark, int radius, mg_point *corner);

/* The same of a node, or of a wedge. */
size_t mg_dot_corners(const mg_node_run *run, const mg_dot *dot, mg_point *corner);
static inline int
mg_dot_radius(const mg_node_run *run, const mg_dot *dot)
{
  return dot->radius > 0 ? dot->radius : run->radius;
}

#endif
