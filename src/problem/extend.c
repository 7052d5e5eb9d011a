/* New nodes near their neighbours, breadth first from the old ones. */
#include "extend.h"
#include "base/mem.h"
#include "base/random.h"

#include <string.h>

/* How far from the mean of several neighbours, in lengths: so that two nodes
 * with the same neighbours do not start at one point. */
#define APART 0.1

typedef struct {
  const mg_graph *g;
  size_t dim;
  unsigned long seed;
  double *x;
  unsigned char *placed;       /* n */
  double length;               /* the mean one, 1 without edges */
  double *way;                 /* dim */
} work;

/* The mean of the placed neighbours of node i but one; returns their number. */
static size_t
neighbours_mean(const work *w, size_t i, size_t but, double *mean)
{
  const mg_graph *g = w->g;
  size_t count = 0;

  memset(mean, 0, w->dim * sizeof *mean);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    size_t j = g->to[k];

    if (j == but || !w->placed[j])
      continue;
    count++;
    for (size_t c = 0; c < w->dim; c++)
      mean[c] += w->x[j * w->dim + c];
  }
  for (size_t c = 0; c < w->dim && count > 0; c++)
    mean[c] /= (double)count;
  return count;
}

/* One length from its neighbour j, away from the others of j. */
static void
place_beyond(const work *w, size_t i, size_t j)
{
  double *to = w->x + i * w->dim, *from = w->x + j * w->dim, norm = 0;

  if (neighbours_mean(w, j, i, w->way) > 0)
    for (size_t c = 0; c < w->dim; c++) {
      w->way[c] = from[c] - w->way[c];
      norm += w->way[c] * w->way[c];
    }
  norm = sqrt(norm);
  if (norm > 0)                /* several at one neighbour go different ways */
    mg_random_direction(w->seed, i, j, w->dim, 0.5 * norm, w->way);
  else {
    memset(w->way, 0, w->dim * sizeof *w->way);
    mg_random_direction(w->seed, i, j, w->dim, 1, w->way);
    norm = 1;
  }
  for (size_t c = 0; c < w->dim; c++)
    to[c] = from[c] + w->length * w->way[c] / norm;
}

static void
place_node(const work *w, size_t i)
{
  const mg_graph *g = w->g;
  double *to = w->x + i * w->dim;
  size_t only = 0;

  if (neighbours_mean(w, i, i, to) == 1) {
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (w->placed[g->to[k]])
        only = g->to[k];
    place_beyond(w, i, only);
    return;
  }
  mg_random_direction(w->seed, i, g->n, w->dim, APART * w->length, to);
}

/* Nodes that no edge leads to: beside the rest, along the first axis. */
static void
place_rest(const work *w)
{
  uint64_t stream = mg_random_stream(w->seed, 77);
  double right = 0, left = 0, base = 0;
  size_t placed = 0, rest = 0;
  double side;

  for (size_t i = 0; i < w->g->n; i++) {
    double x = w->x[i * w->dim];

    if (!w->placed[i]) {
      rest++;
      continue;
    }
    right = placed == 0 || x > right ? x : right;
    left = placed == 0 || x < left ? x : left;
    base += w->dim > 1 ? w->x[i * w->dim + 1] : 0;
    placed++;
  }
  base = placed > 0 ? base / (double)placed : 0;
  side = w->length * sqrt((double)rest);
  for (size_t i = 0; i < w->g->n; i++)
    for (size_t c = 0; c < w->dim && !w->placed[i]; c++)
      w->x[i * w->dim + c] = side * mg_random_uniform(&stream)
                             + (c == 0 ? right + w->length
                                : c == 1 ? base - side / 2 : 0);
}

mgnn_status
mg_extend_places(const mg_graph *g, size_t dim, unsigned long seed,
                 const unsigned char *has, double *x, mgnn_error *err)
{
  double mean = mg_mean_length(g);
  work w = { g, dim, seed, x, mg_alloc(g->n, 1), mean > 0 ? mean : 1,
             mg_alloc(dim, sizeof *w.way) };
  unsigned *queue = mg_alloc(g->n, sizeof *queue);
  size_t count = 0;
  mgnn_status status = MGNN_OK;

  if (w.placed == NULL || w.way == NULL || queue == NULL)
    TRY(mg_fail_memory(err));
  memcpy(w.placed, has, g->n);
  for (unsigned i = 0; i < g->n; i++)
    if (has[i])
      queue[count++] = i;
  for (size_t k = 0; k < count; k++)
    for (size_t s = g->row[queue[k]]; s < g->row[queue[k] + 1]; s++) {
      unsigned j = g->to[s];

      if (w.placed[j])
        continue;
      place_node(&w, j);
      w.placed[j] = 1;
      queue[count++] = j;
    }
  if (count < g->n)
    place_rest(&w);
end:
  mg_free(w.placed);
  mg_free(w.way);
  mg_free(queue);
  return status;
}
