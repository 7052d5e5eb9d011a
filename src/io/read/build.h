/* A source that grows edge by edge, its nodes named by tokens. */
#ifndef MG_BUILD_H
#define MG_BUILD_H

#include "io/ids.h"
#include "io/source.h"
#include "io/tokens.h"

typedef struct {
  mg_source *src;
  mg_ids ids;
  size_t ends_cap;
  size_t id_column;            /* + 1; 0: none yet */
  mg_tokens *tokens;           /* where nodes are entered instead of in the source,
                                  whose ids the builder has meanwhile; or NULL */
  uint64_t place;              /* of the next */
} mg_builder;

/* Start with an empty source, which the builder borrows.  Where the source is a piece
 * whose nodes are entered elsewhere, src->n goes on from there. */
void mg_builder_init(mg_builder *b, mg_source *src);

/* The source is read: it gets the ids, which may serve as names, and its
 * arrays are trimmed. */
void mg_builder_done(mg_builder *b);

/* Bounds of the edges, in the columns `lower` and `upper`, or `len` where all
 * are equal.  They come before other columns of edges.  Zeroed: none yet. */
typedef struct {
  int intervals;               /* some lower < upper: there are two columns */
} mg_bounds;

/* The bounds of the edge added last. */
mgnn_status mg_bounds_put(mg_bounds *bounds, mg_source *src, double lower,
                          double upper, mgnn_error *err);
/* All edges have theirs. */
void mg_bounds_done(const mg_bounds *bounds, mg_source *src);

/* Free what is the builder's own; the source stays. */
void mg_builder_free(mg_builder *b);

/* The node of a token.  A new token makes a node, whose attribute `id` is the
 * token as text.  Fails with MGNN_ENOMEM, or MGNN_EPARSE at too many nodes. */
mgnn_status mg_builder_node(mg_builder *b, const char *s, size_t len,
                            unsigned *out, mgnn_error *err);

/* The same where it is known that the token spells the integer `id`. */
mgnn_status mg_builder_node_integer(mg_builder *b, int64_t id, const char *s,
                                    size_t len, unsigned *out, mgnn_error *err);

/* Nodes that edges name and the file does not list.  Zeroed: none. */
typedef struct {
  size_t count, line;          /* line: of the first */
  size_t column;               /* where a failure is; 0: not known */
  const char *first;           /* its id, in the source's pool */
} mg_unlisted;

/* An edge in that line names one: a failure, or with limits.lenient a node, which is
 * made if *node is MG_NAMES_NONE.  In the end, the note. */
mgnn_status mg_unlisted_end(mg_unlisted *u, mg_builder *b, const char *id, size_t line,
                            unsigned *node, mgnn_error *err);
mgnn_status mg_unlisted_note(const mg_unlisted *u, mg_source *src, mgnn_error *err);

/* Make nodes of the rows and of the columns of a matrix: r1, ... and c1, ... */
mgnn_status mg_builder_two_kinds(mg_source *src, size_t rows, size_t cols, mgnn_error *err);

/* What node i is called by; buf has MG_NUMBER_MAX bytes. */
const char *mg_builder_token(const mg_builder *b, size_t i, char *buf);

/* Add an edge; its number is then src->m - 1. */
mgnn_status mg_builder_edge(mg_builder *b, unsigned from, unsigned to,
                            size_t line, mgnn_error *err);

/* Add `count` edges from the line `line` on, one per line.  node: their ends;
 * those that are MG_NAMES_NONE are new or become known by the first rows, and
 * are filled in, by the integers in id.  So many must be allowed:
 * mg_builder_edges_left. */
mgnn_status mg_builder_edges(mg_builder *b, size_t count, const int64_t *id,
                             uint32_t *node, size_t unknown, size_t line,
                             mgnn_error *err);
/* How many more edges are allowed. */
size_t mg_builder_edges_left(const mg_builder *b);

#endif
