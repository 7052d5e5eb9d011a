/* A rigid motion onto pinned coordinates.  Where all coordinates of a node are
 * pinned this is Kabsch's fit; where some are free, their places are taken from
 * the fit before, and the fit is repeated. */
#include "align_pins.h"
#include "align.h"
#include "base/mem.h"
#include "base/vec.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 60, TURNS = 8 };

/* The nodes with a pin, and room for what they become. */
typedef struct {
  size_t dim, count;
  size_t *node;
  int partial;                 /* some node has a coordinate that is free */
  double *x;                   /* count*dim: the free drawing */
  double *now;                 /* the same, moved */
  double *goal;                /* pinned coordinates as given, others as now */
  double *best;                /* of all tries */
} held;

static mgnn_status
held_init(held *h, size_t n, size_t dim, const unsigned char *pin,
          mgnn_error *err)
{
  memset(h, 0, sizeof *h);
  h->dim = dim;
  h->node = mg_alloc(n, sizeof *h->node);
  if (h->node == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < n; i++) {
    size_t pins = 0;

    for (size_t c = i * dim; c < (i + 1) * dim; c++)
      pins += pin[c] != 0;
    if (pins > 0)
      h->node[h->count++] = i;
    h->partial |= pins > 0 && pins < dim;
  }
  h->x = mg_alloc(4 * h->count, dim * sizeof *h->x);
  if (h->x == NULL) {
    mg_free(h->node);
    return mg_fail_memory(err);
  }
  h->now = h->x + h->count * dim;
  h->goal = h->now + h->count * dim;
  h->best = h->goal + h->count * dim;
  return MGNN_OK;
}

static void
held_free(held *h)
{
  mg_free(h->x);
  mg_free(h->node);
}

/* Set the goal from `given` and `now`; returns the squared distance of the
 * pinned coordinates. */
static double
goal_set(held *h, const unsigned char *pin, const double *given)
{
  double sum = 0;

  for (size_t k = 0; k < h->count; k++)
    for (size_t c = 0; c < h->dim; c++) {
      size_t at = h->node[k] * h->dim + c, here = k * h->dim + c;
      double gap = pin[at] ? given[at] - h->now[here] : 0;

      h->goal[here] = h->now[here] + gap;
      sum += gap * gap;
    }
  return sum;
}

/* The first guess of a try: the axes permuted by `turn` and mirrored by its
 * bits, and moved so that the means of what is pinned agree. */
static void
guess(held *h, const unsigned char *pin, const double *given, size_t turn)
{
  for (size_t c = 0; c < h->dim; c++) {
    double sign = (turn >> (c % 3)) & 1 ? -1 : 1, gap = 0;
    size_t from = (c + turn) % h->dim, count = 0;

    for (size_t k = 0; k < h->count; k++) {
      size_t at = h->node[k] * h->dim + c;

      h->now[k * h->dim + c] = sign * h->x[k * h->dim + from];
      if (pin[at]) {
        gap += given[at] - h->now[k * h->dim + c];
        count++;
      }
    }
    for (size_t k = 0; k < h->count && count > 0; k++)
      h->now[k * h->dim + c] += gap / (double)count;
  }
}

/* Fit x to the goal again and again; leaves the result in `now` and the
 * squared distance in *left. */
static mgnn_status
fit(held *h, const unsigned char *pin, const double *given, double *left,
    mgnn_error *err)
{
  double before = INFINITY;

  *left = goal_set(h, pin, given);
  for (int round = 0; round < ROUNDS && *left < (1 - 1e-9) * before; round++) {
    mg_motion motion;

    if (mg_motion_fit(&motion, h->dim, h->count, h->x, h->goal, 0, err)
        != MGNN_OK)
      return MGNN_ENOMEM;
    for (size_t k = 0; k < h->count; k++)
      mg_motion_apply(&motion, h->x + k * h->dim, h->now + k * h->dim);
    mg_motion_free(&motion);
    before = *left;
    *left = goal_set(h, pin, given);
  }
  return MGNN_OK;
}

