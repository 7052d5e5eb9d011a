/* Writes the looks and the attributes of single nodes and edges for the interactive
 * HTML page. */
#ifndef MG_HTML_LOOKS_H
#define MG_HTML_LOOKS_H

#include "base/graph.h"
#include "io/given.h"
#include "io/write/json.h"
#include "render/figure/picture.h"

/* Write a colour as a JSON string; begin a list on one line. */
void mg_html_colour(mg_json *j, mg_colour c);
void mg_html_row(mg_json *j, const char *key);

/* Write the "looks" of a picture of a graph, unless they are plain; named: which names
 * are written. */
void mg_html_looks(mg_json *j, const mg_picture *pic, const mg_graph *g, int named);

/* Write the "attributes" of the nodes and of the edges (of merged edges the first).
 * Writes nothing if there are no values, or too many.  Returns 0 if out of memory. */
int mg_html_attributes(mg_json *j, const mg_given *given, const mg_graph *g);

#endif
