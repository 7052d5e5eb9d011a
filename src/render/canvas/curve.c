/* Geometry of curves, borders and arrowheads, independent of graphs. */
#include "curve.h"
#include "base/dense.h"

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

/* The paths of all borders but the ellipse.  Inner lines run in the same sense as the
 * border, so that filling leaves no holes. */
#define L(x, y) { 'L', x, y, 0, 0 }
#define S(op, x, y, dx, dy) { op, x, y, dx, dy }
static const mg_path_step paths[MG_BORDERS][30] = {
  [MG_BORDER_BOX] = { S('M', -100, -100, 0, 0), L(100, -100), L(100, 100), L(-100, 100) },
  [MG_BORDER_DIAMOND] = { S('M', 0, -100, 0, 0), L(100, 0), L(0, 100), L(-100, 0) },
  [MG_BORDER_TRIANGLE] = { S('T', 0, 38, 0, 0), S('M', 0, -100, 0, 0), L(100, 100),
    L(-100, 100) },
  [MG_BORDER_INVTRIANGLE] = { S('T', 0, -38, 0, 0), S('M', 0, 100, 0, 0), L(-100, -100),
    L(100, -100) },
  [MG_BORDER_PENTAGON] = { S('T', 0, 10, 0, 0), S('M', 0, -100, 0, 0), L(100, -24),
    L(62, 100), L(-62, 100), L(-100, -24) },
  [MG_BORDER_HEXAGON] = { S('M', -100, -100, 55, 0), S('L', 100, -100, -55, 0), L(100, 0),
    S('L', 100, 100, -55, 0), S('L', -100, 100, 55, 0), L(-100, 0) },
  [MG_BORDER_SEPTAGON] = { S('M', 0, -100, 0, 0), L(80, -60), L(100, 29), L(45, 100),
    L(-45, 100), L(-100, 29), L(-80, -60) },
  [MG_BORDER_OCTAGON] = { S('M', -100, -100, 58, 0), S('L', 100, -100, -58, 0),
    S('L', 100, -100, 0, 58), S('L', 100, 100, 0, -58), S('L', 100, 100, -58, 0),
    S('L', -100, 100, 58, 0), S('L', -100, 100, 0, -58), S('L', -100, -100, 0, 58) },
  [MG_BORDER_HOUSE] = { S('T', 0, 28, 0, 0), S('M', 0, -100, 0, 0), L(100, -20),
    L(100, 100), L(-100, 100), L(-100, -20) },
  [MG_BORDER_INVHOUSE] = { S('T', 0, -28, 0, 0), S('M', 0, 100, 0, 0), L(-100, 20),
    L(-100, -100), L(100, -100), L(100, 20) },
  [MG_BORDER_TRAPEZIUM] = { S('M', -100, -100, 70, 0), S('L', 100, -100, -70, 0),
    L(100, 100), L(-100, 100) },
  [MG_BORDER_INVTRAPEZIUM] = { S('M', -100, -100, 0, 0), L(100, -100),
    S('L', 100, 100, -70, 0), S('L', -100, 100, 70, 0) },
  [MG_BORDER_PARALLELOGRAM] = { S('M', -100, -100, 70, 0), L(100, -100),
    S('L', 100, 100, -70, 0), L(-100, 100) },
  [MG_BORDER_STAR] = { S('T', 0, 8, 0, 0), S('M', 0, -100, 0, 0), L(24, -24), L(100, -24),
    L(38, 24), L(62, 100), L(0, 53), L(-62, 100), L(-38, 24), L(-100, -24), L(-24, -24) },
  [MG_BORDER_NOTE] = { S('M', -100, -100, 0, 0), S('L', 100, -100, -45, 0),
    S('L', 100, -100, 0, 45), L(100, 100), L(-100, 100), S('m', 100, -100, 0, 45),
    S('L', 100, -100, -45, 45), S('L', 100, -100, -45, 0) },
  [MG_BORDER_TAB] = { S('T', 0, 0, 0, 15), S('M', -100, -100, 0, 0),
    S('L', -100, -100, 90, 0), S('L', -100, -100, 90, 30), S('L', 100, -100, 0, 30),
    L(100, 100), L(-100, 100), S('m', -100, -100, 0, 30), S('L', -100, -100, 90, 30) },
  [MG_BORDER_FOLDER] = { S('T', 0, 0, 0, 15), S('M', -100, -100, 0, 30),
    S('L', 100, -100, -100, 30), S('L', 100, -100, -85, 0), S('L', 100, -100, -15, 0),
    S('L', 100, -100, 0, 30), L(100, 100), L(-100, 100) },
  [MG_BORDER_BOX3D] = { S('T', 0, 0, -15, 15), S('M', -100, -100, 30, 0), L(100, -100),
    S('L', 100, 100, 0, -30), S('L', 100, 100, -30, 0), L(-100, 100),
    S('L', -100, -100, 0, 30), S('m', 100, -100, 0, 0), S('L', 100, -100, -30, 30),
    S('L', -100, -100, 0, 30), S('m', 100, -100, -30, 30), S('L', 100, 100, -30, 0) },
  [MG_BORDER_COMPONENT] = { S('T', 0, 0, 25, 0), S('M', -100, -100, 25, 0), L(100, -100),
    L(100, 100), S('L', -100, 100, 25, 0), S('L', -100, 100, 25, -30),
    S('L', -100, 100, 0, -30), S('L', -100, 100, 0, -65), S('L', -100, 100, 25, -65),
    S('L', -100, -100, 25, 65), S('L', -100, -100, 0, 65), S('L', -100, -100, 0, 30),
    S('L', -100, -100, 25, 30), S('m', -100, -100, 25, 30), S('L', -100, -100, 50, 30),
    S('L', -100, -100, 50, 65), S('L', -100, -100, 25, 65), S('m', -100, 100, 25, -65),
    S('L', -100, 100, 50, -65), S('L', -100, 100, 50, -30), S('L', -100, 100, 25, -30) },
  [MG_BORDER_CYLINDER] = { S('T', 0, 0, 0, 22), S('M', -100, -100, 0, 25),
    S('L', -87, -100, 0, 12), S('L', -50, -100, 0, 3), L(0, -100), S('L', 50, -100, 0, 3),
    S('L', 87, -100, 0, 12), S('L', 100, -100, 0, 25), S('L', 100, 100, 0, -25),
    S('L', 87, 100, 0, -12), S('L', 50, 100, 0, -3), L(0, 100), S('L', -50, 100, 0, -3),
    S('L', -87, 100, 0, -12), S('L', -100, 100, 0, -25), S('m', 100, -100, 0, 25),
    S('L', 87, -100, 0, 38), S('L', 50, -100, 0, 47), S('L', 0, -100, 0, 50),
    S('L', -50, -100, 0, 47), S('L', -87, -100, 0, 38), S('L', -100, -100, 0, 25) },
  [MG_BORDER_CDS] = { S('M', -100, -100, 0, 0), S('L', 100, -100, -55, 0), L(100, 0),
    S('L', 100, 100, -55, 0), L(-100, 100) },
  [MG_BORDER_RARROW] = { S('M', -100, -100, 0, 35), S('L', 100, -100, -70, 35),
    S('L', 100, -100, -70, 0), L(100, 0), S('L', 100, 100, -70, 0),
    S('L', 100, 100, -70, -35), S('L', -100, 100, 0, -35) },
  [MG_BORDER_LARROW] = { S('M', 100, 100, 0, -35), S('L', -100, 100, 70, -35),
    S('L', -100, 100, 70, 0), L(-100, 0), S('L', -100, -100, 70, 0),
    S('L', -100, -100, 70, 35), S('L', 100, -100, 0, 35) },
  [MG_BORDER_MSQUARE] = { S('M', -100, -100, 0, 0), L(100, -100), L(100, 100), L(-100, 100),
    S('m', -100, -100, 0, 35), S('L', -100, -100, 35, 0), S('m', 100, -100, -35, 0),
    S('L', 100, -100, 0, 35), S('m', 100, 100, 0, -35), S('L', 100, 100, -35, 0),
    S('m', -100, 100, 35, 0), S('L', -100, 100, 0, -35) },
  [MG_BORDER_MDIAMOND] = { S('M', 0, -100, 0, 0), L(100, 0), L(0, 100), L(-100, 0),
    S('m', -26, -74, 0, 0), L(26, -74), S('m', 74, -26, 0, 0), L(74, 26),
    S('m', 26, 74, 0, 0), L(-26, 74), S('m', -74, 26, 0, 0), L(-74, -26) },
  [MG_BORDER_UNDERLINE] = { S('m', -100, 100, 0, 0), L(100, 100) }
};
#undef L
#undef S

