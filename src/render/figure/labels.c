/* Places names beside nodes: first one node of each class, then the others, those with
 * most edges first.  Each name takes the best of twelve places around its node where it
 * covers no node and no other name.  Long names are broken into lines. */
#include "labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The places, best first.  dx and dy point from the node to the name; a name
 * above or below is moved sideways by a part of its width. */
enum { PLACES = 12 };
static const struct {
  double dx, dy;
  double cost;
  double aside;
} place[PLACES] = {
  { 1, 0, 0, 0 }, { 0, -1, 0.10, 0 }, { 0, 1, 0.12, 0 }, { -1, 0, 0.15, 0 },
  { 0.7071, -0.7071, 0.05, 0 }, { 0.7071, 0.7071, 0.08, 0 },
  { -0.7071, -0.7071, 0.18, 0 }, { -0.7071, 0.7071, 0.2, 0 },
  { 0, -1, 0.22, 0.3 }, { 0, 1, 0.24, 0.3 }, { 0, -1, 0.26, -0.3 },
  { 0, 1, 0.28, -0.3 }
};

typedef struct {
  size_t node, degree;
  int leads;                   /* nonzero: the first of its class */
  mg_text_lines lines;         /* at font size 1 */
  const char *whole;           /* the full name if the lines are cut, or NULL */
} name;

static int
by_importance(const void *a, const void *b)
{
  const name *p = a, *q = b;

  if (p->leads != q->leads)
    return q->leads - p->leads;
  if (p->degree != q->degree)
    return p->degree > q->degree ? -1 : 1;
  return p->node < q->node ? -1 : p->node > q->node;
}

/* The distance of lines, and below the height of a name, in font sizes. */
static const double leading = 1.1;

static double
height_of(const name *it)
{
  return 1.05 + leading * (double)(it->lines.count - 1);
}

/* The rectangle of a name of width w and height h at place k, `gap` away from
 * its node.  Names above and below may slide sideways to stay within the box. */
static mg_rect
rect_at(int k, const mg_outline *node, double gap, double w, double h,
        const mg_region *box)
{
  double dx = place[k].dx, dy = place[k].dy, x = node->at.x, y = node->at.y;
  double gap_x = node->a + gap, gap_y = node->b + gap, left, top;
  mg_rect r;

  left = dx > 0 ? x + dx * gap_x : dx < 0 ? x + dx * gap_x - w
                : x - w / 2 + place[k].aside * w;
  top = dx == 0 ? y + dy * (gap_y + h / 2) - h / 2
                : y + dy * (gap_y * 0.5 + h / 2) - h / 2;
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
  mg_rect *at;                 /* rectangles of the names placed */
  size_t *which;               /* numbers of these names in the list */
  size_t placed;               /* how many names are placed */
  double edges;                /* sum of mg_obstacles_edges below them */
} naming;

/* Find the cheapest free place for a name, put it in *out, and return 1; 0 if there is
 * no free place. */
static int
best_place(const mg_figure *f, const mg_obstacles *o, const mg_rect_grid *taken,
           const name *it, double size, mg_rect *out)
{
  mg_outline node = mg_figure_shape(f, it->node);
  double gap = f->page->look.outline_width / 2 + 0.28 * size;
  double least = HUGE_VAL;

  for (int k = 0; k < PLACES; k++) {
    mg_rect r = rect_at(k, &node, gap, it->lines.width * size,
                        height_of(it) * size, o->box);
    double cost = place[k].cost;

    if (mg_obstacles_forbid(o, &r) || mg_rect_grid_hits(taken, &r, 0, 1) > 0)
      continue;
    cost += mg_obstacles_edges(o, &r);
    if (cost < least && mg_obstacles_nodes(o, &r, 1) == 0) {
      least = cost;
      *out = r;
    }
  }
  return least < HUGE_VAL;
}

