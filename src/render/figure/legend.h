/* The legend, which explains the colours and sizes of a drawing. */
#ifndef MG_LEGEND_H
#define MG_LEGEND_H

#include "colour_bar.h"
#include "picture.h"

typedef struct {
  enum { MG_KEY_NODE, MG_KEY_EDGE, MG_KEY_TEXT } kind;
  const char *name;            /* classes, the same as of the nodes or edges */
  const char *text;
  mg_colour colour;
  mg_mark mark;
  double radius;               /* of a node's sample; 0: the usual radius */
  double width;                /* of the text */
} mg_key;

/* The keys, arranged in columns of `rows` each, and the bars of colour scales beside
 * or below them. */
typedef struct {
  mg_key *key;
  size_t count, capacity;
  size_t groups;               /* keys of groups, which come first */
  size_t unlisted;             /* number of groups without a key */
  double font;
  double limit;                /* texts are cut to this width */
  size_t rows;
  double width, height;        /* of the whole; 0: there is no legend */
  size_t shown;                /* number of groups that have space */
  double keys_width, keys_height;
  mg_bar bar[2];               /* scales of the edges, then of the nodes */
  size_t bars;
} mg_legend;

/* Make an empty legend; free it with mg_legend_free, also after a failure. */
void mg_legend_init(mg_legend *legend, double font, double limit);
void mg_legend_free(mg_legend *legend);

/* Add a key, copying its text, cut to the limit, and setting its width. */
mgnn_status mg_legend_add(mg_legend *legend, mg_page *page, mg_key key,
                          mgnn_error *err);

/* Collect the keys for some pictures that share their groups and shades: groups that
 * occur, nodes without a group, edges if their colours have a meaning, and scales.
 * Adds nothing if the style has no legend or if colours and sizes have no
 * meaning. */
mgnn_status mg_legend_collect(mg_legend *legend, mg_page *page,
                              const mg_picture *pics, size_t count,
                              mgnn_error *err);

/* Arrange the keys in a strip beside or below the drawing, of at most width x height,
 * and set the legend's size. */
void mg_legend_beside(mg_legend *legend, double width, double height);
void mg_legend_below(mg_legend *legend, double width, double height);

/* Draw the arranged legend with its upper left corner at x, y. */
mgnn_status mg_legend_draw(const mg_legend *legend, mg_page *page, double x,
                           double y, mgnn_error *err);

#endif
