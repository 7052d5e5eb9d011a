/* Computes the sizes of nodes with shapes from the texts inside them. */
#ifndef MG_PLATE_SIZE_H
#define MG_PLATE_SIZE_H

#include "viewport.h"

enum { MG_PLATE_LINES = 40 };  /* most lines of text in a node */

/* A cell of a record, in ems from the node's centre: it contains lines of the node's
 * text, or the cells that follow it up to `next`. */
typedef struct {
  double x, y, a, b;           /* its centre, half of its width and height */
  size_t from, count, next;
  const char *port;            /* its name; or NULL */
  enum { MG_CELL_FIRST, MG_CELL_RIGHT, MG_CELL_BELOW } place;  /* of the cell before */
} mg_plate_cell;

typedef struct {
  double a, b;                 /* half of its width and height, in pixels */
  double ring;                 /* distance between borders, if it has several */
  double loop;                 /* how far its loops extend beyond it */
  double font;                 /* of its text, in pixels */
  double wide, high;           /* half of its text's size, in ems */
  const char *line[MG_PLATE_LINES];
  unsigned char side[MG_PLATE_LINES];  /* MG_TEXT_LEFT, MG_TEXT_RIGHT; 0: middle */
  size_t count;
  mg_plate_cell *cell;         /* of a record: the whole record, then its cells */
  size_t cells, cap;
} mg_plate_size;

/* Free n sizes and everything in them; NULL is accepted. */
void mg_plates_free(mg_plate_size *plate, size_t n);

/* The text in or beside node i; NULL: no text. */
const char *mg_plate_text(const mg_picture *pic, size_t i);

/* Break the texts into lines, kept by the page, and measure them in ems.  named: which
 * names are written (mg_figure_names); if none are, or there are very many nodes, the
 * shapes have no text inside. */
mgnn_status mg_plate_measure(mg_plate_size *out, const mg_picture *pic,
                             mg_page *page, int named, mgnn_error *err);

/* Set the sizes for this font size; nodes without text are as large as nodes of
 * diameter `node`. */
void mg_plate_scale(mg_plate_size *plate, const mg_picture *pic, double font,
                    double node);

/* The crowding of edges at `unit` pixels per unit of length: the length needed for an
 * edge to show between its nodes over its actual length, as a value that 85 % of the
 * edges do not exceed; 1 without edges.  Frames of one viewport have the same value. */
mgnn_status mg_plate_crowding(const mg_plate_size *plate, const mg_picture *pic,
                              const mg_viewport *view, double unit, double *out,
                              mgnn_error *err);

/* The needed over the available distance of nodes that should not overlap (mg_apart),
 * the largest of all pairs; 0 without such pairs, or if there are too many nodes. */
mgnn_status mg_plate_overlap(const mg_plate_size *plate, const mg_picture *pic,
                             double unit, double *out, mgnn_error *err);

/* How far loop number k, from 0 on, extends beyond a node whose smaller half size is
 * `size`; round: the node is a disc, which may be very small. */
double mg_loop_reach(double size, int round, int k);

/* The region that nodes and their loops cover at `unit` pixels per unit of length,
 * relative to the viewport's upper left corner. */
mg_region mg_plate_extent(const mg_plate_size *plate, const mg_picture *pic,
                          const mg_viewport *view, double unit);

/* Whether nodes of these sizes fit wholly into a box without moving their centres too
 * close together. */
int mg_plate_fits(const mg_plate_size *plate, const mg_picture *pic,
                  const mg_viewport *view, const mg_region *box);

/* The part of the box for the nodes' centres so that all nodes lie wholly inside the
 * box; use if mg_plate_fits. */
mg_region mg_plate_pad(const mg_plate_size *plate, const mg_picture *pic,
                       const mg_viewport *view, mg_region box);

#endif
