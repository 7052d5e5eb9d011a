/* Draws thin lines in one colour.  The light that passes n lines is the product of the
 * parts that pass each, so logarithms can be added.  They are rounded to integers,
 * whose sum is the same in any order: all threads draw lines, strip by strip, and each
 * strip is put over the picture once.  10^6 lines between any two of 10^5 nodes take
 * 2.4 s, PNG included, and 106 s as strokes of Cairo; and lines of very low opacity
 * are not lost to rounding to eight bits.
 *
 * A line that is at least as wide as it is high crosses column after column and
 * covers a few adjacent pixels in each.  How much it covers depends on its slope and on
 * its place within a pixel, and is taken from a table.  Steep lines are drawn the same
 * way, with x and y exchanged. */
#include "draw_lines.h"
#include "base/threads.h"

#include <math.h>
#include <string.h>

/* Steps of the tables; the largest weight; and LOT, a number of weights whose sum does
 * not exceed 2^31. */
enum { SLOPES = 32, PLACES = 64, COVERS = 4096, WEIGHT_MOST = 4095,
       LOT = 1 << 19 };

/* Pixels of a column that a line can cover (thin or wide), and columns of a strip. */
enum { FEW = 4, MANY = 8, STRIP = 128 };

/* Powers of 1/2 that count as opaque: less than 1 of 255 passes. */
static const double opaque = 9;

/* Added before rounding down to a place, so that it rounds to the nearest. */
static const double nearest = 0.5 / PLACES;

/* Tables of the effect of a line on the pixels of a column. */
typedef struct {
  int reach;                   /* pixels, FEW or MANY */
  double unit;                 /* the weight at which half of the light passes */
  double tall[SLOPES + 1];     /* height of a line in a column */
  double half[SLOPES + 1];     /* distance from its middle to where it begins */
  uint32_t log[COVERS + 1];    /* weight of a cover */
  uint32_t weight[(SLOPES + 1) * PLACES * MANY];
  uint16_t cover[(SLOPES + 1) * PLACES * MANY];
} pen;

/* The part of a picture that contains the lines of a run. */
typedef struct {
  mg_pixels pixels;
  int x, y;                    /* its upper left corner */
} area;

/* Columns first to end of an area (rows of the picture if turned), each with MANY spare
 * pixels at both ends. */
typedef struct {
  int turned, first, end, rows;
  size_t stride;
  uint32_t *sum;
} strip;

/* The integral of u clamped to 0..1, from minus infinity to u. */
static double
ramp(double u)
{
  double v = fmin(fmax(u, 0), 1);

  return v * (u - v / 2);
}

/* The part of a unit square below a line that has height u at the square's middle and
 * rises by 2*rise over its width: the mean of the line's height, clamped to
 * 0..1. */
static double
below(double u, double rise)
{
  return (ramp(u + rise) - ramp(u - rise)) / (2 * rise);
}

/* Compute the tables.  log[k] = -unit log2(1 - alpha k/COVERS) is the weight of a line
 * in a pixel of which it covers k/COVERS. */
static void
pen_init(pen *p, double width, double alpha)
{
  double most = fmin(-log2(1 - alpha), opaque);

  p->reach = width * sqrt(2) + 2 < FEW ? FEW : MANY;
  p->unit = WEIGHT_MOST / most;
  for (int k = 0; k <= COVERS; k++)
    p->log[k] = (uint32_t)(p->unit * fmin(-log2(1 - alpha * k / COVERS), most)
                           + 0.5);
  for (int s = 0; s <= SLOPES; s++) {
    double slope = s / (double)SLOPES, rise = fmax(slope, 1e-6) / 2;
    double tall = p->tall[s] = width * sqrt(1 + slope * slope);

    p->half[s] = tall / 2 + rise;
    for (int k = 0; k < PLACES; k++)
      for (int r = 0; r < p->reach; r++) {
        double low = k / (double)PLACES + rise - r;
        double part = below(low + tall, rise) - below(low, rise);
        size_t at = (size_t)((s * PLACES + k) * p->reach + r);

        p->cover[at] = (uint16_t)(COVERS * fmin(fmax(part, 0), 1) + 0.5);
        p->weight[at] = p->log[p->cover[at]];
      }
  }
}

