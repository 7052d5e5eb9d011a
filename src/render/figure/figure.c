/* Edges and nodes sorted into runs that look alike.  What an edge or a node
 * looks like is its kind: a group, or a step of a scale.  Depth is shown by
 * layers: what is far away is drawn first, smaller and paler. */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 8 };           /* of a picture with depth */

/* One way that edges or nodes look. */
typedef struct {
  const char *name;            /* classes */
  mg_colour colour;
  mg_mark mark;
  double rank;                 /* lower is drawn before, and so below */
  size_t count;                /* members, */
  size_t next;                 /* and where the next one goes */
} kind;

mg_colour
mg_figure_step(const mg_look *look, const mg_shade *shade, size_t step)
{
  int dark = mg_colour_lightness(look->ink) > 0.5;
  const mg_scale *scale = mg_scale_find(shade->diverging ? "diverging"
                                        : "sequential", dark);

  if (step >= MG_SHADE_STEPS)
    return look->lone;
  return mg_scale_colour(scale, (double)step / (MG_SHADE_STEPS - 1));
}

static mgnn_status
name_kind(mg_page *page, kind *k, const char *form, size_t number,
          mgnn_error *err)
{
  char text[60];

  snprintf(text, sizeof text, form, number);
  k->name = mg_text_keep(&page->scene->pool, text);
  return k->name != NULL ? MGNN_OK : mg_fail_memory(err);
}

/* The steps of a scale, what stands out above what does not, and one kind more
 * for what has no value. */
static mgnn_status
step_kinds(mg_page *page, const mg_shade *shade, const char *form, kind *out,
           mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k <= MG_SHADE_STEPS && status == MGNN_OK; k++) {
    double t = (double)k - (shade->diverging ? MG_SHADE_STEPS / 2 : 0);

    out[k].colour = mg_figure_step(&page->look, shade, k);
    out[k].rank = k == MG_SHADE_STEPS ? -1 : fabs(t);
    status = name_kind(page, &out[k], form, k, err);
  }
  return status;
}

static mg_shade_kind
shade_of(const mg_shade *shade)
{
  return shade != NULL ? shade->kind : MG_SHADE_PLAIN;
}

/* Edges within and between groups, and with an end outside all of them. */
enum { OUTSIDE, WITHIN, BETWEEN };

/* Edges that take their colours from the groups of their ends: the palette
 * says one for within and one for between, or each group has its own. */
static int
by_own_group(const mg_page *page, const mg_picture *pic)
{
  return shade_of(pic->edge_shade) == MG_SHADE_LABEL
         && !page->look.palette->by_group;
}

static size_t
edge_kind_count(const mg_page *page, const mg_picture *pic)
{
  switch (shade_of(pic->edge_shade)) {
  case MG_SHADE_NUMBER:
    return MG_SHADE_STEPS + 1;
  case MG_SHADE_GROUP:
    return page->look.palette->count + 1;
  case MG_SHADE_COLOUR:
    return 1;
  case MG_SHADE_LABEL:
  case MG_SHADE_PLAIN:
    break;
  }
  return by_own_group(page, pic) ? pic->group_count + 1 : 3;
}

/* The number of an edge's kind. */
static size_t
edge_kind(const mg_page *page, const mg_picture *pic, size_t e)
{
  size_t a, b;

  switch (shade_of(pic->edge_shade)) {
  case MG_SHADE_NUMBER:
    return mg_shade_step(pic->edge_shade, pic->edge_value[e]);
  case MG_SHADE_GROUP:
    a = page->look.palette->count;
    return pic->edge_group[e] >= 0 && (size_t)pic->edge_group[e] < a
           ? (size_t)pic->edge_group[e] : a;
  case MG_SHADE_COLOUR:
    return 0;
  case MG_SHADE_LABEL:
  case MG_SHADE_PLAIN:
    break;
  }
  a = mg_picture_group(pic, pic->ends[2 * e]);
  b = mg_picture_group(pic, pic->ends[2 * e + 1]);
  if (by_own_group(page, pic))
    return a == b ? a : pic->group_count;
  return a >= pic->group_count || b >= pic->group_count ? OUTSIDE
         : a == b ? WITHIN : BETWEEN;
}

