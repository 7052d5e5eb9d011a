/* Lays out charts on a page, with their axes, grids and texts.  Their data are drawn
 * in chart_data.c. */
#include "chart_data.h"

#include <math.h>
#include <string.h>

/* The size of a chart, in CSS pixels, if the style does not set that of the page. */
static const double chart_width = 300, chart_height = 230;
static const double gap = 22;

typedef struct {
  double x, y, width, height;  /* of the first chart */
  double font;
  double above;                /* extra height for titles of several lines */
  double legend_y;
} chart_division;

static const double title_size = 1.1, title_leading = 1.25;

/* The height of the second and further lines of the longest title. */
static mgnn_status
titles_height(mg_page *page, const mg_charts *all, chart_division *d,
              mgnn_error *err)
{
  for (size_t k = 0; k < all->rows * all->cols; k++)
    if (all->chart[k].kind != MG_NO_CHART) {
      double size = title_size * d->font;
      mg_text_lines title;

      PASS(mg_page_wrap(page, all->chart[k].title, &size, d->width, &title, err));
      d->above = fmax(d->above, title_leading * size * ((double)title.count - 1));
    }
  return MGNN_OK;
}

/* In font sizes: width of a sample in the legend, gap between series, distance of
 * lines. */
static const double sample = 2.2, space = 1.8, leading = 1.5;

/* Fill one line of the legend with series `from` and following; returns the number of
 * the first series that has no space, and the line's *width. */
static size_t
legend_line(mg_page *page, const mg_charts *all, size_t from, double font,
            double limit, double *width)
{
  size_t k = from;

  for (*width = 0; k < all->series; k++) {
    double more = (sample + 0.5) * font + (k > from ? space * font : 0)
                  + mg_ruler_width(page->ruler, all->names[k], font);

    if (k > from && *width + more > limit)
      break;
    *width += more;
  }
  return k;
}

static double
legend_height(mg_page *page, const mg_charts *all, double font, double limit)
{
  double height = (2.4 - leading) * font, width;

  for (size_t k = 0; k < all->series; height += leading * font)
    k = legend_line(page, all, k, font, limit, &width);
  return height;
}

static mgnn_status
divide(chart_division *d, mg_page *page, const mg_charts *all, mgnn_error *err)
{
  const mg_style *style = page->style;
  double cols = (double)all->cols, rows = (double)all->rows;
  double margin = isnan(style->margin) ? 16 : style->margin;
  double font = isnan(style->font_size) ? 11 : style->font_size;
  double scale = font / 11;
  double across = 2 * margin + (cols - 1) * gap, heading, below, down;

  d->font = font;
  d->width = isnan(style->width) ? scale * chart_width
             : (style->width - across) / cols;
  PASS(mg_page_heading(page, 1.1 * font, across - 2 * margin + cols * d->width,
                       &heading, err));
  PASS(titles_height(page, all, d, err));
  below = all->series > 1 ? legend_height(page, all, font, across - 2 * margin
                                          + cols * d->width) : 0;
  down = 2 * margin + (rows - 1) * gap + heading + below;
  d->height = isnan(style->height) ? scale * chart_height + d->above
              : (style->height - down) / rows;
  if (d->width < 8 * font || d->height < 7 * font + d->above)
    PASS(mg_fail(err, MGNN_EINVAL, "a page of %.0f x %.0f pixels is too small "
                 "for charts in %zu row%s of %zu", across + cols * d->width,
                 down + rows * d->height, all->rows, all->rows == 1 ? "" : "s",
                 all->cols));
  mg_page_size(page, ceil(across + cols * d->width), ceil(down + rows * d->height));
  page->margin = margin;
  page->font = 1.1 * font;
  d->x = margin;
  d->y = margin + heading;
  d->legend_y = page->height - margin - below + 2 * font;
  return MGNN_OK;
}

static double
numbers_width(mg_plot *p)
{
  double widest = 0;

  for (size_t k = 0; k < p->y.count; k++) {
    char text[MG_TICK_TEXT];

    mg_axis_text(&p->y, k, text);
    widest = fmax(widest, mg_ruler_width(p->page->ruler, text, p->font));
  }
  return widest;
}

