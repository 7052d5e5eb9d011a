/* Lays out a page of charts: curves, scatter plots, histograms and heat maps. */
#ifndef MG_CHART_H
#define MG_CHART_H

#include "render/canvas/scene.h"
#include "render/canvas/style.h"

/* The data of one line of a chart, of scattered points, or of a histogram, which counts
 * y and ignores x.  Values that are not finite are left out. */
typedef struct {
  size_t count;
  const double *x, *y;
  const double *band;          /* for lines: lower ends of a band at all points,
                                  then upper ends; NULL: no band */
} mg_series;

/* The data of a heat map: a value for each pair of x and y. */
typedef struct {
  size_t cols, rows;
  const double *x, *y;         /* cols; rows, from the foot up */
  const double *value;         /* rows*cols, row after row; NAN: not known */
  double low, high;            /* the ends of the colours */
} mg_heat;

typedef enum {
  MG_NO_CHART,                 /* an empty place */
  MG_LINES,                    /* y against x; an axis is logarithmic if its
                                  values vary much */
  MG_SCATTER,                  /* y against x on equal axes from 0, with the
                                  line y = x; many points as a density */
  MG_HISTOGRAM,                /* the number of values in each interval */
  MG_HEAT_MAP                  /* values as colours, and as numbers in their
                                  cells if there is space */
} mg_chart_kind;

typedef struct {
  mg_chart_kind kind;
  const char *title;           /* title above the chart */
  const char *x_name, *y_name; /* below the x axis; above the y axis, or NULL */
  const mg_series *series;     /* series k has the look number first + k */
  size_t series_count;
  size_t first;                /* see series */
  const mg_heat *heat;         /* data of a heat map */
} mg_chart;

/* The contents of a page of charts. */
typedef struct {
  const mg_chart *chart;       /* rows*cols, row after row; if the last ones are
                                  empty places, the last row is stretched */
  size_t rows, cols;
  const char *const *names;    /* names of the series, for a legend below */
  size_t series;               /* their number; no legend if it is 1 */
  const size_t *looks;         /* numbers of their colours and marks; NULL: the
                                  numbers of the series */
} mg_charts;

/* Lay out charts.  The page is as large as they need unless the style sets its size;
 * of the style's other members only title, background, palette, font_size, margin and
 * dpi are used.  Ownership and failures as in mg_scene_build. */
mgnn_status mg_charts_build(mg_scene *out, const mg_charts *charts,
                            const mg_style *style, mgnn_error *err);

#endif
