/* Skyline packing.  The skyline is a list of level stretches.  The lowest one
 * takes the next box; if the box is too wide, that stretch is raised to its
 * lower neighbour.  A heap finds the lowest stretch. */
#include "pack.h"
#include "base/mem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A stretch of the skyline; left and right are neighbours, NONE at the ends. */
typedef struct {
  double x, width, y;
  size_t left, right;
  size_t place;                /* index in the heap */
} stretch;

typedef struct {
  stretch *part;
  size_t *heap, used, size;    /* stretches made; stretches in the heap */
} skyline;

#define NONE SIZE_MAX

static int
lower(const skyline *s, size_t a, size_t b)
{
  const stretch *p = &s->part[a], *q = &s->part[b];

  return p->y < q->y || (p->y == q->y && p->x < q->x);
}

static void
put(skyline *s, size_t at, size_t part)
{
  s->heap[at] = part;
  s->part[part].place = at;
}

static void
sift(skyline *s, size_t at)
{
  size_t part = s->heap[at];

  while (at > 0 && lower(s, part, s->heap[(at - 1) / 2])) {
    put(s, at, s->heap[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  for (;;) {
    size_t child = 2 * at + 1;

    if (child + 1 < s->size && lower(s, s->heap[child + 1], s->heap[child]))
      child++;
    if (child >= s->size || !lower(s, s->heap[child], part))
      break;
    put(s, at, s->heap[child]);
    at = child;
  }
  put(s, at, part);
}

static void
push(skyline *s, size_t part)
{
  put(s, s->size, part);
  sift(s, s->size++);
}

/* Join level neighbours, as a box may fit on both together but on neither
 * alone. */
static void
join_right(skyline *s, size_t part)
{
  stretch *p = &s->part[part];
  size_t next = p->right;

  if (next == NONE || s->part[next].y != p->y)
    return;
  if (s->part[next].place != --s->size) {
    put(s, s->part[next].place, s->heap[s->size]);
    sift(s, s->part[next].place);
  }
  p->width += s->part[next].width;
  p->right = s->part[next].right;
  if (p->right != NONE)
    s->part[p->right].left = part;
}

static void
raise_to(skyline *s, size_t part, double y)
{
  size_t left = s->part[part].left;

  s->part[part].y = y;
  sift(s, s->part[part].place);
  join_right(s, part);
  if (left != NONE && s->part[left].y == y)
    join_right(s, left);
}

/* Put a box at the left end of a wide enough part.  A remainder of rounding
 * size is dropped, as no box would ever fit there. */
static void
place(skyline *s, size_t part, mg_box *box)
{
  stretch *p = &s->part[part];
  double left_over = p->width - box->width;

  box->x = p->x;
  box->y = p->y;
  if (left_over > 1e-9 * box->width) {
    size_t rest = s->used++;

    s->part[rest] = (stretch){ p->x + box->width, left_over, p->y, part,
                               p->right, 0 };
    if (p->right != NONE)
      s->part[p->right].left = rest;
    p->right = rest;
    p->width = box->width;
    push(s, rest);
  }
  raise_to(s, part, p->y + box->height);
}

/* Pack into a strip; returns its height.  Widths of parts are sums and
 * differences, so they are compared with a tolerance for rounding. */
static double
pack_strip(mg_box **order, size_t count, double width, skyline *s)
{
  double top = 0;

  s->used = 1;
  s->size = 0;
  s->part[0] = (stretch){ 0, width, 0, NONE, NONE, 0 };
  push(s, 0);
  for (size_t k = 0; k < count; k++) {
    while (s->part[s->heap[0]].width < order[k]->width * (1 - 1e-12)) {
      /* Raise a part that is too narrow to its lower neighbour, and join them. */
      const stretch *p = &s->part[s->heap[0]];
      double left = p->left != NONE ? s->part[p->left].y : INFINITY;
      double right = p->right != NONE ? s->part[p->right].y : INFINITY;

      raise_to(s, s->heap[0], left < right ? left : right);
    }
    place(s, s->heap[0], order[k]);
    top = fmax(top, order[k]->y + order[k]->height);
  }
  return top;
}

static int
by_height(const void *a, const void *b)
{
  const mg_box *x = *(mg_box *const *)a, *y = *(mg_box *const *)b;

  if (x->height != y->height)
    return x->height < y->height ? 1 : -1;
  if (x->width != y->width)
    return x->width < y->width ? 1 : -1;
  return x < y ? -1 : x > y;   /* qsort is not stable */
}

mgnn_status
mg_pack(mg_box *box, size_t count, double aspect, mgnn_error *err)
{
  mg_box **order = mg_alloc(count, sizeof *order);
  skyline s = { mg_alloc(count + 2, sizeof *s.part),
                mg_alloc(count + 2, sizeof *s.heap), 0, 0 };
  double area = 0, widest = 0, best = INFINITY, best_width = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(order, err));
  TRY(mg_allocated(s.part, err));
  TRY(mg_allocated(s.heap, err));
  for (size_t k = 0; k < count; k++) {
    order[k] = &box[k];
    area += box[k].width * box[k].height;
    widest = fmax(widest, box[k].width);
  }
  qsort(order, count, sizeof *order, by_height);
  for (int t = 0; t <= 20; t++) {
    double width = fmax(widest, sqrt(area * aspect) * (0.9 + 0.05 * t));
    /* Minimise the width of the smallest page of that ratio that holds all boxes. */
    double page = fmax(width, pack_strip(order, count, width, &s) * aspect);

    if (page < best) {
      best = page;
      best_width = width;
    }
  }
  pack_strip(order, count, best_width, &s);
end:
  mg_free_all(order, s.part, s.heap);
  return status;
}
