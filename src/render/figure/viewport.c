/* Computes the extent of pictures, their edge lengths and node distances, and the
 * transformation to the page. */
#include "viewport.h"

#include <math.h>

void
mg_viewport_init(mg_viewport *view)
{
  *view = (mg_viewport){ HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, HUGE_VAL,
                         -HUGE_VAL, NAN, NAN, 0 };
}

static void
widen(double x, double *low, double *high)
{
  *low = x < *low ? x : *low;
  *high = x > *high ? x : *high;
}

/* The typical distance of neighbouring nodes: the mean over nodes of
 * sqrt(area of a cell / nodes in it), in a grid with about four nodes per cell, also
 * if all are on a line.  It is smaller than sqrt(area / n) if nodes crowd.  `frame` is
 * the picture's own.  *gap is NAN if the picture has no extent. */
static mgnn_status
gap_between(const mg_picture *pic, const mg_viewport *frame, double *gap,
            mgnn_error *err)
{
  double wide = frame->x1 - frame->x0, high = frame->y1 - frame->y0;
  double side = fmax(sqrt(4 * wide / (double)pic->n) * sqrt(high),
                     4 * fmax(wide, high) / (double)pic->n), sum = 0;
  size_t cols, rows, found = 0;
  unsigned *count;

  *gap = NAN;
  if (!(side > 0) || !(wide / side < 4e3) || !(high / side < 4e3))
    return MGNN_OK;
  cols = (size_t)(wide / side) + 1;
  rows = (size_t)(high / side) + 1;
  PASS(mg_allocated(count = mg_zalloc(cols * rows, sizeof *count), err));
  for (size_t i = 0; i < pic->n; i++) {
    double x = (pic->xy[2 * i] - frame->x0) / side;
    double y = (pic->xy[2 * i + 1] - frame->y0) / side;

    if (x >= 0 && x < (double)cols && y >= 0 && y < (double)rows) {
      count[(size_t)y * cols + (size_t)x]++;
      found++;
    }
  }
  for (size_t k = 0; k < cols * rows; k++)
    sum += sqrt(count[k]);
  mg_free(count);
  *gap = sum * side / (double)found;
  return MGNN_OK;
}

/* Widen a frame to contain the ellipses, but to at most twice its size, so that a node
 * with a huge ellipse does not shrink the drawing to a point. */
static void
ellipses_fit(mg_viewport *frame, const mg_picture *pic)
{
  double most = fmax(frame->x1 / 2 - frame->x0 / 2, frame->y1 / 2 - frame->y0 / 2);

  for (size_t i = 0; i < pic->n && pic->around.ellipse != NULL; i++) {
    double x = pic->xy[2 * i], y = pic->xy[2 * i + 1];
    double a = fmin(sqrt(pic->around.ellipse[3 * i]), most);
    double b = fmin(sqrt(pic->around.ellipse[3 * i + 2]), most);

    if (!isfinite(x) || !isfinite(y)
        || !isfinite(pic->around.ellipse[3 * i] + pic->around.ellipse[3 * i + 2]))
      continue;
    widen(x - a, &frame->x0, &frame->x1);
    widen(x + a, &frame->x0, &frame->x1);
    widen(y - b, &frame->y0, &frame->y1);
    widen(y + b, &frame->y0, &frame->y1);
  }
}

mgnn_status
mg_viewport_fit(mg_viewport *view, const mg_picture *pic, mgnn_error *err)
{
  mg_viewport own;
  double mean = 0, gap;
  size_t count = 0;

  mg_viewport_init(&own);
  view->frames++;
  for (size_t i = 0; i < pic->n; i++) {
    double x = pic->xy[2 * i], y = pic->xy[2 * i + 1];

    if (isfinite(x) && isfinite(y)) {
      widen(x, &own.x0, &own.x1);
      widen(y, &own.y0, &own.y1);
    }
    if (isfinite(x) && isfinite(y) && pic->around.arrow != NULL) {
      widen(x + pic->around.arrow[2 * i], &own.x0, &own.x1);
      widen(y + pic->around.arrow[2 * i + 1], &own.y0, &own.y1);
    }
    if (pic->depth != NULL && isfinite(pic->depth[i]))
      widen(pic->depth[i], &view->z0, &view->z1);
  }
  for (size_t e = 0; e < pic->m; e++) {
    const double *a = pic->xy + 2 * (size_t)pic->ends[2 * e];
    const double *b = pic->xy + 2 * (size_t)pic->ends[2 * e + 1];
    /* hypot, since squares leave the range of doubles long before the coordinates
     * do. */
    double length = hypot(a[0] - b[0], a[1] - b[1]);

    if (isfinite(length)) {
      count++;
      mean += (length - mean) / (double)count;
    }
  }
  if (count > 0 && !(view->length >= mean))
    view->length = mean;
  PASS(gap_between(pic, &own, &gap, err));
  if (!isnan(gap) && !(view->gap >= gap))
    view->gap = gap;
  ellipses_fit(&own, pic);
  view->x0 = fmin(view->x0, own.x0);
  view->y0 = fmin(view->y0, own.y0);
  view->x1 = fmax(view->x1, own.x1);
  view->y1 = fmax(view->y1, own.y1);
  return MGNN_OK;
}

