/* Nodes as they are drawn: how much space each takes, and moving them apart. */
#include "spacing.h"
#include "render/compose/still.h"
#include "base/mem.h"
#include "solve/arrange/overlap.h"

void
mg_spacing_show(mg_apart apart, mg_picture *pic, mg_appearance *look)
{
  if (pic->appearance == NULL || apart == MG_APART_NONE)
    return;
  *look = *pic->appearance;
  look->apart = apart;
  pic->appearance = look;
}

mgnn_status
mg_spacing_sizes(const mg_spacing *s, const double *xy, double *gap,
                 mg_extent *extent, int *named, mgnn_error *err)
{
  const mg_graph *g = &s->drawn->problem->graph;
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy };
  mg_encoded values = { 0 };
  mg_appearance look;
  mgnn_status status = MGNN_OK;

  mg_drawn_words(s->drawn, &pic);
  mg_spacing_show(s->apart, &pic, &look);
  mg_encoding_begin(s->encoding, 2, 1);
  TRY(mg_encoding_add(s->encoding, xy, err));
  TRY(mg_encoding_finish(s->encoding, err));
  TRY(mg_encode(s->encoding, xy, &pic, &values, err));
  TRY(mg_still_extents(&pic, s->style, gap, extent, named, err));
  if (*named == MG_EXTENT_NAMES && !s->names)
    *named = MG_EXTENT_NONE;
end:
  mg_encoded_free(&values);
  return status;
}

/* The sum of what edges are long. */
static double
edges_sum(const mg_graph *g, const double *y)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += mg_edge_length(g, e, 2, y);
  return sum;
}

mgnn_status
mg_spacing_part(mg_spacing *s, int turns, unsigned long seed, double *y, size_t *pairs,
                mgnn_error *err)
{
  const mg_graph *g = &s->drawn->problem->graph;
  size_t n = g->n, left = 1;
  mg_extent *extent = mg_alloc(n, sizeof *extent);
  double before = edges_sum(g, y), after;
  mgnn_status status = MGNN_OK;
  int named = MG_EXTENT_NONE;

  *pairs = 0;
  TRY(mg_allocated(extent, err));
  for (int turn = 0; turn < turns && left > 0 && named != MG_EXTENT_BOXES; turn++) {
    double gap = 0;

    TRY(mg_spacing_sizes(s, y, &gap, extent, &named, err));
    if (named != MG_EXTENT_BOXES && !(gap > 0))
      break;
    TRY(named == MG_EXTENT_BOXES ? mg_overlap_remove_boxes(n, y, extent, seed, &left, err)
                                 : mg_overlap_remove(n, y, gap, seed, &left, err));
    if (turn == 0)
      *pairs = left;
  }
  if (named == MG_EXTENT_BOXES) {
    s->apart = MG_APART_ALL;
    after = edges_sum(g, y);
    for (size_t c = 0; c < 2 * n && before > 0 && after > before; c++)
      y[c] *= before / after;  /* on a larger page, or with smaller letters */
  }
end:
  mg_free(extent);
  return status;
}
