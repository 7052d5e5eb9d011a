/* Nodes as they are drawn: they do not cover each other, and components are packed with
 * their names.  How large nodes and names are in the drawing depends on how large the
 * drawing is, so the two are found in turns; but where texts are in boxes, the page
 * grows with them, or else letters shrink (mg_apart), and once is enough. */
#include "base/mem.h"
#include "draw/spacing.h"
#include "layout_stages.h"
#include "problem/components.h"
#include "render/compose/still.h"
#include "solve/lengths/search_spread.h"
#include "solve/arrange/pack_components.h"

#include <math.h>
#include <string.h>

enum {
  TURNS_UNASKED = 4, FREE_TURNS = 6, PACK_TURNS = 3,
  PARTED_MOST = 5000           /* nodes that are parted unasked: .1 s */
};

/* Only a drawing that is made has names. */
static int
is_drawn(const mg_layout *l)
{
  return mg_outputs_are_drawn(&l->outputs, 1);
}

static mg_spacing
spacing_of(mg_layout *l)
{
  return (mg_spacing){ &l->pictures.drawn, l->pictures.encoding, &l->pictures.style,
                       is_drawn(l), l->pictures.apart };
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
      || l->runs.keep_frames || !is_drawn(l))
    return MGNN_OK;
  TRY(mg_allocated(extent = mg_alloc(n, sizeof *extent), err));
  TRY(mg_components_find(&c, &l->in.problem->graph, err));
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

/* Part the nodes of y as they are drawn; *pairs: how many covered each other. */
static mgnn_status
part(mg_layout *l, double *y, size_t *pairs, mgnn_error *err)
{
  mg_spacing space = spacing_of(l);
  int turns = l->opt.search.no_overlap ? MG_PART_TURNS : TURNS_UNASKED;
  mgnn_status status = mg_spacing_part(&space, turns, l->runs.seed, y, pairs, err);

  l->pictures.apart = space.apart;
  return status;
}

/* Part them within the freedom that lengths leave: apart, then back to the lengths, as
 * long as fewer cover each other.  y changes only if its lengths are met as well as
 * before; *left: the pairs that still cover each other. */
static mgnn_status
part_freely(mg_layout *l, double *y, size_t *left, mgnn_error *err)
{
  const mgnn_problem *problem = l->in.problem;
  size_t size = 2 * l->in.src.n * sizeof *y, pairs;
  double *here = mg_alloc(1, size), *apart = mg_alloc(1, size);
  mgnn_search_params par;
  mgnn_outcome out = { 0 };
  mgnn_status status = MGNN_OK;

  mgnn_search_params_init(&par);
  par.pairs = "edges";
  par.tolerance = l->opt.search.tolerance;
  par.control.seed = l->runs.seed;
  TRY(mg_allocated(here, err));
  TRY(mg_allocated(apart, err));
  memcpy(here, y, size);
  *left = SIZE_MAX;
  for (int turn = 0; turn < FREE_TURNS && *left > 0; turn++) {
    memcpy(apart, here, size);
    TRY(part(l, apart, &pairs, err));
    if (turn == 0)
      l->arranged.overlap.pairs = pairs;
    if (pairs >= *left)
      break;
    memcpy(y, here, size);
    *left = pairs;
    if (pairs == 0 || mg_program_stopped())
      break;
    memcpy(here, apart, size);
    TRY(mgnn_solve(problem, 2, &par, here, &out, err));
    if (!(out.energy < l->found.best->energy
          || mg_energies_tie(&problem->graph, out.energy, l->found.best->energy)))
      break;
    mgnn_outcome_free(&out);
  }
end:
  mgnn_outcome_free(&out);
  mg_free(here);
  mg_free(apart);
  return status;
}

/* Without --no-overlap a drawing that is ours, of a graph not very large, is parted
 * too. */
static int
is_parted(const mg_layout *l)
{
  if (l->opt.search.no_overlap)
    return l->in.src.n >= 2;
  return l->runs.dim == 2 && l->in.src.n >= 2 && l->in.src.n <= PARTED_MOST
         && l->in.pinned == 0 && !l->in.start_given && !l->opt.search.no_layout
         && !l->found.stopped && l->found.ensemble.count == 0 && is_drawn(l);
}

mgnn_status
mg_layout_no_overlap(mg_layout *l, mgnn_error *err)
{
  size_t n = l->in.src.n;
  double *y = l->runs.run[0].last, *before = NULL;
  mg_apart apart = l->pictures.apart;
  mgnn_status status = MGNN_OK;

  if (!is_parted(l))
    return MGNN_OK;
  TRY(mg_allocated(before = mg_alloc(2 * n, sizeof *before), err));
  memcpy(before, y, 2 * n * sizeof *y);
  l->arranged.overlap.energy_before = l->found.best->energy;
  if (l->runs.paths || !l->in.lengths_given)
    TRY(part(l, y, &l->arranged.overlap.pairs, err));
  else
    TRY(part_freely(l, y, &l->arranged.overlap.left, err));
  if (l->arranged.overlap.left > 0)
    l->pictures.apart = apart;         /* no letters are small enough for that */
  for (size_t i = 0; i < n; i++) {
    double moved = hypot(y[2 * i] - before[2 * i],
                         y[2 * i + 1] - before[2 * i + 1]);

    l->arranged.overlap.mean_move += moved / (double)n;
    l->arranged.overlap.max_move = fmax(l->arranged.overlap.max_move, moved);
  }
end:
  mg_free(before);
  return status;
}