/* Place the names at one font size, as many as find a free place. */
static mgnn_status
try_size(const mg_figure *f, const mg_obstacles *o, double size, naming *all,
         mgnn_error *err)
{
  mg_rect_grid taken;
  mgnn_status status = MGNN_OK;

  all->placed = 0;
  all->edges = 0;
  TRY(mg_rect_grid_init(&taken, o->box, 3 * size, all->at, err));
  for (size_t q = 0; q < all->count; q++)
    if (best_place(f, o, &taken, &all->list[q], size, &all->at[all->placed])) {
      all->edges += mg_obstacles_edges(o, &all->at[all->placed]);
      all->which[all->placed] = q;
      TRY(mg_rect_grid_add(&taken, all->placed++, err));
    }
end:
  mg_rect_grid_free(&taken);
  return status;
}

/* Put the placed names into the panel, anchored on the side of their node, so that
 * they grow away from it if another font is wider. */
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

    for (size_t k = 0; k < it->lines.count; k++) {
      mg_word *word
        = mg_panel_word(f->panel, it->lines.line[k], at,
                        r->y0 + (MG_TEXT_RISE + leading * (double)k) * size,
                        (mg_type){ "label", size, anchor, f->page->look.ink });

      word->halo = f->page->look.halo;
      word->whole = k == 0 ? it->whole : NULL;
    }
  }
}

/* Break a name into lines that are at most `limit` font sizes wide. */
static mgnn_status
break_name(const mg_figure *f, const char *text, double limit, name *it,
           mgnn_error *err)
{
  mg_text_lines *lines = &it->lines;

  mg_ruler_wrap(f->page->ruler, &f->page->scene->pool, text, 1, limit,
                MG_NAME_LINES, lines);
  if (lines->count == 0)
    return mg_fail_memory(err);
  for (size_t k = 0; k < lines->count; k++)
    if (strstr(text, lines->line[k]) == NULL)  /* it ends in an ellipsis */
      it->whole = text;
  return MGNN_OK;
}

/* The clean text to write beside a node; NULL or empty: no text.  A text inside the
 * node is not repeated beside it. */
static mgnn_status
text_of(const mg_figure *f, size_t i, const char **out, mgnn_error *err)
{
  const mg_node_look *look = f->plate != NULL ? &f->pic->appearance->node[i]
                                              : NULL;
  int within = look != NULL && f->plate[i].count > 0;
  const char *own = look == NULL ? NULL
                    : within || look->beside != NULL ? look->beside : look->text;

  *out = NULL;
  if (own != NULL && f->pic->shown == NULL)
    return mg_page_keep(f->page, own, out, err);
  if (within)
    return MGNN_OK;
  if (f->pic->shown == NULL || f->pic->shown[i] == NULL) {
    *out = f->pic->shown == NULL ? f->names[i] : NULL;
    return MGNN_OK;
  }
  return mg_page_keep(f->page, f->pic->shown[i], out, err);
}

/* Move the first node of each class in the sorted list before all other nodes. */
static mgnn_status
lead_classes(const mg_picture *pic, naming *all, mgnn_error *err)
{
  char *seen = mg_zalloc(pic->group_count + 1, 1);

  PASS(mg_allocated(seen, err));
  for (size_t q = 0; q < all->count; q++) {
    size_t group = mg_picture_group(pic, all->list[q].node);

    all->list[q].leads = group < pic->group_count && !seen[group];
    seen[group] = 1;
  }
  mg_free(seen);
  qsort(all->list, all->count, sizeof *all->list, by_importance);
  return MGNN_OK;
}

