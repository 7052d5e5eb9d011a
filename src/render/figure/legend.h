/* What the colours mean. */
#ifndef MG_LEGEND_H
#define MG_LEGEND_H

#include "colour_bar.h"
#include "picture.h"

typedef struct {
  enum { MG_KEY_NODE, MG_KEY_EDGE, MG_KEY_TEXT } kind;
  const char *name;            /* classes, as of the nodes or edges meant */
  const char *text;
  mg_colour colour;
  mg_mark mark;
  double radius;               /* of the sample of a node; 0: the usual */
  double width;                /* of the text */
} mg_key;

/* The keys, and how they are arranged: column after column, `rows` each; and
 * the bars of colour scales beside or below them. */
typedef struct {
  mg_key *key;
  size_t count, capacity;
  size_t groups;               /* keys of groups, which come first */
  size_t unlisted;             /* groups beyond those */
  double font;
  double limit;                /* texts are cut to this width */
  size_t rows;
  double width, height;        /* of the whole; 0: there is no legend */
  size_t shown;                /* groups for which there is space */
  double keys_width, keys_height;
  mg_bar bar[2];               /* of the edges, of the nodes */
  size_t bars;
} mg_legend;

/* An empty legend; to be freed with mg_legend_free also after a failure. */
void mg_legend_init(mg_legend *legend, double font, double limit);
void mg_legend_free(mg_legend *legend);

/* Add a key; its text is copied and cut, its width set. */
mgnn_status mg_legend_add(mg_legend *legend, mg_page *page, mg_key key,
                          mgnn_error *err);

/* Collect the keys for some pictures that share their groups and shades: the
 * groups that have nodes, nodes without a group, edges where their colours
 * mean something, and scales.  Nothing if the style wants no legend or colours
 * mean nothing. */
mgnn_status mg_legend_collect(mg_legend *legend, mg_page *page,
                              const mg_picture *pics, size_t count,
                              mgnn_error *err);

/* Arrange the keys in a strip at the side of the drawing, or below it, of at
 * most width x height; sets the legend's size. */
void mg_legend_beside(mg_legend *legend, double width, double height);
void mg_legend_below(mg_legend *legend, double width, double height);

/* Draw it as it was arranged, its upper left corner at x, y. */
mgnn_status mg_legend_draw(const mg_legend *legend, mg_page *page, double x,
                           double y, mgnn_error *err);

#endif
