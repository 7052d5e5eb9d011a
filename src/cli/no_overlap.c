/* Nodes as they are drawn: --no-overlap, by which they may not cover each other,
 * and components packed with their names.  How large nodes and names are in the
 * drawing depends on how large the drawing is, so the two are found in turns;
 * but where texts are in boxes, the page grows with them, or else letters shrink
 * (mg_apart), and once is enough. */
#include "base/mem.h"
#include "layout_stages.h"
#include "problem/components.h"
#include "render/compose/still.h"
#include "solve/arrange/overlap.h"
#include "solve/arrange/pack_components.h"

#include <math.h>
#include <string.h>

enum { TURNS = 30, PACK_TURNS = 3 };

/* Only a drawing that is made has names. */
static int
is_drawn(const mg_layout *l)
{
  return mg_outputs_are_drawn(&l->outputs, 1);
}

/* Of the drawing xy: the least distance of nodes, and, where *named is then
 * nonzero, what each takes with its name. */
static mgnn_status
sizes_now(const mg_layout *l, const double *xy, double *gap, mg_extent *extent,
          int *named, mgnn_error *err)
{
  const mg_graph *g = &l->in.problem->graph;
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy };
  mg_encoding *encoding = l->pictures.encoding;
  mg_encoded values = { 0 };
  mg_appearance look;
  mgnn_status status = MGNN_OK;

  mg_drawn_words(&l->pictures.drawn, &pic);
  mg_pictures_part(&l->pictures, &pic, &look);
  mg_encoding_begin(encoding, 2, 1);
  TRY(mg_encoding_add(encoding, xy, err));
  TRY(mg_encoding_finish(encoding, err));
  TRY(mg_encode(encoding, xy, &pic, &values, err));
  TRY(mg_still_extents(&pic, &l->pictures.style, gap, extent, named, err));
  if (*named == MG_EXTENT_NAMES && !is_drawn(l))
    *named = MG_EXTENT_NONE;
end:
  mg_encoded_free(&values);
  return status;
}

mgnn_status
mg_layout_pack_names(mg_layout *l, mgnn_error *err)
{
  size_t n = l->in.src.n;
  double *y = l->runs.run[0].last, gap;
  mg_extent *extent = NULL;
  mg_components c = { 0 };
  mgnn_status status = MGNN_OK;
  int named = 1;

  if (l->in.parts.count < 2 || l->runs.dim != 2 || l->in.start_given
      || l->runs.keep_frames || !is_drawn(l))
    return MGNN_OK;
  TRY(mg_allocated(extent = mg_alloc(n, sizeof *extent), err));
  TRY(mg_components_find(&c, &l->in.problem->graph, err));
  for (int turn = 0; turn < PACK_TURNS; turn++) {
    TRY(sizes_now(l, y, &gap, extent, &named, err));
    if (!named)
      break;
    TRY(mg_pack_components(&(mg_packing){ &l->in.problem->graph, &c, 2,
                           l->in.problem->pin, l->opt.style.aspect, extent },
                           y, err));
    if (named == MG_EXTENT_BOXES) {
      l->pictures.apart = MG_APART_PARTS;
      break;
    }
  }
end:
  mg_components_free(&c);
  mg_free(extent);
  return status;
}

mgnn_status
mg_layout_no_overlap(mg_layout *l, mgnn_error *err)
{
  size_t n = l->in.src.n, pairs = 1;
  double *y = l->runs.run[0].last, *before = NULL;
  mg_extent *extent = NULL;
  mgnn_status status = MGNN_OK;
  int named = MG_EXTENT_NONE;

  if (!l->opt.search.no_overlap || n < 2)
    return MGNN_OK;
  TRY(mg_allocated(before = mg_alloc(2 * n, sizeof *before), err));
  TRY(mg_allocated(extent = mg_alloc(n, sizeof *extent), err));
  memcpy(before, y, 2 * n * sizeof *y);
  l->found.overlap.energy_before = l->found.best->energy;
  for (int turn = 0; turn < TURNS && pairs > 0; turn++) {
    double gap = 0;

    if (named != MG_EXTENT_BOXES)
      TRY(sizes_now(l, y, &gap, extent, &named, err));
    if (named != MG_EXTENT_BOXES && !(gap > 0))
      break;
    TRY(named ? mg_overlap_remove_boxes(n, y, extent, l->runs.seed, &pairs, err)
              : mg_overlap_remove(n, y, gap, l->runs.seed, &pairs, err));
    if (turn == 0)
      l->found.overlap.pairs = pairs;
  }
  if (named == MG_EXTENT_BOXES)
    l->pictures.apart = MG_APART_ALL;
  for (size_t i = 0; i < n; i++) {
    double moved = hypot(y[2 * i] - before[2 * i],
                         y[2 * i + 1] - before[2 * i + 1]);

    l->found.overlap.mean_move += moved / (double)n;
    l->found.overlap.max_move = fmax(l->found.overlap.max_move, moved);
  }
end:
  mg_free(extent);
  mg_free(before);
  return status;
}
