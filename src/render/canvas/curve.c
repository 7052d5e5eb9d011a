/* Formulas of curves, borders and arrowheads; nothing here knows of graphs. */
#include "curve.h"

#include <math.h>
#include <stdlib.h>

static mg_xy
plus(mg_xy p, double t, mg_xy q)
{
  return (mg_xy){ p.x + t * q.x, p.y + t * q.y };
}

static mg_xy
minus(mg_xy p, mg_xy q)
{
  return (mg_xy){ p.x - q.x, p.y - q.y };
}

static mg_xy
unit(mg_xy d)
{
  double r = hypot(d.x, d.y);

  return r > 0 ? (mg_xy){ d.x / r, d.y / r } : (mg_xy){ 0, 0 };
}

/* The gauge of a vector: it is homogeneous, g(td) = t g(d), so that the border
 * in direction d is d / g(d). */
static double
gauge(const mg_outline *s, mg_xy d)
{
  double x = fabs(d.x) / s->a, y = fabs(d.y) / s->b;

  if (d.x == 0 && d.y == 0)
    return 0;
  if (!(s->a > 0 && s->b > 0))
    return INFINITY;
  switch (s->border) {
  case MG_BORDER_BOX:
    return fmax(x, y);
  case MG_BORDER_DIAMOND:
    return x + y;
  case MG_BORDER_ELLIPSE:
    break;
  }
  return hypot(x, y);
}

double
mg_outline_gauge(const mg_outline *s, mg_xy p)
{
  return gauge(s, minus(p, s->at));
}

mg_xy
mg_outline_border(const mg_outline *s, mg_xy d)
{
  double g = gauge(s, d);

  return g > 0 && isfinite(g) ? plus(s->at, 1 / g, d) : s->at;
}

void
mg_outline_around(mg_border border, double w, double h, double *a, double *b)
{
  double times = border == MG_BORDER_BOX ? 1
                 : border == MG_BORDER_DIAMOND ? 2 : sqrt(2);

  *a = times * w;
  *b = times * h;
}

mg_xy
mg_curve_at(const mg_curve *c, double t)
{
  return mg_curve_part(c, t, t).p[0];
}

mg_xy
mg_curve_direction(const mg_curve *c, double t)
{
  double u = 1 - t;
  mg_xy d = { 0, 0 };

  d = plus(d, u * u, minus(c->p[1], c->p[0]));
  d = plus(d, 2 * u * t, minus(c->p[2], c->p[1]));
  d = plus(d, t * t, minus(c->p[3], c->p[2]));
  if (hypot(d.x, d.y) <= 1e-12 * (hypot(c->p[3].x - c->p[0].x,
                                        c->p[3].y - c->p[0].y)))
    d = minus(c->p[3], c->p[0]);
  return unit(d);
}

/* The polar form: b(s, t, u) is linear in each, symmetric, and B(t) on the
 * diagonal; the control points of the part are b(t0,t0,t0), b(t0,t0,t1), ... */
static mg_xy
polar(const mg_curve *c, double r, double s, double t)
{
  const double by[] = { r, s, t };
  mg_xy p[4] = { c->p[0], c->p[1], c->p[2], c->p[3] };

  for (int level = 0; level < 3; level++)
    for (int k = 0; k < 3 - level; k++)
      p[k] = plus(p[k], by[level], minus(p[k + 1], p[k]));
  return p[0];
}

mg_curve
mg_curve_part(const mg_curve *c, double t0, double t1)
{
  return (mg_curve){ { polar(c, t0, t0, t0), polar(c, t0, t0, t1),
                       polar(c, t0, t1, t1), polar(c, t1, t1, t1) } };
}

double
mg_curve_length(const mg_curve *c)
{
  enum { STEPS = 16 };
  mg_xy from = c->p[0];
  double sum = 0;

  for (int k = 1; k <= STEPS; k++) {
    mg_xy to = mg_curve_at(c, (double)k / STEPS);

    sum += hypot(to.x - from.x, to.y - from.y);
    from = to;
  }
  return sum;
}

/* A parabola through a point `bend` beside the middle of the line: that of the
 * control point 2 bend beside it, whose cubic form is p + 2/3 (c - p). */
mg_curve
mg_curve_bent(mg_xy p, mg_xy q, double bend)
{
  mg_xy d = unit(minus(q, p)), left = { -d.y, d.x };
  mg_xy middle = plus(plus(p, 0.5, minus(q, p)), 2 * bend, left);

  return (mg_curve){ { p, plus(p, 2.0 / 3, minus(middle, p)),
                       plus(q, 2.0 / 3, minus(middle, q)), q } };
}

