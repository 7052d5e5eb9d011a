/* mgnn_layout: the search, and which nodes of what it delivers the lengths
 * determine.  Here because searches know nothing of rigidity. */
#include "determined.h"

#include "base/clock.h"
#include "base/mem.h"
#include "solve/layout_components.h"

#include <string.h>

static int
is_paths(const mgnn_search_params *par)
{
  return par->pairs != NULL && strcmp(par->pairs, "paths") == 0;
}

/* The search has its own descents, but a name that is none is a mistake. */
static mgnn_status
check_solver(const char *name, mgnn_error *err)
{
  for (size_t k = 0; name != NULL && mgnn_solver_name(k) != NULL; k++)
    if (strcmp(name, mgnn_solver_name(k)) == 0)
      return MGNN_OK;
  return name == NULL ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "there is no solver named \"%s\"", name);
}

/* n bytes for mgnn_outcome, all 255 where it would take long. */
static mgnn_status
find(const mgnn_problem *p, size_t dim, unsigned char **out, mgnn_error *err)
{
  size_t n = p->graph.n;
  mgnn_rigidity r = { 0 };
  mgnn_determined *d = NULL;
  int known;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(*out = mg_alloc(n, 1), err));
  memset(*out, 255, n);
  TRY(mg_rigidity_quick(p, dim, MG_WORK_SECONDS, &r, &known, err));
  if (known)
    TRY(mg_determined_find(p, 1, &r, MG_WORK_SECONDS, &d, err));
  if (d != NULL)
    memcpy(*out, d->node, n);
end:
  mgnn_determined_free(d);
  mgnn_rigidity_free(&r);
  return status;
}

/* What can fail for want of memory comes first: y stays as it is then. */
mgnn_status
mgnn_layout(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
            double *y, mgnn_outcome *out, mgnn_error *err)
{
  mgnn_search_params own;
  const mg_descent d = { p, dim, &own, mg_clock() };
  unsigned char *determined = NULL;
  mgnn_status status = MGNN_OK;

  if (out != NULL)
    *out = (mgnn_outcome){ 0 };
  TRY(mg_params_take(&mg_search_params_kind, &own, par, err));
  TRY(check_solver(own.solver, err));
  if (out != NULL && !is_paths(&own))
    TRY(find(p, dim, &determined, err));
  status = mg_layout_trajectory(&d, 0, y, out, NULL, err);
  if (determined != NULL && (status == MGNN_OK || status == MGNN_ENOCONV)) {
    out->determined = determined;
    determined = NULL;
  }
end:
  mg_free(determined);
  return status;
}
