/* The bar of a colour scale: blocks of its steps, ticks at round values, and a
 * block apart where values go beyond an end. */
#include "colour_bar.h"
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* In font sizes: the bar across, a block beyond it, and the space between. */
static const double across = 0.95, beyond_size = 1.8, apart = 0.3;
static const double leading = 1.45, small = 0.85;

/* A value as it is written at the bar, `before` in front; NULL if out of
 * memory. */
static const char *
value_text(mg_page *page, const mg_shade *shade, const char *before, double x,
           int digits)
{
  char number[MG_TEXT_NUMBER], text[MG_TEXT_NUMBER + 16];

  mg_text_number(number, shade->percent ? 100 * x : x, digits);
  snprintf(text, sizeof text, "%s%s%s", before, number,
           shade->percent ? " %" : "");
  return mg_text_keep(&page->scene->pool, text);
}

/* The ticks; enough digits that two of them differ. */
static mgnn_status
set_ticks(mg_bar *bar, mg_page *page, mgnn_error *err)
{
  const mg_shade *shade = bar->shade;
  double span = shade->high - shade->low, value[MG_BAR_TICKS];
  double size = fmax(fabs(shade->low), fabs(shade->high));
  int digits = span > 0 ? 3 + (int)fmax(0, ceil(log10(size / span))) : 4;

  bar->ticks = mg_shade_ticks(shade, value, MG_BAR_TICKS);
  if (bar->ticks == 2)         /* the ends, which need not be round */
    digits++;
  for (size_t k = 0; k < bar->ticks; k++) {
    bar->at[k] = span > 0 ? (value[k] - shade->low) / span : 0.5;
    bar->tick[k] = value_text(page, shade, "", value[k],
                              digits < 15 ? digits : 15);
    if (bar->tick[k] == NULL)
      return mg_fail_memory(err);
    bar->text_width = fmax(bar->text_width,
                           mg_ruler_width(page->ruler, bar->tick[k],
                                          bar->font));
  }
  return MGNN_OK;
}

static mgnn_status
set_beyond(mg_bar *bar, mg_page *page, int high, double value, mgnn_error *err)
{
  bar->beyond[high] = value_text(page, bar->shade, "to ", value, 3);
  if (bar->beyond[high] == NULL)
    return mg_fail_memory(err);
  bar->beyond_width[high] = mg_ruler_width(page->ruler, bar->beyond[high],
                                           bar->font);
  return MGNN_OK;
}

mgnn_status
mg_bar_init(mg_bar *bar, mg_page *page, const mg_shade *shade, double font,
            double limit, mgnn_error *err)
{
  mg_pool *pool = &page->scene->pool;
  mgnn_status status;

  memset(bar, 0, sizeof *bar);
  bar->shade = shade;
  bar->font = font;
  bar->title = mg_text_keep(pool, shade->title);
  if (bar->title != NULL)
    bar->title = mg_ruler_fit(page->ruler, pool, bar->title, font, limit,
                              &bar->title_width);
  if (bar->title == NULL)
    return mg_fail_memory(err);
  status = set_ticks(bar, page, err);
  if (status == MGNN_OK && shade->least < shade->low)
    status = set_beyond(bar, page, 0, shade->least, err);
  if (status == MGNN_OK && shade->most > shade->high)
    status = set_beyond(bar, page, 1, shade->most, err);
  if (status == MGNN_OK && shade->below != NULL) {
    bar->lines = mg_ruler_wrap(page->ruler, pool, shade->below, small * font,
                               fmin(limit, 12 * font), bar->line, MG_BAR_LINES,
                               &bar->line_width);
    if (bar->lines == 0)
      status = mg_fail_memory(err);
  }
  return status;
}

/* How far beyond an end the text of its block has its middle; lying, it is
 * clear of the tick at the end. */
static double
beyond_middle(const mg_bar *bar, int high)
{
  double middle = bar->font * (apart + beyond_size / 2);

  return bar->upright ? middle
         : fmax(middle, bar->text_width / 2 + 0.6 * bar->font
                        + bar->beyond_width[high] / 2);
}

/* What there is beyond an end of the scale: half a tick, or a block. */
static double
beyond_length(const mg_bar *bar, int high)
{
  double tick = bar->upright ? 0.3 * bar->font : bar->text_width / 2;

  if (bar->beyond[high] == NULL)
    return tick;
  return beyond_middle(bar, high)
         + (bar->upright ? bar->font * beyond_size / 2
                         : bar->beyond_width[high] / 2);
}

