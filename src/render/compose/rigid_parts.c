/* Chooses the colours of rigid parts, and lays out the page that shows them. */
#include "rigid_parts.h"
#include "render/figure/caption.h"
#include "render/figure/legend.h"
#include "render/figure/annotations.h"
#include "still.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- colours ---- */

/* Choose 0 or 1 of two shared colours: the one that fewer parts at this part's nodes
 * have so far.  `used` counts these by node and colour. */
static int
shared_colour(const mgnn_rigidity *r, size_t part, unsigned *used)
{
  size_t clash[2] = { 0, 0 };
  int colour;

  for (size_t k = r->part_first[part]; k < r->part_first[part + 1]; k++)
    for (size_t c = 0; c < 2; c++)
      clash[c] += used[2 * (size_t)r->part_node[k] + c];
  colour = clash[1] < clash[0];
  for (size_t k = r->part_first[part]; k < r->part_first[part + 1]; k++)
    used[2 * (size_t)r->part_node[k] + (size_t)colour]++;
  return colour;
}

/* Give every part its colour, or MG_SINGLE_BAR if it is one edge; returns the number
 * of parts with a colour.  The parts are sorted, the largest first. */
static size_t
colour_parts(const mgnn_rigidity *r, int *colour, unsigned *used)
{
  size_t count = 0;

  while (count < r->parts
         && r->part_first[count + 1] - r->part_first[count] > 2)
    count++;
  for (size_t k = 0; k < r->parts; k++)
    colour[k] = k >= count ? MG_SINGLE_BAR
              : count <= MG_PART_COLOURS || k < MG_PART_OWN ? (int)k
              : MG_PART_OWN + shared_colour(r, k, used);
  return count;
}

/* Write the texts of the legend, for `count` parts with colours. */
static void
write_texts(mg_parts_look *look, const mgnn_rigidity *r, size_t count)
{
  size_t own = count <= MG_PART_COLOURS ? count : MG_PART_OWN;
  int both = look->colours == MG_PART_COLOURS;

  for (size_t k = 0; k < own; k++)
    snprintf(look->text[k], sizeof look->text[k], "%s of %zu nodes",
             r->rigid ? "rigid: all" : "rigid part",
             r->part_first[k + 1] - r->part_first[k]);
  if (count > own) {
    snprintf(look->text[own], sizeof look->text[own], "%zu smaller parts%s",
             count - own, both ? "," : "");
    snprintf(look->text[own + 1], sizeof look->text[own + 1],
             "in two colours");
  }
  snprintf(look->text[MG_PART_COLOURS], sizeof look->text[MG_PART_COLOURS],
           look->single == 1 ? "%zu single edge" : "%zu single edges",
           look->single);
  snprintf(look->open_text, sizeof look->open_text, look->open == 1
           ? "%zu edge that is no bar" : "%zu edges that are no bars",
           look->open);
}

/* Mark and count the joints: nodes that belong to more than one part. */
static void
mark_joints(mg_parts_look *look, const mgnn_rigidity *r)
{
  size_t all = r->parts > 0 ? r->part_first[r->parts] : 0;

  for (size_t k = 0; k < all; k++) {
    unsigned char *mark = &look->joint[r->part_node[k]];

    *mark = *mark < 2 ? *mark + 1 : 2;
  }
  for (size_t i = 0; i < r->nodes; i++) {
    look->joint[i] = look->joint[i] > 1;
    look->joints += look->joint[i];
  }
}

mgnn_status
mg_parts_look_init(mg_parts_look *out, const mgnn_rigidity *r, mgnn_error *err)
{
  int *colour = mg_alloc(r->parts, sizeof *colour);
  unsigned *used = mg_zalloc(r->nodes, 2 * sizeof *used);
  size_t count;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(mg_allocated_all(err, colour, used, MG_NEW(out->colour, r->edges),
                       out->joint = mg_zalloc(r->nodes, 1)));
  count = colour_parts(r, colour, used);
  for (size_t e = 0; e < r->edges; e++) {
    int bar = r->edge_part[e] < r->parts;

    out->colour[e] = bar ? colour[r->edge_part[e]] : MG_NO_BAR;
    out->single += out->colour[e] == MG_SINGLE_BAR;
    out->open += !bar;
    if (out->colour[e] >= (int)out->colours)
      out->colours = (size_t)out->colour[e] + 1;
  }
  mark_joints(out, r);
  write_texts(out, r, count);
end:
  if (status != MGNN_OK)
    mg_parts_look_free(out);
  mg_free_all(colour, used);
  return status;
}

