/* Draws the data of charts: lines with marks, points or their density, and bars. */
#include "chart_data.h"

#include <math.h>
#include <string.h>

/* The most points that are drawn singly; cells and shades of a density; bars of a
 * histogram; the most strips of a band. */
enum { POINTS_MOST = 1500, CELLS_X = 56, CELLS_Y = 40, LEVELS = 8, BARS = 25,
       BAND_MOST = 1000 };

/* Runs allocated besides two for each series: grid, axis, identity and shades of a
 * density. */
enum { RUNS_SPARE = 6 + LEVELS };

#define MARKS 9                /* approximate number of marks on a long line */
#define LOG_FROM 30            /* ratio of values above which the y axis is
                                  logarithmic */
#define LONG_FROM 500          /* largest x above which the x axis is logarithmic;
                                  x = 0 is then drawn at its beginning */

mgnn_status
mg_plot_allocate(mg_plot *p, size_t segments, size_t dots, mgnn_error *err)
{
  size_t runs = RUNS_SPARE
                + 2 * (p->chart != NULL ? p->chart->series_count : dots);
  mg_panel *panel = p->panel;

  panel->segment = mg_alloc(segments, sizeof *panel->segment);
  panel->dot = mg_alloc(dots, sizeof *panel->dot);
  panel->edges = mg_zalloc(runs, sizeof *panel->edges);
  panel->nodes = mg_zalloc(runs, sizeof *panel->nodes);
  return panel->segment != NULL && panel->dot != NULL && panel->edges != NULL
         && panel->nodes != NULL ? MGNN_OK : mg_fail_memory(err);
}

mgnn_status
mg_plot_open(mg_plot *p, mgnn_error *err)
{
  size_t segments = 4 * (MG_TICKS_MAX + MG_MINOR_MAX), dots = 0;

  for (size_t k = 0; k < p->chart->series_count; k++) {
    size_t count = p->chart->series[k].count;

    if (p->chart->kind == MG_LINES)
      segments += count;
    if (p->chart->series[k].band != NULL)
      segments += BAND_MOST;
    if (p->chart->kind != MG_HISTOGRAM)
      dots += count <= POINTS_MOST ? count : 3 * MARKS;
    segments += p->chart->kind == MG_SCATTER ? CELLS_X * CELLS_Y : 2 * BARS + 2;
  }
  return mg_plot_allocate(p, segments, dots, err);
}

mgnn_status
mg_plot_say(mg_plot *p, const char *text, double x, double y, mg_type type,
            mgnn_error *err)
{
  double width;

  PASS(mg_page_fit(p->page, &text, type.size, p->cell.width, &width, err));
  mg_panel_word(p->panel, text, x, y, type);
  return MGNN_OK;
}

double
mg_plot_x(const mg_plot *p, double x)
{
  return p->box.x + p->box.width * mg_axis_at(&p->x, x);
}

double
mg_plot_y(const mg_plot *p, double y)
{
  return p->box.y + p->box.height * (1 - mg_axis_at(&p->y, y));
}

void
mg_plot_lines(mg_plot *p, const char *class, mg_colour colour, double width)
{
  p->panel->edges[p->panel->edge_runs++] = (mg_edge_run){
    .name = class, .colour = colour, .width = mg_units(width),
    .segment = p->panel->segment + p->segments
  };
}

void
mg_plot_line(mg_plot *p, double x1, double y1, double x2, double y2)
{
  p->panel->segment[p->segments++] = mg_line(x1, y1, x2, y2);
  p->panel->edges[p->panel->edge_runs - 1].count++;
}

static void
dots_begin(mg_plot *p, const char *class, mg_colour fill, double radius,
           mg_mark mark, int outlined)
{
  p->panel->nodes[p->panel->node_runs++] = (mg_node_run){
    .name = class, .fill = fill, .outline = p->page->look.outline,
    .radius = mg_units(radius),
    .outline_width = outlined ? mg_units(0.8) : 0, .mark = mark,
    .dot = p->panel->dot + p->dots
  };
}