/* Add the part of a line from x0 to x1, both in column c; y is its middle. */
static void
put_piece(const strip *s, const pen *p, int c, double x0, double x1, double y,
          double slope)
{
  double part = x1 - x0;
  /* It rises less than over a whole column, but is equally thick. */
  int row = (int)(fabs(slope) * part * SLOPES + 0.5);
  double tall = part * sqrt(1 + slope * slope) * p->tall[0] / p->tall[row];
  double low = y - p->half[row] + MANY + nearest;
  const uint16_t *cover;
  uint32_t *sum;

  if (c < s->first || c >= s->end || !(low >= 0 && low < s->rows + MANY))
    return;
  sum = s->sum + (size_t)(c - s->first) * s->stride + (size_t)low;
  cover = p->cover + (row * PLACES + (int)((low - floor(low)) * PLACES))
                     * p->reach;
  for (int r = 0; r < p->reach; r++)
    sum[r] += p->log[(int)fmin(cover[r] * tall + 0.5, COVERS)];
}

/* Add the weights of four pixels at a time, by one instruction if possible. */
static inline void
add(uint32_t *sum, const uint32_t *weight, int reach)
{
  typedef uint32_t four __attribute__((vector_size(16)));

  for (int r = 0; r < reach; r += 4) {
    four a, b;

    memcpy(&a, sum + r, sizeof a);
    memcpy(&b, weight + r, sizeof b);
    a += b;
    memcpy(sum + r, &a, sizeof a);
  }
}

/* Add a line in whole columns c to stop.  low is where it begins in column 0, step its
 * rise per column, both in 2^-32 pixels. */
static inline void
put_columns(const strip *s, const uint32_t *weight, int reach, int c, int stop,
            int64_t low, int64_t step)
{
  uint64_t end = (uint64_t)(s->rows + MANY) << 32;
  uint32_t *column = s->sum + (size_t)(c - s->first) * s->stride;

  low += c * step;
  for (; c < stop; c++, low += step, column += s->stride)
    if ((uint64_t)low < end) {
      size_t place = (uint32_t)low / (UINT32_MAX / PLACES + 1);

      add(column + (low >> 32), weight + place * (size_t)reach, reach);
    }
}

/* Add a line from (x0, y0) to (x1, y1), x0 < x1, at least as wide as high. */
static void
cross(const strip *s, const pen *p, double x0, double y0, double x1, double y1)
{
  double slope = (y1 - y0) / (x1 - x0), from = ceil(x0), to = floor(x1), low;
  int row = (int)(fabs(slope) * SLOPES + 0.5), c, stop;
  const uint32_t *weight = p->weight + row * PLACES * p->reach;

  if (from > to) {             /* all within one column */
    if (from > s->first && to < s->end)
      put_piece(s, p, (int)to, x0, x1, (y0 + y1) / 2, slope);
    return;
  }
  if (x0 < from && from > s->first && from <= s->end)
    put_piece(s, p, (int)from - 1, x0, from, y0 + slope * (from - x0) / 2, slope);
  if (x1 > to && to >= s->first && to < s->end)
    put_piece(s, p, (int)to, to, x1, y1 - slope * (x1 - to) / 2, slope);
  c = from > s->first ? (int)fmin(from, s->end) : s->first;
  stop = to < s->end ? (int)fmax(to, s->first) : s->end;
  low = y0 + slope * (0.5 - x0) - p->half[row] + MANY + nearest;
  if (!(fabs(low) < 1e8))      /* far outside: would overflow */
    return;
  if (p->reach == FEW)
    put_columns(s, weight, FEW, c, stop, (int64_t)(low * 4294967296.0),
                (int64_t)(slope * 4294967296.0));
  else
    put_columns(s, weight, MANY, c, stop, (int64_t)(low * 4294967296.0),
                (int64_t)(slope * 4294967296.0));
}

/* Add the parts of some lines in a strip; `low` and `high` are its bounds in the units
 * of segments. */
static void
draw_lines(const area *a, const strip *s, const pen *p, const mg_segment *e,
           size_t count, double scale)
{
  int left = s->turned ? a->y : a->x, top = s->turned ? a->x : a->y;
  double low = (left + s->first) / scale - 1;
  double high = (left + s->end) / scale + 1;

  for (size_t k = 0; k < count; k++) {
    double ax = s->turned ? e[k].a.y : e[k].a.x;
    double ay = s->turned ? e[k].a.x : e[k].a.y;
    double bx = s->turned ? e[k].b.y : e[k].b.x;
    double by = s->turned ? e[k].b.x : e[k].b.y;
    double wide = fabs(ax - bx), tall = fabs(ay - by);

    if ((s->turned ? wide <= tall : wide < tall) | (wide + tall == 0)
        | ((ax < low) & (bx < low)) | ((ax > high) & (bx > high)))
      continue;
    if (ax < bx)
      cross(s, p, ax * scale - left, ay * scale - top, bx * scale - left,
            by * scale - top);
    else
      cross(s, p, bx * scale - left, by * scale - top, ax * scale - left,
            ay * scale - top);
  }
}