/* List the names, the most important first; in large graphs MG_HUBS_NAMED of them. */
static mgnn_status
list_names(const mg_figure *f, double limit, naming *all, mgnn_error *err)
{
  const mg_picture *pic = f->pic;
  int hubs = mg_figure_names(f->page, pic, f->small) == MG_NAMED_HUBS;
  size_t *degree = mg_zalloc(pic->n, sizeof *degree), count;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(degree, err));
  for (size_t e = 0; e < 2 * pic->m; e++)
    degree[pic->ends[e]]++;
  for (size_t i = 0; i < pic->n; i++)
    all->list[all->count++] = (name){ .node = i, .degree = degree[i] };
  qsort(all->list, all->count, sizeof *all->list, by_importance);
  TRY(lead_classes(pic, all, err));
  if (hubs && all->count > MG_HUBS_NAMED)
    all->count = MG_HUBS_NAMED;
  count = all->count;
  all->count = 0;
  for (size_t q = 0; q < count; q++) {
    name it = all->list[q];
    const char *text;

    TRY(text_of(f, it.node, &text, err));
    if (!mg_is_text(text))
      continue;
    TRY(break_name(f, text, limit, &it, err));
    all->list[all->count++] = it;
  }
end:
  mg_free(degree);
  return status;
}

/* Names wider than WIDEST font sizes are broken into lines.  If all names or none are
 * to be written, they are if they cover at most EDGES_MOST / 100 edges on average. */
enum { WIDEST = 14, EDGES_MOST = 40 };

/* The largest width of a line, in font sizes. */
static double
widest(const mg_figure *f)
{
  return fmin(0.6 * f->box.width / f->page->look.font, WIDEST);
}

mgnn_status
mg_labels_sizes(const mg_figure *f, double *size, mgnn_error *err)
{
  double font = f->page->look.font;

  for (size_t i = 0; i < f->pic->n; i++) {
    name it = { .node = i };
    const char *text;

    size[2 * i] = size[2 * i + 1] = 0;
    PASS(text_of(f, i, &text, err));
    if (!mg_is_text(text))
      continue;
    PASS(break_name(f, text, widest(f), &it, err));
    size[2 * i] = it.lines.width * font;
    size[2 * i + 1] = height_of(&it) * font;
  }
  return MGNN_OK;
}

/* Place the names at the largest font size at which all find a place, or else at the
 * smallest one; *size receives the font size. */
static mgnn_status
place_names(const mg_figure *f, const mg_placed *placed, naming *all,
            double *size, mgnn_error *err)
{
  double least = f->page->look.font_least;
  size_t n = f->pic->n;
  mg_obstacles o = { .box = NULL };
  mgnn_status status = MGNN_OK;

  *size = f->page->look.font;
  TRY(mg_allocated_all(err, MG_NEW(all->list, n), MG_NEW(all->at, n),
                       MG_NEW(all->which, n)));
  TRY(list_names(f, widest(f), all, err));
  TRY(mg_obstacles_init(&o, f, *size, placed->rect, err));
  for (size_t k = 0; k < placed->count; k++)
    TRY(mg_rect_grid_add(&o.words, k, err));
  for (;; *size = fmax(0.85 * *size, least)) {
    TRY(try_size(f, &o, *size, all, err));
    if (all->placed == all->count || *size <= least)
      break;
  }
end:
  mg_obstacles_free(&o);
  return status;
}

static void
naming_free(naming *all)
{
  mg_free_all(all->which, all->at, all->list);
}

mgnn_status
mg_labels_missing(const mg_figure *f, size_t *missing, mgnn_error *err)
{
  naming all = { .count = 0 };
  double size;
  mgnn_status status = place_names(f, &(mg_placed){ NULL, 0 }, &all, &size, err);

  *missing = all.count - all.placed;
  naming_free(&all);
  return status;
}

mgnn_status
mg_labels_put(const mg_figure *f, const mg_placed *placed, mgnn_error *err)
{
  int which = mg_figure_names(f->page, f->pic, f->small);
  naming all = { .count = 0 };
  double size;
  mgnn_status status = MGNN_OK;

  TRY(place_names(f, placed, &all, &size, err));
  if (which == MG_NAMED_AUTO
      && (all.placed < all.count
          || all.edges > EDGES_MOST / 100.0 * (double)all.count))
    goto end;
  put_words(f, &all, size);
  if (!f->small) {
    size_t named = which == MG_NAMED_HUBS ? f->pic->n : all.count;

    f->page->scene->hidden += named - all.placed;
    f->page->scene->named += named;
  }
end:
  naming_free(&all);
  return status;
}
