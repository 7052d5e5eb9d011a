/* The state of a chart while it is drawn; shared by the source files of charts. */
#ifndef MG_CHART_DATA_H
#define MG_CHART_DATA_H

#include "axis.h"
#include "chart.h"
#include "render/canvas/page.h"

typedef struct {
  mg_page *page;
  mg_panel *panel;
  const mg_chart *chart;
  const size_t *looks;         /* see mg_charts */
  mg_axis x, y;
  mg_region cell, box;         /* the whole chart with texts; only the data */
  double font, above;          /* above: extra height for titles of several lines */
  size_t x_about;              /* approximate number of ticks on the x axis */
  double bar_low, bar_high;    /* range of a histogram's bars */
  size_t segments, dots;       /* used so far */
} mg_plot;

/* The number of the look (colour and mark) of series k. */
static inline size_t
mg_plot_look(const mg_plot *p, size_t k)
{
  return p->looks != NULL ? p->looks[k] : k;
}

/* Put a text on the panel, cut to the width of the cell. */
mgnn_status mg_plot_say(mg_plot *p, const char *text, double x, double y,
                        mg_type type, mgnn_error *err);

/* Draw a heat map with all its words but title and names of axes; the number of words
 * that it needs. */
mgnn_status mg_heat_draw(mg_plot *p, mgnn_error *err);
size_t mg_heat_words(const mg_heat *heat);

/* Allocate segments and dots, and runs of them. */
mgnn_status mg_plot_allocate(mg_plot *p, size_t segments, size_t dots,
                             mgnn_error *err);

/* Allocate everything that the chart needs. */
mgnn_status mg_plot_open(mg_plot *p, mgnn_error *err);

/* Choose both axes; the height of the box must be set before. */
void mg_plot_range(mg_plot *p);

/* Convert values to places on the page. */
double mg_plot_x(const mg_plot *p, double x);
double mg_plot_y(const mg_plot *p, double y);

/* Begin a run of lines; add a line to it. */
void mg_plot_lines(mg_plot *p, const char *class, mg_colour colour, double width);
void mg_plot_line(mg_plot *p, double x1, double y1, double x2, double y2);

/* Draw the data of the chart. */
void mg_plot_data(mg_plot *p);

/* Draw a line with the mark of a series, for the legend. */
void mg_plot_sample(mg_plot *p, size_t series, double x, double y, double width);

#endif