/* Each byte of a pixel becomes byte*t + colour*(1-t). */
static void
mix(unsigned char *at, const float *colour, float t)
{
  uint32_t pixel, mixed = 0;

  memcpy(&pixel, at, 4);
  for (int k = 0; k < 4; k++) {
    float old = (float)(pixel >> 8 * k & 255);

    mixed |= (uint32_t)(old * t + colour[k] * (1 - t) + 0.5f) << 8 * k;
  }
  memcpy(at, &mixed, 4);
}

/* Put a strip over the picture: a few pixels of all columns, then the next few, to use
 * the cache well: strips are stored by columns (unless turned), the picture by
 * rows. */
static void
put_over(const mg_pixels *pixels, const strip *s, const pen *p, mg_colour c)
{
  const float colour[] = { c.b, c.g, c.r, 255 }, each = (float)(-1 / p->unit);
  size_t across = s->turned ? (size_t)pixels->stride : 4;
  size_t along = s->turned ? 4 : (size_t)pixels->stride;

  for (int top = 0; top < s->rows; top += 16)
    for (int k = s->first; k < s->end; k++) {
      const uint32_t *sum = s->sum + (size_t)(k - s->first) * s->stride + MANY;
      unsigned char *at = pixels->data + (size_t)k * across
                          + (size_t)top * along;

      for (int r = top; r < s->rows && r < top + 16; r++, at += along)
        if (sum[r] > 0)
          mix(at, colour, exp2f(each * (float)sum[r]));
    }
}

/* Add the flat (or, in a turned strip, steep) lines of a run to a strip. */
static void
add_strip(const area *a, const strip *s, const pen *p, const mg_edge_run *run,
          double scale)
{
  size_t cells = (size_t)(s->end - s->first) * s->stride;

  for (size_t k = 0; k < run->count; k += LOT) {
    size_t left = run->count - k;

    draw_lines(a, s, p, run->segment + k, left < LOT ? left : LOT, scale);
    for (size_t i = 0; left > LOT && i < cells; i++)
      if (s->sum[i] > INT32_MAX)       /* opaque anyway */
        s->sum[i] = INT32_MAX;
  }
}

static int
within(double x, int most)
{
  return x > 0 ? x < most ? (int)x : most : 0;
}

/* The area that contains the lines of a run, perhaps empty.  Skipping the rest of the
 * picture saves time if there are many runs, as on a sheet. */
static area
area_of(const mg_pixels *pixels, const mg_edge_run *run, double scale)
{
  double x0 = HUGE_VAL, y0 = HUGE_VAL, x1 = -HUGE_VAL, y1 = -HUGE_VAL;
  double wide = run->width * scale + 1;
  area a = { *pixels, 0, 0 };

  for (size_t k = 0; k < run->count; k++) {
    const mg_segment *e = &run->segment[k];
    int left = e->a.x < e->b.x ? e->a.x : e->b.x;
    int top = e->a.y < e->b.y ? e->a.y : e->b.y;
    int right = e->a.x < e->b.x ? e->b.x : e->a.x;
    int bottom = e->a.y < e->b.y ? e->b.y : e->a.y;

    x0 = left < x0 ? left : x0;
    y0 = top < y0 ? top : y0;
    x1 = right > x1 ? right : x1;
    y1 = bottom > y1 ? bottom : y1;
  }
  a.x = within(x0 * scale - wide, pixels->width);
  a.y = within(y0 * scale - wide, pixels->height);
  if (run->count == 0)
    a.x = a.y = 0;
  a.pixels.width = within(x1 * scale + wide + 1, pixels->width) - a.x;
  a.pixels.height = within(y1 * scale + wide + 1, pixels->height) - a.y;
  a.pixels.data += (size_t)a.y * (size_t)pixels->stride + 4 * (size_t)a.x;
  return a;
}

/* The stride of columns with `rows` pixels: not a power of 2, so that columns do not
 * collide in the cache. */
