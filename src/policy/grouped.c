/* Draws nodes of a group together and groups apart, in a layout of all pairs.
 * Each group gets a centre: an extra node joined to all its members by edges as
 * long as the radius of a disc with room for them.  The stress of all pairs
 * then keeps members around their centre, and centres apart by their radii and
 * the edges between the groups.  A group that is a component of the graph needs
 * no centre and keeps its shape. */
#include "base/mem.h"
#include "base/subgraph.h"
#include "policy.h"
#include "problem/energy.h"
#include "solve/layout_components.h"
#include "solve/stress/sparse_stress.h"

#include <math.h>
#include <string.h>

/* Radius of a group's disc, in mean edge lengths, per root of its node count; chosen by
 * eye on DOT files with clusters.  An edge between groups gets both radii added. */
static const double radius = 0.6;

enum { STRESS_ROWS = 400 };    /* rows of distances used to measure the stress */

/* Count the nodes of each group, 0 if the group is a whole component; size has
 * n + groups->count zeros. */
static mgnn_status
find_sizes(const mg_graph *g, const mg_grouping *groups, double *size, mgnn_error *err)
{
  enum { SEVERAL = -1 };
  size_t all = g->n + groups->count;
  long *part = mg_zalloc(all, sizeof *part);   /* component of a group's nodes, from 1 */
  mg_components c = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(part, err));
  TRY(mg_components_find(&c, g, err));
  for (long p = 1; p <= (long)c.count; p++)
    for (size_t a = c.first[p - 1]; a < c.first[p]; a++)
      for (unsigned k = groups->in[c.node[a]]; k != MG_NOWHERE; k = groups->in[k]) {
        size[k]++;
        part[k] = part[k] == 0 || part[k] == p ? p : SEVERAL;
      }
  for (size_t k = g->n; k < all; k++)
    if (part[k] > 0 && size[k] == (double)(c.first[part[k]] - c.first[part[k] - 1]))
      size[k] = 0;
end:
  mg_components_free(&c);
  mg_free(part);
  return status;
}

/* Make the graph with the centres added. */
static mgnn_status
add_centres(const mg_graph *g, const mg_grouping *groups, mgnn_problem **out,
            mgnn_error *err)
{
  size_t n = g->n, all = n + groups->count, m = g->m;
  unsigned *ends = mg_alloc(2 * (m + all), sizeof *ends);
  double *length = mg_alloc(m + all, sizeof *length);
  double *size = mg_zalloc(all, sizeof *size), mean = mg_mean_length(g);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(ends, err));
  TRY(mg_allocated(length, err));
  TRY(mg_allocated(size, err));
  memcpy(ends, g->ends, 2 * m * sizeof *ends);
  TRY(find_sizes(g, groups, size, err));
  for (size_t e = 0; e < m; e++) {
    unsigned a = groups->in[ends[2 * e]], b = groups->in[ends[2 * e + 1]];

    length[e] = g->target[e];
    if (a != b)
      length[e] += radius * mean
                   * ((a != MG_NOWHERE ? sqrt(size[a]) : 0)
                      + (b != MG_NOWHERE ? sqrt(size[b]) : 0));
  }
  for (size_t i = 0; i < all; i++)
    if (groups->in[i] != MG_NOWHERE && size[groups->in[i]] > 0) {
      double far = sqrt(size[groups->in[i]]) - sqrt(size[i]);

      ends[2 * m] = (unsigned)i;
      ends[2 * m + 1] = groups->in[i];
      length[m++] = radius * mean * fmax(1, far);
    }
  TRY(mgnn_problem_new(out, all, m, ends, length, err));
end:
  mg_free_all(ends, length, size);
  return status;
}

mgnn_status
mg_grouped_components(mg_components *out, const mg_graph *g, const mg_grouping *groups,
                      mgnn_error *err)
{
  mgnn_problem *p = NULL;
  size_t kept = 0, from;
  mgnn_status status = MGNN_OK;

  if (groups->count == 0)
    return mg_components_find(out, g, err);
  TRY(add_centres(g, groups, &p, err));
  TRY(mg_components_find(out, &p->graph, err));
  for (size_t c = 0; c < out->count; c++) {    /* centres come last in theirs */
    from = out->first[c];
    out->first[c] = kept;
    for (size_t a = from; a < out->first[c + 1]; a++)
      if (out->node[a] < g->n)
        out->node[kept++] = out->node[a];
  }
  while (out->count > 0 && out->first[out->count - 1] == kept)
    out->count--;
  out->first[out->count] = kept;
end:
  mgnn_problem_free(p);
  return status;
}

mgnn_status
mg_search_grouped(const mg_descent *d, const mg_grouping *groups, double *y,
                  mgnn_outcome *out, mgnn_error *err)
{
  const mg_graph *g = &d->p->graph;
  const mg_run_control control = { .seed = d->par->control.seed,
                                   .threads = d->par->control.threads };
  const mg_task task = { g, d->dim, NULL, &control, NULL };
  size_t size = g->n * d->dim;
  double *all = mg_zalloc(size + groups->count * d->dim, sizeof *all);
  double *partial = mg_alloc(mg_blocks(g->n), sizeof *partial);
  mgnn_problem *p = NULL;
  mg_descent own = *d;
  mgnn_status status = MGNN_OK, found;

  TRY(mg_allocated(all, err));
  TRY(mg_allocated(partial, err));
  TRY(add_centres(g, groups, &p, err));
  own.p = p;
  own.floor = NULL;
  found = mg_layout_trajectory(&own, 0, all, out, NULL, err);
  if (found != MGNN_ENOCONV)
    TRY(found);
  memcpy(y, all, size * sizeof *y);
  out->energy = mg_energy(g, d->dim, control.seed, control.threads, y, NULL, partial);
  TRY(mg_sparse_stress(&task, y, STRESS_ROWS, &out->pair_stress, err));
  status = found;
end:
  mgnn_problem_free(p);
  mg_free_all(partial, all);
  return status;
}