void
mg_parts_look_free(mg_parts_look *look)
{
  mg_free_all(look->colour, look->joint);
  memset(look, 0, sizeof *look);
}

/* ---- the page ---- */

/* Split the one run of all edges into a run per colour.  Edges that are no bars are
 * drawn first, then single edges, then parts. */
static mgnn_status
colour_edges(const mg_page *page, mg_panel *panel, const mg_picture *pic,
             const mg_parts_look *look, mgnn_error *err)
{
  static const char *const name[] = { "edge open", "edge single", "edge part-0",
    "edge part-1", "edge part-2", "edge part-3", "edge part-4",
    "edge part-5" };
  mg_edge_run *run = mg_resize(panel->edges, MG_PART_COLOURS + 2, sizeof *run);
  mg_segment *sorted = mg_alloc(pic->m, sizeof *sorted), *next = sorted;
  mg_edge_run all;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(run, err));
  panel->edges = run;
  TRY(mg_allocated(sorted, err));
  all = run[0];
  panel->edge_runs = 0;
  for (int c = MG_NO_BAR; c < (int)look->colours; c++) {
    mg_edge_run *own = &run[panel->edge_runs];

    *own = all;
    own->name = name[c - MG_NO_BAR];
    own->segment = next;
    if (c >= 0) {
      own->colour = mg_colour_faded(mg_look_fill(&page->look, (size_t)c),
                                    sqrt(page->look.opacity));
      own->width = all.width * 3 / 2;
    } else if (c == MG_NO_BAR) {
      own->colour = mg_colour_faded(all.colour, 0.5);
      own->width = all.width / 2;
    }
    for (size_t e = 0; e < pic->m; e++)
      if (look->colour[e] == c)
        *next++ = panel->segment[e];
    own->count = (size_t)(next - own->segment);
    panel->edge_runs += own->count > 0;
  }
  mg_free(panel->segment);
  panel->segment = sorted;
  sorted = NULL;
end:
  mg_free(sorted);
  return status;
}

/* Make the nodes of a run rings: filled as the page, outlined in the colour of text. */
static void
make_ring(const mg_page *page, mg_node_run *run)
{
  run->name = "node joint";
  run->fill = page->look.outline;
  run->outline = page->look.ink;
  run->outline_width = run->radius * 2 / 5;
}

/* Make all nodes grey, since colours stand for parts, and draw rings over the joints.
 * The panel has one run of all nodes. */
static mgnn_status
ring_joints(const mg_page *page, mg_panel *panel, const mg_picture *pic,
            const mg_parts_look *look, mgnn_error *err)
{
  mg_node_run *run = mg_resize(panel->nodes, 2, sizeof *run);
  mg_dot *dot = NULL;
  size_t at = pic->n;

  if (run != NULL) {
    panel->nodes = run;
    dot = mg_resize(panel->dot, pic->n + look->joints, sizeof *dot);
  }
  PASS(mg_allocated(dot, err));
  panel->dot = dot;
  for (size_t i = 0; i < pic->n; i++)
    if (look->joint[i])
      dot[at++] = dot[i];
  run[0].fill = mg_colour_rgb(0x7d8288);
  run[0].dot = dot;
  if (look->joints > 0) {
    run[1] = run[0];
    run[1].dot = dot + pic->n;
    run[1].count = look->joints;
    make_ring(page, &run[1]);
    panel->node_runs = 2;
  }
  return MGNN_OK;
}

