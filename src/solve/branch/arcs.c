/* The square of the distance between a point and a place t of a circle is
 * p + q cos(t - s): bounds on it are bounds on the cosine, and leave two arcs on
 * either side of s, which may be one. */
#include "arcs.h"

#include <math.h>
#include <string.h>

static const double turn = 6.283185307179586;

void
mg_arcs_all(mg_arcs *a)
{
  a->from[0] = 0;
  a->to[0] = turn;
  a->count = 1;
}

static void
arc_add(mg_arcs *a, double from, double to)
{
  if (a->count < MG_ARCS_MOST && from <= to) {
    a->from[a->count] = from;
    a->to[a->count++] = to;
  }
}

/* The angles from `from` to `to`, both of them shifted into one turn, as one or two
 * arcs in rising order. */
static void
arcs_of(mg_arcs *out, double from, double to)
{
  double shift = turn * floor(from / turn);

  out->count = 0;
  from -= shift;
  to -= shift;
  if (to > turn)
    arc_add(out, 0, fmin(to - turn, from));
  arc_add(out, from, fmin(to, turn));
}

/* The part of a that lies in b too, appended to out. */
static void
arcs_meet(const mg_arcs *a, const mg_arcs *b, mg_arcs *out)
{
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++)
      arc_add(out, fmax(a->from[i], b->from[j]), fmin(a->to[i], b->to[j]));
}

/* In rising order: the two sets that were appended one after the other each were.
 * What touches becomes one. */
static void
arcs_sort(mg_arcs *a)
{
  size_t kept = 0;

  for (size_t i = 1; i < a->count; i++)
    for (size_t j = i; j > 0 && a->from[j] < a->from[j - 1]; j--) {
      double from = a->from[j], to = a->to[j];

      a->from[j] = a->from[j - 1], a->to[j] = a->to[j - 1];
      a->from[j - 1] = from, a->to[j - 1] = to;
    }
  for (size_t i = 0; i < a->count; i++)
    if (kept > 0 && a->from[i] <= a->to[kept - 1])
      a->to[kept - 1] = fmax(a->to[kept - 1], a->to[i]);
    else {
      a->from[kept] = a->from[i];
      a->to[kept++] = a->to[i];
    }
  a->count = kept;
}

void
mg_arcs_cut(mg_arcs *a, const mg_circle *c, size_t dim, const double *point,
            double low, double high)
{
  double p = c->radius * c->radius, along = 0, across = 0, q, s, least, most;
  mg_arcs side, out = { .count = 0 };

  for (size_t k = 0; k < dim; k++) {
    double w = c->centre[k] - point[k];

    p += w * w;
    along += w * c->u[k];
    across += w * c->v[k];
  }
  q = 2 * c->radius * sqrt(along * along + across * across);
  s = atan2(across, along);
  least = low > 0 ? low * low - p : -INFINITY;
  most = high * high - p;
  if (least > q || most < -q) {
    a->count = 0;
    return;
  }
  if (least <= -q && most >= q)
    return;
  least = least <= -q ? turn / 2 : acos(least / q);    /* the wider angle */
  most = most >= q ? 0 : acos(most / q);
  arcs_of(&side, s + most, s + least);
  arcs_meet(a, &side, &out);
  arcs_of(&side, s - least, s - most);
  arcs_meet(a, &side, &out);
  arcs_sort(&out);
  *a = out;
}

void
mg_arcs_join(mg_arcs *a)
{
  size_t last = a->count - 1;

  if (a->count < 2 || a->from[0] > 0 || a->to[last] < turn)
    return;
  a->from[0] = a->from[last];
  a->to[0] += turn;
  a->count--;
}

void
mg_circle_at(const mg_circle *c, size_t dim, double t, double *out)
{
  for (size_t k = 0; k < dim; k++)
    out[k] = c->centre[k] + c->radius * (cos(t) * c->u[k] + sin(t) * c->v[k]);
}

int
mg_circle_find(mg_circle *c, size_t dim, const double *point, const double *far)
{
  double axis[3] = { 0 }, gap = 0, along, height;
  size_t least = 0;

  memset(c, 0, sizeof *c);
  memcpy(c->centre, point, dim * sizeof *point);
  c->radius = far[0];
  c->u[0] = c->v[1] = 1;
  if (dim == 2)
    return 1;
  for (size_t k = 0; k < 3; k++) {
    axis[k] = point[3 + k] - point[k];
    gap += axis[k] * axis[k];
  }
  gap = sqrt(gap);
  if (!(gap > 1e-9 * (far[0] + far[1])))
    return 0;
  along = (far[0] * far[0] - far[1] * far[1] + gap * gap) / (2 * gap);
  height = far[0] * far[0] - along * along;
  c->radius = height > 0 ? sqrt(height) : 0;
  for (size_t k = 0; k < 3; k++) {
    axis[k] /= gap;
    c->centre[k] += along * axis[k];
    if (fabs(axis[k]) < fabs(axis[least]))
      least = k;
  }
  height = sqrt(1 - axis[least] * axis[least]);        /* u = e - (e.a) a, v = a x u */
  for (size_t k = 0; k < 3; k++)
    c->u[k] = ((k == least) - axis[least] * axis[k]) / height;
  for (size_t k = 0; k < 3; k++)
    c->v[k] = axis[(k + 1) % 3] * c->u[(k + 2) % 3]
              - axis[(k + 2) % 3] * c->u[(k + 1) % 3];
  return 1;
}
