/* Lengths do not fix handedness: mirror images have the same ones, and single
 * centres may be wrong.  Then embeddings in one more dimension compete. */
#include "search_terms.h"
#include "base/mem.h"
#include "embed_bounds.h"
#include "solve/descent/descend.h"

#include <math.h>
#include <string.h>

/* Descend from y, and from its mirror image if nothing is pinned. */
static mgnn_status
sides_try(const mg_task *t, double *y, double *trial, mg_search *found, mgnn_error *err)
{
  static const mg_depth depth = { 0, 1e-5, 1e-20, 5 };
  size_t size = t->graph->n * t->dim;
  mg_search other = { 0 };

  memcpy(trial, y, size * sizeof *y);
  PASS(mg_descend_from(t, depth, y, found, err));
  if (t->pin != NULL || t->terms->chirality.count == 0)
    return MGNN_OK;
  for (size_t k = 0; k < size; k += t->dim)
    trial[k] = -trial[k];
  PASS(mg_descend_from(t, depth, trial, &other, err));
  found->iterations += other.iterations;
  if (other.energy < found->energy)
    memcpy(y, trial, size * sizeof *y);
  found->energy = fmin(found->energy, other.energy);
  return MGNN_OK;
}

mgnn_status
mg_search_terms(const mg_task *t, double *y, mg_search *found, mgnn_error *err)
{
  const mg_chirality *c = &t->terms->chirality;
  size_t size = t->graph->n * t->dim;
  mg_search other = { .energy = INFINITY };
  double *trial = mg_alloc(size, sizeof *trial);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(trial, err));
  TRY(sides_try(t, y, trial, found, err));
  if (mg_embed_suits(t) && (mg_chirality_right(c, t->dim, y) < c->count
                            || found->energy > mg_close_energy(t))) {
    TRY(mg_embed_bounds(t, trial, &other, err));
    found->iterations += other.iterations;
    if (other.energy < found->energy)
      memcpy(y, trial, size * sizeof *y);
  }
  TRY(mg_descend_from(t, (mg_depth){ 0, t->control->tolerance, 1e-20, 5 }, y, found,
                      err));
end:
  mg_free(trial);
  return status;
}