void
mg_viewports_align(mg_viewport *view, size_t count)
{
  mg_viewport all = { .length = NAN, .gap = NAN };

  for (size_t k = 0; k < count; k++) {
    all.x1 = fmax(all.x1, view[k].x1 / 2 - view[k].x0 / 2);
    all.y1 = fmax(all.y1, view[k].y1 / 2 - view[k].y0 / 2);
    all.length = fmax(all.length, view[k].length);
    all.gap = fmax(all.gap, view[k].gap);
  }
  for (size_t k = 0; k < count; k++) {
    double x = view[k].x0 / 2 + view[k].x1 / 2;
    double y = view[k].y0 / 2 + view[k].y1 / 2;

    if (view[k].x0 <= view[k].x1)
      view[k] = (mg_viewport){ x - all.x1, y - all.y1, x + all.x1, y + all.y1,
                               view[k].z0, view[k].z1, all.length, all.gap,
                               view[k].frames };
  }
}

mg_transform
mg_viewport_into(const mg_viewport *view, const mg_region *box)
{
  mg_transform t = { 0, 0, 1, 0, box->x + box->width / 2,
                     box->y + box->height / 2, 0, 0 };  /* all in the middle */
  double half_x, half_y, most;

  if (!(view->x0 <= view->x1))
    return t;
  half_x = view->x1 / 2 - view->x0 / 2;
  half_y = view->y1 / 2 - view->y0 / 2;
  most = fmax(half_x, half_y);
  t.x0 = view->x0;
  t.y0 = view->y0;
  if (most == 0)
    return t;
  if (half_x / most * box->height > half_y / most * box->width) {
    t.half = half_x;
    t.px = box->width / 2;
  } else {
    t.half = half_y;
    t.px = box->height / 2;
  }
  t.width = 2 * (half_x / t.half * t.px);
  t.height = 2 * (half_y / t.half * t.px);
  t.left -= t.width / 2;
  t.low += t.height / 2;
  return t;
}

mg_point
mg_transform_point(const mg_transform *t, double x, double y)
{
  double dx = (x / 2 - t->x0 / 2) / t->half * (2 * t->px);
  double dy = (y / 2 - t->y0 / 2) / t->half * (2 * t->px);

  if (!isfinite(dx) || !isfinite(dy)) {
    dx = t->width / 2;
    dy = t->height / 2;
  }
  return mg_at(t->left + dx, t->low - dy);
}

void
mg_viewport_shape(const mg_viewport *view, double side, double *width,
                  double *height)
{
  const double widest = 8, longest = 1.25, shortest = 0.5, narrowest = 0.15;
  const double edge = 0.2, apart = 0.075;
  double half_x = view->x1 / 2 - view->x0 / 2;
  double half_y = view->y1 / 2 - view->y0 / 2, most = fmax(half_x, half_y);
  double ratio, larger, less = shortest;

  *width = *height = less * side;
  if (!(view->x0 <= view->x1) || !(most > 0))
    return;
  ratio = fmin(fmax(half_x / half_y, 1 / widest), widest);
  larger = fmin(sqrt(fmax(ratio, 1 / ratio)), longest) * side;
  /* Mean edge length at most `edge` sides, but nodes at least `apart` sides apart. */
  less = fmax(shortest * side / larger, edge * side / larger * 2 * most
                                        / view->length);
  if (view->gap > 0)
    less = fmax(less, apart * side / larger * 2 * most / view->gap);
  larger *= fmin(isnan(less) ? 1 : less, 1);
  *width = fmax(larger * fmin(ratio, 1), narrowest * side);
  *height = fmax(larger * fmin(1 / ratio, 1), narrowest * side);
}

double
mg_viewport_scale(const mg_viewport *view, double width, double height)
{
  mg_region box = { 0, 0, fmax(width, 0), fmax(height, 0) };
  mg_transform t = mg_viewport_into(view, &box);

  return t.width == 0 && t.height == 0 ? fmin(box.width, box.height)
                                       : t.width + t.height;
}