static mgnn_status
edge_kinds(mg_page *page, const mg_picture *pic, kind *out, mgnn_error *err)
{
  static const char *const name[] = { "edge", "edge within", "edge between" };
  const mg_look *look = &page->look;
  const mg_colour colour[] = { look->edge, look->within, look->between };
  mg_shade_kind shade = shade_of(pic->edge_shade);
  size_t count = edge_kind_count(page, pic);
  mgnn_status status = MGNN_OK;

  if (shade == MG_SHADE_NUMBER)
    return step_kinds(page, pic->edge_shade, "edge step-%zu", out, err);
  for (size_t k = 0; k < count && status == MGNN_OK; k++)
    if (shade == MG_SHADE_COLOUR) {
      out[k].name = "edge";
      out[k].colour = pic->edge_shade->colour;
    } else if (shade == MG_SHADE_GROUP || by_own_group(page, pic)) {
      int rest = k == count - 1;

      out[k].colour = rest ? look->edge : mg_look_fill(look, k);
      out[k].rank = !rest;
      status = name_kind(page, &out[k], shade == MG_SHADE_GROUP
                         ? "edge kind-%zu" : "edge label-%zu", k, err);
    } else {
      out[k].name = name[k];
      out[k].colour = colour[k];
    }
  return status;
}

static size_t
node_kind_count(const mg_picture *pic)
{
  return shade_of(pic->node_shade) == MG_SHADE_NUMBER ? MG_SHADE_STEPS + 1
                                                      : pic->group_count + 1;
}

static size_t
node_kind(const mg_picture *pic, size_t i)
{
  return shade_of(pic->node_shade) == MG_SHADE_NUMBER
         ? mg_shade_step(pic->node_shade, pic->node_value[i])
         : mg_picture_group(pic, i);
}

/* Colours of edges that say something, with which the usual colour of nodes
 * could be mixed up. */
static int
says_something(const mg_picture *pic)
{
  mg_shade_kind kind = shade_of(pic->edge_shade);

  return kind == MG_SHADE_NUMBER || kind == MG_SHADE_GROUP;
}

static mgnn_status
node_kinds(mg_page *page, const mg_picture *pic, kind *out, mgnn_error *err)
{
  const mg_look *look = &page->look;
  int grouped = pic->group != NULL && pic->group_count > 0;
  mg_shade_kind shade = shade_of(pic->node_shade);
  mgnn_status status = MGNN_OK;

  if (shade == MG_SHADE_NUMBER)
    return step_kinds(page, pic->node_shade, "node step-%zu", out, err);
  for (size_t g = 0; g <= pic->group_count && status == MGNN_OK; g++) {
    int named = grouped && g < pic->group_count;

    out[g].colour = shade == MG_SHADE_COLOUR ? pic->node_shade->colour
                    : named ? mg_look_fill(look, g)
                    : grouped ? look->lone
                    : says_something(pic) ? look->edge : mg_look_fill(look, 0);
    out[g].mark = named ? mg_look_mark(look, g) : MG_DISC;
    status = name_kind(page, &out[g], named ? "node label-%zu"
                       : grouped ? "node no-label" : "node", g, err);
  }
  return status;
}

/* How near a point is: 0 is farthest, 1 nearest or flat. */
static double
nearness(const mg_picture *pic, const mg_viewport *view, size_t i)
{
  double t;

  if (pic->depth == NULL || !(view->z1 > view->z0))
    return 1;
  t = (pic->depth[i] / 2 - view->z0 / 2) / (view->z1 / 2 - view->z0 / 2);
  return t > 0 ? t < 1 ? t : 1 : 0;
}

static size_t
layer_of(double near)
{
  return near < 1 ? (size_t)(near * LAYERS) : LAYERS - 1;
}

/* What is far is smaller and paler. */
static double
growth(const mg_picture *pic, const mg_viewport *view, double near)
{
  return pic->depth != NULL && view->z1 > view->z0 ? 0.65 + 0.6 * near : 1;
}

static mg_colour
faded(const mg_look *look, mg_colour colour, size_t layer)
{
  double far = 1 - (double)layer / (LAYERS - 1);
  mg_colour page = look->outline;

  page.a = colour.a;
  return mg_colour_mix(colour, page, 0.58 * far);
}

static int
below(const void *a, const void *b)
{
  const kind *p = *(const kind *const *)a, *q = *(const kind *const *)b;

  if (p->rank != q->rank)
    return p->rank < q->rank ? -1 : 1;
  if (p->count != q->count)    /* what is rare is drawn last and so is seen */
    return p->count > q->count ? -1 : 1;
  return p < q ? -1 : p > q;
}

/* The kinds of all layers with where their members start, in the order they
 * are drawn: layer after layer.  `kinds` holds the looks; `all`, LAYERS times
 * as many, has the counts already. */