void
mg_bar_arrange(mg_bar *bar, int upright, double room)
{
  double font = bar->font, words, step, ends, wide;

  bar->upright = upright;
  bar->lines_shown = room > 16 * font ? bar->lines : 0;
  wide = fmax(bar->title_width, bar->lines_shown > 0 ? bar->line_width : 0);
  ends = beyond_length(bar, 0) + beyond_length(bar, 1);
  words = leading * font + (double)bar->lines_shown * 1.3 * small * font;
  /* Whole pixels, so that no seams show between the blocks. */
  step = floor(fmin(upright ? 13 * font : 17 * font,
                    room - ends - (upright ? words : 0)) / MG_SHADE_STEPS);
  bar->length = MG_SHADE_STEPS * fmax(step, 1);
  bar->every = 1;
  while (bar->every < bar->ticks
         && (bar->at[1] - bar->at[0]) * bar->length * (double)bar->every
            < (upright ? 1.2 * font : bar->text_width + 0.5 * font))
    bar->every *= 2;
  if (upright) {
    double beside = fmax(bar->text_width, fmax(bar->beyond_width[0],
                                               bar->beyond_width[1]));

    bar->width = fmax((across + 0.6) * font + beside, wide);
    bar->height = words + ends + bar->length;
  } else {
    bar->width = fmax(bar->length + ends, beyond_length(bar, 0) + wide);
    bar->height = words + (across + 0.4 + 1.3) * font;
  }
}

/* A line of its own look. */
static void
put_line(mg_panel *panel, const char *name, mg_colour colour, double width,
         double x0, double y0, double x1, double y1)
{
  mg_segment *line = &panel->segment[panel->edge_runs];

  *line = (mg_segment){ { mg_page_units(x0), mg_page_units(y0) },
                        { mg_page_units(x1), mg_page_units(y1) }, 0, 0 };
  panel->edges[panel->edge_runs++] = (mg_edge_run){
    name, colour, mg_page_units(width), 1, line
  };
}

/* Where the scale itself is: from (x, y), its low end, along (dx, dy), of
 * length 1, to its high end. */
typedef struct {
  double x, y, dx, dy;
} axis;

/* A block along the axis, from a to b pixels after the low end. */
static void
put_block(const mg_bar *bar, mg_panel *panel, const axis *ax,
          mg_colour colour, double a, double b)
{
  put_line(panel, "scale", colour, floor(across * bar->font), ax->x + a * ax->dx,
           ax->y + a * ax->dy, ax->x + b * ax->dx, ax->y + b * ax->dy);
}

/* A tick, or only its text, `at` pixels after the low end. */
static void
put_tick(const mg_bar *bar, mg_page *page, mg_panel *panel, const axis *ax,
         const char *text, double at, int with_line)
{
  double font = bar->font, half = floor(across * font) / 2;
  double x = ax->x + at * ax->dx, y = ax->y + at * ax->dy;

  if (bar->upright) {
    if (with_line)
      put_line(panel, "tick", page->look.faint, 1, x + half, y,
               x + half + 0.3 * font, y);
    mg_page_word(panel, "legend", text, x + half + 0.5 * font, y + 0.36 * font,
                 MG_START, font, page->look.ink);
  } else {
    if (with_line)
      put_line(panel, "tick", page->look.faint, 1, x, y + half, x,
               y + half + 0.3 * font);
    mg_page_word(panel, "legend", text, x, y + half + 1.25 * font, MG_MIDDLE,
                 font, page->look.ink);
  }
}

static void
put_beyond(const mg_bar *bar, mg_page *page, mg_panel *panel, const axis *ax,
           int high)
{
  mg_colour colour = mg_figure_step(&page->look, bar->shade,
                                    high ? MG_SHADE_STEPS - 1 : 0);
  double near = bar->font * apart, size = bar->font * beyond_size;
  double sign = high ? 1 : -1, from = high ? bar->length : 0;

  /* Lying, the block reaches to the middle of its text. */
  if (!bar->upright)
    size = beyond_middle(bar, high) - near;
  put_block(bar, panel, ax, colour, from + sign * near,
            from + sign * (near + size));
  put_tick(bar, page, panel, ax, bar->beyond[high],
           from + sign * beyond_middle(bar, high), 0);
}

void
mg_bar_draw(const mg_bar *bar, mg_page *page, mg_panel *panel, double x,
            double y)
{
  double font = bar->font, step = bar->length / MG_SHADE_STEPS;
  axis ax;

  if (bar->upright)
    ax = (axis){ floor(x) + floor(across * font) / 2,
                 floor(y + leading * font + bar->length
                       + beyond_length(bar, 1)), 0, -1 };
  else {
    x = floor(x + beyond_length(bar, 0));
    ax = (axis){ x, floor(y + leading * font) + floor(across * font) / 2, 1,
                 0 };
  }
  mg_page_word(panel, "legend", bar->title, x, y + font, MG_START, font,
               page->look.ink);
  for (int k = 0; k < MG_SHADE_STEPS; k++)
    put_block(bar, panel, &ax, mg_figure_step(&page->look, bar->shade,
                                              (size_t)k),
              step * k, step * (k + 1) + (k + 1 < MG_SHADE_STEPS ? 0.5 : 0));
  for (size_t k = 0; k < bar->ticks; k += bar->every)
    put_tick(bar, page, panel, &ax, bar->tick[k], bar->at[k] * bar->length, 1);
  for (int high = 0; high < 2; high++)
    if (bar->beyond[high] != NULL)
      put_beyond(bar, page, panel, &ax, high);
  for (size_t k = 0; k < bar->lines_shown; k++)
    mg_page_word(panel, "legend", bar->line[k], x,
                 y + bar->height + small * font
                 * (0.95 - 1.3 * (double)(bar->lines_shown - k)), MG_START,
                 small * font, page->look.faint);
}
