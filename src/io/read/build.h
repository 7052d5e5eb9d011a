/* A source that grows edge by edge, its nodes named by tokens. */
#ifndef MG_BUILD_H
#define MG_BUILD_H

#include "io/ids.h"
#include "io/source.h"

typedef struct {
  mg_source *src;
  mg_ids ids;
  size_t ends_cap;
  size_t id_column;            /* + 1; 0: none yet */
} mg_build;

/* Start with an empty source, which the build borrows. */
void mg_build_init(mg_build *b, mg_source *src);

/* The source is read: it gets the ids, which may serve as names, and gives
 * back what its arrays have to spare. */
void mg_build_done(mg_build *b);

/* Free what is the build's own; the source stays. */
void mg_build_free(mg_build *b);

/* The node of a token.  A new token makes a node, whose attribute `id` is the
 * token as text.  Fails with MGNN_ENOMEM, or MGNN_EPARSE at too many nodes. */
mgnn_status mg_build_node(mg_build *b, const char *s, size_t len, unsigned *out,
                          mgnn_error *err);

/* The same where it is known that the token spells the whole number `id`. */
mgnn_status mg_build_node_whole(mg_build *b, int64_t id, const char *s,
                                size_t len, unsigned *out, mgnn_error *err);

/* Add an edge; its number is then src->m - 1. */
mgnn_status mg_build_edge(mg_build *b, unsigned from, unsigned to, size_t line,
                          mgnn_error *err);

/* Add `count` edges from the line `line` on, one per line.  node: their ends;
 * those that are MG_NAMES_NONE are new or become known by the first rows, and
 * are filled in, by the whole numbers in id.  So many must be allowed:
 * mg_build_edges_left. */
mgnn_status mg_build_edges(mg_build *b, size_t count, const int64_t *id,
                           uint32_t *node, size_t unknown, size_t line,
                           mgnn_error *err);
/* How many more edges are allowed. */
size_t mg_build_edges_left(const mg_build *b);

#endif
