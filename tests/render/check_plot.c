/* Charts: what is drawn lies where the axes say. */
#include "render/backend/backend.h"
#include "render/chart/chart.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static mg_scene
build(const mg_chart *charts, size_t rows, size_t cols, const char *const *names,
      size_t series)
{
  mgnn_error err = { MGNN_OK, "" };
  mg_style style;
  mg_scene scene;

  mg_style_init(&style);
  ck_assert_msg(mg_charts_build(&scene, &(mg_charts){ charts, rows, cols, names,
                                series, NULL }, &style, &err) == MGNN_OK, "%s",
                err.text);
  return scene;
}

static const mg_edge_run *
lines(const mg_panel *panel, const char *class)
{
  for (size_t k = 0; k < panel->edge_runs; k++)
    if (strcmp(panel->edges[k].name, class) == 0)
      return &panel->edges[k];
  return NULL;
}

static const mg_node_run *
dots(const mg_panel *panel, const char *class)
{
  for (size_t k = 0; k < panel->node_runs; k++)
    if (strcmp(panel->nodes[k].name, class) == 0)
      return &panel->nodes[k];
  return NULL;
}

/* The places of the grid's vertical lines from left to right, or of its
 * horizontal ones from the foot up. */
static size_t
grid(const mg_panel *panel, int vertical, int *at)
{
  const mg_edge_run *run = lines(panel, "grid");
  size_t count = 0;

  for (size_t k = 0; k < run->count; k++) {
    const mg_segment *e = &run->segment[k];

    if (vertical ? e->a.x == e->b.x : e->a.y == e->b.y)
      at[count++] = vertical ? e->a.x : e->a.y;
  }
  return count;
}

/* y = x^2 for x from 0 to 4: the grid has lines at every x and at 0, 5, 10, 15;
 * the curve's points lie on them, or between them in proportion. */
START_TEST(a_curve_lies_where_its_grid_says)
{
  const double x[] = { 0, 1, 2, 3, 4 }, y[] = { 0, 1, 4, 9, 16 };
  const mg_series series = { 5, x, y, NULL };
  const mg_chart chart = { MG_LINES, "Squares", "x", NULL, &series, 1, 0, NULL };
  mg_scene scene = build(&chart, 1, 1, NULL, 1);
  const mg_panel *panel = &scene.panel[0];
  const mg_edge_run *curve = lines(panel, "curve");
  int down[40], across[40];
  size_t columns = grid(panel, 1, across), rows = grid(panel, 0, down);

  ck_assert_uint_eq(scene.panels, 1);  /* no legend for one */
  ck_assert_uint_eq(columns, 5);
  ck_assert_uint_eq(rows, 5);          /* 0, 5, 10, 15, 20 */
  ck_assert_uint_eq(curve->count, 4);
  for (size_t k = 0; k < 4; k++) {
    double per = (down[1] - down[0]) / 5.0;

    ck_assert_int_le(abs(curve->segment[k].a.x - across[k]), 1);
    ck_assert_int_le(abs(curve->segment[k].b.x - across[k + 1]), 1);
    ck_assert_double_eq_tol(curve->segment[k].b.y, down[0] + y[k + 1] * per, 3);
  }
  ck_assert_uint_eq(dots(panel, "mark")->count, 5);
  mg_scene_free(&scene);
}
END_TEST

/* Powers of 10 lie at even distances where values differ much. */
START_TEST(a_falling_power_is_a_straight_line)
{
  double x[9], y[9];
  const mg_series series = { 9, x, y, NULL };
  const mg_chart chart = { MG_LINES, "Powers", "x", NULL, &series, 1, 0, NULL };
  const mg_edge_run *curve;
  mg_scene scene;

  for (int k = 0; k < 9; k++) {
    x[k] = k;
    y[k] = pow(10, -k);
  }
  scene = build(&chart, 1, 1, NULL, 1);
  curve = lines(&scene.panel[0], "curve");
  ck_assert_uint_eq(curve->count, 8);
  for (size_t k = 1; k < 8; k++)
    ck_assert_int_le(abs((curve->segment[k].b.y - curve->segment[k].a.y)
                         - (curve->segment[0].b.y - curve->segment[0].a.y)), 2);
  mg_scene_free(&scene);
}
END_TEST

