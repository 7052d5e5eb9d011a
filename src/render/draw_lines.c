/* Thin lines in one colour.  What shows through n lines is the product of what
 * shows through each, in any order: so the lines multiply a plane of floats,
 * and the plane is laid over the picture once.  That is several times faster
 * than a stroke per line, and lines of very low opacity are not lost to the
 * rounding of eight bits. */
#include "draw_lines.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* What still shows through, 0 to 1, of every pixel. */
typedef struct {
  float *through;
  int width, height;
} plane;

/* The integral of u clamped to 0..1, from minus infinity to u: 0, then u*u/2,
 * then u - 1/2; without branches, which no processor could foresee. */
static inline double
ramp(double u)
{
  double v = u > 0 ? u : 0;

  v = v < 1 ? v : 1;
  return v * (u - v / 2);
}

/* How much of a unit square lies below a line that crosses its middle column
 * at height u and rises by 2*rise over its width: the mean of what is clamped
 * to 0..1. */
static inline double
below(double u, double rise, double inverse)
{
  return (ramp(u + rise) - ramp(u - rise)) * inverse;
}

/* A line that is at least as wide as it is high, from (x0, y0) to (x1, y1),
 * x0 < x1, column by column.  In `turned` planes x and y are exchanged. */
static void
cross(const plane *p, int turned, double x0, double y0, double x1, double y1,
      double width, double alpha)
{
  int columns = turned ? p->height : p->width;
  int rows = turned ? p->width : p->height;
  size_t step = turned ? 1 : (size_t)p->width;    /* to the next row */
  size_t next = turned ? (size_t)p->width : 1;    /* to the next column */
  double slope = (y1 - y0) / (x1 - x0);
  double rise = fmax(fabs(slope), 1e-6) / 2, inverse = 0.5 / rise;
  double tall = width * sqrt(1 + slope * slope);  /* the line's, in a column */
  int first = x0 > 0 ? (int)x0 : 0;
  int last = x1 < columns ? (int)x1 : columns - 1;

  for (int c = first; c <= last; c++) {
    double from = x0 > c ? x0 : c, to = x1 < c + 1 ? x1 : c + 1;
    double part = alpha * (to - from);            /* less at the ends */
    double middle = y0 + slope * ((from + to) / 2 - x0);
    double low = middle - tall / 2, high = middle + tall / 2;
    double top = floor(low - rise), end = floor(high + rise);
    int r = top > 0 ? (int)fmin(top, rows) : 0;
    int stop = end < rows ? (int)fmax(end, -1) : rows - 1;
    float *t = p->through + (size_t)c * next + (size_t)r * step;

    for (; r <= stop; r++, t += step) {
      double cover = below(high - r, rise, inverse)
                     - below(low - r, rise, inverse);

      *t *= (float)(1 - part * cover);
    }
  }
}

static void
draw_line(const plane *p, const mg_segment *e, double scale, double width,
          double alpha)
{
  double x0 = e->a.x * scale, y0 = e->a.y * scale;
  double x1 = e->b.x * scale, y1 = e->b.y * scale;

  if (e->a.x == e->b.x && e->a.y == e->b.y)
    return;
  if (fabs(x1 - x0) >= fabs(y1 - y0)) {
    if (x0 < x1)
      cross(p, 0, x0, y0, x1, y1, width, alpha);
    else
      cross(p, 0, x1, y1, x0, y0, width, alpha);
  } else if (y0 < y1)
    cross(p, 1, y0, x0, y1, x1, width, alpha);
  else
    cross(p, 1, y1, x1, y0, x0, width, alpha);
}

/* Each byte of a pixel becomes byte*t + colour*(1-t). */
static void
lay_over(const mg_pixels *pixels, const plane *p, mg_colour c)
{
  const float full[] = { c.b, c.g, c.r, 255 };

  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++) {
      float t = p->through[(size_t)y * (size_t)p->width + (size_t)x];
      unsigned char *at = pixels->data + (size_t)y * (size_t)pixels->stride
                          + 4 * (size_t)x;
      uint32_t pixel, mixed = 0;

      if (t == 1)
        continue;
      memcpy(&pixel, at, 4);
      for (int k = 0; k < 4; k++) {
        float old = (float)(pixel >> 8 * k & 255);

        mixed |= (uint32_t)(old * t + full[k] * (1 - t) + 0.5f) << 8 * k;
      }
      memcpy(at, &mixed, 4);
    }
}

int
mg_lines_draw(const mg_pixels *pixels, const mg_edge_run *run, double scale)
{
  plane p = { NULL, pixels->width, pixels->height };
  size_t count = (size_t)p.width * (size_t)p.height;

  p.through = mg_alloc(count, sizeof *p.through);
  if (p.through == NULL)
    return 0;
  for (size_t k = 0; k < count; k++)
    p.through[k] = 1;
  scale /= MG_UNITS;
  for (size_t k = 0; k < run->count; k++)
    draw_line(&p, &run->segment[k], scale, run->width * scale,
              run->colour.a / 255.0);
  lay_over(pixels, &p, run->colour);
  mg_free(p.through);
  return 1;
}
