/* A finished drawing, as shapes and words on a page: the input of the backends.
 * A scene is independent of the output format, a backend independent of graphs. */
#ifndef MG_SCENE_H
#define MG_SCENE_H

#include "base/mem.h"
#include "node_shape.h"
#include "palette.h"

/* Places and sizes on the page are in hundredths of a CSS pixel, from the upper left
 * corner, y down.  They are integers, so that every backend draws exactly the same
 * points. */
enum { MG_UNITS = 100 };

typedef struct {
  int x, y;
} mg_point;

/* Convert pixels to units.  NAN becomes 0; large values are limited so that sums stay
 * in range. */
int mg_units(double px);
mg_point mg_at(double x, double y);

/* Convert units to pixels. */
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
  mg_colour colour;            /* its alpha adds up at crossings */
  int width;
  size_t count;
  const mg_segment *segment;
} mg_edge_run;

/* The shapes of plain nodes, all of about the same area. */
typedef enum {
  MG_DISC, MG_SQUARE, MG_DIAMOND, MG_TRIANGLE, MG_CROSS, MG_STAR, MG_FUNNEL,
  MG_HEXAGON, MG_MARKS,
  MG_WEDGE = MG_MARKS          /* part of a pie: not a shape of groups */
} mg_mark;

typedef struct {
  mg_point at;
  const char *name;            /* or NULL */
  int radius;                  /* 0: that of its run */
  short from, sweep;           /* start and angle of a wedge, in degrees, clockwise
                                * from the top; sweep is at most 90 */
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
  int empty;                   /* nonzero: only its border, as wide as the line */
} mg_head;

/* An edge that is not a plain segment: a cubic curve between the borders of its nodes
 * (a straight line if its inner points equal its ends), and its arrowheads. */
typedef struct {
  const char *name;            /* classes, as of an edge run */
  mg_point p[4];
  mg_head head[2];
  int heads;
  mg_colour colour;
  mg_colour halo;              /* if alpha is not 0, its nodes would hide it, so it
                                * is drawn above all nodes, on this colour */
  int width;
  mg_dash dash;
  unsigned i, j;               /* its nodes, see mg_panel.names */
} mg_stroke;

/* A node with its own shape, size or colours; or one of its inner borders. */
typedef struct {
  const char *name;            /* classes, as of a node run */
  const char *title;           /* the node's name; or NULL */
  mg_node_shape shape;
  mg_point at;
  int half_width, half_height;
  mg_colour fill, outline;
  int outline_width;           /* 0: none */
  mg_dash dash;
  int rounding;                /* radius of its rounded corners */
  const mg_point *corner;      /* border that replaces that of the shape; or NULL */
  size_t corners;
} mg_plate;

/* The border of a plate on the page, and the lines inside it: steps as in
 * mg_border_path, without T, and with Q for the control point of a curve that ends at
 * the next step.  Returns the number of steps; 0 for an ellipse. */
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
  const char *whole;           /* the full text if it was cut, or NULL */
  mg_point at;                 /* on the baseline, at the place `anchor` of the text */
  mg_anchor anchor;
  int size;
  mg_colour colour, halo;      /* no halo if its alpha is 0 */
} mg_word;

/* A layer of a panel, given by the ends of its items: those before the previous
 * layer's ends belong to the layers behind it. */
typedef struct {
  size_t edge_runs, node_runs;
  size_t strokes, plates;
} mg_layer;

/* A part of the page.  It is drawn in this order: frame, edges, strokes, nodes, plates,
 * strokes with halos, words.  If there are layers, the edges, strokes, nodes and plates
 * of each are drawn before those of the next. */
typedef struct {
  const char *name;            /* class: "drawing", "legend" */
  mg_colour page;              /* colour behind it; alpha 0: not known */
  mg_colour frame;             /* alpha 0: none */
  mg_point low, high;          /* upper left and lower right corner */
  mg_edge_run *edges;
  mg_node_run *nodes;
  mg_word *words;
  size_t edge_runs, node_runs, word_count;
  mg_stroke *strokes;
  mg_plate *plates;
  size_t stroke_count, plate_count;
  mg_layer *layer;             /* NULL: all is one layer */
  size_t layers;
  mg_segment *segment;         /* segments and dots of the runs */
  mg_dot *dot;
  const char **names;          /* names of nodes, for i and j of segments; or NULL */
} mg_panel;

/* Whether any stroke is drawn above the nodes. */
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
  const char *font;            /* see mg_style; borrowed */
  mg_panel *panel;
  size_t panels;
  size_t named, hidden;        /* names tried, and those without space */
  size_t remarks_hidden;       /* remarks without space */
  size_t unknown;              /* number of characters that no font has */
  char unknown_first[8];       /* the first of them */
  size_t covered;              /* pairs of overlapping nodes, with text in one */
  mg_pool pool;                /* all texts */
} mg_scene;

/* Free everything in a scene; a zeroed scene is empty. */
void mg_scene_free(mg_scene *scene);

/* The number of edges in all panels. */
size_t mg_scene_edges(const mg_scene *scene);

/* Metadata of the file, as pairs of key and text, for PNG text chunks, SVG metadata and
 * PDF info.  Ends with key NULL. */
typedef struct {
  const char *key, *text;
} mg_meta;

/* The corners of a shape around 0, 0; returns how many: 3 to 12, or 0 for the disc. */
enum { MG_CORNERS_MAX = 12 };
size_t mg_mark_corners(mg_mark mark, int radius, mg_point *corner);

/* The corners of a node or of a wedge, and its radius. */
size_t mg_dot_corners(const mg_node_run *run, const mg_dot *dot, mg_point *corner);
static inline int
mg_dot_radius(const mg_node_run *run, const mg_dot *dot)
{
  return dot->radius > 0 ? dot->radius : run->radius;
}

#endif