/* At t = 1/2 the curve is at (p0 + 3 p1 + 3 p2 + p3) / 8.  With p1 and p2 along
 * the directions of p0 and p3 from the middle of the shape, k times as far, the
 * farthest point is cos(spread) r (1 + 3k) / 4 out, for a circle of radius r. */
mg_curve
mg_curve_loop(const mg_outline *s, double angle, double spread, double reach)
{
  mg_xy out = { cos(angle), sin(angle) };
  mg_xy a = { cos(angle - spread), sin(angle - spread) };
  mg_xy b = { cos(angle + spread), sin(angle + spread) };
  mg_xy tip = plus(mg_outline_border(s, out), reach, out), p = s->at;
  mg_xy p0 = mg_outline_border(s, a), p3 = mg_outline_border(s, b);
  double far = (tip.x - p.x) * out.x + (tip.y - p.y) * out.y;
  double near = ((p0.x + p3.x) / 2 - p.x) * out.x
                + ((p0.y + p3.y) / 2 - p.y) * out.y;
  double handle = (4 * far - near) / 3 / cos(spread);

  return (mg_curve){ { p0, plus(p, handle, a), plus(p, handle, b), p3 } };
}

void
mg_curve_outside(const mg_curve *c, const mg_outline *from, const mg_outline *to,
                 double *t0, double *t1)
{
  enum { STEPS = 32, HALVINGS = 30 };
  double in = -1, out = 2;

  /* Each holds a half at most, or all up to where it is left. */
  for (int k = 0; k <= STEPS; k++) {
    double t = (double)k / STEPS, step = 1.0 / STEPS;

    if ((2 * k <= STEPS + 1 || in == t - step)
        && mg_outline_gauge(from, mg_curve_at(c, t)) < 1)
      in = t;
    if ((2 * k <= STEPS + 1 || out == 1 - t + step)
        && mg_outline_gauge(to, mg_curve_at(c, 1 - t)) < 1)
      out = 1 - t;
  }
  *t0 = in < 0 ? 0 : in;
  *t1 = out > 1 ? 1 : out;
  for (double step = 1.0 / STEPS; in >= 0 && step > ldexp(1, -HALVINGS);) {
    step /= 2;
    if (mg_outline_gauge(from, mg_curve_at(c, *t0 + step)) < 1)
      *t0 += step;
  }
  for (double step = 1.0 / STEPS; out <= 1 && step > ldexp(1, -HALVINGS);) {
    step /= 2;
    if (mg_outline_gauge(to, mg_curve_at(c, *t1 - step)) < 1)
      *t1 -= step;
  }
}

double
mg_curve_before(const mg_curve *c, double t0, double t1, double length)
{
  enum { HALVINGS = 30 };
  mg_xy end = mg_curve_at(c, t1);
  double low = t0, high = t1;

  for (int k = 0; k < HALVINGS; k++) {
    double t = (low + high) / 2;
    mg_xy p = mg_curve_at(c, t);

    if (hypot(p.x - end.x, p.y - end.y) < length)
      high = t;
    else
      low = t;
  }
  return low;
}

void
mg_arrowhead(mg_xy tip, mg_xy d, double length, double width, mg_xy corner[3])
{
  mg_xy base = plus(tip, -length, d), left = { -d.y, d.x };

  corner[0] = tip;
  corner[1] = plus(base, width / 2, left);
  corner[2] = plus(base, -width / 2, left);
}

double
mg_fan_bend(int k, int count, double gap)
{
  return gap * (k - (count - 1) / 2.0);
}

static int
ascending(const void *a, const void *b)
{
  const double *p = a, *q = b;

  return *p < *q ? -1 : *p > *q;
}

double
mg_widest_gap(double *angle, int count, double otherwise)
{
  const double turn = 2 * acos(-1);
  double widest = -1, middle = otherwise;

  qsort(angle, (size_t)count, sizeof *angle, ascending);
  for (int k = 0; k < count; k++) {
    double next = k + 1 < count ? angle[k + 1] : angle[0] + turn;

    if (next - angle[k] > widest + 1e-9) {
      widest = next - angle[k];
      middle = (angle[k] + next) / 2;
    }
  }
  return middle;
}
