/* Moves overlapping nodes apart, and packs components with space for their names.  How
 * large nodes and names are in the drawing depends on the size of the drawing, so both
 * are found by iteration.  If texts are in boxes, one pass suffices, as the page grows
 * with them or letters shrink (mg_apart). */
#include "base/mem.h"
#include "draw/spacing.h"
#include "layout_stages.h"
#include "solve/arrange/pack_components.h"

enum {
  TURNS_UNASKED = 4, PACK_TURNS = 3,
  PARTED_MOST = 5000           /* most nodes without --no-overlap: takes .1 s */
};

/* The input for spacing; names count only if a drawing is among the outputs. */
static mg_spacing
spacing_of(mg_layout *l)
{
  return (mg_spacing){ &l->pictures.drawn, l->pictures.encoding, &l->pictures.style,
                       mg_outputs_are_drawn(&l->outputs, 1), l->pictures.apart };
}

mgnn_status
mg_layout_pack_names(mg_layout *l, mgnn_error *err)
{
  size_t n = l->in.src.n;
  double *y = l->runs.run[0].last, gap;
  mg_spacing space = spacing_of(l);
  mg_extent *extent = NULL;
  mg_components c = { 0 };
  mgnn_status status = MGNN_OK;
  int named = 1;

  if (l->in.parts.count < 2 || l->runs.dim != 2 || l->in.start_given
      || l->runs.keep_frames || !space.names)
    return MGNN_OK;
  TRY(mg_allocated(extent = mg_alloc(n, sizeof *extent), err));
  TRY(mg_grouped_components(&c, &l->in.problem->graph, &l->plan.groups, err));
  for (int turn = 0; turn < PACK_TURNS; turn++) {
    TRY(mg_spacing_sizes(&space, y, &gap, extent, &named, err));
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

/* Whether to move nodes apart: with --no-overlap, and also without it if the search
 * placed the nodes and the graph is not very large. */
static int
is_parted(const mg_layout *l)
{
  if (l->opt.search.no_overlap)
    return l->in.src.n >= 2;
  return l->runs.dim == 2 && l->in.src.n >= 2 && l->in.src.n <= PARTED_MOST
         && l->in.pinned == 0 && !l->in.start_given && !l->opt.search.no_layout
         && !l->found.stopped && l->found.ensemble.count == 0
         && mg_outputs_are_drawn(&l->outputs, 1);
}

mgnn_status
mg_layout_no_overlap(mg_layout *l, mgnn_error *err)
{
  mg_spacing space = spacing_of(l);
  const mg_parting how = {
    mg_spacing_measure, &space, mg_spacing_dots(space.style), mg_program_stopped,
    l->opt.search.no_overlap ? MG_PART_TURNS : TURNS_UNASKED, l->runs.seed
  };

  if (!is_parted(l))
    return MGNN_OK;
  PASS(mg_found_part(&l->plan, &l->found, &how, !l->runs.paths && l->in.lengths_given,
                     l->runs.run[0].last, &l->arranged.overlap, err));
  if (l->arranged.overlap.left == 0)   /* else no letters are small enough */
    l->pictures.apart = space.apart;
  return MGNN_OK;
}
