/* A source that grows edge by edge, its nodes named by tokens. */
#ifndef MG_BUILD_H
#define MG_BUILD_H

#include "ids.h"
#include "source.h"

typedef struct {
  mg_source *src;
  mg_ids ids;
  size_t ends_cap, lines_cap;
  size_t id_column;            /* + 1; 0: none yet */
} mg_build;

/* Start with an empty source, which the build borrows. */
void mg_build_init(mg_build *b, mg_source *src);

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

#endif
