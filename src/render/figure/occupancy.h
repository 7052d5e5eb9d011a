/* What is taken on a page, and what lies there: for words that look for a free
 * place. */
#ifndef MG_OCCUPANCY_H
#define MG_OCCUPANCY_H

#include "figure.h"

typedef struct {
  float x0, y0, x1, y1;
} mg_rect;

/* A place of words, chosen from several, and what has been placed. */
typedef struct {
  mg_rect *rect;
  size_t count;
} mg_placed;

/* Square cells over a box. */
typedef struct {
  double x, y, cell;
  size_t cols, rows;
} mg_cells;

/* Rectangles found by place: a list per cell.  The rectangles belong to the
 * caller, who may move them as long as they stay in order. */
typedef struct {
  mg_cells cells;
  unsigned *head;              /* cols*rows: first entry + 1, 0 none */
  struct mg_rect_entry { unsigned next, rect; } *entry;
  size_t entries, capacity;
  const mg_rect *rect;
} mg_rect_grid;

mgnn_status mg_rect_grid_init(mg_rect_grid *g, const mg_region *box,
                              double cell, const mg_rect *rect,
                              mgnn_error *err);
void mg_rect_grid_free(mg_rect_grid *g);
mgnn_status mg_rect_grid_add(mg_rect_grid *g, size_t k, mgnn_error *err);

/* How many rectangles another one touches, counted up to `most`; round: the
 * discs that just fit into them.  At most 64 of a cell are looked at: where all
 * nodes are at one place it does not matter which of them a name covers. */
int mg_rect_grid_hits(const mg_rect_grid *g, const mg_rect *r, int round, int most);

/* What words of a figure should not cover. */
typedef struct {
  const mg_region *box;
  mg_rect_grid nodes, words;
  mg_rect *disc;               /* around the n nodes and the arrowheads, */
  int round;                   /* which are discs */
  mg_cells cells;
  unsigned char *edges;        /* by cell: edges through it, up to 250 */
} mg_obstacles;

/* Mark nodes and edges, for words of such a font size; `word` are those that
 * mg_rect_grid_add puts into o->words.  Free also after a failure. */
mgnn_status mg_obstacles_init(mg_obstacles *o, const mg_figure *f, double size,
                              const mg_rect *word, mgnn_error *err);
void mg_obstacles_free(mg_obstacles *o);

/* How many nodes a rectangle touches, counted up to `most`. */
int mg_obstacles_nodes(const mg_obstacles *o, const mg_rect *r, int most);

/* Whether a rectangle leaves the box or covers a word. */
int mg_obstacles_forbid(const mg_obstacles *o, const mg_rect *r);

/* Edges per cell in a rectangle, on the average, up to 3. */
double mg_obstacles_edges(const mg_obstacles *o, const mg_rect *r);

#endif
