/* A rigid motion to pinned coordinates.  Where all coordinates of a node are
 * pinned this is Kabsch's fit; where some are free, they are taken from the fit
 * before, and the fit is repeated. */
#include "align_pins.h"
#include "align.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 60, TURNS = 8 };

typedef struct {
  const unsigned char *pin;
  const double *given;
  size_t dim, count;
  size_t *node;
  int partial;                 /* some node has a coordinate that is free */
  double *x;                   /* count*dim: where they are without pins */
  double *now;                 /* the same, moved */
  double *goal;                /* pinned coordinates as given, others as now */
  double *best;                /* the goal of the closest fit */
} held;

static mgnn_status
held_init(held *h, size_t n, mgnn_error *err)
{
  size_t dim = h->dim;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(h->node = mg_alloc(n, sizeof *h->node), err));
  for (size_t i = 0; i < n; i++) {
    size_t pins = 0;

    for (size_t c = i * dim; c < (i + 1) * dim; c++)
      pins += h->pin[c] != 0;
    if (pins > 0)
      h->node[h->count++] = i;
    h->partial |= pins > 0 && pins < dim;
  }
  TRY(mg_allocated(h->x = mg_alloc(4 * h->count, dim * sizeof *h->x), err));
  h->now = h->x + h->count * dim;
  h->goal = h->now + h->count * dim;
  h->best = h->goal + h->count * dim;
end:
  return status;
}

/* Set the goal from `given` and `now`; returns the squared distance of the
 * pinned coordinates. */
static double
goal_set(held *h)
{
  double sum = 0;

  for (size_t k = 0; k < h->count; k++)
    for (size_t c = 0; c < h->dim; c++) {
      size_t at = h->node[k] * h->dim + c, here = k * h->dim + c;
      double gap = h->pin[at] ? h->given[at] - h->now[here] : 0;

      h->goal[here] = h->now[here] + gap;
      sum += gap * gap;
    }
  return sum;
}

/* Alternating fits end in a local minimum, so several starts are made: the axes
 * permuted by `turn` and mirrored by its bits, and moved so that the means of
 * what is pinned agree. */
static void
start_set(held *h, size_t turn)
{
  for (size_t c = 0; c < h->dim; c++) {
    double sign = (turn >> (c % 3)) & 1 ? -1 : 1, gap = 0;
    size_t from = (c + turn) % h->dim, count = 0;

    for (size_t k = 0; k < h->count; k++) {
      size_t at = h->node[k] * h->dim + c;

      h->now[k * h->dim + c] = sign * h->x[k * h->dim + from];
      if (h->pin[at]) {
        gap += h->given[at] - h->now[k * h->dim + c];
        count++;
      }
    }
    for (size_t k = 0; k < h->count && count > 0; k++)
      h->now[k * h->dim + c] += gap / (double)count;
  }
}

/* Alternate between the best motion for the goal and the best goal for the
 * motion: neither step raises the squared distance, which is left in *left. */
static mgnn_status
fit(held *h, double *left, mgnn_error *err)
{
  double before = INFINITY;
  mgnn_status status = MGNN_OK;

  *left = goal_set(h);
  for (int round = 0; round < ROUNDS && *left < (1 - 1e-9) * before; round++) {
    mg_motion motion;

    TRY(mg_motion_fit(&motion, h->dim, h->count, h->x, h->goal, 0, err));
    for (size_t k = 0; k < h->count; k++)
      mg_motion_apply(&motion, h->x + k * h->dim, h->now + k * h->dim);
    mg_motion_free(&motion);
    before = *left;
    *left = goal_set(h);
  }
end:
  return status;
}

/* The goal of the best try is left in h->best. */
static mgnn_status
search(held *h, mgnn_error *err)
{
  size_t tries = h->partial ? TURNS * h->dim : 1;
  double least = INFINITY, left;
  mgnn_status status = MGNN_OK;

  for (size_t turn = 0; turn < tries; turn++) {
    start_set(h, turn);
    TRY(fit(h, &left, err));
    if (left < least || turn == 0) {
      least = left;
      memcpy(h->best, h->goal, h->count * h->dim * sizeof *h->best);
    }
  }
end:
  return status;
}

mgnn_status
mg_align_to_pins(size_t n, size_t dim, const unsigned char *pin,
                 const double *given, double *y, mgnn_error *err)
{
  double *moved = mg_alloc(dim, sizeof *moved);
  mg_motion motion = { 0 };
  held h = { .pin = pin, .given = given, .dim = dim };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(moved, err));
  TRY(held_init(&h, n, err));
  for (size_t k = 0; k < h.count; k++)
    memcpy(h.x + k * dim, y + h.node[k] * dim, dim * sizeof *h.x);
  TRY(search(&h, err));
  TRY(mg_motion_fit(&motion, dim, h.count, h.x, h.best, 0, err));
  for (size_t i = 0; i < n; i++) {
    mg_motion_apply(&motion, y + i * dim, moved);
    for (size_t c = 0; c < dim; c++)
      y[i * dim + c] = pin[i * dim + c] ? given[i * dim + c] : moved[c];
  }
end:
  mg_motion_free(&motion);
  mg_free(h.x);
  mg_free(h.node);
  mg_free(moved);
  return status;
}
