/* Breadth-first searches, one by one or 256 in parallel with one bit each.
 *
 * In parallel, every level passes over all nodes and collects the bits of their
 * neighbours (bottom-up; Then et al., "The more the merrier", 2014): as many
 * passes over the graph as its width, whatever the number of sources.  In a
 * random graph, where a single search misses the cache at every edge, that is a
 * dozen passes for all.  In a mesh it would be thousands, and single searches
 * find neighbours in the cache.
 *
 * igraph's searches go one by one and take 8 bytes per distance, four times as
 * many; distances.c has figures. */
#include "batch_bfs.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <string.h>

enum {
  WORDS = 4, SOURCES = 64 * WORDS,     /* sources in parallel */
  ROWS = 1024                          /* nodes in a block of work */
};

typedef struct {
  uint64_t word[WORDS];        /* bit s: source s */
} bits;

typedef struct {
  const mg_batch *batch;
  const mg_graph *g;
  int threads, over;
  unsigned *queue;             /* threads * n, for single searches */
  bits *seen, *now, *next;     /* n each: reached before; at this level and at
                                  the next */
} task;

/* Search breadth first from one node.  The column, all UINT16_MAX at first, shows
 * which nodes were reached, so that nothing else is accessed at random. */
static void
search_one(const task *t, unsigned source, unsigned *queue, uint16_t *column)
{
  const mg_graph *g = t->g;
  size_t tail = 1;

  memset(column, 255, g->n * sizeof *column);
  column[source] = 0;
  queue[0] = source;
  for (size_t head = 0; head < tail && tail < g->n; head++) {
    unsigned i = queue[head];
    uint16_t level = (uint16_t)(column[i] + 1);

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (column[g->to[k]] == UINT16_MAX) {
        column[g->to[k]] = level;
        queue[tail++] = g->to[k];
      }
  }
}

static void
search_each(task *t, uint16_t *column)
{
  const mg_batch *b = t->batch;

#pragma omp parallel for schedule(dynamic, 1) num_threads(t->threads)
  for (size_t k = 0; k < b->count; k++)
    if (!mg_run_over_any(b->control, &t->over))
      search_one(t, b->source[k], t->queue + (size_t)mg_thread() * t->g->n,
                 column + k * b->width);
}

/* Compute the next level of the nodes from begin to end - 1:
 *   next_i = (OR over neighbours j of now_j) AND NOT seen_i,
 * stopping early if all sources have reached i.  Nonzero if any node is reached. */
static int
level_rows(const task *t, const bits *all, size_t begin, size_t end,
           uint16_t level, uint16_t *column)
{
  const mg_graph *g = t->g;
  uint64_t any = 0;

  for (size_t i = begin; i < end; i++) {
    bits miss, got = { { 0 } };
    uint64_t left = 0;

    for (size_t w = 0; w < WORDS; w++)
      left |= miss.word[w] = all->word[w] & ~t->seen[i].word[w];
    for (size_t k = g->row[i]; k < g->row[i + 1] && left != 0; k++) {
      left = 0;
      for (size_t w = 0; w < WORDS; w++) {
        got.word[w] |= t->now[g->to[k]].word[w];
        left |= miss.word[w] & ~got.word[w];
      }
    }
    for (size_t w = 0; w < WORDS; w++) {
      uint64_t fresh = got.word[w] & miss.word[w];

      any |= fresh;
      t->next[i].word[w] = fresh;
      t->seen[i].word[w] |= fresh;
      for (; fresh != 0; fresh &= fresh - 1)
        column[(64 * w + (size_t)__builtin_ctzll(fresh)) * t->batch->width + i]
          = level;
    }
  }
  return any != 0;
}

static void
search_together(task *t, const unsigned *source, size_t count,
                uint16_t *column)
{
  size_t n = t->g->n;
  bits all = { { 0 } };
  int going = 1;

  memset(t->seen, 0, n * sizeof *t->seen);
  memset(t->now, 0, n * sizeof *t->now);
  for (size_t k = 0; k < count; k++) {
    uint64_t bit = UINT64_C(1) << k % 64;

    all.word[k / 64] |= bit;
    t->seen[source[k]].word[k / 64] |= bit;
    t->now[source[k]].word[k / 64] |= bit;
    column[k * t->batch->width + source[k]] = 0;
  }
  for (unsigned level = 1; going; level++) {
    bits *swap = t->now;

    if (mg_run_over(t->batch->control)) {
      t->over = 1;
      return;
    }
    going = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(t->threads) \
  reduction(| : going)
    for (size_t b = 0; b < n; b += ROWS)
      going |= level_rows(t, &all, b, b + ROWS < n ? b + ROWS : n,
                          (uint16_t)level, column);
    t->now = t->next;
    t->next = swap;
  }
}

mgnn_status
mg_batch_bfs(const mg_batch *b, uint16_t *column, int *stopped,
             mgnn_error *err)
{
  size_t n = b->graph->n, most = b->count < SOURCES ? b->count : SOURCES;
  task t = { .batch = b, .g = b->graph,
             .threads = mg_threads(b->control->threads) };
  bits *all = NULL;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < b->count; k++)
    memset(column + k * b->width + n, 0, (b->width - n) * sizeof *column);
  /* A pass for all sources costs less than four single searches, and there are
   * at most 2 far passes. */
  if (8 * b->far <= most) {
    TRY(mg_allocated(all = mg_alloc(3 * n, sizeof *all), err));
    t.seen = all;
    t.now = all + n;
    t.next = all + 2 * n;
    for (size_t k = 0; k < b->count && !t.over; k += SOURCES)
      search_together(&t, b->source + k,
                      b->count - k < SOURCES ? b->count - k : SOURCES,
                      column + k * b->width);
  } else {
    TRY(mg_allocated(t.queue = mg_alloc((size_t)t.threads * n, sizeof *t.queue), err));
    search_each(&t, column);
  }
  *stopped = t.over;
end:
  mg_free_all(all, t.queue);
  return status;
}
