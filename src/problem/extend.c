/* Places new nodes near their neighbours, breadth first from the old nodes. */
#include "extend.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/reproducible_sum.h"

#include <string.h>

/* Distance of a new node from the mean of its neighbours, in lengths, so that two
 * nodes with the same neighbours do not start at one point. */
#define APART 0.1

typedef struct {
  const mg_extend_graph *g;
  size_t dim;
  unsigned long seed;
  double *x;
  unsigned char *placed;       /* n */
  double *way;                 /* dim */
} work;

static size_t
name_of(const work *w, size_t i)
{
  return w->g->name != NULL ? w->g->name[i] : i;
}

/* The mean of the placed neighbours of node i except `but`; returns their number. */
static size_t
neighbours_mean(const work *w, size_t i, size_t but, double *mean)
{
  const mg_extend_graph *g = w->g;
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

/* Place node i a length away from its neighbour j, opposite to j's other neighbours. */
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
  if (norm > 0)                /* so that new nodes at one neighbour spread out */
    mg_random_direction(w->seed, name_of(w, i), name_of(w, j), w->dim, 0.5 * norm,
                        w->way);
  else {
    memset(w->way, 0, w->dim * sizeof *w->way);
    mg_random_direction(w->seed, name_of(w, i), name_of(w, j), w->dim, 1, w->way);
    norm = 1;
  }
  for (size_t c = 0; c < w->dim; c++)
    to[c] = from[c] + w->g->length * w->way[c] / norm;
}

static void
place_node(const work *w, size_t i)
{
  const mg_extend_graph *g = w->g;
  double *to = w->x + i * w->dim;
  size_t only = 0;

  if (neighbours_mean(w, i, i, to) == 1) {
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (w->placed[g->to[k]])
        only = g->to[k];
    place_beyond(w, i, only);
    return;
  }
  mg_random_direction(w->seed, name_of(w, i), g->whole, w->dim, APART * g->length, to);
}

mgnn_status
mg_extend_reached(const mg_extend_graph *g, size_t dim, unsigned long seed,
                  unsigned char *placed, double *x, mgnn_error *err)
{
  work w = { g, dim, seed, x, placed, mg_alloc(dim, sizeof *w.way) };
  unsigned *queue = mg_alloc(g->n, sizeof *queue);
  size_t count = 0;
  mgnn_status status = MGNN_OK;

  if (w.way == NULL || queue == NULL)
    TRY(mg_fail_memory(err));
  for (unsigned i = 0; i < g->n; i++)
    if (placed[i])
      queue[count++] = i;
  for (size_t k = 0; k < count; k++)
    for (size_t s = g->row[queue[k]]; s < g->row[queue[k] + 1]; s++) {
      unsigned j = g->to[s];

      if (placed[j])
        continue;
      place_node(&w, j);
      placed[j] = 1;
      queue[count++] = j;
    }
end:
  mg_free_all(w.way, queue);
  return status;
}

/* Random places in a cube to the right of the nodes that are placed. */
void
mg_extend_rest(const mg_extend_graph *g, size_t dim, unsigned long seed,
               const unsigned char *placed, double right, double base, double *x)
{
  uint64_t stream = mg_random_stream(seed, 77);
  size_t rest = 0;
  double side;

  for (size_t i = 0; i < g->n; i++)
    rest += !placed[i];
  side = g->length * sqrt((double)rest);
  for (size_t i = 0; i < g->n; i++)
    for (size_t c = 0; c < dim && !placed[i]; c++)
      x[i * dim + c] = side * mg_random_uniform(&stream)
                       + (c == 0 ? right + g->length : c == 1 ? base - side / 2 : 0);
}

/* The sums are exact, so that several processes compute the same positions. */
mgnn_status
mg_extend_places(const mg_graph *g, size_t dim, unsigned long seed,
                 const unsigned char *has, double *x, mgnn_error *err)
{
  unsigned char *placed = mg_alloc(g->n, 1);
  mg_extend_graph whole = { g->n, NULL, g->n, g->row, g->to, 1 };
  mg_sum lengths = { 0 }, base = { 0 };
  double right = 0;
  size_t count = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(placed, err));
  memcpy(placed, has, g->n);
  for (size_t e = 0; e < g->m; e++)
    mg_sum_add(&lengths, g->target[e]);
  if (mg_sum_value(&lengths) > 0)
    whole.length = mg_sum_value(&lengths) / (double)g->m;
  TRY(mg_extend_reached(&whole, dim, seed, placed, x, err));
  for (size_t i = 0; i < g->n; i++)
    if (placed[i]) {
      right = count++ == 0 || x[i * dim] > right ? x[i * dim] : right;
      mg_sum_add(&base, dim > 1 ? x[i * dim + 1] : 0);
    }
  if (count < g->n)
    mg_extend_rest(&whole, dim, seed, placed, right,
                   count > 0 ? mg_sum_value(&base) / (double)count : 0, x);
end:
  mg_free(placed);
  return status;
}