/* Draw light lines at the ticks of both axes, and lighter ones at minor ticks. */
static void
grid_draw(mg_plot *p)
{
  const mg_region *b = &p->box;
  mg_colour faint = p->page->look.faint;

  mg_plot_lines(p, "grid minor", mg_colour_faded(faint, 0.12), 0.6);
  for (size_t k = 0; k < p->y.minor_count; k++)
    mg_plot_line(p, b->x, mg_plot_y(p, p->y.minor[k]), b->x + b->width,
                 mg_plot_y(p, p->y.minor[k]));
  mg_plot_lines(p, "grid", mg_colour_faded(faint, 0.28), 0.8);
  for (size_t k = 0; k < p->y.count; k++)
    mg_plot_line(p, b->x, mg_plot_y(p, p->y.tick[k]), b->x + b->width,
                 mg_plot_y(p, p->y.tick[k]));
  for (size_t k = 0; k < p->x.count; k++)
    mg_plot_line(p, mg_plot_x(p, p->x.tick[k]), b->y,
                 mg_plot_x(p, p->x.tick[k]), b->y + b->height);
}

static void
axes_draw(mg_plot *p)
{
  const mg_region *b = &p->box;
  double right = b->x + b->width, foot = b->y + b->height;

  mg_plot_lines(p, "axis", p->page->look.faint, 1);
  mg_plot_line(p, b->x, b->y, b->x, foot + 0.5);
  mg_plot_line(p, b->x, foot, right, foot);
  for (size_t k = 0; k < p->x.count; k++)
    mg_plot_line(p, mg_plot_x(p, p->x.tick[k]), foot,
                 mg_plot_x(p, p->x.tick[k]), foot + 4);
  for (size_t k = 0; k < p->y.count; k++)
    mg_plot_line(p, b->x - 4, mg_plot_y(p, p->y.tick[k]), b->x,
                 mg_plot_y(p, p->y.tick[k]));
  for (size_t k = 0; k < p->y.minor_count; k++)
    mg_plot_line(p, b->x - 2, mg_plot_y(p, p->y.minor[k]), b->x,
                 mg_plot_y(p, p->y.minor[k]));
}

static mgnn_status
numbers_draw(mg_plot *p, mgnn_error *err)
{
  const mg_region *b = &p->box;
  mg_colour ink = p->page->look.ink;
  char text[MG_TICK_TEXT];

  for (size_t k = 0; k < p->x.count; k++) {
    mg_axis_text(&p->x, k, text);
    PASS(mg_plot_say(p, text, mg_plot_x(p, p->x.tick[k]),
                     b->y + b->height + 6 + 0.85 * p->font,
                     (mg_type){ "tick", p->font, MG_MIDDLE, ink }, err));
  }
  for (size_t k = 0; k < p->y.count; k++) {
    mg_axis_text(&p->y, k, text);
    PASS(mg_plot_say(p, text, b->x - 7,
                     mg_plot_y(p, p->y.tick[k]) + 0.36 * p->font,
                     (mg_type){ "tick", p->font, MG_END, ink }, err));
  }
  return MGNN_OK;
}

static mgnn_status
words_draw(mg_plot *p, mgnn_error *err)
{
  const mg_chart *c = p->chart;
  const mg_region *b = &p->box;
  mg_type axis = { "axis-name", 0.9 * p->font, MG_START, p->page->look.faint };
  mg_type head = { "chart-title", title_size * p->font, MG_START,
                   p->page->look.ink };
  mg_text_lines title;

  PASS(mg_page_wrap(p->page, c->title, &head.size, p->cell.width, &title, err));
  for (size_t k = 0; k < title.count; k++)
    mg_panel_word(p->panel, title.line[k], p->cell.x, p->cell.y + 0.95 * p->font
                  + title_leading * head.size * (double)k, head);
  if (c->y_name != NULL)
    PASS(mg_plot_say(p, c->y_name, p->cell.x, p->cell.y + p->above + 2.4 * p->font,
                     axis, err));
  axis.anchor = MG_MIDDLE;
  PASS(mg_plot_say(p, c->x_name, b->x + b->width / 2,
                   b->y + b->height + 6 + 2.2 * p->font, axis, err));
  return c->kind != MG_HEAT_MAP ? numbers_draw(p, err) : MGNN_OK;
}

/* Whether the numbers below the x axis would touch each other. */
static int
numbers_crowd(mg_plot *p)
{
  double end = -INFINITY;

  for (size_t k = 0; k < p->x.count; k++) {
    char text[MG_TICK_TEXT];
    double half, x = mg_plot_x(p, p->x.tick[k]);

    mg_axis_text(&p->x, k, text);
    half = mg_ruler_width(p->page->ruler, text, p->font) / 2;
    if (x - half < end + p->font)
      return 1;
    end = x + half;
  }
  return 0;
}

