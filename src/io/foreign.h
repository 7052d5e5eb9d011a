/* Files that igraph reads, looked through by us first: igraph takes some
 * nonsense silently and tells no lines, so what is wrong is found here, with
 * its line, and what igraph stumbles over is smoothed. */
#ifndef MG_FOREIGN_H
#define MG_FOREIGN_H

#include "source.h"
#include <stdint.h>

/* Lines of nodes or edges, in the order of the file. */
typedef struct {
  uint32_t *line;
  size_t count, cap;
  uint32_t *from;              /* edges: the first end, which igraph forgets;
                                  or NULL */
  size_t from_cap;
} mg_lines;

/* A file in memory, and what was found in it. */
typedef struct {
  const char *path;            /* for messages */
  char *text;                  /* len bytes and a 0; checks may change it */
  size_t len;
  size_t skip, skip_lines;     /* bytes at its begin that igraph is not given,
                                  and the lines they are */
  mg_lines node, edge;         /* those known; else none, or fewer */
  unsigned char *has;          /* NCOL, LGL: per edge, 1 if it has a weight;
                                  Pajek: per node, how many coordinates; or
                                  NULL: as igraph says */
  size_t has_cap;
  size_t nodes;                /* GraphML: how many were found */
  int directed;                /* some edges are */
  mg_notes *notes;
  const mg_source *src;        /* for its limits */
} mg_foreign;

mgnn_status mg_foreign_graphml(mg_foreign *f, mgnn_error *err);
mgnn_status mg_foreign_pajek(mg_foreign *f, mgnn_error *err);
mgnn_status mg_foreign_ncol(mg_foreign *f, mgnn_error *err);
mgnn_status mg_foreign_lgl(mg_foreign *f, mgnn_error *err);

/* For them: add a line; the same of an edge with its first end. */
mgnn_status mg_lines_add(mg_lines *lines, size_t line, mgnn_error *err);
mgnn_status mg_lines_add_edge(mg_lines *lines, size_t line, size_t from,
                              mgnn_error *err);

#endif