START_TEST(what_is_not_finite_is_a_gap)
{
  const double x[] = { 0, 1, 2, 3, 4, 5 };
  const double y[] = { 1, 2, NAN, 3, INFINITY, 4 };
  const mg_series series = { 6, x, y, NULL };
  mg_chart chart = { MG_LINES, "Gaps", "x", NULL, &series, 1, 0, NULL };
  mg_scene scene = build(&chart, 1, 1, NULL, 1);

  ck_assert_uint_eq(lines(&scene.panel[0], "curve")->count, 1);
  ck_assert_uint_eq(dots(&scene.panel[0], "mark")->count, 4);
  mg_scene_free(&scene);
  chart.kind = MG_SCATTER;
  scene = build(&chart, 1, 1, NULL, 1);
  ck_assert_uint_eq(dots(&scene.panel[0], "point")->count, 4);
  mg_scene_free(&scene);
}
END_TEST

/* On the line y = x lies what is as long as it should be. */
START_TEST(points_at_their_targets_lie_on_the_line)
{
  const double x[] = { 1, 2, 3, 3 }, y[] = { 1, 2, 3, 1 };
  const mg_series series = { 4, x, y, NULL };
  const mg_chart chart = { MG_SCATTER, "Lengths", "target", "achieved", &series,
                           1, 0, NULL };
  mg_scene scene = build(&chart, 1, 1, NULL, 1);
  mg_segment line = lines(&scene.panel[0], "identity")->segment[0];
  const mg_node_run *run = dots(&scene.panel[0], "point");
  double slope = (double)(line.b.y - line.a.y) / (line.b.x - line.a.x);

  ck_assert_uint_eq(run->count, 4);
  for (size_t k = 0; k < 4; k++) {
    double off = run->dot[k].at.y - line.a.y
                 - slope * (run->dot[k].at.x - line.a.x);

    if (k < 3)
      ck_assert_double_le(fabs(off), 3);
    else                       /* too short: below, and y points down */
      ck_assert_double_gt(off, 500);
  }
  mg_scene_free(&scene);
}
END_TEST

START_TEST(many_points_become_a_density)
{
  enum { N = 4000 };
  static double x[N], y[N];
  const mg_series series = { N, x, y, NULL };
  const mg_chart chart = { MG_SCATTER, "Lengths", "target", "achieved", &series,
                           1, 0, NULL };
  mg_scene scene;
  size_t cells = 0;

  for (size_t k = 0; k < N; k++) {     /* two places, one more than the other */
    x[k] = k % 4 ? 1 : 2;
    y[k] = k % 4 ? 2 : 1;
  }
  scene = build(&chart, 1, 1, NULL, 1);
  ck_assert_ptr_null(dots(&scene.panel[0], "point"));
  for (size_t k = 0; k < scene.panel[0].edge_runs; k++)
    if (strcmp(scene.panel[0].edges[k].name, "density") == 0)
      cells += scene.panel[0].edges[k].count;
  ck_assert_uint_eq(cells, 2);
  mg_scene_free(&scene);
}
END_TEST

/* The bars' heights, in the grid's unit, add up to the number of values. */
START_TEST(bars_add_up)
{
  const double values[] = { -0.2, 0.1, 0.1, 0.11, 0.5, NAN, 0.7, 0.7, 0.7, 0.7 };
  const mg_series series = { 10, NULL, values, NULL };
  const mg_chart chart = { MG_HISTOGRAM, "Errors", "error", "edges", &series, 1,
                           0, NULL };
  mg_scene scene = build(&chart, 1, 1, NULL, 1);
  const mg_edge_run *bars = lines(&scene.panel[0], "bar");
  int down[40];
  double sum = 0, unit;
  size_t rows = grid(&scene.panel[0], 0, down);

  ck_assert_uint_eq(rows, 5);          /* 0 to 4 */
  unit = down[0] - down[1];
  for (size_t k = 0; k < bars->count; k++)
    sum += (bars->segment[k].a.y - bars->segment[k].b.y) / unit;
  ck_assert_double_eq_tol(sum, 9, 0.05);
  mg_scene_free(&scene);
}
END_TEST

/* Values of -1 and above, on an axis that begins before: no bar does.  The
 * second series is drawn beside the first, to the right. */
