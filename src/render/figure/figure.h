/* A picture being put into a panel: where its nodes are on the page, and its
 * edges and nodes as runs. */
#ifndef MG_FIGURE_H
#define MG_FIGURE_H

#include "plate_size.h"
#include "viewport.h"

typedef struct {
  mg_page *page;
  mg_panel *panel;
  const mg_picture *pic;
  const mg_viewport *view;
  mg_region box;               /* what nodes and their words may fill */
  int small;                   /* one of many on a page */
  size_t spare_runs, spare_dots; /* kept free for what is above the nodes */
  /* Set by mg_figure_place. */
  const char **names;          /* clean, or NULL; the page's */
  mg_point *at;                /* n: where nodes are; the caller's to mg_free */
  double radius;               /* the largest of a node, outline included */
  double unit;                 /* pixels of a unit of length; 0: no extent */
  mg_plate_size *plate;        /* n, where nodes have shapes; the caller's to
                                * mg_free; or NULL */
} mg_figure;

/* Which names are written: MG_NAMED_NONE, ..._ALL, of large graphs ..._HUBS, in
 * small panels ..._AUTO: all or none. */
int mg_figure_names(const mg_page *page, const mg_picture *pic, int small);

/* Set the sizes of the page's look for a picture in such a box. */
void mg_figure_look(mg_page *page, const mg_picture *pic,
                    const mg_viewport *view, const mg_region *box);

/* Place the nodes; the sizes of the look are set. */
mgnn_status mg_figure_place(mg_figure *f, mgnn_error *err);

/* Put the edges and nodes that are plain into the panel; where the picture has a
 * depth, in layers from the back to the front. */
mgnn_status mg_figure_put(const mg_figure *f, mgnn_error *err);

/* The layer of edge or node of such a nearness; 0 if there are none. */
size_t mg_figure_layer(const mg_figure *f, double near);

/* The colour that edge e of the picture has by its kind, SIZE_MAX being one that
 * has none, and node i; *name receives its classes, from the page. */
mgnn_status mg_figure_edge_colour(const mg_figure *f, size_t e, mg_colour *out,
                                  const char **name, mgnn_error *err);
mgnn_status mg_figure_node_colour(const mg_figure *f, size_t i, mg_colour *out,
                                  const char **name, mgnn_error *err);

/* The shape of node i on the page, in pixels, its outline included. */
mg_outline mg_figure_shape(const mg_figure *f, size_t i);

/* How near node i is: 0 is farthest, 1 nearest or flat. */
double mg_figure_nearness(const mg_figure *f, size_t i);

/* How many times the usual size node i is drawn, and its radius in units; 0
 * if it is the usual one. */
double mg_figure_magnified(const mg_figure *f, size_t i);
int mg_figure_radius(const mg_figure *f, size_t i);

#endif