/* Set the box of the data: the cell without the space for texts. */
static void
box_set(mg_plot *p)
{
  double left, top = p->above + (p->chart->y_name != NULL ? 3.2 : 2) * p->font;
  double foot = 6 + 2.6 * p->font;

  p->box.height = p->cell.height - top - foot;
  p->box.y = floor(p->cell.y + top) + 0.5;
  mg_plot_range(p);            /* how many numbers fit depends on the height */
  left = numbers_width(p) + 8;
  p->box.x = floor(p->cell.x + left) + 0.5;
  p->box.width = p->cell.width - left - 0.8 * p->font;
  while (numbers_crowd(p) && p->x_about > 2) {
    p->x_about--;
    mg_plot_range(p);
  }
}

/* The cell of a chart.  The charts of an incomplete last row share its width. */
static mg_region
cell_of(const chart_division *d, const mg_charts *all, size_t k)
{
  size_t row = k / all->cols, in_row = all->cols;
  double whole = (double)all->cols * (d->width + gap), width;

  while (row == all->rows - 1 && in_row > k % all->cols + 1
         && all->chart[row * all->cols + in_row - 1].kind == MG_NO_CHART)
    in_row--;
  width = whole / (double)in_row;
  return (mg_region){ d->x + (double)(k % all->cols) * width,
                      d->y + (double)row * (d->height + gap), width - gap,
                      d->height };
}

static mgnn_status
chart_draw(mg_page *page, const chart_division *d, const mg_charts *all,
           size_t k, mgnn_error *err)
{
  const mg_chart *chart = &all->chart[k];
  mg_plot p = { .page = page, .chart = chart, .looks = all->looks,
                .font = d->font, .above = d->above, .x_about = 5 };

  p.cell = cell_of(d, all, k);
  PASS(mg_page_panel(page, "chart", &p.cell, 2 + MG_LINES_MAX
                     + 2 * MG_TICKS_MAX + mg_heat_words(chart->heat), &p.panel, err));
  if (chart->kind == MG_HEAT_MAP)
    PASS(mg_heat_draw(&p, err));
  else {
    PASS(mg_plot_open(&p, err));
    box_set(&p);
    grid_draw(&p);
    mg_plot_data(&p);
    axes_draw(&p);
  }
  return words_draw(&p, err);
}

/* Draw samples and names of the series, in centred lines. */
static mgnn_status
legend_draw(mg_page *page, const chart_division *d, const mg_charts *all,
            mgnn_error *err)
{
  mg_plot p = { .page = page, .font = d->font, .looks = all->looks };
  double font = d->font, x = 0, y = d->legend_y - leading * font, width;
  size_t end = 0;

  p.cell = (mg_region){ page->margin, d->legend_y - font,
                        page->width - 2 * page->margin,
                        page->height - page->margin - d->legend_y + font };
  PASS(mg_page_panel(page, "legend", &p.cell, all->series, &p.panel, err));
  PASS(mg_plot_allocate(&p, 2 * all->series, 2 * all->series, err));
  for (size_t k = 0; k < all->series; k++) {
    if (k == end) {
      end = legend_line(page, all, k, font, p.cell.width, &width);
      x = page->width / 2 - width / 2;
      y += leading * font;
    }
    mg_plot_sample(&p, k, x, y - 0.35 * font, sample * font);
    PASS(mg_plot_say(&p, all->names[k], x + (sample + 0.5) * font, y,
                     (mg_type){ "label", font, MG_START, page->look.ink }, err));
    x += (sample + 0.5 + space) * font
         + mg_ruler_width(page->ruler, all->names[k], font);
  }
  return MGNN_OK;
}

mgnn_status
mg_charts_build(mg_scene *out, const mg_charts *all, const mg_style *style,
                mgnn_error *err)
{
  size_t count = all->rows * all->cols;
  chart_division d = { .above = 0 };
  mg_region box;
  mg_page page;
  mgnn_status status = MGNN_OK;

  TRY(mg_page_open(&page, out, style, count + 2, err));
  TRY(divide(&d, &page, all, err));
  box = (mg_region){ page.margin, page.margin, page.width - 2 * page.margin,
                     page.height };
  TRY(mg_page_title(&page, &box, err));
  for (size_t k = 0; k < count; k++)
    if (all->chart[k].kind != MG_NO_CHART)
      TRY(chart_draw(&page, &d, all, k, err));
  if (all->series > 1)
    TRY(legend_draw(&page, &d, all, err));
end:
  return mg_page_close(&page, status, err);
}