START_TEST(no_bar_is_where_no_value_can_be)
{
  const double a[] = { -1, -1, 9, 2 }, b[] = { -1, 0, 9, 9 };
  const mg_series series[] = { { 4, NULL, a, NULL }, { 4, NULL, b, NULL } };
  const mg_chart chart = { MG_HISTOGRAM, "Errors", "error", "edges", series, 2,
                           0, NULL };
  const char *const names[] = { "a", "b" };
  mg_scene scene = build(&chart, 1, 1, names, 2);
  const mg_panel *panel = &scene.panel[0];
  int at[40];
  double zero = lines(panel, "zero")->segment[0].a.x, unit;

  ck_assert_uint_ge(grid(panel, 1, at), 2);
  unit = (at[1] - at[0]) / 2.0;        /* ticks at -2, 0, 2, ... */
  for (size_t k = 0; k < panel->edge_runs; k++)
    for (size_t e = 0; strcmp(panel->edges[k].name, "bar") == 0
                       && e < panel->edges[k].count; e++)
      ck_assert_double_ge(panel->edges[k].segment[e].a.x, zero - unit - 2);
  mg_scene_free(&scene);
}
END_TEST

/* The strips of a band reach from its low to its high end, as the grid says;
 * half way between two points half way between theirs. */
START_TEST(a_band_lies_where_its_grid_says)
{
  const double x[] = { 0, 1, 2 }, y[] = { 2, 2, 2 };
  const double band[] = { 0, 1, 2, 4, 3, 2 };
  const mg_series series = { 3, x, y, band };
  const mg_chart chart = { MG_LINES, "Band", "x", NULL, &series, 1, 0, NULL };
  mg_scene scene = build(&chart, 1, 1, NULL, 1);
  const mg_edge_run *run = lines(&scene.panel[0], "band");
  int down[40], across[40];
  double unit, step;

  ck_assert_uint_eq(grid(&scene.panel[0], 0, down), 5);
  ck_assert_uint_eq(grid(&scene.panel[0], 1, across), 3);
  unit = down[0] - down[1];
  step = across[1] - across[0];
  ck_assert_uint_gt(run->count, 50);
  for (size_t k = 0; k < run->count; k++) {
    double t = (run->segment[k].a.x - across[0]) / step;

    ck_assert_double_eq_tol((down[0] - run->segment[k].a.y) / unit, t, 0.02);
    ck_assert_double_eq_tol((down[0] - run->segment[k].b.y) / unit, 4 - t, 0.02);
  }
  mg_scene_free(&scene);
}
END_TEST

/* A cell for every value that is known, in the row of its y from the foot up,
 * with its number; equal values have one colour. */
START_TEST(a_heat_map_has_a_cell_per_value)
{
  const double x[] = { 0, 0.5, 1 }, y[] = { 1, 2 };
  const double value[] = { 0, 1, NAN, 1, 0.25, 0.5 };
  const mg_heat heat = { 3, 2, x, y, value, 0, 1 };
  const mg_chart chart = { MG_HEAT_MAP, "Heat", "x", "y", NULL, 0, 0, &heat };
  mg_scene scene = build(&chart, 1, 1, NULL, 1);
  const mg_panel *panel = &scene.panel[0];
  const mg_edge_run *cell = panel->edges;
  size_t numbers = 0;

  for (size_t k = 0; k < panel->word_count; k++)
    numbers += strcmp(panel->words[k].name, "value") == 0;
  ck_assert_uint_eq(numbers, 5);
  ck_assert_uint_eq(panel->edge_runs, 5 + 32); /* and the scale */
  /* (0, 0) below (0, 1), left of (1, 0) */
  ck_assert_int_gt(cell[0].segment[0].a.y, cell[2].segment[0].a.y);
  ck_assert_int_eq(cell[0].segment[0].a.x, cell[2].segment[0].a.x);
  ck_assert_int_eq(cell[0].segment[0].b.x, cell[1].segment[0].a.x);
  ck_assert_int_eq(memcmp(&cell[1].colour, &cell[2].colour,
                          sizeof cell[1].colour), 0);
  ck_assert_int_ne(memcmp(&cell[0].colour, &cell[1].colour,
                          sizeof cell[1].colour), 0);
  mg_scene_free(&scene);
}
END_TEST

static const double some_x[] = { 0, 1, 2 }, some_y[] = { 3, 1, 2 };
static const mg_series three[] = { { 3, some_x, some_y, NULL },
                                   { 3, some_y, some_x, NULL },
                                   { 3, some_x, some_x, NULL } };