static mgnn_status
collect(mg_legend *legend, mg_page *page, const mg_parts_look *look,
        const mg_picture *pic, mgnn_error *err)
{
  if (pic->around.arrow != NULL && pic->around.arrows_title != NULL)
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_EDGE,
                       .name = "velocity", .text = pic->around.arrows_title,
                       .colour = mg_velocities_colour(&page->look) }, err));

  for (size_t c = 0; c < look->colours; c++)
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_EDGE,
                       .name = "edge", .text = look->text[c],
                       .colour = mg_look_fill(&page->look, c) }, err));
  if (look->single > 0)
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_EDGE,
                       .name = "edge", .text = look->text[MG_PART_COLOURS],
                       .colour = page->look.edge }, err));
  if (look->open > 0)
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_EDGE,
                       .name = "edge", .text = look->open_text,
                       .colour = mg_colour_faded(page->look.edge, 0.5) }, err));
  if (look->joints > 0)
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_NODE,
                       .name = "node joint", .text = "joint of several parts",
                       .colour = page->look.outline }, err));
  return MGNN_OK;
}

/* Put the legend below the drawing; *box becomes the remaining space. */
static mgnn_status
put_legend(mg_page *page, const mg_parts_look *look, const mg_picture *pic,
           mg_region *box, mgnn_error *err)
{
  double gap = 1.5 * page->font;
  mg_panel *panel = &page->scene->panel[page->scene->panels];
  mg_legend legend;
  mgnn_status status = MGNN_OK;

  mg_legend_init(&legend, page->font, page->width / 3);
  if (page->style->legend)
    TRY(collect(&legend, page, look, pic, err));
  mg_legend_below(&legend, box->width, 0.3 * box->height);
  if (legend.height > 0) {
    box->height -= legend.height + gap;
    TRY(mg_legend_draw(&legend, page, box->x + (box->width - legend.width) / 2,
                       box->y + box->height + gap, err));
    if (panel->node_runs > 0)
      make_ring(page, &panel->nodes[0]);
  }
end:
  mg_legend_free(&legend);
  return status;
}

/* The caption and legend around the picture, for mg_still_fit. */
typedef struct {
  const mg_parts_look *look;
  const mg_picture *pic;
  double font, below;          /* of the caption; its height */
} surround;

static mgnn_status
divide(mg_page *page, void *ctx, mg_region *box, mgnn_error *err)
{
  surround *s = ctx;

  PASS(put_legend(page, s->look, s->pic, box, err));
  s->font = 1.1 * page->font;
  PASS(mg_caption_height(page, s->pic, s->font, box->width, &s->below, err));
  if (s->below > 0.4 * box->height)
    s->below = 0;
  box->height -= s->below;
  return MGNN_OK;
}

mgnn_status
mg_parts_scene(mg_scene *out, const mg_picture *pic, const mg_parts_look *look,
               const mg_style *style, const mg_viewport *view, mgnn_error *err)
{
  mg_picture plain = *pic;
  surround s = { .look = look, .pic = pic };
  mg_style fitted;
  mg_viewport own;
  mg_panel *panel;
  mg_region box;
  mg_page page;
  mgnn_status status = MGNN_OK;

  memset(&page, 0, sizeof page);
  memset(out, 0, sizeof *out);
  page.scene = out;
  plain.group = NULL;          /* so edges and nodes are one run each */
  plain.groups = NULL;
  plain.group_count = 0;
  if (view == NULL) {
    mg_viewport_init(&own);
    TRY(mg_viewport_fit(&own, &plain, err));
    view = &own;
  }
  TRY(mg_still_fit(&fitted, style, view, divide, &s, err));
  fitted.rings = 0;            /* here rings stand for joints */
  TRY(mg_still_open(&page, out, &fitted, &box, err));
  TRY(divide(&page, &s, &box, err));
  TRY(mg_still_picture(&page, &plain, view, &box, &panel, NULL, err));
  if (panel->edge_runs > 0)
    TRY(colour_edges(&page, panel, pic, look, err));
  if (panel->node_runs > 0)
    TRY(ring_joints(&page, panel, pic, look, err));
  if (s.below > 0)
    TRY(mg_caption_put(&page, panel, pic, &box, box.y + box.height, s.font, err));
end:
  return mg_page_close(&page, status, err);
}
