/* What is taken on a page, and what lies there: for words that look for a free
 * place. */
#ifndef MG_OCCUPANCY_H
#define MG_OCCUPANCY_H

#include "render/canvas/page.h"

typedef struct {
  float x0, y0, x1, y1;
} mg_rect;

/* Rectangles found by place: a grid of lists.  The items belong to the caller,
 * who may move them as long as they stay in order. */
typedef struct {
  double x, y, cell;
  size_t cols, rows;
  unsigned *head;              /* cols*rows: first entry + 1, 0 none */
  struct mg_grid_entry { unsigned next, item; } *entry;
  size_t entries, cap;
  const mg_rect *item;
} mg_grid;

mgnn_status mg_grid_init(mg_grid *g, const mg_region *box, double cell,
                         const mg_rect *item, mgnn_error *err);
void mg_grid_free(mg_grid *g);
mgnn_status mg_grid_add(mg_grid *g, size_t item, mgnn_error *err);

/* How many items a rectangle touches, counted up to `most`.  At most 64 items
 * of a cell are looked at: where all nodes are on one spot it does not matter
 * which of them a name covers. */
int mg_grid_hits(const mg_grid *g, const mg_rect *r, int most);

/* How many edges pass through each cell of a fine grid, counted up to 250: what
 * a name would lie on. */
typedef struct {
  double x, y, cell;
  size_t cols, rows;
  unsigned char *count;        /* the caller's to mg_free */
} mg_crowd;

mgnn_status mg_crowd_init(mg_crowd *c, const mg_region *box, double cell,
                          const mg_picture *pic, const mg_point *at,
                          mgnn_error *err);

/* Edges per cell in a rectangle, on the average. */
double mg_crowd_in(const mg_crowd *c, const mg_rect *r);

#endif
