/* Draws the bar of a colour scale: blocks for its steps, ticks at round values, and
 * a separate block for values beyond an end. */
#include "colour_bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* In font sizes: width of the bar, length of a block beyond it, and the gap between. */
static const double across = 0.95, beyond_size = 1.8, apart = 0.3;
static const double leading = 1.45, small = 0.85;

/* The text of a value at the bar, with `before` in front. */
static mgnn_status
value_text(const mg_bar *bar, mg_page *page, const char *before, double x,
           int digits, const char **out, mgnn_error *err)
{
  int percent = bar->shade->percent;
  char number[MG_TEXT_NUMBER], text[MG_TEXT_NUMBER + 16];

  mg_text_number(number, percent ? 100 * x : x, digits);
  snprintf(text, sizeof text, "%s%s%s", before, number, percent ? " %" : "");
  return mg_page_keep(page, text, out, err);
}

/* Choose the ticks, with enough digits to tell them apart. */
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
    PASS(value_text(bar, page, "", value[k], digits < 15 ? digits : 15,
                    &bar->tick[k], err));
    bar->text_width = fmax(bar->text_width,
                           mg_ruler_width(page->ruler, bar->tick[k],
                                          bar->font));
  }
  return MGNN_OK;
}

mgnn_status
mg_bar_init(mg_bar *bar, mg_page *page, const mg_shade *shade, double font,
            double limit, mgnn_error *err)
{
  const double end[2] = { shade->least, shade->most };
  const int cut[2] = { shade->least < shade->low, shade->most > shade->high };

  memset(bar, 0, sizeof *bar);
  bar->shade = shade;
  bar->font = font;
  bar->title = shade->title;
  PASS(mg_page_fit(page, &bar->title, font, limit, &bar->title_width, err));
  PASS(set_ticks(bar, page, err));
  for (int high = 0; high < 2; high++)
    if (cut[high]) {
      PASS(value_text(bar, page, "to ", end[high], 3, &bar->beyond[high], err));
      bar->beyond_width[high] = mg_ruler_width(page->ruler, bar->beyond[high], font);
    }
  if (shade->below != NULL) {
    mg_ruler_wrap(page->ruler, &page->scene->pool, shade->below, small * font,
                  fmin(limit, 12 * font), MG_NAME_LINES, &bar->below);
    if (bar->below.count == 0)
      return mg_fail_memory(err);
  }
  return MGNN_OK;
}

/* How far beyond an end of the scale its block's text is centred; in a horizontal bar
 * it does not touch the tick at the end. */
static double
beyond_middle(const mg_bar *bar, int high)
{
  double middle = bar->font * (apart + beyond_size / 2);

  return bar->upright ? middle
         : fmax(middle, bar->text_width / 2 + 0.6 * bar->font
                        + bar->beyond_width[high] / 2);
}

/* The length needed beyond an end of the scale, for half a tick's text or a block. */
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
mg_bar_arrange(mg_bar *bar, int upright, double longest)
{
  double font = bar->font, words, step, ends, wide;

  bar->upright = upright;
  bar->lines_shown = longest > 16 * font ? bar->below.count : 0;
  wide = fmax(bar->title_width, bar->lines_shown > 0 ? bar->below.width : 0);
  ends = beyond_length(bar, 0) + beyond_length(bar, 1);
  words = leading * font + (double)bar->lines_shown * 1.3 * small * font;
  /* Whole pixels, so that no seams show between the blocks. */
  step = floor(fmin(upright ? 13 * font : 17 * font,
                    longest - ends - (upright ? words : 0)) / MG_SHADE_STEPS);
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

/* The position of the scale: its low end (x, y), and the direction (dx, dy), of
 * length 1, to its high end. */
typedef struct {
  double x, y, dx, dy;
} bar_axis;

/* Draw a block along the axis, from a to b pixels after the low end. */
static void
put_block(const mg_bar *bar, mg_panel *panel, const bar_axis *ax,
          mg_colour colour, double a, double b)
{
  mg_panel_line(panel, "scale", colour, floor(across * bar->font),
                mg_line(ax->x + a * ax->dx, ax->y + a * ax->dy,
                        ax->x + b * ax->dx, ax->y + b * ax->dy));
}

/* Draw a tick, or only its text, `at` pixels after the low end. */
static void
put_tick(const mg_bar *bar, const mg_look *look, mg_panel *panel,
         const bar_axis *ax, const char *text, double at, int with_line)
{
  double font = bar->font, half = floor(across * font) / 2;
  double x = ax->x + at * ax->dx, y = ax->y + at * ax->dy;

  if (with_line)
    mg_panel_line(panel, "tick", look->faint, 1,
                  bar->upright
                  ? mg_line(x + half, y, x + half + 0.3 * font, y)
                  : mg_line(x, y + half, x, y + half + 0.3 * font));
  if (bar->upright)
    mg_panel_word(panel, text, x + half + 0.5 * font, y + 0.36 * font,
                  (mg_type){ "legend", font, MG_START, look->ink });
  else
    mg_panel_word(panel, text, x, y + half + 1.25 * font,
                  (mg_type){ "legend", font, MG_MIDDLE, look->ink });
}

static void
put_beyond(const mg_bar *bar, const mg_look *look, mg_panel *panel,
           const bar_axis *ax, int high)
{
  mg_colour colour = mg_look_step(look, bar->shade, high ? MG_SHADE_STEPS - 1 : 0);
  double near = bar->font * apart, size = bar->font * beyond_size;
  double sign = high ? 1 : -1, from = high ? bar->length : 0;

  /* In a horizontal bar the block ends at the middle of its text. */
  if (!bar->upright)
    size = beyond_middle(bar, high) - near;
  put_block(bar, panel, ax, colour, from + sign * near, from + sign * (near + size));
  put_tick(bar, look, panel, ax, bar->beyond[high],
           from + sign * beyond_middle(bar, high), 0);
}

void
mg_bar_draw(const mg_bar *bar, const mg_look *look, mg_panel *panel, double x,
            double y)
{
  double font = bar->font, step = bar->length / MG_SHADE_STEPS;
  bar_axis ax;

  if (bar->upright)
    ax = (bar_axis){ floor(x) + floor(across * font) / 2,
                 floor(y + leading * font + bar->length
                       + beyond_length(bar, 1)), 0, -1 };
  else {
    x = floor(x + beyond_length(bar, 0));
    ax = (bar_axis){ x, floor(y + leading * font) + floor(across * font) / 2, 1,
                 0 };
  }
  mg_panel_word(panel, bar->title, x, y + font,
                (mg_type){ "legend", font, MG_START, look->ink });
  for (int k = 0; k < MG_SHADE_STEPS; k++)
    put_block(bar, panel, &ax, mg_look_step(look, bar->shade, (size_t)k),
              step * k, step * (k + 1) + (k + 1 < MG_SHADE_STEPS ? 0.5 : 0));
  for (size_t k = 0; k < bar->ticks; k += bar->every)
    put_tick(bar, look, panel, &ax, bar->tick[k], bar->at[k] * bar->length, 1);
  for (int high = 0; high < 2; high++)
    if (bar->beyond[high] != NULL)
      put_beyond(bar, look, panel, &ax, high);
  for (size_t k = 0; k < bar->lines_shown; k++)
    mg_panel_word(panel, bar->below.line[k], x,
                  y + bar->height + small * font
                  * (0.95 - 1.3 * (double)(bar->lines_shown - k)),
                  (mg_type){ "legend", small * font, MG_START, look->faint });
}
