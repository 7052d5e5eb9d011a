/* Reads plain rows in blocks.  The blocks, and so all results, are the same for
 * any number of threads. */
#include "plain.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"

#include <math.h>
#include <string.h>

/* BLOCK_BYTES: the size of a block; ROW_BYTES: the shortest row, "1 2\n".
 * After a row of another kind fewer blocks are tried, as those behind such a
 * row are read again. */
#ifndef MG_BLOCK_BYTES         /* small for fuzzing, to get several */
#define MG_BLOCK_BYTES (1 << 15)
#endif
enum { BLOCK_BYTES = MG_BLOCK_BYTES, ROW_BYTES = 4, WINDOW_MAX = 16,
       IDLE_MAX = 4096 };
enum { ROWS_MAX = BLOCK_BYTES / ROW_BYTES + 1 };

/* ---- one row ---- */

/* Read digits without leading zeros; NULL for anything else.  At most 15: after
 * 16 there may be more, which two calls of mg_number_eight do not see. */
static inline char *
whole_read(char *p, int64_t *out)
{
  uint64_t high = 0, low = 0;
  int count = mg_number_eight(p, &high), more = 0;

  if (count == 0 || (*p == '0' && count > 1))
    return NULL;
  if (count == 8) {
    static const uint32_t power[] = { 1, 10, 100, 1000, 10000, 100000, 1000000,
                                      10000000, 100000000 };

    more = mg_number_eight(p + 8, &low);
    high = high * power[more] + low;
    if (more == 8)
      return NULL;
  }
  *out = (int64_t)high;
  return p + count + more;
}

static inline char *
separator_skip(char *p, char separator)
{
  char *q = p;

  if (*p == separator && (unsigned char)p[1] > ' ')
    return p + 1;              /* the most frequent case */
  while (*q == ' ' || (*q == '\t' && separator != '\t'))
    q++;
  if (separator == ' ')
    return q > p ? q : NULL;
  if (*q++ != separator)
    return NULL;
  while (*q == ' ')
    q++;
  return q;
}

/* Read the row at p into row k of a block.  Returns the start of the next line,
 * or NULL if the row is not plain.  There must be a line end before `end`. */
static inline char *
row_read(mg_row_block *q, size_t k, char *p, const char *end, char separator,
         int decimals)
{
  while (separator == ' ' && (*p == ' ' || *p == '\t'))
    p++;
  p = whole_read(p, &q->id[2 * k]);
  p = p != NULL ? separator_skip(p, separator) : NULL;
  p = p != NULL ? whole_read(p, &q->id[2 * k + 1]) : NULL;
  if (p != NULL && decimals) {
    p = separator_skip(p, separator);
    p = p != NULL ? (char *)mg_number_read(p, end, &q->x[k]) : NULL;
    if (p != NULL && isinf(q->x[k]))
      return NULL;
  }
  if (p == NULL)
    return NULL;
  while (*p == ' ' || (*p == '\t' && separator == ' '))
    p++;
  while (*p == '\r')           /* as mg_line_length does */
    p++;
  return *p == '\n' ? p + 1 : NULL;
}

/* ---- one block ---- */

static inline uint32_t
node_of(int64_t id, const mg_ids *ids, size_t nodes)
{
  if (ids != NULL)
    return mg_ids_find(ids, id);
  return (uint64_t)id - 1 < nodes ? (uint32_t)(id - 1) : MG_NAMES_NONE;
}

static void
block_read(mg_row_block *q, char separator, int decimals, const mg_ids *ids,
           size_t nodes)
{
  char *p = q->begin;
  size_t k = 0;

  while (p < q->end && k < ROWS_MAX) {
    char *next = row_read(q, k, p, q->end, separator, decimals);

    if (next == NULL)
      break;
    p = next;
    k++;
  }
  q->stop = p;
  q->rows = k;
  q->unknown = 0;
  /* A loop of its own, so that cache misses overlap. */
  for (k = 0; k < 2 * q->rows; k++) {
    q->node[k] = node_of(q->id[k], ids, nodes);
    q->unknown += q->node[k] == MG_NAMES_NONE;
  }
}

/* ---- the window ---- */