static void
dot_add(mg_plot *p, double x, double y)
{
  p->panel->dot[p->dots++] = (mg_dot){ .at = mg_at(x, y) };
  p->panel->nodes[p->panel->node_runs - 1].count++;
}

/* The mark of a series: all series differ in it, not only those that share a colour. */
static mg_mark
mark_of(size_t k)
{
  return (mg_mark)(k % MG_MARKS);
}

typedef struct {
  double low, high, least;     /* least: the smallest above 0 */
} span;

static void
span_take(span *s, double value)
{
  if (!isfinite(value))
    return;
  s->low = fmin(s->low, value);
  s->high = fmax(s->high, value);
  if (value > 0)
    s->least = fmin(s->least, value);
}

static void
spans_find(const mg_plot *p, span *x, span *y)
{
  *x = *y = (span){ INFINITY, -INFINITY, INFINITY };
  for (size_t s = 0; s < p->chart->series_count; s++) {
    const mg_series *a = &p->chart->series[s];

    for (size_t k = 0; k < a->count; k++) {
      if (a->x != NULL)
        span_take(x, a->x[k]);
      span_take(y, a->y[k]);
      if (a->band != NULL) {
        span_take(y, a->band[k]);
        span_take(y, a->band[a->count + k]);
      }
    }
  }
}

/* Count the values of a bar.  The bars reach exactly from the least value to the
 * largest, so that none covers impossible values, such as relative errors below -1. */
static size_t
bar_count(const mg_plot *p, const mg_series *a, size_t bar)
{
  size_t count = 0;

  for (size_t k = 0; k < a->count; k++) {
    double at = (a->y[k] - p->bar_low) / (p->bar_high - p->bar_low) * BARS;

    count += isfinite(at)
             && (size_t)fmin(fmax(at, 0), BARS - 1) == bar;
  }
  return count;
}

static void
range_histogram(mg_plot *p, const span *values, size_t ticks)
{
  double most = 0, low = fmin(values->low, 0), high = fmax(values->high, 0);

  mg_axis_linear(&p->x, low, high, p->x_about, 1);
  p->bar_low = isfinite(values->low) ? values->low : p->x.low;
  p->bar_high = values->high > p->bar_low ? values->high
                : p->bar_low + (p->x.high - p->x.low);
  for (size_t s = 0; s < p->chart->series_count; s++)
    for (size_t bar = 0; bar < BARS; bar++)
      most = fmax(most, (double)bar_count(p, &p->chart->series[s], bar));
  mg_axis_linear(&p->y, 0, fmax(most, 1), ticks, 1);
}

void
mg_plot_range(mg_plot *p)
{
  size_t ticks = (size_t)fmax(2, fmin(6, p->box.height / (3.2 * p->font)));
  span x, y;

  spans_find(p, &x, &y);
  if (p->chart->kind == MG_HISTOGRAM)
    range_histogram(p, &y, ticks);
  else if (p->chart->kind == MG_SCATTER) {
    double most = fmax(x.high, y.high);

    most = most > 0 && isfinite(most) ? most : 1;      /* with a margin */
    mg_axis_linear(&p->x, -0.03 * most, 1.04 * most, p->x_about, 0);
    mg_axis_linear(&p->y, -0.03 * most, 1.04 * most, ticks, 0);
  } else {
    double wide = x.high - x.low;

    if (x.low >= 0 && x.high > LONG_FROM)
      mg_axis_log(&p->x, x.least, x.high, p->x_about, 0);
    else
      mg_axis_linear(&p->x, x.low, x.high, wide >= 1 && wide < 5 ? (size_t)wide
                     : p->x_about, 0);
    if (y.least < INFINITY && y.low >= 0 && y.high > LOG_FROM * y.least)
      mg_axis_log(&p->y, y.least, y.high, ticks, 1);
    else
      mg_axis_linear(&p->y, y.low >= 0 && y.low < 0.5 * y.high ? 0 : y.low,
                     y.high, ticks, 1);
  }
}

static double
clamped_x(const mg_plot *p, double x)
{
  return mg_plot_x(p, fmin(fmax(x, p->x.low), p->x.high));
}

