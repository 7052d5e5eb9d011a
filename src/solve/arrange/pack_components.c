/* Components side by side: a box around each, packed.  Isolated nodes go in rows of
 * their own, because boxes for them would take as much space as whole components. */
#include "pack_components.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* A list of nodes: one component, or one isolated node. */
typedef struct {
  const unsigned *node;
  size_t count;
} node_list;

/* The components to pack: those without pins of at least two nodes, then isolated
 * nodes.  Lengths are divided by the unit, so that areas do not overflow. */
typedef struct {
  const mg_packing *p;
  double *y;
  double unit, gap;
  node_list *part;
  mg_box *box;
  size_t parts;
  unsigned *lone;
  size_t lones, nodes;         /* isolated nodes; nodes of the parts */
  double left, base;           /* lower left corner of the free space; left is
                                  -INFINITY if nothing is pinned */
} pack_state;

static int
is_pinned(const mg_packing *p, node_list part)
{
  for (size_t k = 0; k < part.count * p->dim && p->pin != NULL; k++)
    if (p->pin[part.node[k / p->dim] * p->dim + k % p->dim])
      return 1;
  return 0;
}

static double
at(const pack_state *s, unsigned i, size_t c)
{
  return c < s->p->dim ? s->y[i * s->p->dim + c] : 0;
}

/* The bounding box of some nodes with their extents, in the first two
 * coordinates, the only ones in which components are packed. */
static void
bounds(const pack_state *s, node_list part, double low[2], double high[2])
{
  static const mg_extent none = { 0, 0, 0, 0 };

  low[0] = low[1] = INFINITY;
  high[0] = high[1] = -INFINITY;
  for (size_t a = 0; a < part.count; a++) {
    unsigned i = part.node[a];
    const mg_extent *e = s->p->extent != NULL ? &s->p->extent[i] : &none;

    low[0] = fmin(low[0], at(s, i, 0) - e->left);
    high[0] = fmax(high[0], at(s, i, 0) + e->right);
    low[1] = fmin(low[1], at(s, i, 1) - e->below);
    high[1] = fmax(high[1], at(s, i, 1) + e->above);
  }
}

/* Sort the components into pinned ones, parts and isolated nodes. */
static void
sort_parts(pack_state *s)
{
  double low[2], high[2];

  for (size_t k = 0; k < s->p->parts->count; k++) {
    const size_t *first = s->p->parts->first + k;
    node_list part = { s->p->parts->node + first[0], first[1] - first[0] };

    bounds(s, part, low, high);
    if (is_pinned(s->p, part)) {
      s->left = fmax(s->left, high[0]);
      s->base = fmin(s->base, low[1]);
    } else if (part.count == 1)
      s->lone[s->lones++] = part.node[0];
    else {
      s->unit = fmax(s->unit, fmax(high[0] - low[0], high[1] - low[1]));
      s->nodes += part.count;
      s->part[s->parts++] = part;
    }
  }
}

/* The gap between components, where edges are `mean` long, the largest
 * component measures `most`, and a square of `side` would hold them all.  It is
 * a mean length, as with less a row of small components reads as a chain; less
 * if edges span half of the drawing, more if the drawing is very large. */
static double
gap_for(double mean, double most, double side)
{
  double least = (most < 3 * mean ? 0.75 : 0.5) * mean;

  return fmax(fmin(mean, fmax(0.1 * side, least)), 0.02 * side);
}

/* Choose the gap, and make the boxes of the parts including it. */
static void
make_boxes(pack_state *s)
{
  double mean = mg_mean_length(s->p->graph), low[2], high[2], area = 0;
  double most = 0;

  s->unit = fmax(s->unit, mean);
  if (!(s->unit > 0))
    s->unit = 1;
  for (size_t k = 0; k < s->parts; k++) {
    bounds(s, s->part[k], low, high);
    s->box[k] = (mg_box){ (high[0] - low[0]) / s->unit,
                          (high[1] - low[1]) / s->unit, 0, 0 };
    most = fmax(most, fmax(s->box[k].width, s->box[k].height));
    area += pow(fmax(s->box[k].width, s->box[k].height), 2);
  }
  s->gap = gap_for(mean > 0 ? mean / s->unit : 1, most, sqrt(area));
  for (size_t k = 0; k < s->parts; k++) {
    s->box[k].width += s->gap;
    s->box[k].height += s->gap;
  }
}

