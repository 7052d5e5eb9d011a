/* How large nodes with shapes are: as their texts ask. */
#ifndef MG_PLATE_SIZE_H
#define MG_PLATE_SIZE_H

#include "viewport.h"

enum { MG_PLATE_LINES = 40 };  /* of text at most */

/* A cell of a record, in ems from the node's middle: it has lines of the node's
 * text, or the cells that follow it up to `next`. */
typedef struct {
  double x, y, a, b;           /* its middle, half of its width and height */
  size_t from, count, next;
  const char *port;            /* its name; or NULL */
  enum { MG_CELL_FIRST, MG_CELL_RIGHT, MG_CELL_BELOW } place;  /* of the one before */
} mg_plate_cell;

typedef struct {
  double a, b;                 /* half of its width and height, in pixels */
  double ring;                 /* from one border to the next, of several */
  double loop;                 /* how far its loops go beyond */
  double font;                 /* of its text, in pixels */
  double wide, high;           /* half of its text's, in ems */
  const char *line[MG_PLATE_LINES];
  unsigned char side[MG_PLATE_LINES];  /* MG_TEXT_LEFT, MG_TEXT_RIGHT; 0: middle */
  size_t count;
  mg_plate_cell *cell;         /* of a record: it as a whole, then its cells */
  size_t cells, cap;
} mg_plate_size;

/* n of them, and all that they have; NULL is accepted. */
void mg_plates_free(mg_plate_size *plate, size_t n);

/* What is written in or beside node i; NULL: nothing. */
const char *mg_plate_text(const mg_picture *pic, size_t i);

/* Break the texts into lines, which are the page's, and measure them in ems.
 * named: which names are written; with none, or very many, shapes have no text
 * within. */
mgnn_status mg_plate_measure(mg_plate_size *out, const mg_picture *pic,
                             mg_page *page, int named, mgnn_error *err);

/* Set the sizes for such letters; those without text are as large as nodes of
 * diameter `node`. */
void mg_plate_scale(mg_plate_size *plate, const mg_picture *pic, double font,
                    double node);

/* What most edges need to be seen between their nodes, of what they have at
 * `unit` pixels for a unit of length; 1 if there are none.  Frames of one
 * viewport have the same. */
mgnn_status mg_plate_crowding(const mg_plate_size *plate, const mg_picture *pic,
                              const mg_viewport *view, double unit, double *out,
                              mgnn_error *err);

/* What nodes of the picture need to be apart that can be (mg_apart), of what they
 * have; 0 if there are none, or too many to compare all pairs. */
mgnn_status mg_plate_overlap(const mg_plate_size *plate, const mg_picture *pic,
                             double unit, double *out, mgnn_error *err);

/* How far loop number k, from 0 on, goes beyond a node whose smaller half size is
 * `size`; round: a disc, which may be very small. */
double mg_loop_reach(double size, int round, int k);

/* What nodes cover at `unit` pixels for a unit of length, loops included, from
 * the viewport's upper left corner. */
mg_region mg_plate_extent(const mg_plate_size *plate, const mg_picture *pic,
                          const mg_viewport *view, double unit);

/* Whether a box holds nodes of these sizes wholly, and their middles are not all
 * in one place for it. */
int mg_plate_fits(const mg_plate_size *plate, const mg_picture *pic,
                  const mg_viewport *view, const mg_region *box);

/* What of the box the nodes' middles may fill so that all of each is within,
 * where mg_plate_fits. */
mg_region mg_plate_pad(const mg_plate_size *plate, const mg_picture *pic,
                       const mg_viewport *view, mg_region box);

#endif