const mg_path_step *
mg_border_path(mg_border border)
{
  return border != MG_BORDER_ELLIPSE ? paths[border] : NULL;
}

mg_xy
mg_outline_step(const mg_outline *s, const mg_path_step *step)
{
  double least = fmin(s->a, s->b);

  return (mg_xy){ s->at.x + (step->x * s->a + step->dx * least) / 100,
                  s->at.y + (step->y * s->b + step->dy * least) / 100 };
}

mg_xy
mg_outline_text(const mg_outline *s)
{
  const mg_path_step *step = paths[s->border];

  return step->op == 'T' ? mg_outline_step(s, step) : s->at;
}

static double
cross(mg_xy p, mg_xy q)
{
  return p.x * q.y - p.y * q.x;
}

/* The gauge 1/t of a side from p to q, which direction d meets at t d = p + u (q - p):
 * 1/t = d x (q - p) / p x (q - p); 0 if d does not meet the side. */
static double
side_gauge(mg_xy p, mg_xy q, mg_xy d)
{
  double turn = cross(p, q), from = cross(p, d), to = cross(d, q);

  if (turn < 0) {
    turn = -turn;
    from = -from;
    to = -to;
  }
  return turn > 0 && from >= 0 && to >= 0 ? (from + to) / turn : 0;
}