static const mg_chart all_kinds[] = {
  { MG_LINES, "Lines", "x", NULL, three, 3, 0, NULL },
  { MG_SCATTER, "Points <&>", "x", "y", three + 1, 1, 1, NULL },
  { MG_HISTOGRAM, "Bars", "x", "y", three, 3, 0, NULL },
  { MG_NO_CHART, NULL, NULL, NULL, NULL, 0, 0, NULL }
};
static const char *const three_names[] = { "one", "two", "three" };

/* Series keep colour and mark on all charts, and differ in both. */
START_TEST(series_differ_in_colour_and_mark)
{
  mg_scene scene = build(all_kinds, 2, 2, three_names, 3);
  const mg_panel *first = &scene.panel[0], *legend = &scene.panel[3];

  ck_assert_uint_eq(scene.panels, 4);
  ck_assert_str_eq(legend->name, "legend");
  ck_assert_uint_eq(legend->node_runs, 3);
  for (size_t k = 0; k < 3; k++) {
    ck_assert_int_eq(memcmp(&first->nodes[k].fill, &legend->nodes[k].fill,
                            sizeof first->nodes[k].fill), 0);
    ck_assert_int_eq(first->nodes[k].mark, legend->nodes[k].mark);
    for (size_t j = 0; j < k; j++) {
      ck_assert_int_ne(memcmp(&first->nodes[k].fill, &first->nodes[j].fill,
                              sizeof first->nodes[k].fill), 0);
      ck_assert_int_ne(first->nodes[k].mark, first->nodes[j].mark);
    }
  }
  ck_assert_int_eq(scene.panel[1].nodes[0].mark, first->nodes[1].mark);
  mg_scene_free(&scene);
}
END_TEST

/* Nothing is outside of the page, and every backend draws it. */
START_TEST(all_is_on_the_page)
{
  mg_scene scene = build(all_kinds, 2, 2, three_names, 3);

  for (size_t p = 0; p < scene.panels; p++) {
    const mg_panel *panel = &scene.panel[p];

    for (size_t r = 0; r < panel->edge_runs; r++)
      for (size_t k = 0; k < panel->edges[r].count; k++) {
        const mg_segment *e = &panel->edges[r].segment[k];

        ck_assert(e->a.x >= 0 && e->a.x <= scene.width && e->a.y >= 0
                  && e->a.y <= scene.height);
        ck_assert(e->b.x >= 0 && e->b.x <= scene.width && e->b.y >= 0
                  && e->b.y <= scene.height);
      }
    for (size_t k = 0; k < panel->word_count; k++)
      ck_assert(panel->words[k].at.x >= 0 && panel->words[k].at.x <= scene.width
                && panel->words[k].at.y >= panel->words[k].size / 2
                && panel->words[k].at.y <= scene.height);
  }
  for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
    char *bytes = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&bytes, &len);

    ck_assert_int_eq(b->draw(&scene, NULL, f, NULL), MGNN_OK);
    fclose(f);
    ck_assert_uint_gt(len, 1000);
    free(bytes);
  }
  mg_scene_free(&scene);
}
END_TEST

/* On a narrow page titles have several lines and the series more than one: no word
 * is cut, and all of them are on the page. */
START_TEST(long_titles_and_legends_are_broken)
{
  static const char *const names[] = { "MGNN in message form", "SGC with loops",
                                       "APPNP of ten layers" };
  static const char title[] = "Second singular value to the first of all layers";
  mg_chart charts[4];
  mg_style style;
  mg_scene scene;
  size_t found = 0;

  memcpy(charts, all_kinds, sizeof charts);
  charts[0].title = title;
  mg_style_init(&style);
  style.width = 300;
  style.title = "A heading that has more words than there is space for in one line";
  ck_assert_int_eq(mg_charts_build(&scene, &(mg_charts){ charts, 2, 2, names, 3,
                                   NULL }, &style, NULL), MGNN_OK);
  for (size_t p = 0; p < scene.panels; p++) {
    const mg_panel *panel = &scene.panel[p];
    char all[100] = "";

    for (size_t k = 0; k < panel->word_count; k++) {
      const mg_word *w = &panel->words[k];

      ck_assert_ptr_null(strstr(w->text, "\xe2\x80\xa6"));
      ck_assert(w->at.x >= 0 && w->at.x <= scene.width && w->at.y >= 0
                && w->at.y <= scene.height);
      if (strcmp(w->name, "chart-title") == 0 && strlen(all) < 50) {
        strcat(all, *all != '\0' ? " " : "");
        strcat(all, w->text);
      }
    }
    found += strcmp(all, title) == 0;
    /* The legend is below the charts, the heading above them. */
    ck_assert(strcmp(panel->name, "legend") != 0
              || panel->low.y >= scene.panel[p - 1].high.y);
    ck_assert(strcmp(panel->name, "heading") != 0
              || panel->high.y <= scene.panel[p + 1].low.y);
  }
  ck_assert_uint_eq(found, 1);
  mg_scene_free(&scene);
}
END_TEST

