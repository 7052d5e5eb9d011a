/* Draws pictures from integer sums: every rank adds up the effect of its own
 * edges on each pixel, and rank 0 paints the sum over all ranks. */
#include "shard_layout.h"
#include "base/mem.h"
#include "base/dense.h"
#include "io/write/output.h"
#include "render/backend/draw_png.h"
#include "render/canvas/look.h"
#include "render/figure/viewport.h"

#include <math.h>
#include <string.h>

enum { LOT = 65536 };          /* segments drawn at a time */

#define NODE_MOST 4.0          /* pixels: limit of the rasteriser */

typedef struct {
  mg_shard *s;
  double *at;                  /* 2 per own node or ghost */
  mg_viewport view;
  mg_transform to;
  mg_look look;
  mg_scene scene;
  mg_edge_run edges, nodes;
  mg_line_sums edge_sums, node_sums;
  mg_segment *segment;
} picture;

/* Find the bounds, and the mean length of edges as drawn. */
static void
view_find(picture *p)
{
  const mg_shard *s = p->s;
  double ends[4] = { -INFINITY, -INFINITY, -INFINITY, -INFINITY };
  double sum = 0;

  for (size_t i = 0; i < s->own; i++) {
    for (size_t c = 0; c < 2; c++) {
      ends[c] = fmax(ends[c], -p->at[2 * i + c]);
      ends[2 + c] = fmax(ends[2 + c], p->at[2 * i + c]);
    }
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      sum += mg_distance(p->at + 2 * i, p->at + 2 * (size_t)s->to[k], 2);
  }
  mg_rank_most(s->ranks, ends, 4);
  mg_rank_add(s->ranks, &sum, 1);
  mg_viewport_init(&p->view);
  p->view.x0 = -ends[0];
  p->view.y0 = -ends[1];
  p->view.x1 = ends[2];
  p->view.y1 = ends[3];
  p->view.length = s->m > 0 ? sum / (2 * (double)s->m) : NAN;
  p->view.gap = NAN;
  p->view.frames = 1;
}

/* Set up page and looks, as compose/still does for large graphs. */
static mgnn_status
page_make(picture *p, mgnn_error *err)
{
  mg_style style;
  double width, height, margin, area;
  mg_region box;

  mg_style_init(&style);
  PASS(mg_look_colours(&p->look, &style, err));
  mg_viewport_shape(&p->view, style.side, &width, &height);
  width = ceil(width);
  height = ceil(height);
  margin = fmin(0.04 * style.side, 12 + 0.02 * style.side);
  box = (mg_region){ margin, margin, width - 2 * margin, height - 2 * margin };
  p->to = mg_viewport_into(&p->view, &box);
  area = fmax(p->to.width * p->to.height, 0.2 * (box.width * box.height));
  mg_look_sizes(&p->look, &style, (size_t)p->s->n, (size_t)p->s->m, fmax(area, 1),
                p->view.length / p->to.half * p->to.px, NAN);
  p->scene.width = mg_units(width);
  p->scene.height = mg_units(height);
  p->scene.dpi = style.dpi;
  p->scene.background = p->look.background;
  p->edges = (mg_edge_run){ "edge", mg_colour_faded(p->look.edge, p->look.opacity),
                            mg_units(p->look.edge_width), 0, p->segment };
  p->nodes = (mg_edge_run){ "node", mg_colour_faded(mg_look_fill(&p->look, 0),
                                                    p->look.node_opacity),
                            mg_units(fmin(p->look.node, NODE_MOST)), 0, p->segment };
  return MGNN_OK;
}

static int
lot_put(picture *p, mg_edge_run *run, mg_line_sums *sums)
{
  int good = mg_lines_add(sums, run, p->scene.dpi / 96);

  run->count = 0;
  return good;
}

/* Draw edges from own nodes to nodes with higher names, and all own nodes. */
static int
lines_add(picture *p)
{
  const mg_shard *s = p->s;
  int good = 1, half = p->nodes.width / 2;

  for (size_t i = 0; i < s->own && good; i++) {
    mg_point a = mg_transform_point(&p->to, p->at[2 * i], p->at[2 * i + 1]);

    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      const double *other = p->at + 2 * (size_t)s->to[k];

      if (s->name[s->to[k]] < s->name[i])
        continue;
      p->segment[p->edges.count++]
        = (mg_segment){ a, mg_transform_point(&p->to, other[0], other[1]), 0, 1 };
      if (p->edges.count == LOT)
        good &= lot_put(p, &p->edges, &p->edge_sums);
    }
  }
  good = good && lot_put(p, &p->edges, &p->edge_sums);
  for (size_t i = 0; i < s->own && good; i++) {
    mg_point a = mg_transform_point(&p->to, p->at[2 * i], p->at[2 * i + 1]);

    p->segment[p->nodes.count++]
      = (mg_segment){ { a.x - half, a.y }, { a.x + half, a.y }, 0, 1 };
    if (p->nodes.count == LOT)
      good &= lot_put(p, &p->nodes, &p->node_sums);
  }
  return good && lot_put(p, &p->nodes, &p->node_sums);
}

static void
join(void *in, void *inout, int *count, MPI_Datatype *type)
{
  (void)type;
  mg_lines_join(inout, in, (size_t)*count);
}

static void
sums_reduce(const mg_ranks *ranks, mg_line_sums *sums, MPI_Op op)
{
  MPI_Reduce(ranks->rank == 0 ? MPI_IN_PLACE : sums->sum, sums->sum, (int)sums->count,
             MPI_UINT32_T, op, 0, ranks->comm);
}

static mgnn_status
picture_write(const picture *p, const char *path, mgnn_error *err)
{
  const mg_line_layer layer[] = { { &p->edges, &p->edge_sums },
                                  { &p->nodes, &p->node_sums } };
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_output_open(&out, path, err));
  TRY(mg_line_picture_write(&p->scene, NULL, layer, 2, out.file, err));
  TRY(mg_output_keep(&out, p->s->ranks->files, err));
end:
  mg_output_discard(&out);
  return status;
}

mgnn_status
mg_shard_picture(mg_shard *s, const double *y, const char *path, mgnn_error *err)
{
  picture p = { .s = s };
  MPI_Op op;
  int good;
  mgnn_status status = MGNN_OK;

  p.at = mg_alloc(s->own + s->ghosts, 2 * sizeof *p.at);
  p.segment = mg_alloc(LOT, sizeof *p.segment);
  TRY(mg_ranks_have(s->ranks, p.at != NULL && p.segment != NULL, err));
  memcpy(p.at, y, 2 * s->own * sizeof *y);
  TRY(mg_shard_exchange(s, MG_DOUBLE, 2, p.at, err));
  view_find(&p);
  TRY(page_make(&p, err));
  good = mg_line_sums_init(&p.edge_sums, p.scene.width / MG_UNITS,
                           p.scene.height / MG_UNITS)
         && mg_line_sums_init(&p.node_sums, p.scene.width / MG_UNITS,
                              p.scene.height / MG_UNITS);
  TRY(mg_ranks_have(s->ranks, good && lines_add(&p), err));
  MPI_Op_create(join, 1, &op);
  sums_reduce(s->ranks, &p.edge_sums, op);
  sums_reduce(s->ranks, &p.node_sums, op);
  MPI_Op_free(&op);
  if (s->ranks->rank == 0)
    status = picture_write(&p, path, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
end:
  mg_line_sums_free(&p.edge_sums);
  mg_line_sums_free(&p.node_sums);
  mg_free_all(p.at, p.segment);
  return status;
}
