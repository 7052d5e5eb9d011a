/* Finds nodes that are drawn at one place, and marks them by pies and rings.  Nodes
 * are compared with those in neighbouring cells; a cell is as wide as the smallest
 * distance that the eye can resolve. */
#include "rings.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Rings are drawn for at most RINGS_FEW places plus one per RING_PIXELS sq. pixels. */
enum { RING_PIXELS = 12000, RINGS_FEW = 4 };

/* The largest angle of a wedge, in degrees. */
enum { WEDGE_MOST = 90 };

/* The places found so far, by cell. */
typedef struct {
  size_t buckets;              /* a power of two */
  unsigned *first, *next;      /* node + 1; 0: end of the list */
  unsigned *with;              /* n: the first node of its place */
  double cell;                 /* in units */
} place_grid;

static size_t
bucket_of(const place_grid *g, double x, double y)
{
  uint64_t h = (uint64_t)(int64_t)x * UINT64_C(0x9e3779b97f4a7c15)
               + (uint64_t)(int64_t)y * UINT64_C(0xc2b2ae3d27d4eb4f);

  return (h ^ h >> 31) & (g->buckets - 1);
}

/* The first node at the place of node i, perhaps i itself: closer to i, on the page
 * and in depth, than the eye can resolve. */
static unsigned
first_at(const mg_figure *f, const place_grid *g, size_t i)
{
  double x = floor(f->at[i].x / g->cell), y = floor(f->at[i].y / g->cell);

  for (int cell = 0; cell < 9; cell++)
    for (unsigned k = g->first[bucket_of(g, x + cell % 3 - 1,
                                         y + cell / 3 - 1)];
         k != 0; k = g->next[k - 1])
      if (hypot(f->at[i].x - f->at[k - 1].x, f->at[i].y - f->at[k - 1].y) <= g->cell
          && fabs(mg_figure_nearness(f, i) - mg_figure_nearness(f, k - 1)) < 0.01)
        return k - 1;
  return (unsigned)i;
}

static mgnn_status
find_places(const mg_figure *f, place_grid *g, mgnn_error *err)
{
  size_t n = f->pic->n;

  g->cell = MG_UNITS * fmax(0.15 * f->page->look.node, 0.05);
  for (g->buckets = 16; g->buckets < 2 * n;)
    g->buckets *= 2;
  PASS(mg_allocated_all(err, MG_ZEROS(g->first, g->buckets), MG_NEW(g->next, n),
                        MG_NEW(g->with, n)));
  for (size_t i = 0; i < n; i++) {
    size_t b = bucket_of(g, floor(f->at[i].x / g->cell),
                         floor(f->at[i].y / g->cell));

    g->with[i] = first_at(f, g, i);
    if (g->with[i] == i) {
      g->next[i] = g->first[b];
      g->first[b] = (unsigned)i + 1;
    }
  }
  return MGNN_OK;
}

/* Whether the colours of nodes show their groups. */
static int
shows_groups(const mg_figure *f)
{
  const mg_shade *shade = f->pic->nodes.shade;

  return f->pic->group != NULL && f->pic->group_count > 0
         && (shade == NULL || shade->kind == MG_SHADE_LABEL
             || shade->kind == MG_SHADE_PLAIN);
}

/* List the places with more than one node, and their members, by a counting sort. */
static mgnn_status
list_places(const mg_figure *f, const place_grid *g, mg_rings *out, mgnn_error *err)
{
  size_t n = f->pic->n, at = 0, *slot = mg_zalloc(n, sizeof *slot);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, slot, MG_ZEROS(out->ring, n / 2),
                       MG_NEW(out->member, n)));
  for (size_t i = 0; i < n; i++)
    slot[g->with[i]]++;
  for (size_t i = 0; i < n; i++)
    if (slot[i] > 1) {
      out->ring[out->count] = (mg_ring){ .i = (unsigned)i, .first = at };
      at += slot[i];
      slot[i] = ++out->count;
    } else
      slot[i] = 0;
  for (size_t i = 0; i < n; i++)
    if (slot[g->with[i]] > 0) {
      mg_ring *r = &out->ring[slot[g->with[i]] - 1];

      out->member[r->first + r->count++] = (unsigned)i;
    }
end:
  mg_free(slot);
  return status;
}

static int
is_mixed(const mg_figure *f, const mg_rings *all, const mg_ring *r)
{
  for (size_t k = 1; k < r->count; k++)
    if (mg_picture_group(f->pic, all->member[r->first + k])
        != mg_picture_group(f->pic, all->member[r->first]))
      return 1;
  return 0;
}

/* Whether a place gets a ring.  Two nodes are often close by chance, so a pair must be
 * within a quarter of the distance that the eye resolves. */
static int
is_ringed(const mg_figure *f, const mg_rings *all, const mg_ring *r, double cell)
{
  mg_point a = f->at[r->i], b = f->at[all->member[r->first + 1]];

  return r->count > 2 || hypot(a.x - b.x, a.y - b.y) <= cell / 4;
}