START_TEST(a_page_too_small_is_refused)
{
  mgnn_error err = { MGNN_OK, "" };
  mg_style style;
  mg_scene scene;

  mg_style_init(&style);
  style.width = 100;
  style.height = 300;
  ck_assert_int_eq(mg_charts_build(&scene, &(mg_charts){ all_kinds, 2, 2,
                                   three_names, 3, NULL }, &style, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "a page of 100 x 300 pixels is too small for charts "
                   "in 2 rows of 2");
}
END_TEST

/* Three charts in two columns: the last is as wide as two and what is between
 * them. */
START_TEST(the_last_row_fills_the_page)
{
  mg_scene scene = build(all_kinds, 2, 2, three_names, 3);

  ck_assert_int_eq(scene.panel[2].low.x, scene.panel[0].low.x);
  ck_assert_int_eq(scene.panel[2].high.x, scene.panel[1].high.x);
  mg_scene_free(&scene);
}
END_TEST

/* A series looks as its number says, whatever its place. */
START_TEST(looks_are_chosen_by_number)
{
  const size_t looks[] = { 5, 3, 0 };
  mg_scene scene, plain = build(all_kinds, 2, 2, three_names, 3);
  mg_style style;

  mg_style_init(&style);
  ck_assert_int_eq(mg_charts_build(&scene, &(mg_charts){ all_kinds, 2, 2,
                                   three_names, 3, looks }, &style, NULL),
                   MGNN_OK);
  ck_assert_int_eq(memcmp(&scene.panel[0].nodes[2].fill,
                          &plain.panel[0].nodes[0].fill, sizeof(mg_colour)), 0);
  ck_assert_int_eq(scene.panel[0].nodes[2].mark, plain.panel[0].nodes[0].mark);
  ck_assert_int_eq(scene.panel[0].nodes[0].mark, 5);
  mg_scene_free(&scene);
  mg_scene_free(&plain);
}
END_TEST

START_TEST(no_values_at_all_are_drawn_as_nothing)
{
  const mg_series none = { 0, NULL, NULL, NULL };
  const mg_chart chart[] = { { MG_LINES, "a", "x", NULL, &none, 1, 0, NULL },
                             { MG_SCATTER, "b", "x", NULL, &none, 1, 0, NULL },
                             { MG_HISTOGRAM, "c", "x", NULL, &none, 1, 0,
                               NULL } };
  mg_scene scene = build(chart, 1, 3, NULL, 1);

  ck_assert_uint_eq(scene.panels, 3);
  mg_scene_free(&scene);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  mg_style style;
  mg_scene scene;

  mg_style_init(&style);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_charts_build(&scene, &(mg_charts){ all_kinds, 2, 2,
                             three_names, 3, NULL }, &style, NULL);
    if (fuse_held(status)) {
      mg_scene_free(&scene);
      break;
    }
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_curve_lies_where_its_grid_says),
    TEST(a_falling_power_is_a_straight_line),
    TEST(what_is_not_finite_is_a_gap),
    TEST(points_at_their_targets_lie_on_the_line),
    TEST(many_points_become_a_density),
    TEST(bars_add_up),
    TEST(no_bar_is_where_no_value_can_be),
    TEST(a_band_lies_where_its_grid_says),
    TEST(a_heat_map_has_a_cell_per_value),
    TEST(the_last_row_fills_the_page),
    TEST(looks_are_chosen_by_number),
    TEST(series_differ_in_colour_and_mark),
    TEST(all_is_on_the_page),
    TEST(long_titles_and_legends_are_broken),
    TEST(a_page_too_small_is_refused),
    TEST(no_values_at_all_are_drawn_as_nothing),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("plot", tests, COUNT(tests), NULL);
}