/* The goal of the best try is left in h->best. */
static mgnn_status
search(held *h, const unsigned char *pin, const double *given, mgnn_error *err)
{
  size_t tries = h->partial ? TURNS * h->dim : 1;
  double least = INFINITY, left;

  for (size_t turn = 0; turn < tries; turn++) {
    guess(h, pin, given, turn);
    if (fit(h, pin, given, &left, err) != MGNN_OK)
      return MGNN_ENOMEM;
    if (left < least || turn == 0) {
      least = left;
      memcpy(h->best, h->goal, h->count * h->dim * sizeof *h->best);
    }
  }
  return MGNN_OK;
}

mgnn_status
mg_pins_align(size_t n, size_t dim, const unsigned char *pin,
              const double *given, double *y, mgnn_error *err)
{
  double *moved = mg_alloc(dim, sizeof *moved);
  mg_motion motion;
  mgnn_status status;
  held h;

  if (moved == NULL)
    return mg_fail_memory(err);
  status = held_init(&h, n, dim, pin, err);
  if (status != MGNN_OK)
    goto leave;
  for (size_t k = 0; k < h.count; k++)
    memcpy(h.x + k * dim, y + h.node[k] * dim, dim * sizeof *h.x);
  status = search(&h, pin, given, err);
  if (status == MGNN_OK)
    status = mg_motion_fit(&motion, dim, h.count, h.x, h.best, 0, err);
  if (status == MGNN_OK) {
    for (size_t i = 0; i < n; i++) {
      mg_motion_apply(&motion, y + i * dim, moved);
      for (size_t c = 0; c < dim; c++)
        y[i * dim + c] = pin[i * dim + c] ? given[i * dim + c] : moved[c];
    }
    mg_motion_free(&motion);
  }
  held_free(&h);
leave:
  mg_free(moved);
  return status;
}

/* The nodes with all coordinates pinned, evenly spread over the numbers: first
 * those that are joined to all.  Returns how many. */
static size_t
anchors_list(const mg_graph *g, size_t dim, const unsigned char *pin,
             size_t hubs, unsigned *node)
{
  size_t count = 0, stride;

  for (size_t i = 0; i < g->n; i++) {
    size_t c = i * dim;

    while (c < (i + 1) * dim && pin[c])
      c++;
    if (c == (i + 1) * dim)
      node[count++] = (unsigned)i;
  }
  stride = count > hubs ? count / hubs : 1;
  for (size_t h = 0; h < hubs && h * stride < count; h++) {
    unsigned swap = node[h];

    node[h] = node[h * stride];
    node[h * stride] = swap;
  }
  return count;
}

/* Fill the edges from the first `hubs` anchors to all after them, but for the
 * edges that there are.  mark: n numbers, all MG_NOWHERE, left so. */
static size_t
joints_fill(const mg_graph *g, size_t dim, const double *given,
            const unsigned *node, size_t count, size_t hubs, unsigned *mark,
            unsigned *ends, double *length)
{
  size_t m = 0;

  for (size_t a = 0; a < hubs && a < count; a++) {
    unsigned i = node[a];

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      mark[g->to[k]] = 0;
    for (size_t b = a + 1; b < count; b++) {
      unsigned j = node[b];

      if (mark[j] != MG_NOWHERE)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = mg_distance(given + i * dim, given + j * dim, dim);
    }
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      mark[g->to[k]] = MG_NOWHERE;
  }
  return m;
}

mgnn_status
mg_pins_join(mg_subgraph *out, const mg_graph *g, size_t dim,
             const unsigned char *pin, const double *given, mgnn_error *err)
{
  size_t hubs = 2 * dim + 6, count = 0;
  unsigned *node = mg_alloc(2 * g->n, sizeof *node), *mark, *ends = NULL;
  double *length = NULL;
  mg_extra_edges extra;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  if (node != NULL) {
    mark = node + g->n;
    memset(mark, 255, g->n * sizeof *mark);
    count = anchors_list(g, dim, pin, hubs, node);
    ends = mg_alloc(count * hubs, 2 * sizeof *ends);
    length = mg_alloc(count * hubs, sizeof *length);
  }
  if (node == NULL || ends == NULL || length == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  extra = (mg_extra_edges){ ends, length, 0 };
  extra.count = joints_fill(g, dim, given, node, count, hubs, mark, ends,
                            length);
  for (size_t i = 0; i < g->n; i++)
    node[i] = (unsigned)i;
  status = mg_subgraph_init(out, g, node, g->n, mark, &extra, err);
leave:
  mg_free(length);
  mg_free(ends);
  mg_free(node);
  return status;
}
