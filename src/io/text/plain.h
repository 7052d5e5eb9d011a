/* A fast path for large tables: rows of two integers and perhaps a decimal,
 * such as `12,7,0.25`, are read without splitting them into cells, and blocks
 * of rows in parallel. */
#ifndef MG_PLAIN_H
#define MG_PLAIN_H

#include "stream.h"
#include "io/ids.h"

/* A block of such rows, one per line. */
typedef struct {
  size_t rows, line;           /* number of rows, and line of the first */
  int64_t *id;                 /* 2 per row */
  uint32_t *node;              /* the nodes of these; MG_NAMES_NONE: unknown */
  double *x;                   /* 1 per row, if there are decimals */
  size_t unknown;              /* how many of `node` are MG_NAMES_NONE */
  char *begin, *end;           /* the text */
  char *stop;                  /* end of the rows: before `end` if a row of
                                  another kind follows */
} mg_row_block;

/* Start zeroed, with in, separator and decimals set. */
typedef struct {
  mg_stream *in;
  char separator;              /* as in mg_csv */
  int decimals;                /* rows have a decimal */
  mg_row_block *block;             /* the blocks read last */
  size_t count;
  size_t window;               /* number of blocks to try next time */
  int stopped;                 /* the row that follows is of another kind */
  size_t pause, idle;          /* rows to leave untried: still left, and last time */
} mg_plain;

/* Read as many plain rows as possible, perhaps none, into some blocks.  The
 * stream is left behind them; the caller reads the next row, of another kind,
 * as a line.  If many such rows follow each other, most are not tried at all.
 * Nodes are looked up in `ids`; if that is NULL, ids from 1 to `nodes` are
 * those of the nodes 0, 1, ...  Decimals are finite.  Fails as mg_stream_more
 * does. */
mgnn_status mg_plain_read(mg_plain *t, const mg_ids *ids, size_t nodes,
                          mgnn_error *err);

/* Go back to a row of a block so that the caller can read it as a line; all
 * blocks are then discarded. */
void mg_plain_back(mg_plain *t, const mg_row_block *q, size_t row);

void mg_plain_free(mg_plain *t);

#endif
