/* Places a picture in a panel: computes where its nodes are on the page, and puts
 * its edges and nodes in as runs. */
#ifndef MG_FIGURE_H
#define MG_FIGURE_H

#include "plate_size.h"
#include "viewport.h"

typedef struct {
  mg_page *page;
  mg_panel *panel;
  const mg_picture *pic;
  const mg_viewport *view;
  mg_region box;               /* space for the nodes and their texts */
  int small;                   /* nonzero: one of many on a page */
  size_t spare_runs, spare_dots; /* to allocate for the rings above the nodes */
  /* Set by mg_figure_place. */
  const char **names;          /* clean names, owned by the page; or NULL */
  mg_point *at;                /* n: where nodes are; the caller's to mg_free */
  double radius;               /* largest radius of a node, outline included */
  double unit;                 /* pixels per unit of length; 0: no extent */
  mg_plate_size *plate;        /* n sizes of nodes with shapes, or NULL; the
                                * caller's to mg_free */
} mg_figure;

/* Which names are written: MG_NAMED_NONE, ..._ALL, in large graphs ..._HUBS, or in
 * small panels ..._AUTO (all if they fit, else none). */
int mg_figure_names(const mg_page *page, const mg_picture *pic, int small);

/* Set the sizes of the page's look for a picture in this box. */
void mg_figure_look(mg_page *page, const mg_picture *pic,
                    const mg_viewport *view, const mg_region *box);

/* Place the nodes; the sizes of the look must be set before. */
mgnn_status mg_figure_place(mg_figure *f, mgnn_error *err);

/* Put the plain edges and nodes into the panel; if the picture has depth, in layers
 * from the back to the front. */
mgnn_status mg_figure_put(const mg_figure *f, mgnn_error *err);

/* The layer of an edge or node of this nearness; 0 if the picture has no layers. */
size_t mg_figure_layer(const mg_figure *f, double near);

/* The colour of edge e (SIZE_MAX: a line that is no edge of the picture) or of node i
 * according to its kind; *name receives its classes, kept by the page. */
mgnn_status mg_figure_edge_colour(const mg_figure *f, size_t e, mg_colour *out,
                                  const char **name, mgnn_error *err);
mgnn_status mg_figure_node_colour(const mg_figure *f, size_t i, mg_colour *out,
                                  const char **name, mgnn_error *err);

/* The shape of node i on the page, in pixels, its outline included. */
mg_outline mg_figure_shape(const mg_figure *f, size_t i);

/* How near node i is: 0 is farthest, 1 nearest or flat. */
double mg_figure_nearness(const mg_figure *f, size_t i);

/* The factor on the usual size of node i; and its radius in units, 0 if it has the
 * usual radius. */
double mg_figure_magnified(const mg_figure *f, size_t i);
int mg_figure_radius(const mg_figure *f, size_t i);

#endif
