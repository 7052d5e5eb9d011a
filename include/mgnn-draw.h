/* libmgnn-draw: draw graphs as mgnn-layout does.
 *
 * A drawing is made of a graph, of what is known of its nodes and edges, and of
 * options by the words of mgnn-layout(1).  Then positions become bytes: SVG, PNG,
 * PDF, or a page for browsers.  Everything passes as plain arrays, as in mgnn.h,
 * whose statuses and errors are used here.  The library never prints and keeps no
 * state between calls; drawings of different threads do not touch each other.
 * Cairo and Pango are loaded when the first drawing is made.
 *
 * See libmgnn-draw(3). */
#ifndef MGNN_DRAW_H
#define MGNN_DRAW_H

#include <mgnn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A graph to be drawn, and how. */
typedef struct mgnn_draw mgnn_draw;

/* The graph.
 *
 * nodes, edges   sizes; ends has 2*edges node numbers, no loop and no pair twice.
 * length         edges target lengths, or lower bounds; NULL: none are known, and
 *                the drawing shows no scale.
 * upper          edges upper bounds, INFINITY for none; NULL: lengths are exact.
 * stiffness      edges positive numbers, for shares of the energy; NULL: all 1. */
typedef struct {
  size_t nodes, edges;
  const mgnn_node *ends;
  const double *length, *upper, *stiffness;
} mgnn_draw_graph;

/* Make one; the arrays are copied.  *out is NULL if the call fails; else free it
 * with mgnn_draw_free.  Returns MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM. */
mgnn_status mgnn_draw_new(mgnn_draw **out, const mgnn_draw_graph *graph,
                          mgnn_error *err);
void mgnn_draw_free(mgnn_draw *d);

/* Names of the nodes, one each, in UTF-8.  Without them they are called by their
 * numbers.  Two may have the same. */
mgnn_status mgnn_draw_names(mgnn_draw *d, const char *const *name,
                            mgnn_error *err);

/* What is known of nodes or edges: a name for it, and a number (NAN: not known)
 * or a text (NULL: not known) for each.  Options name it, such as node-color
 * attr:NAME.  Given again under the same name, it is replaced. */
typedef enum { MGNN_DRAW_NODES, MGNN_DRAW_EDGES } mgnn_draw_part;
mgnn_status mgnn_draw_numbers(mgnn_draw *d, mgnn_draw_part part,
                              const char *name, const double *value,
                              mgnn_error *err);
mgnn_status mgnn_draw_texts(mgnn_draw *d, mgnn_draw_part part,
                            const char *name, const char *const *text,
                            mgnn_error *err);

/* Set an option: its word in mgnn-layout(1), without the leading --, and its
 * value; NULL or "" for one that takes none.  labels NAME colours nodes by what
 * is known of them under that name.  frames sheet and frames animation draw all
 * frames.  Edges whose number under the name "(directed)" is 1 have an arrowhead at
 * their second end, 2 at both.  Given again, an option is replaced.  What
 * its value depends on is checked when the drawing is made.  MGNN_EINVAL: there is
 * no such option, or no such value. */
mgnn_status mgnn_draw_set(mgnn_draw *d, const char *option, const char *value,
                          mgnn_error *err);

/* Option number k, what its value is called (NULL: it takes none) and what it
 * does; NULL after the last.  format number k: "svg", ...; NULL after the last. */
const char *mgnn_draw_option(size_t k, const char **value, const char **help);
const char *mgnn_draw_format(size_t k);

/* From now on y has the positions of so many frames one after the other, such as the
 * layers of mgnn_propagate, the start first: "html" shows them all, the other formats
 * the last, or those that the option frames asks for.  Returns MGNN_OK or MGNN_EINVAL: 0 frames. */
mgnn_status mgnn_draw_frames(mgnn_draw *d, size_t frames, mgnn_error *err);

/* Draw.
 *
 * dim     1 to 10000; of more than two the page shows what shows most.
 * y       nodes*dim positions (the space of Y, where edges have their lengths), or
 *         frames*nodes*dim.
 * format  "svg", "png", "pdf" or "html".
 * bytes   receives them, to be given back with mgnn_draw_bytes_free; NULL if the
 *         call fails.
 *
 * The same input gives the same bytes with the same versions of the libraries.
 * Returns MGNN_OK, MGNN_EINVAL, MGNN_ENOMEM, or MGNN_EIO: Cairo and Pango could not
 * be loaded, or failed. */
mgnn_status mgnn_draw_bytes(const mgnn_draw *d, size_t dim, const double *y,
                            const char *format, unsigned char **bytes,
                            size_t *size, mgnn_error *err);
void mgnn_draw_bytes_free(unsigned char *bytes);

/* The same into a file, written whole or not at all.  format NULL: by the
 * suffix. */
mgnn_status mgnn_draw_file(const mgnn_draw *d, size_t dim, const double *y,
                           const char *format, const char *path,
                           mgnn_error *err);

#ifdef __cplusplus
}
#endif

#endif
