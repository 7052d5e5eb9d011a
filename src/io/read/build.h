/* Builds a source edge by edge; nodes are created when their tokens first appear. */
#ifndef MG_BUILD_H
#define MG_BUILD_H

#include "io/ids.h"
#include "io/source.h"
#include "io/tokens.h"

typedef struct {
  mg_source *src;
  mg_ids ids;
  size_t ends_cap;
  size_t id_column;            /* + 1; 0: not made yet */
  mg_tokens *tokens;           /* the nodes of a piece of a file are entered here,
                                  and the builder holds its ids; else NULL */
  uint64_t place;              /* of the next new node in tokens */
} mg_builder;

/* Start with an empty source, which the builder borrows.  If it is a piece of a
 * file with tokens of its own, src->n continues from their count. */
void mg_builder_init(mg_builder *b, mg_source *src);

/* Finish after the last edge: the source receives the ids, which may serve as
 * node names, and its arrays are trimmed. */
void mg_builder_done(mg_builder *b);

/* Bounds of the edges in the columns `lower` and `upper`, or in `len` if they are
 * equal for every edge.  These columns come before others of edges.  Start zeroed. */
typedef struct {
  int intervals;               /* some lower < upper, so there are two columns */
} mg_bounds;

/* Set the bounds of the edge added last. */
mgnn_status mg_bounds_put(mg_bounds *bounds, mg_source *src, double lower,
                          double upper, mgnn_error *err);
/* Call after the last edge: names the column `len` if all bounds are equal. */
void mg_bounds_done(const mg_bounds *bounds, mg_source *src);

/* Free the builder's own memory; the source is kept. */
void mg_builder_free(mg_builder *b);

/* Find the node of a token, or create it; its attribute `id` is then the token as
 * text.  Fails with MGNN_ENOMEM, or MGNN_EPARSE if there are too many nodes. */
mgnn_status mg_builder_node(mg_builder *b, const char *s, size_t len,
                            unsigned *out, mgnn_error *err);

/* The same for a token that spells the integer `id`. */
mgnn_status mg_builder_node_integer(mg_builder *b, int64_t id, const char *s,
                                    size_t len, unsigned *out, mgnn_error *err);

/* Counts nodes that edges name but the file does not list.  Start zeroed. */
typedef struct {
  size_t count, line;          /* line: of the first such node */
  size_t column;               /* of the edge's end, for errors; 0: not known */
  const char *first;           /* id of the first such node, in the source's pool */
} mg_unlisted;

/* An edge ends at an unlisted node: fail, or with limits.lenient keep the node,
 * made if *node is MG_NAMES_NONE.  mg_unlisted_note adds the final note. */
mgnn_status mg_unlisted_end(mg_unlisted *u, mg_builder *b, const char *id, size_t line,
                            unsigned *node, mgnn_error *err);
mgnn_status mg_unlisted_note(const mg_unlisted *u, mg_source *src, mgnn_error *err);

/* Create one node for each row and each column of a matrix: r1, ... and c1, ... */
mgnn_status mg_builder_two_kinds(mg_source *src, size_t rows, size_t cols, mgnn_error *err);

/* The token of node i; buf has MG_NUMBER_MAX bytes. */
const char *mg_builder_token(const mg_builder *b, size_t i, char *buf);

/* Add an edge; its number is then src->m - 1. */
mgnn_status mg_builder_edge(mg_builder *b, unsigned from, unsigned to,
                            size_t line, mgnn_error *err);

/* Add `count` edges, one per line from `line` on.  node: their 2*count ends.
 * Ends that are MG_NAMES_NONE (`unknown` of them) are filled in: the nodes of
 * the integers in id, created if new.  count must not exceed
 * mg_builder_edges_left. */
mgnn_status mg_builder_edges(mg_builder *b, size_t count, const int64_t *id,
                             uint32_t *node, size_t unknown, size_t line,
                             mgnn_error *err);
/* How many more edges the limits allow. */
size_t mg_builder_edges_left(const mg_builder *b);

#endif