static double
clamped_y(const mg_plot *p, double y)
{
  return mg_plot_y(p, fmin(fmax(y, p->y.low), p->y.high));
}

/* The value of a series between its points i - 1 and i. */
static double
between(const double *y, size_t i, double t)
{
  return y[i - 1] + (y[i] - y[i - 1]) * t;
}

/* Draw a band as adjacent strips, two pixels wide.  Where two strips meet, their
 * colours add by the square of their opacity, which is too little to be seen. */
static void
draw_band(mg_plot *p, const mg_series *a, size_t k)
{
  double wide = fmax(2, p->box.width / (BAND_MOST - 2));
  size_t i = 1;

  mg_plot_lines(p, "band", mg_colour_faded(mg_look_fill(&p->page->look, k),
                                           0.2), wide);
  for (double at = p->box.x; at + wide <= p->box.x + p->box.width; at += wide) {
    double middle = at + wide / 2, from, to, t, low, high;

    while (i < a->count && clamped_x(p, a->x[i]) < middle)
      i++;
    if (i >= a->count)
      break;
    from = clamped_x(p, a->x[i - 1]);
    to = clamped_x(p, a->x[i]);
    if (middle < from)
      continue;
    t = (middle - from) / (to - from);
    low = between(a->band, i, t);
    high = between(a->band + a->count, i, t);
    if (low < high)
      mg_plot_line(p, middle, clamped_y(p, low), middle, clamped_y(p, high));
  }
}

static void
draw_lines(mg_plot *p, const mg_series *a, size_t k)
{
  mg_colour colour = mg_look_fill(&p->page->look, k);
  size_t every = a->count <= MARKS + 4 ? 1 : a->count / MARKS;

  mg_plot_lines(p, "curve", colour, 1.6);
  for (size_t i = 1; i < a->count; i++)
    if (isfinite(a->y[i]) && isfinite(a->y[i - 1]))
      mg_plot_line(p, clamped_x(p, a->x[i - 1]), clamped_y(p, a->y[i - 1]),
                   clamped_x(p, a->x[i]), clamped_y(p, a->y[i]));
  dots_begin(p, "mark", colour, 3, mark_of(k), 1);
  for (size_t i = every > 1 ? k * every / 4 % every : 0; i < a->count;
       i += every)
    if (isfinite(a->y[i]))
      dot_add(p, clamped_x(p, a->x[i]), clamped_y(p, a->y[i]));
}

static void
draw_points(mg_plot *p, const mg_series *a, size_t k)
{
  mg_colour colour = mg_look_fill(&p->page->look, k);
  double crowd = (double)a->count / POINTS_MOST;

  dots_begin(p, "point", mg_colour_faded(colour, 0.75 - 0.45 * crowd),
             2.4 - 1.1 * crowd, mark_of(k), 0);
  for (size_t i = 0; i < a->count; i++)
    if (isfinite(a->x[i]) && isfinite(a->y[i]))
      dot_add(p, mg_plot_x(p, a->x[i]), mg_plot_y(p, a->y[i]));
}

/* Draw the numbers of points in cells as LEVELS shades from the page's colour to that
 * of the series: shade (LEVELS - 1) log(count) / log(most), rounded, so that a single
 * point can be seen beside a cell of thousands. */