/* The gauge of the side that direction d meets last. */
static double
path_gauge(const mg_outline *s, mg_xy d)
{
  const mg_outline own = { s->border, { 0, 0 }, s->a, s->b };
  const mg_path_step *first = paths[s->border] + (paths[s->border]->op == 'T');
  const mg_path_step *step = first;
  mg_xy from = mg_outline_step(&own, first);
  double least = INFINITY;

  do {
    mg_xy to = mg_outline_step(&own, (++step)->op == 'L' ? step : first);
    double g = side_gauge(from, to, d);

    least = g > 0 ? fmin(least, g) : least;
    from = to;
  } while (step->op == 'L');
  return least;
}

/* The gauge of a vector.  It is homogeneous, g(td) = t g(d), so the border in
 * direction d is at d / g(d). */
static double
gauge(const mg_outline *s, mg_xy d)
{
  double x = fabs(d.x) / s->a, y = fabs(d.y) / s->b;

  if (d.x == 0 && d.y == 0)
    return 0;
  if (!(s->a > 0 && s->b > 0))
    return INFINITY;
  if (s->border == MG_BORDER_ELLIPSE)
    return hypot(x, y);
  if (s->border == MG_BORDER_BOX || s->border == MG_BORDER_UNDERLINE)
    return fmax(x, y);
  return s->border == MG_BORDER_DIAMOND ? x + y : path_gauge(s, d);
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
  enum { HALVINGS = 50 };
  double low = 1, high = 16;

  for (int k = 0; k < HALVINGS; k++) {
    double times = (low + high) / 2, most = 0;
    mg_outline s = { border, { 0, 0 }, times * w, times * h };
    mg_xy t = mg_outline_text(&s);

    for (int corner = 0; corner < 4; corner++)
      most = fmax(most, gauge(&s, (mg_xy){ t.x + (corner & 1 ? w : -w),
                                           t.y + (corner & 2 ? h : -h) }));
    *(most > 1 ? &low : &high) = times;
  }
  *a = high * w;
  *b = high * h;
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

/* The polar form b(s, t, u) of the curve: linear in each argument, symmetric, and
 * b(t, t, t) = B(t).  A part has the control points b(t0,t0,t0), b(t0,t0,t1), ... */
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

/* A parabola through a point `bend` beside the middle of the line; its control point c
 * is 2 bend beside it, and in cubic form it has control points p + 2/3 (c - p). */
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

/* How far (in t) a curve goes before it leaves an outline; back: from its end. */
static double
leaves(const mg_curve *c, const mg_outline *s, int back)
{
  enum { STEPS = 32, HALVINGS = 30 };
  double in = -1;

  /* Ignore later re-entries: only the first half counts, or an unbroken part. */
  for (int k = 0; k <= STEPS; k++) {
    double t = (double)k / STEPS;

    if ((2 * k <= STEPS + 1 || in == t - 1.0 / STEPS)
        && mg_outline_gauge(s, mg_curve_at(c, back ? 1 - t : t)) < 1)
      in = t;
  }
  for (double step = 0.5 / STEPS; in >= 0 && step >= ldexp(1, -HALVINGS); step /= 2)
    if (mg_outline_gauge(s, mg_curve_at(c, back ? 1 - in - step : in + step)) < 1)
      in += step;
  return fmax(in, 0);
}

void
mg_curve_outside(const mg_curve *c, const mg_outline *from, const mg_outline *to,
                 double *t0, double *t1)
{
  *t0 = leaves(c, from, 0);
  *t1 = 1 - leaves(c, to, 1);
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

double
mg_widest_gap(double *angle, int count, double otherwise)
{
  const double turn = 2 * acos(-1);
  double widest = -1, middle = otherwise;

  qsort(angle, (size_t)count, sizeof *angle, mg_ascending);
  for (int k = 0; k < count; k++) {
    double next = k + 1 < count ? angle[k + 1] : angle[0] + turn;

    if (next - angle[k] > widest + 1e-9) {
      widest = next - angle[k];
      middle = (angle[k] + next) / 2;
    }
  }
  return middle;
}
