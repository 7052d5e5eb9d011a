/* Records by square cells what covers the page, since texts check every place that
 * they try. */
#include "occupancy.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Divide a box into cells; an empty box has one cell. */
static mg_cells
cells_over(const mg_region *box, double cell)
{
  return (mg_cells){ box->x, box->y, cell,
                     (size_t)fmax(0, box->width / cell) + 1,
                     (size_t)fmax(0, box->height / cell) + 1 };
}

/* The column or row at a place; places outside belong to the outermost one. */
static size_t
line_at(double at, double from, double cell, size_t lines)
{
  double k = (at - from) / cell;

  return k > 0 ? k < (double)lines - 1 ? (size_t)k : lines - 1 : 0;
}

static size_t
col_at(const mg_cells *c, double x)
{
  return line_at(x, c->x, c->cell, c->cols);
}

static size_t
row_at(const mg_cells *c, double y)
{
  return line_at(y, c->y, c->cell, c->rows);
}

mgnn_status
mg_rect_grid_init(mg_rect_grid *g, const mg_region *box, double cell,
                  const mg_rect *rect, mgnn_error *err)
{
  memset(g, 0, sizeof *g);
  g->cells = cells_over(box, cell);
  g->rect = rect;
  g->head = mg_zalloc(g->cells.cols * g->cells.rows, sizeof *g->head);
  return mg_allocated(g->head, err);
}

void
mg_rect_grid_free(mg_rect_grid *g)
{
  mg_free_all(g->head, g->entry);
}

mgnn_status
mg_rect_grid_add(mg_rect_grid *g, size_t k, mgnn_error *err)
{
  const mg_cells *c = &g->cells;
  const mg_rect *r = &g->rect[k];

  for (size_t row = row_at(c, r->y0); row <= row_at(c, r->y1); row++)
    for (size_t col = col_at(c, r->x0); col <= col_at(c, r->x1); col++) {
      unsigned *head = &g->head[row * c->cols + col];

      PASS(mg_room(&g->entry, g->entries, &g->capacity, sizeof *g->entry, err));
      g->entry[g->entries++] = (struct mg_rect_entry){ *head, (unsigned)k };
      *head = (unsigned)g->entries;
    }
  return MGNN_OK;
}

/* Whether two rectangles touch; or, if round, the disc that just fits into the first
 * and the second. */
static int
touches(const mg_rect *q, const mg_rect *r, int round)
{
  float x = (q->x0 + q->x1) / 2, y = (q->y0 + q->y1) / 2, radius = q->x1 - x;
  float dx = x < r->x0 ? r->x0 - x : x > r->x1 ? x - r->x1 : 0;
  float dy = y < r->y0 ? r->y0 - y : y > r->y1 ? y - r->y1 : 0;

  if (round)
    return dx * dx + dy * dy < radius * radius;
  return q->x0 < r->x1 && q->x1 > r->x0 && q->y0 < r->y1 && q->y1 > r->y0;
}

int
mg_rect_grid_hits(const mg_rect_grid *g, const mg_rect *r, int round, int most)
{
  const mg_cells *c = &g->cells;
  size_t last_row = row_at(c, r->y1), last_col = col_at(c, r->x1);
  int hits = 0;

  for (size_t row = row_at(c, r->y0); row <= last_row; row++)
    for (size_t col = col_at(c, r->x0); col <= last_col; col++) {
      unsigned k = g->head[row * c->cols + col];

      for (int seen = 0; k != 0 && seen < 64; seen++) {
        hits += touches(&g->rect[g->entry[k - 1].rect], r, round);
        if (hits >= most)
          return hits;
        k = g->entry[k - 1].next;
      }
    }
  return hits;
}

/* Record arrowheads, which texts avoid as they avoid nodes. */
static mgnn_status
heads_add(mg_obstacles *o, const mg_figure *f, mgnn_error *err)
{
  size_t count = f->pic->n;

  for (size_t k = 0; f->panel != NULL && k < f->panel->stroke_count; k++)
    for (int h = 0; h < f->panel->strokes[k].heads; h++) {
      const mg_head *head = &f->panel->strokes[k].head[h];
      mg_rect *r = &o->disc[count];

      *r = (mg_rect){ HUGE_VALF, HUGE_VALF, -HUGE_VALF, -HUGE_VALF };
      for (int c = 0; c < head->corners; c++) {
        r->x0 = fminf(r->x0, (float)mg_px(head->at[c].x));
        r->y0 = fminf(r->y0, (float)mg_px(head->at[c].y));
        r->x1 = fmaxf(r->x1, (float)mg_px(head->at[c].x));
        r->y1 = fmaxf(r->y1, (float)mg_px(head->at[c].y));
      }
      if (head->corners > 0)
        PASS(mg_rect_grid_add(&o->nodes, count++, err));
    }
  return MGNN_OK;
}

static mgnn_status
mark_nodes(mg_obstacles *o, const mg_figure *f, mgnn_error *err)
{
  const mg_look *look = &f->page->look;

  for (size_t i = 0; i < f->pic->n; i++) {
    mg_outline s = mg_figure_shape(f, i);
    double a = s.a + look->outline_width / 2, b = s.b + look->outline_width / 2;

    o->disc[i] = (mg_rect){ (float)(s.at.x - a), (float)(s.at.y - b),
                            (float)(s.at.x + a), (float)(s.at.y + b) };
    PASS(mg_rect_grid_add(&o->nodes, i, err));
  }
  return heads_add(o, f, err);
}