static size_t
stride_of(int rows)
{
  return ((size_t)rows + 2 * MANY) / 32 * 32 + 48;
}

int
mg_lines_draw(const mg_pixels *pixels, const mg_edge_run *run, double scale)
{
  area a = area_of(pixels, run, scale / MG_UNITS);
  int width = a.pixels.width, height = a.pixels.height;
  int longest = width > height ? width : height, threads = mg_threads(0);
  size_t stride = stride_of(longest);
  pen *p = mg_alloc(1, sizeof *p);
  uint32_t *sums = mg_alloc_large((size_t)threads * STRIP, stride * sizeof *sums);
  int done = p != NULL && sums != NULL;

  if (run->colour.a == 0 || run->width <= 0)
    width = height = 0;        /* invisible: weights would be 0 */
  scale /= MG_UNITS;
  if (done && width > 0)
    pen_init(p, run->width * scale, run->colour.a / 255.0);
  for (int turned = 0; done && turned < 2; turned++) {
    int columns = turned ? height : width;

#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (int first = 0; first < columns; first += STRIP) {
      int end = columns - first > STRIP ? first + STRIP : columns;
      strip s = { turned, first, end, turned ? width : height, stride,
                  sums + (size_t)mg_thread() * STRIP * stride };

      memset(s.sum, 0, (size_t)(end - first) * stride * sizeof *s.sum);
      add_strip(&a, &s, p, run, scale);
      put_over(&a.pixels, &s, p, run->colour);
    }
  }
  mg_free_all(sums, p);
  return done;
}

int
mg_line_sums_init(mg_line_sums *s, int width, int height)
{
  int longest = width > height ? width : height;

  *s = (mg_line_sums){ width, height, stride_of(longest), 0, NULL };
  s->count = ((size_t)width + (size_t)height) * s->stride;
  s->sum = mg_zalloc(s->count, sizeof *s->sum);
  return s->sum != NULL;
}

void
mg_line_sums_free(mg_line_sums *s)
{
  mg_free(s->sum);
  memset(s, 0, sizeof *s);
}

/* The strip of columns from `first` on, for flat or (turned) steep lines. */
static strip
strip_of(const mg_line_sums *s, int turned, int first)
{
  int columns = turned ? s->height : s->width;
  size_t before = turned ? (size_t)s->width : 0;

  return (strip){ turned, first, columns - first > STRIP ? first + STRIP : columns,
                  turned ? s->width : s->height, s->stride,
                  s->sum + (before + (size_t)first) * s->stride };
}

int
mg_lines_add(mg_line_sums *s, const mg_edge_run *run, double scale)
{
  area a = { { NULL, s->width, s->height, 0 }, 0, 0 };
  pen *p;

  if (run->colour.a == 0 || run->width <= 0)
    return 1;
  p = mg_alloc(1, sizeof *p);
  if (p == NULL)
    return 0;
  scale /= MG_UNITS;
  pen_init(p, run->width * scale, run->colour.a / 255.0);
  for (int turned = 0; turned < 2; turned++)
    for (int first = 0; first < (turned ? s->height : s->width); first += STRIP) {
      strip view = strip_of(s, turned, first);

      add_strip(&a, &view, p, run, scale);
    }
  for (size_t i = 0; i < s->count; i++)
    s->sum[i] = s->sum[i] < INT32_MAX ? s->sum[i] : INT32_MAX;
  mg_free(p);
  return 1;
}

void
mg_lines_join(uint32_t *to, const uint32_t *from, size_t count)
{
  for (size_t i = 0; i < count; i++)
    to[i] = to[i] < INT32_MAX - from[i] ? to[i] + from[i] : INT32_MAX;
}

int
mg_lines_put(const mg_line_sums *s, const mg_pixels *pixels, const mg_edge_run *run,
             double scale)
{
  pen *p;

  if (run->colour.a == 0 || run->width <= 0)
    return 1;
  p = mg_alloc(1, sizeof *p);
  if (p == NULL)
    return 0;
  pen_init(p, run->width * scale / MG_UNITS, run->colour.a / 255.0);
  for (int turned = 0; turned < 2; turned++)
    for (int first = 0; first < (turned ? s->height : s->width); first += STRIP) {
      strip view = strip_of(s, turned, first);

      put_over(pixels, &view, p, run->colour);
    }
  mg_free(p);
  return 1;
}
