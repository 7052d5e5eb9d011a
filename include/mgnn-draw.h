/* libmgnn-draw: draw graphs as mgnn-layout does.
 *
 * A drawing consists of a graph, attributes of its nodes and edges, and options named
 * as in mgnn-layout(1).  With positions it becomes SVG, PNG, PDF or an interactive HTML
 * page.  All data are plain arrays, and statuses and errors are those of mgnn.h.  The
 * library never prints and keeps no state between calls; several threads may draw at
 * the same time.  Cairo and Pango are loaded with the first drawing.
 *
 * See libmgnn-draw(3). */
#ifndef MGNN_DRAW_H
#define MGNN_DRAW_H

#include <mgnn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A graph with its attributes and the options of its drawing. */
typedef struct mgnn_draw mgnn_draw;

/* The graph.
 *
 * nodes, edges   the sizes.
 * ends           2*edges node numbers, without loops and parallel edges.
 * length         one per edge: target length or lower bound; NULL: there are no
 *                lengths, and the drawing shows no scale.
 * upper          one per edge: upper bound, INFINITY for none; NULL: exact lengths.
 * stiffness      one per edge, positive, for the nodes' shares of the energy; NULL:
 *                all 1. */
typedef struct {
  size_t nodes, edges;
  const mgnn_node *ends;
  const double *length, *upper, *stiffness;
} mgnn_draw_graph;

/* Make a drawing; the arrays are copied.  Free *out with mgnn_draw_free; it is NULL if
 * the call fails.  Returns MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM. */
mgnn_status mgnn_draw_new(mgnn_draw **out, const mgnn_draw_graph *graph,
                          mgnn_error *err);
void mgnn_draw_free(mgnn_draw *d);

/* Set the names of the nodes, one each, in UTF-8; they need not be unique.  Without
 * names the nodes are called by their numbers. */
mgnn_status mgnn_draw_names(mgnn_draw *d, const char *const *name,
                            mgnn_error *err);

/* Set an attribute of the nodes or edges: a number (NAN: none) or a text (NULL: none)
 * for each.  Options refer to it by name, such as node-color attr:NAME.  Setting it
 * again replaces it. */
typedef enum { MGNN_DRAW_NODES, MGNN_DRAW_EDGES } mgnn_draw_part;
mgnn_status mgnn_draw_numbers(mgnn_draw *d, mgnn_draw_part part,
                              const char *name, const double *value,
                              mgnn_error *err);
mgnn_status mgnn_draw_texts(mgnn_draw *d, mgnn_draw_part part,
                            const char *name, const char *const *text,
                            mgnn_error *err);

/* Set an option of mgnn-layout(1), without the leading --, to a value; NULL or "" for
 * an option without a value.  Setting it again replaces it.  MGNN_EINVAL: the option or
 * the value does not exist; attributes that it names are checked when the drawing is
 * made.  In addition to mgnn-layout(1), labels NAME colours nodes by that attribute,
 * and frames sheet or frames animation draws all frames.  Edges have an arrowhead at
 * their second end if their number "(directed)" is 1, at both ends if it is 2. */
mgnn_status mgnn_draw_set(mgnn_draw *d, const char *option, const char *value,
                          mgnn_error *err);

/* The name of option k, NULL after the last, with the name of its value (NULL: it takes
 * none) and its help.  And the name of format k, "svg", ..., NULL after the last. */
const char *mgnn_draw_option(size_t k, const char **value, const char **help);
const char *mgnn_draw_format(size_t k);

/* Set the number of frames: positions y then hold one frame after the other, such as
 * the layers of mgnn_propagate, the start first.  The format "html" shows all frames,
 * the others the last or those of the option frames.  MGNN_EINVAL: 0 frames. */
mgnn_status mgnn_draw_frames(mgnn_draw *d, size_t frames, mgnn_error *err);

/* Draw.
 *
 * dim     1 to 10000; more than two are projected.
 * y       nodes*dim positions in the space of Y, or frames*nodes*dim.
 * format  "svg", "png", "pdf" or "html".
 * bytes   receives the picture, to be freed with mgnn_draw_bytes_free; NULL if the
 *         call fails.
 *
 * The same input gives the same bytes with the same versions of the libraries.
 * Returns MGNN_OK, MGNN_EINVAL, MGNN_ENOMEM, or MGNN_EIO: Cairo and Pango could not
 * be loaded, or failed. */
mgnn_status mgnn_draw_bytes(const mgnn_draw *d, size_t dim, const double *y,
                            const char *format, unsigned char **bytes,
                            size_t *size, mgnn_error *err);
void mgnn_draw_bytes_free(unsigned char *bytes);

/* Draw into a file, which is written whole or not at all.  format NULL: by the suffix
 * of the path. */
mgnn_status mgnn_draw_file(const mgnn_draw *d, size_t dim, const double *y,
                           const char *format, const char *path,
                           mgnn_error *err);

#ifdef __cplusplus
}
#endif

#endif