/* Stop recording edges after this many steps: in such a drawing all names lie on
 * edges anyway. */
enum { MARKS_MOST = 20000000 };

/* Count a line in the cells that it passes, at points a cell apart.  This finds nearly
 * every cell, enough for a cost; counts stop before they overflow a byte.  Returns the
 * number of steps. */
static int
mark_line(mg_obstacles *o, mg_point a, mg_point b)
{
  const mg_cells *c = &o->cells;
  double x = mg_px(a.x), y = mg_px(a.y);
  double dx = mg_px(b.x) - x, dy = mg_px(b.y) - y;
  int steps = (int)fmin(hypot(dx, dy) / c->cell, 10000) + 1;
  size_t last = SIZE_MAX;

  for (int k = 0; k <= steps; k++) {
    size_t cell = row_at(c, y + dy * k / steps) * c->cols
                  + col_at(c, x + dx * k / steps);

    if (cell != last && o->edges[cell] < 250)
      o->edges[cell]++;
    last = cell;
  }
  return steps;
}

/* Record a stroke: its curve, approximated by four lines, and its arrowheads. */
static int
mark_stroke(mg_obstacles *o, const mg_stroke *s)
{
  mg_curve c;
  mg_point from = s->p[0];
  int steps = 0;

  for (const mg_head *head = s->head; head < s->head + s->heads; head++)
    for (int c = 0; c < head->corners; c++)
      steps += mark_line(o, head->at[c], head->at[(c + 1) % head->corners]);
  if (s->p[1].x == s->p[0].x && s->p[1].y == s->p[0].y)
    return steps + mark_line(o, s->p[0], s->p[3]);
  for (int k = 0; k < 4; k++)
    c.p[k] = (mg_xy){ mg_px(s->p[k].x), mg_px(s->p[k].y) };
  for (int k = 1; k <= 4; k++) {
    mg_xy p = mg_curve_at(&c, k / 4.0);
    mg_point to = mg_at(p.x, p.y);

    steps += mark_line(o, from, to);
    from = to;
  }
  return steps;
}

static void
mark_edges(mg_obstacles *o, const mg_figure *f)
{
  const mg_picture *pic = f->pic;
  const mg_panel *panel = f->panel;
  int lines = pic->appearance != NULL && pic->appearance->line != NULL;
  double marks = 0;

  for (size_t k = 0; panel != NULL && k < panel->stroke_count
                     && marks < MARKS_MOST; k++)
    marks += mark_stroke(o, &panel->strokes[k]);
  if (lines && marks > 0)      /* otherwise strokes are arrows at nodes */
    return;
  for (size_t e = 0; e < pic->m && marks < MARKS_MOST; e++)
    marks += mark_line(o, f->at[pic->ends[2 * e]], f->at[pic->ends[2 * e + 1]]);
}

mgnn_status
mg_obstacles_init(mg_obstacles *o, const mg_figure *f, double size,
                  const mg_rect *word, mgnn_error *err)
{
  size_t marks = f->pic->n;

  memset(o, 0, sizeof *o);
  o->box = &f->box;
  o->round = f->plate == NULL;
  o->cells = cells_over(o->box, 0.5 * size);
  for (size_t k = 0; f->panel != NULL && k < f->panel->stroke_count; k++)
    marks += (size_t)f->panel->strokes[k].heads;
  PASS(mg_allocated(o->disc = mg_alloc(marks, sizeof *o->disc), err));
  PASS(mg_rect_grid_init(&o->nodes, o->box, 2 * size, o->disc, err));
  PASS(mark_nodes(o, f, err));
  PASS(mg_rect_grid_init(&o->words, o->box, 3 * size, word, err));
  PASS(mg_allocated(o->edges = mg_zalloc(o->cells.cols * o->cells.rows, 1), err));
  mark_edges(o, f);
  return MGNN_OK;
}

void
mg_obstacles_free(mg_obstacles *o)
{
  mg_free(o->edges);
  mg_rect_grid_free(&o->words);
  mg_rect_grid_free(&o->nodes);
  mg_free(o->disc);
}

int
mg_obstacles_nodes(const mg_obstacles *o, const mg_rect *r, int most)
{
  return mg_rect_grid_hits(&o->nodes, r, o->round, most);
}

int
mg_obstacles_forbid(const mg_obstacles *o, const mg_rect *r)
{
  const mg_region *box = o->box;

  return r->x0 < box->x || r->y0 < box->y || r->x1 > box->x + box->width
         || r->y1 > box->y + box->height
         || mg_rect_grid_hits(&o->words, r, 0, 1) > 0;
}

double
mg_obstacles_edges(const mg_obstacles *o, const mg_rect *r)
{
  const mg_cells *c = &o->cells;
  size_t c0 = col_at(c, r->x0), c1 = col_at(c, r->x1);
  size_t r0 = row_at(c, r->y0), r1 = row_at(c, r->y1);
  double sum = 0;

  for (size_t row = r0; row <= r1; row++)
    for (size_t col = c0; col <= c1; col++)
      sum += o->edges[row * c->cols + col];
  return fmin(sum / (double)((r1 - r0 + 1) * (c1 - c0 + 1)), 3);
}
