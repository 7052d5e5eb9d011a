/* What the colours mean. */
#ifndef MG_LEGEND_H
#define MG_LEGEND_H

#include "colour_bar.h"

typedef struct {
  const char *text;
  double width;                /* of the text */
  enum { MG_KEY_NODE, MG_KEY_EDGE, MG_KEY_TEXT } kind;
  const char *name;            /* classes, as of the nodes or edges meant */
  mg_colour colour;
  mg_mark mark;
} mg_key;

/* The keys, and how they are arranged: column after column, `rows` each; and
 * the bars of colour scales beside or below them. */
typedef struct {
  mg_key *key;
  size_t count;
  size_t groups;               /* keys of groups, which come first */
  size_t unlisted;             /* groups beyond those */
  double font;
  size_t rows, cols;
  double width, height;        /* of the whole; 0: there is no legend */
  size_t shown;                /* groups for which there is room */
  double keys_width, keys_height;
  mg_bar bar[2];               /* of the edges, of the nodes */
  size_t bars;
} mg_legend;

/* Collect the keys for some pictures that share their groups and shades: the
 * groups that have nodes, nodes without a group, edges where their colours
 * mean something, and scales.  Names are cut to `limit` pixels.  Nothing if the
 * style wants no legend or colours mean nothing.  Free with mg_legend_free,
 * also after a failure. */
mgnn_status mg_legend_init(mg_legend *legend, mg_page *page,
                           const mg_picture *pics, size_t count, double font,
                           double limit, mgnn_error *err);
void mg_legend_free(mg_legend *legend);

/* Arrange the keys in a strip at the side of the drawing, or below it, where
 * there is room for width x height; sets the legend's size. */
void mg_legend_stand(mg_legend *legend, double width, double height);
void mg_legend_lie(mg_legend *legend, double width, double height);

/* Draw it as it was arranged, its upper left corner at x, y. */
mgnn_status mg_legend_draw(const mg_legend *legend, mg_page *page, double x,
                           double y, mgnn_error *err);

#endif
