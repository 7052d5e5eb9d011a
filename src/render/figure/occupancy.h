/* Finds free places for texts: records which places on a page are covered by nodes,
 * edges and other texts. */
#ifndef MG_OCCUPANCY_H
#define MG_OCCUPANCY_H

#include "figure.h"

typedef struct {
  float x0, y0, x1, y1;
} mg_rect;

/* The rectangles of the texts placed so far. */
typedef struct {
  mg_rect *rect;
  size_t count;
} mg_placed;

/* Square cells over a box. */
typedef struct {
  double x, y, cell;
  size_t cols, rows;
} mg_cells;

/* An index of rectangles by place: a list for each cell.  The rectangles belong to the
 * caller, who may move the array as long as its order is kept. */
typedef struct {
  mg_cells cells;
  unsigned *head;              /* cols*rows: first entry + 1; 0: empty */
  struct mg_rect_entry { unsigned next, rect; } *entry;
  size_t entries, capacity;
  const mg_rect *rect;
} mg_rect_grid;

mgnn_status mg_rect_grid_init(mg_rect_grid *g, const mg_region *box,
                              double cell, const mg_rect *rect,
                              mgnn_error *err);
void mg_rect_grid_free(mg_rect_grid *g);
mgnn_status mg_rect_grid_add(mg_rect_grid *g, size_t k, mgnn_error *err);

/* How many of the rectangles touch *r, counted up to `most`; round: count the discs
 * that just fit into them.  At most 64 per cell are checked: if all nodes are at one
 * place, it does not matter which of them a name covers. */
int mg_rect_grid_hits(const mg_rect_grid *g, const mg_rect *r, int round, int most);

/* The things that texts of a figure should not cover. */
typedef struct {
  const mg_region *box;
  mg_rect_grid nodes, words;
  mg_rect *disc;               /* rectangles around the n nodes and the arrowheads */
  int round;                   /* nonzero: they stand for discs */
  mg_cells cells;
  unsigned char *edges;        /* by cell: number of edges through it, up to 250 */
} mg_obstacles;

/* Record nodes and edges, for texts of this font size.  `word` is the array whose
 * elements mg_rect_grid_add later adds to o->words.  Free also after a failure. */
mgnn_status mg_obstacles_init(mg_obstacles *o, const mg_figure *f, double size,
                              const mg_rect *word, mgnn_error *err);
void mg_obstacles_free(mg_obstacles *o);

/* How many nodes a rectangle touches, counted up to `most`. */
int mg_obstacles_nodes(const mg_obstacles *o, const mg_rect *r, int most);

/* Whether a rectangle leaves the box or covers a word. */
int mg_obstacles_forbid(const mg_obstacles *o, const mg_rect *r);

/* The average number of edges per cell in a rectangle, at most 3. */
double mg_obstacles_edges(const mg_obstacles *o, const mg_rect *r);

#endif