static void
sort_kinds(const kind *kinds, size_t count, kind *all, kind **order,
           size_t layers)
{
  size_t start = 0;

  for (size_t l = 0; l < layers; l++) {
    for (size_t k = 0; k < count; k++) {
      kind *it = &all[l * count + k];
      size_t held = it->count;

      *it = kinds[k];
      it->count = held;
      order[l * count + k] = it;
    }
    qsort(order + l * count, count, sizeof *order, below);
    for (size_t k = 0; k < count; k++) {
      order[l * count + k]->next = start;
      start += order[l * count + k]->count;
    }
  }
}

/* Everything needed while edges or nodes are put into runs. */
typedef struct {
  kind *kinds, *all, **order;
  size_t count, layers;
} workbench;

static mgnn_status
bench_init(workbench *w, size_t count, size_t layers, mgnn_error *err)
{
  *w = (workbench){ mg_zalloc(count, sizeof *w->kinds),
                    mg_zalloc(count * layers, sizeof *w->all),
                    mg_alloc(count * layers, sizeof *w->order), count, layers };
  return w->kinds != NULL && w->all != NULL && w->order != NULL
         ? MGNN_OK : mg_fail_memory(err);
}

static void
bench_free(workbench *w)
{
  mg_free(w->kinds);
  mg_free(w->all);
  mg_free(w->order);
}

static size_t
edge_layer(const mg_picture *pic, const mg_viewport *view, size_t e)
{
  return layer_of((nearness(pic, view, pic->ends[2 * e])
                   + nearness(pic, view, pic->ends[2 * e + 1])) / 2);
}

/* Up to so many edges with remarks stand out. */
enum { STAND_OUT = 40 };

static size_t
standing_out(const mg_picture *pic)
{
  return pic->remark_count <= STAND_OUT && pic->remark_count < pic->m
         ? pic->remark_count : 0;
}

/* Draw the edges that have remarks once more, wider: a few, so that one sees
 * which are meant.  Each is a run of its own, since its colour is. */
static void
stand_out(mg_page *page, mg_panel *panel, const mg_picture *pic,
          const mg_point *at, const kind *kinds, double width)
{
  for (size_t k = 0; k < standing_out(pic); k++) {
    const mg_remark *r = &pic->remarks[k];
    mg_segment *line = &panel->segment[pic->m + k];

    *line = (mg_segment){ at[r->a], at[r->b], r->a, r->b };
    panel->edges[panel->edge_runs++] = (mg_edge_run){
      "edge noted", kinds[edge_kind(page, pic, r->edge)].colour,
      mg_page_units(fmax(2 * width, 1)), 1, line
    };
  }
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].edge_runs = panel->edge_runs;
}