/* Cut the buffer into blocks, at line ends; an incomplete last line is left. */
static mgnn_status
cut(mg_plain *t, mgnn_error *err)
{
  const mg_stream *in = t->in;
  char *last = mg_last_byte(in->p, '\n', (size_t)(in->end - in->p));
  char *p = in->p;

  t->count = 0;
  while (last != NULL && p <= last && t->count < t->window) {
    mg_row_block *q = &t->block[t->count];
    char *stop = last - p > BLOCK_BYTES ? memchr(p + BLOCK_BYTES, '\n',
                 (size_t)(last + 1 - p - BLOCK_BYTES)) : last;

    if (q->id == NULL)
      q->id = mg_alloc(ROWS_MAX, 2 * sizeof *q->id);
    if (q->node == NULL)
      q->node = mg_alloc(ROWS_MAX, 2 * sizeof *q->node);
    if (q->x == NULL && t->decimals)
      q->x = mg_alloc(ROWS_MAX, sizeof *q->x);
    if (q->id == NULL || q->node == NULL || (q->x == NULL && t->decimals))
      return mg_fail_memory(err);
    q->begin = p;
    q->end = p = stop + 1;
    t->count++;
  }
  return MGNN_OK;
}

static mgnn_status
supply(mg_plain *t, mgnn_error *err)
{
  mg_stream *in = t->in;
  size_t want = t->window * BLOCK_BYTES;

  PASS(mg_stream_widen(in, 2 * want, err));
  if (!in->done && (size_t)(in->end - in->p) < want) {
    char *keep = in->p;

    PASS(mg_stream_more(in, &keep, err));
  }
  return MGNN_OK;
}

mgnn_status
mg_plain_read(mg_plain *t, const mg_ids *ids, size_t nodes, mgnn_error *err)
{
  mg_stream *in = t->in;
  int threads = mg_threads(0), all;
  size_t count, rows = 0;

  if (t->pause > 0) {
    t->pause--;
    t->stopped = 1;
    t->count = 0;
    return MGNN_OK;
  }
  if (t->block == NULL)
    t->block = mg_zalloc(WINDOW_MAX, sizeof *t->block);
  PASS(mg_allocated(t->block, err));
  t->window += t->window == 0;
  PASS(supply(t, err));
  PASS(cut(t, err));
  count = t->count;
  /* If the blocks use up the buffer, one thread reads on in the file meanwhile. */
  all = count > 1 && (size_t)(in->end - t->block[count - 1].end) < BLOCK_BYTES;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) \
  if (count > 1)
  for (size_t k = 0; k <= count; k++)
    if (k > 0)
      block_read(&t->block[k - 1], t->separator, t->decimals, ids, nodes);
    else if (all)
      mg_stream_ahead(in);
  (void)threads;               /* used by OpenMP only */
  t->stopped = count == 0;
  for (size_t k = 0; k < count && !t->stopped; k++) {
    mg_row_block *q = &t->block[k];

    q->line = in->line + 1;
    in->line += q->rows;
    rows += q->rows;
    in->p = q->stop;
    t->stopped = q->stop < q->end;
    t->count = k + 1;
  }
  t->window = t->stopped ? 1 : t->window < WINDOW_MAX ? 2 * t->window
              : WINDOW_MAX;
  /* Exponential back-off: if rows of other kinds follow each other, most are
   * not tried. */
  t->idle = rows > 0 ? 0 : t->idle < IDLE_MAX ? 2 * t->idle + 1 : IDLE_MAX;
  t->pause = t->stopped ? t->idle : 0;
  return MGNN_OK;
}

void
mg_plain_back(mg_plain *t, const mg_row_block *q, size_t row)
{
  mg_stream *in = t->in;

  in->p = q->begin;
  for (size_t k = 0; k < row; k++)
    in->p = (char *)memchr(in->p, '\n', (size_t)(q->end - in->p)) + 1;
  in->line = q->line + row - 1;
  t->stopped = 1;
  t->window = 1;
  t->count = 0;
}

void
mg_plain_free(mg_plain *t)
{
  for (size_t k = 0; t->block != NULL && k < WINDOW_MAX; k++)
    mg_free_all(t->block[k].id, t->block[k].node, t->block[k].x);
  mg_free(t->block);
  memset(t, 0, sizeof *t);
}
