/* Names beside nodes: node after node, those with most edges first, each name
 * takes the best of eight places around its node that is still free. */
#include "labels.h"

#include <math.h>
#include <stdlib.h>

/* The places, best first.  dx and dy point from the node to the name. */
enum { PLACES = 8 };
static const struct {
  double dx, dy;
  double cost;
} place[PLACES] = {
  { 1, 0, 0 }, { 0, -1, 0.10 }, { 0, 1, 0.12 }, { -1, 0, 0.15 },
  { 0.7071, -0.7071, 0.05 }, { 0.7071, 0.7071, 0.08 },
  { -0.7071, -0.7071, 0.18 }, { -0.7071, 0.7071, 0.2 }
};

typedef struct {
  size_t node, degree;
  double width;                /* at font size 1 */
  const char *text;
} name;

static int
by_degree(const void *a, const void *b)
{
  const name *p = a, *q = b;

  if (p->degree != q->degree)
    return p->degree > q->degree ? -1 : 1;
  return p->node < q->node ? -1 : p->node > q->node;
}

/* The rectangle of a name of width w and height h at place k, `gap` away from
 * the middle of its node.  Names above and below may slide sideways to stay
 * within the box. */
static mg_rect
rect_at(int k, double x, double y, double gap, double w, double h,
        const mg_region *box)
{
  double dx = place[k].dx, dy = place[k].dy, left, top;
  mg_rect r;

  left = dx > 0 ? x + dx * gap : dx < 0 ? x + dx * gap - w : x - w / 2;
  top = dx == 0 ? y + dy * (gap + h / 2) - h / 2
                : y + dy * (gap * 0.5 + h / 2) - h / 2;
  if (dx == 0) {
    if (left + w > box->x + box->width)
      left = box->x + box->width - w;
    if (left < box->x)
      left = box->x;
  }
  r.x0 = (float)left;
  r.y0 = (float)top;
  r.x1 = (float)(left + w);
  r.y1 = (float)(top + h);
  return r;
}

/* The names, and where they were put at the last font size tried. */
typedef struct {
  name *list;
  size_t count;
  mg_rect *at;                 /* of those placed, */
  size_t *which;               /* their numbers in the list, */
  size_t placed;               /* and how many they are */
} naming;

/* The best free place for a name, in *out; 0 if there is none. */
static int
best_place(const mg_figure *f, const mg_obstacles *o, const mg_rect_grid *taken,
           const name *it, double size, mg_rect *out)
{
  mg_point at = f->at[it->node];
  double least = HUGE_VAL;

  for (int k = 0; k < PLACES; k++) {
    mg_rect r = rect_at(k, mg_px(at.x), mg_px(at.y), f->radius + 0.28 * size,
                        it->width * size, 1.05 * size, o->box);
    double cost = place[k].cost;

    if (mg_obstacles_forbid(o, &r) || mg_rect_grid_hits(taken, &r, 1) > 0)
      continue;
    cost += mg_obstacles_edges(o, &r);
    if (cost < least)
      cost += 2 * mg_rect_grid_hits(&o->nodes, &r, 4);
    if (cost < least) {
      least = cost;
      *out = r;
    }
  }
  return least < HUGE_VAL;
}

/* Place as many names as find a place at one font size. */
static mgnn_status
try_size(const mg_figure *f, const mg_obstacles *o, double size, naming *all,
         mgnn_error *err)
{
  mg_rect_grid taken;
  mgnn_status status = MGNN_OK;

  all->placed = 0;
  TRY(mg_rect_grid_init(&taken, o->box, 3 * size, all->at, err));
  for (size_t q = 0; q < all->count; q++)
    if (best_place(f, o, &taken, &all->list[q], size, &all->at[all->placed])) {
      all->which[all->placed] = q;
      TRY(mg_rect_grid_add(&taken, all->placed++, err));
    }
end:
  mg_rect_grid_free(&taken);
  return status;
}

/* Names are anchored on the side of their node: in another font they grow away
 * from it. */
static void
put_words(const mg_figure *f, const naming *all, double size)
{
  for (size_t q = 0; q < all->placed; q++) {
    const name *it = &all->list[all->which[q]];
    const mg_rect *r = &all->at[q];
    double x = mg_px(f->at[it->node].x);
    mg_anchor anchor = r->x0 > x ? MG_START : r->x1 < x ? MG_END : MG_MIDDLE;
    double at = anchor == MG_START ? r->x0
              : anchor == MG_END ? r->x1 : (r->x0 + r->x1) / 2;

    mg_panel_word(f->panel, it->text, at, r->y0 + MG_TEXT_RISE * size,
                  (mg_type){ "label", size, anchor, f->page->look.ink })
      ->halo = f->page->look.halo;
  }
}

/* The names there are, those of nodes with most edges first; what is wider than
 * `limit` would fit nowhere and is cut. */
static mgnn_status
list_names(const mg_figure *f, double limit, naming *all, mgnn_error *err)
{
  const mg_picture *pic = f->pic;
  size_t *degree = mg_zalloc(pic->n, sizeof *degree);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(degree, err));
  for (size_t e = 0; e < 2 * pic->m; e++)
    degree[pic->ends[e]]++;
  for (size_t i = 0; i < pic->n; i++)
    if (mg_is_text(f->names[i]))
      all->list[all->count++] = (name){ i, degree[i], 0, f->names[i] };
  qsort(all->list, all->count, sizeof *all->list, by_degree);
  for (name *it = all->list; it < all->list + all->count; it++) {
    it->text = mg_ruler_fit(f->page->ruler, &f->page->scene->pool, it->text, 1,
                            limit, &it->width);
    TRY(mg_allocated(it->text, err));
  }
end:
  mg_free(degree);
  return status;
}

mgnn_status
mg_labels_put(const mg_figure *f, const mg_placed *placed, mgnn_error *err)
{
  double size = f->page->look.font, least = f->page->look.font_least;
  size_t n = f->pic->n;
  mg_obstacles o = { .box = NULL };
  naming all = { .count = 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(all.list = mg_alloc(n, sizeof *all.list), err));
  TRY(mg_allocated(all.at = mg_alloc(n, sizeof *all.at), err));
  TRY(mg_allocated(all.which = mg_alloc(n, sizeof *all.which), err));
  TRY(list_names(f, 0.6 * f->box.width / size, &all, err));
  TRY(mg_obstacles_init(&o, f, size, placed->rect, err));
  for (size_t k = 0; k < placed->count; k++)
    TRY(mg_rect_grid_add(&o.words, k, err));
  /* Smaller letters, as long as that brings in more names. */
  for (;; size = fmax(0.85 * size, least)) {
    TRY(try_size(f, &o, size, &all, err));
    if (all.placed == all.count || size <= least)
      break;
  }
  put_words(f, &all, size);
  f->page->scene->hidden += all.count - all.placed;
end:
  mg_obstacles_free(&o);
  mg_free(all.which);
  mg_free(all.at);
  mg_free(all.list);
  return status;
}