static mgnn_status
put_edges(mg_page *page, mg_panel *panel, const mg_picture *pic,
          const mg_viewport *view, const mg_point *at, mgnn_error *err)
{
  const mg_look *look = &page->look;
  size_t layers = panel->layers > 0 ? panel->layers : 1;
  size_t count = edge_kind_count(page, pic);
  /* What says something must be seen: wider, and less clear. */
  double opacity = says_something(pic) && isnan(page->style->opacity)
                   ? sqrt(look->opacity) : look->opacity;
  double width = look->edge_width * (says_something(pic)
                 && isnan(page->style->edge_width) ? 1.3 : 1);
  workbench w;
  mgnn_status status = bench_init(&w, count, layers, err);

  panel->edges = mg_alloc(count * layers + standing_out(pic),
                          sizeof *panel->edges);
  panel->segment = mg_alloc(pic->m + standing_out(pic),
                            sizeof *panel->segment);
  if (panel->edges == NULL || panel->segment == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = edge_kinds(page, pic, w.kinds, err);
  for (int pass = 0; pass < 2 && status == MGNN_OK; pass++) {
    for (size_t e = 0; e < pic->m; e++) {
      size_t l = layers > 1 ? edge_layer(pic, view, e) : 0;
      kind *it = &w.all[l * count + edge_kind(page, pic, e)];
      unsigned i = pic->ends[2 * e], j = pic->ends[2 * e + 1];

      if (pass == 0)
        it->count++;
      else
        panel->segment[it->next++] = (mg_segment){ at[i], at[j], i, j };
    }
    if (pass == 0)
      sort_kinds(w.kinds, count, w.all, w.order, layers);
  }
  for (size_t k = 0; k < count * layers && status == MGNN_OK; k++) {
    const kind *it = w.order[k];
    double grown = growth(pic, view, ((double)(k / count) + 0.5) / LAYERS);
    mg_colour colour = layers > 1 ? faded(look, it->colour, k / count)
                                  : it->colour;

    if (it->count > 0)
      panel->edges[panel->edge_runs++] = (mg_edge_run){
        it->name, mg_colour_faded(colour, opacity),
        mg_page_units(width * grown), it->count,
        panel->segment + it->next - it->count
      };
    if (layers > 1)
      panel->layer[k / count].edge_runs = panel->edge_runs;
  }
  if (status == MGNN_OK)
    stand_out(page, panel, pic, at, w.kinds, width);
  bench_free(&w);
  return status;
}

static mgnn_status
put_nodes(mg_page *page, mg_panel *panel, const mg_picture *pic,
          const mg_viewport *view, const char **names, const mg_point *at,
          mgnn_error *err)
{
  const mg_look *look = &page->look;
  size_t layers = panel->layers > 0 ? panel->layers : 1;
  size_t count = node_kind_count(pic);
  workbench w;
  mgnn_status status = bench_init(&w, count, layers, err);

  panel->nodes = mg_alloc(count * layers + 1, sizeof *panel->nodes);
  panel->dot = mg_alloc(pic->n + (pic->joined != NULL ? pic->n / 2 : 0),
                        sizeof *panel->dot);
  if (panel->nodes == NULL || panel->dot == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = node_kinds(page, pic, w.kinds, err);
  for (int pass = 0; pass < 2 && status == MGNN_OK; pass++) {
    for (size_t i = 0; i < pic->n; i++) {
      double near = nearness(pic, view, i);
      size_t l = layers > 1 ? layer_of(near) : 0;
      kind *it = &w.all[l * count + node_kind(pic, i)];
      double own = growth(pic, view, near)
                   * (pic->size != NULL ? pic->size[i] : 1);

      if (pass == 0)
        it->count++;
      else
        panel->dot[it->next++] = (mg_dot){
          at[i], names != NULL ? names[i] : NULL,
          own == 1 ? 0 : mg_page_units(fmax(look->node * own / 2, 0.01))
        };
    }
    if (pass == 0)
      sort_kinds(w.kinds, count, w.all, w.order, layers);
  }
  for (size_t k = 0; k < count * layers && status == MGNN_OK; k++) {
    const kind *it = w.order[k];
    mg_colour fill = layers > 1 ? faded(look, it->colour, k / count)
                                : it->colour;

    if (it->count > 0)
      panel->nodes[panel->node_runs++] = (mg_node_run){
        .name = it->name,
        .fill = mg_colour_faded(fill, look->node_opacity),
        .outline = look->outline, .radius = mg_page_units(look->node / 2),
        .outline_width = mg_page_units(look->outline_width),
        .mark = it->mark, .count = it->count,
        .dot = panel->dot + it->next - it->count
      };
    if (layers > 1)
      panel->layer[k / count].node_runs = panel->node_runs;
  }
  bench_free(&w);
  return status;
}

/* The first node of the ones that are together with i. */
static unsigned
together(unsigned *with, unsigned i)
{
  while (with[i] != i)
    i = with[i] = with[with[i]];
  return i;
}

/* What is closer than this, in units, cannot be told apart. */
static double
spot_size(const mg_look *look)
{
  return MG_UNITS * fmax(0.15 * look->node, 0.05);
}

/* Join the ends of edges of length 0 that on the page are closer than the eye
 * can tell nodes apart.  Every node but the first of those on a
 * spot is numbered with that one. */
static void
join_ends(const mg_look *look, const mg_picture *pic, const mg_point *at,
          unsigned *with)
{
  double near = spot_size(look);

  for (size_t i = 0; i < pic->n; i++)
    with[i] = (unsigned)i;
  for (size_t e = 0; e < pic->m; e++) {
    unsigned i = pic->ends[2 * e], j = pic->ends[2 * e + 1];

    if (!pic->joined[e] || hypot(at[i].x - at[j].x, at[i].y - at[j].y) > near)
      continue;
    i = together(with, i);
    j = together(with, j);
    with[i > j ? i : j] = i > j ? j : i;
  }
}

/* Whether two nodes are at one spot, in depth too. */
static int
same_spot(const mg_look *look, const mg_picture *pic, const mg_viewport *view,
          const mg_point *at, size_t i, size_t j)
{
  return hypot(at[i].x - at[j].x, at[i].y - at[j].y) <= spot_size(look)
         && fabs(nearness(pic, view, i) - nearness(pic, view, j)) < 0.01;
}

/* Where rings are looked for, and those found. */
typedef struct {
  mg_node_run run;
  unsigned *with;              /* n, see join_ends */
  size_t *size;                /* n: nodes that were joined to this one */
  unsigned char *done;         /* n: in a ring already */
} rings;

/* Beyond so many comparisons only nodes that edges join are counted. */
enum { COMPARE_MOST = 20000000 };

/* How many nodes are at the spot of node i; they are done. */
static size_t
count_spot(rings *r, const mg_page *page, const mg_picture *pic,
           const mg_viewport *view, const mg_point *at, size_t i)
{
  size_t count = 0;

  if ((r->run.count + 1) * pic->n > COMPARE_MOST)
    return r->size[i];
  for (size_t j = 0; j < pic->n; j++)
    if (!r->done[j] && (r->with[j] == i
                        || same_spot(&page->look, pic, view, at, i, j))) {
      r->done[j] = 1;
      count++;
    }
  return count;
}

/* One ring around the spot of node i, with how many there are. */
static mgnn_status
put_ring(rings *r, mg_page *page, mg_panel *panel, const mg_picture *pic,
         const mg_viewport *view, const mg_point *at, unsigned i,
         mg_remark *remark, mgnn_error *err)
{
  double grown = growth(pic, view, nearness(pic, view, i));
  char text[40];

  snprintf(text, sizeof text, "\xc3\x97%zu",          /* a times sign */
           count_spot(r, page, pic, view, at, i));
  *remark = (mg_remark){ i, i, 0, mg_text_keep(&page->scene->pool, text) };
  panel->dot[(size_t)(r->run.dot - panel->dot) + r->run.count++] = (mg_dot){
    at[i], NULL,
    mg_page_units(0.5 * page->look.node * grown
                  * (pic->size != NULL ? pic->size[i] : 1)
                  + 2.2 * page->look.outline_width + 1)
  };
  return remark->text != NULL ? MGNN_OK : mg_fail_memory(err);
}

mgnn_status
mg_figure_rings(mg_page *page, mg_panel *panel, const mg_picture *pic,
                const mg_viewport *view, const mg_point *at, mg_remark *remark,
                size_t *count, mgnn_error *err)
{
  const mg_look *look = &page->look;
  rings r = {
    { .name = "ring", .outline = look->ink, .mark = MG_DISC,
      .radius = mg_page_units(look->node),
      .outline_width = mg_page_units(fmax(look->outline_width, 0.7)),
      .dot = panel->dot + pic->n },
    mg_alloc(pic->n, sizeof *r.with), mg_zalloc(pic->n, sizeof *r.size),
    mg_zalloc(pic->n, 1)
  };
  mgnn_status status = MGNN_OK;

  *count = 0;
  if (r.with == NULL || r.size == NULL || r.done == NULL)
    status = mg_fail_memory(err);
  else
    join_ends(look, pic, at, r.with);
  for (size_t i = 0; i < pic->n && status == MGNN_OK; i++)
    r.size[r.with[i] = together(r.with, (unsigned)i)]++;
  for (size_t i = 0; i < pic->n && status == MGNN_OK; i++)
    if (r.size[i] > 1 && !r.done[i]) {
      status = put_ring(&r, page, panel, pic, view, at, (unsigned)i,
                        &remark[*count], err);
      ++*count;
    }
  if (status == MGNN_OK && r.run.count > 0) {
    panel->nodes[panel->node_runs++] = r.run;
    if (panel->layers > 0)
      panel->layer[panel->layers - 1].node_runs = panel->node_runs;
  }
  mg_free(r.done);
  mg_free(r.size);
  mg_free(r.with);
  return status;
}

/* The largest of pic->size, or 1. */
static double
largest(const mg_picture *pic)
{
  double most = pic->size != NULL ? 0 : 1;

  for (size_t i = 0; i < pic->n && pic->size != NULL; i++)
    most = fmax(most, pic->size[i]);
  return most;
}

double
mg_figure_radius(const mg_page *page, const mg_picture *pic,
                 const mg_viewport *view)
{
  return page->look.node / 2 * growth(pic, view, 1) * largest(pic)
         + page->look.outline_width;
}

mgnn_status
mg_figure_put(mg_page *page, mg_panel *panel, const mg_picture *pic,
              const mg_viewport *view, const char **names, const mg_point *at,
              mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (pic->depth != NULL && view->z1 > view->z0) {
    panel->layer = mg_zalloc(LAYERS, sizeof *panel->layer);
    if (panel->layer == NULL)
      return mg_fail_memory(err);
    panel->layers = LAYERS;
  }
  if (page->look.edge_width > 0 && page->look.opacity > 0)
    status = put_edges(page, panel, pic, view, at, err);
  if (status == MGNN_OK && page->look.node > 0)
    status = put_nodes(page, panel, pic, view, names, at, err);
  return status;
}