/* Whether a ring of this radius would cross an earlier one. */
static int
crosses(const mg_figure *f, const mg_rings *all, const mg_ring *r, int radius)
{
  for (const mg_ring *q = all->ring; q < r; q++)
    if (q->ring > 0
        && hypot(f->at[q->i].x - f->at[r->i].x, f->at[q->i].y - f->at[r->i].y)
           < q->ring + radius)
      return 1;
  return 0;
}

mgnn_status
mg_rings_find(const mg_figure *f, mg_rings *out, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  double most = RINGS_FEW + f->box.width * f->box.height / RING_PIXELS;
  place_grid g = { 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  if (!f->page->style->rings || !(look->node >= 2)
      || f->pic->n > MG_RINGS_NODES)
    return MGNN_OK;
  TRY(find_places(f, &g, err));
  TRY(list_places(f, &g, out, err));
  for (size_t k = 0; k < out->count; k++) {
    mg_ring *r = &out->ring[k];
    double grown = fmin(1 + 0.15 * log2((double)r->count), 2);
    double radius = 0.5 * look->node * mg_figure_magnified(f, r->i);
    int around;

    if (shows_groups(f) && is_mixed(f, out, r)) {
      radius *= grown;
      r->radius = mg_units(radius);
      out->wedges += r->count + 360 / WEDGE_MOST;
    }
    around = mg_units(radius + 2.2 * look->outline_width + 1);
    if ((double)out->count <= most && is_ringed(f, out, r, g.cell)
        && !crosses(f, out, r, around)) {
      r->ring = around;
      out->rings++;
    }
  }
end:
  mg_free_all(g.first, g.next, g.with);
  return status;
}

void
mg_rings_free(mg_rings *r)
{
  mg_free_all(r->ring, r->member);
}

size_t
mg_rings_runs(const mg_figure *f, const mg_rings *r)
{
  return (r->wedges > 0 ? f->pic->group_count + 1 : 0) + (r->rings > 0);
}

/* Count the nodes of a group at a place (group_count: those without group); *before
 * receives the number of nodes of lower groups. */
static size_t
count_group(const mg_figure *f, const mg_rings *all, const mg_ring *r,
            size_t group, size_t *before)
{
  size_t count = 0;

  *before = 0;
  for (size_t k = 0; k < r->count; k++) {
    size_t own = mg_picture_group(f->pic, all->member[r->first + k]);

    count += own == group;
    *before += own < group;
  }
  return count;
}

/* Add the wedges of a group in all pies, as one run. */
static mgnn_status
put_wedges(const mg_figure *f, const mg_rings *all, size_t group, mg_dot **next,
           mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  mg_panel *panel = f->panel;
  mg_node_run run = { .fill = group < f->pic->group_count
                              ? mg_look_fill(look, group) : look->lone,
                      .radius = mg_units(look->node / 2), .mark = MG_WEDGE,
                      .dot = *next };
  char name[40] = "pie no-label";

  for (size_t k = 0; k < all->count; k++) {
    const mg_ring *r = &all->ring[k];
    size_t before, count;
    int from, to;

    if (r->radius == 0)
      continue;
    count = count_group(f, all, r, group, &before);
    from = (int)(360 * before / r->count);
    to = (int)(360 * (before + count) / r->count);
    for (; from < to; from += WEDGE_MOST)
      *(*next)++ = (mg_dot){ f->at[r->i], NULL, r->radius, (short)from,
                             (short)(to - from < WEDGE_MOST ? to - from
                                                            : WEDGE_MOST) };
  }
  run.count = (size_t)(*next - run.dot);
  if (run.count == 0)
    return MGNN_OK;
  if (group < f->pic->group_count)
    snprintf(name, sizeof name, "pie label-%zu", group);
  PASS(mg_page_keep(f->page, name, &run.name, err));
  panel->nodes[panel->node_runs++] = run;
  return MGNN_OK;
}

mgnn_status
mg_rings_put(const mg_figure *f, const mg_rings *r, mg_remark *remark,
             mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  mg_panel *panel = f->panel;
  mg_dot *dot = panel->dot != NULL ? panel->dot + f->pic->n : NULL, *first;

  for (size_t g = 0; r->wedges > 0 && g <= f->pic->group_count; g++)
    PASS(put_wedges(f, r, g, &dot, err));
  first = dot;
  for (size_t k = 0; k < r->count; k++) {
    const mg_ring *it = &r->ring[k];
    char text[40];

    if (it->ring == 0)
      continue;
    *dot++ = (mg_dot){ .at = f->at[it->i], .radius = it->ring };
    *remark = (mg_remark){ .a = it->i, .b = it->i };
    snprintf(text, sizeof text, "\xc3\x97%zu", it->count); /* times sign */
    PASS(mg_page_keep(f->page, text, &remark++->text, err));
  }
  if (dot > first)
    panel->nodes[panel->node_runs++] = (mg_node_run){
      .name = "ring", .outline = look->faint, .radius = mg_units(look->node),
      .outline_width = mg_units(fmax(look->outline_width, 0.7)),
      .mark = MG_DISC, .count = (size_t)(dot - first), .dot = first
    };
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].node_runs = panel->node_runs;
  return MGNN_OK;
}