static void
draw_density(mg_plot *p, const mg_series *a, size_t k)
{
  mg_colour colour = mg_look_fill(&p->page->look, k);
  double width = p->box.width / CELLS_X, height = p->box.height / CELLS_Y;
  size_t count[CELLS_X * CELLS_Y] = { 0 }, most = 1;

  for (size_t i = 0; i < a->count; i++) {
    double x = mg_axis_at(&p->x, a->x[i]), y = mg_axis_at(&p->y, a->y[i]);

    if (x >= 0 && x <= 1 && y >= 0 && y <= 1) {
      size_t cx = (size_t)fmin(x * CELLS_X, CELLS_X - 1);
      size_t cy = (size_t)fmin(y * CELLS_Y, CELLS_Y - 1);

      if (++count[cy * CELLS_X + cx] > most)
        most = count[cy * CELLS_X + cx];
    }
  }
  for (size_t level = 0; level < LEVELS; level++) {
    mg_plot_lines(p, "density", mg_colour_faded(colour, 0.16 + 0.84
                  * (double)level / (LEVELS - 1)), height);
    for (size_t c = 0; c < CELLS_X * CELLS_Y; c++) {
      double left = p->box.x + (double)(c % CELLS_X) * width;
      double y = p->box.y + p->box.height - ((double)(c / CELLS_X) + 0.5) * height;
      double share = most > 1 && count[c] > 0 ? log(count[c]) / log(most) : 1;

      if (count[c] > 0 && (size_t)(share * (LEVELS - 1) + 0.5) == level)
        mg_plot_line(p, left, y, left + width, y);
    }
  }
}

/* Draw filled bars; if there are several series, draw outlines, shifted a little
 * against each other so that none hides another. */
static void
draw_bars(mg_plot *p, const mg_series *a, size_t k)
{
  mg_colour colour = mg_look_fill(&p->page->look, k);
  double low = mg_plot_x(p, p->bar_low), foot = mg_plot_y(p, 0), before = foot;
  double width = (mg_plot_x(p, p->bar_high) - low) / BARS;
  int filled = p->chart->series_count == 1;
  double aside = filled ? 0 : 2 * (double)(a - p->chart->series);

  mg_plot_lines(p, "bar", filled ? mg_colour_faded(colour, 0.8) : colour,
                filled ? 0.86 * width : 1.6);
  for (size_t bar = 0; bar <= BARS; bar++) {
    double left = low + (double)bar * width + aside;
    double top = bar < BARS ? mg_plot_y(p, (double)bar_count(p, a, bar)) : foot;

    if (filled && bar < BARS && top < foot)
      mg_plot_line(p, left + width / 2, foot, left + width / 2, top);
    if (!filled) {
      if (top != before)
        mg_plot_line(p, left, before, left, top);
      if (bar < BARS && top < foot)
        mg_plot_line(p, left, top, left + width, top);
    }
    before = top;
  }
}

void
mg_plot_data(mg_plot *p)
{
  mg_colour ink = mg_colour_faded(p->page->look.ink, 0.6);

  if (p->chart->kind == MG_SCATTER) {
    mg_plot_lines(p, "identity", ink, 1);
    mg_plot_line(p, mg_plot_x(p, 0), mg_plot_y(p, 0),
                 mg_plot_x(p, p->x.high), mg_plot_y(p, p->x.high));
  }
  if (p->chart->kind == MG_HISTOGRAM) {
    mg_plot_lines(p, "zero", ink, 1);
    mg_plot_line(p, mg_plot_x(p, 0), p->box.y, mg_plot_x(p, 0),
                 p->box.y + p->box.height);
  }
  for (size_t s = 0; s < p->chart->series_count; s++) {
    const mg_series *a = &p->chart->series[s];
    size_t k = mg_plot_look(p, p->chart->first + s);

    switch (p->chart->kind) {
    case MG_LINES:
      if (a->band != NULL)
        draw_band(p, a, k);
      draw_lines(p, a, k);
      break;
    case MG_SCATTER:
      if (a->count <= POINTS_MOST)
        draw_points(p, a, k);
      else
        draw_density(p, a, k);
      break;
    case MG_HISTOGRAM:
      draw_bars(p, a, k);
      break;
    case MG_HEAT_MAP:
    case MG_NO_CHART:
      break;
    }
  }
}

void
mg_plot_sample(mg_plot *p, size_t series, double x, double y, double width)
{
  size_t k = mg_plot_look(p, series);
  mg_colour colour = mg_look_fill(&p->page->look, k);

  mg_plot_lines(p, "curve", colour, 1.6);
  mg_plot_line(p, x, y, x + width, y);
  dots_begin(p, "mark", colour, 3, mark_of(k), 1);
  dot_add(p, x + width / 2, y);
}
