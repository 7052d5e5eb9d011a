/* Rows of two integers and perhaps a decimal, which is what large tables
 * consist of: `12,7,0.25`.  They are not split into cells, and blocks of a
 * table are read in parallel. */
#ifndef MG_PLAIN_H
#define MG_PLAIN_H

#include "stream.h"
#include "io/ids.h"

/* Some rows, one per line. */
typedef struct {
  size_t rows, line;           /* how many, and the line of the first */
  int64_t *id;                 /* 2 per row */
  uint32_t *node;              /* the nodes of these; MG_NAMES_NONE: none yet */
  double *x;                   /* 1 per row, where there are decimals */
  size_t unknown;              /* how many of `node` are MG_NAMES_NONE */
  char *begin, *end;           /* the text */
  char *stop;                  /* where the rows end: before `end` if there is
                                  one of another kind */
} mg_row_block;

/* Zeroed but for the first three, it is ready. */
typedef struct {
  mg_stream *in;
  char separator;              /* as that of an mg_csv */
  int decimals;                /* rows have one */
  mg_row_block *block;             /* those read last */
  size_t count;
  size_t window;               /* how many to try next time */
  int stopped;                 /* the row that follows is of another kind */
  size_t pause, idle;          /* rows to skip trying, now and last time */
} mg_plain;

/* Read some blocks: as many rows as there are, and at least none.  The stream
 * is left behind them; what then is there is for others to read, as a line.
 * Where such lines follow each other, most are not tried at all.
 * Nodes are looked up in `ids`; if that is NULL, ids from 1 to `nodes` are
 * those of the nodes 0, 1, ...  Each decimal is finite.  Fails as
 * mg_stream_more does. */
mgnn_status mg_plain_read(mg_plain *t, const mg_ids *ids, size_t nodes,
                          mgnn_error *err);

/* Go back to a row of a block, for others to read it; there are no blocks
 * then. */
void mg_plain_back(mg_plain *t, const mg_row_block *q, size_t row);

void mg_plain_free(mg_plain *t);

#endif