static void
move_to(pack_state *s, node_list part, double x, double y)
{
  size_t dim = s->p->dim;
  double low[2], high[2];

  bounds(s, part, low, high);
  for (size_t a = 0; a < part.count; a++) {
    s->y[part.node[a] * dim] += x - low[0];
    if (dim > 1)
      s->y[part.node[a] * dim + 1] += y - low[1];
  }
}

/* Place isolated nodes in rows below an area of `wide` times `high`, about half as
 * far apart as the nodes of the parts, or farther if their extents need it. */
static void
place_lones(pack_state *s, double wide, double high, double x0, double y0)
{
  double step = s->parts == 0 ? s->gap
              : fmin(0.5 * sqrt(wide * high / (double)s->nodes), s->gap);
  double step_x = step, step_y = step, aspect = s->p->aspect;
  size_t cols;

  for (size_t k = 0; k < s->lones && s->p->extent != NULL; k++) {
    const mg_extent *e = &s->p->extent[s->lone[k]];

    step_x = fmax(step_x, 1.2 * (e->left + e->right) / s->unit);
    step_y = fmax(step_y, 1.2 * (e->below + e->above) / s->unit);
  }
  cols = (size_t)fmax(floor(wide / step_x),
                      ceil(sqrt((double)s->lones * aspect * step_y / step_x)));
  if (s->p->dim == 1 || cols > s->lones)
    cols = s->lones;
  for (size_t k = 0; k < s->lones; k++) {
    double x = (double)(k % cols) * step_x, y = -(double)(k / cols) * step_y;

    if (s->p->dim == 1)
      x += wide;
    move_to(s, (node_list){ &s->lone[k], 1 }, x0 + x * s->unit,
            y0 + (y - (s->parts > 0 ? fmax(s->gap, step_y) : 0)) * s->unit);
  }
}

static mgnn_status
pack_all(pack_state *s, mgnn_error *err)
{
  double wide = 0, high = 0, x0, y0;

  make_boxes(s);
  PASS(mg_pack(s->box, s->parts, s->p->dim > 1 ? s->p->aspect : 1e9, err));
  for (size_t k = 0; k < s->parts; k++) {
    wide = fmax(wide, s->box[k].x + s->box[k].width);
    high = fmax(high, s->box[k].y + s->box[k].height);
  }
  x0 = isfinite(s->left) ? s->left + s->gap * s->unit : 0;
  y0 = isfinite(s->left) ? s->base : 0;
  for (size_t k = 0; k < s->parts; k++) {
    const mg_box *b = &s->box[k];

    move_to(s, s->part[k], x0 + b->x * s->unit,
            y0 + (high - b->y - b->height) * s->unit);
  }
  place_lones(s, wide, high, x0, y0);
  return MGNN_OK;
}

mgnn_status
mg_pack_components(const mg_packing *p, double *y, mgnn_error *err)
{
  size_t count = p->parts->count;
  pack_state s = { .p = p, .y = y, .left = -INFINITY, .base = INFINITY };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(s.part = mg_alloc(count, sizeof *s.part), err));
  TRY(mg_allocated(s.box = mg_alloc(count, sizeof *s.box), err));
  TRY(mg_allocated(s.lone = mg_alloc(count, sizeof *s.lone), err));
  sort_parts(&s);
  if (s.parts + s.lones > (isfinite(s.left) ? 0 : 1))
    TRY(pack_all(&s, err));
end:
  mg_free_all(s.part, s.box, s.lone);
  return status;
}
