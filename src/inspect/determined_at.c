/* Uses positions to judge determined nodes: whether the anchors are in a
 * special position, and which places follow from lengths that are met. */
#include "determined.h"

#include "base/mem.h"
#include "base/subgraph.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <string.h>

/* ---- anchors ---- */

/* Count the components of the graph without its anchors that have determined nodes.
 * If all anchors lie in one hyperplane, each component can be mirrored on its own. */
static mgnn_status
count_parts(const mgnn_determined *d, const mg_bars *b, size_t *out,
            mgnn_error *err)
{
  unsigned *parent = mg_alloc(b->n, sizeof *parent);
  unsigned char *seen = mg_zalloc(b->n, 1);
  mgnn_status status = MGNN_OK;

  *out = 0;
  TRY(mg_allocated_all(err, parent, seen));
  for (unsigned i = 0; i < b->n; i++)
    parent[i] = i;
  for (size_t k = 0; k < b->real; k++) {
    const unsigned *ends = b->ends + 2 * k;

    if (!b->pin[ends[0]] && !b->pin[ends[1]])
      mg_sets_join(parent, ends[0], ends[1]);
  }
  for (unsigned i = 0; i < b->n; i++) {
    unsigned char *first = &seen[mg_set_root(parent, i)];

    if (d->node[i] != 1 || b->pin[i] || *first)
      continue;
    *first = 1;
    ++*out;
  }
end:
  mg_free_all(parent, seen);
  return status;
}

mgnn_status
mg_determined_anchors(mgnn_determined *d, const mgnn_problem *p, size_t dim,
                      const double *y, mgnn_error *err)
{
  static const char *const where[] = { "at one place", "on a line", "in a plane",
                                       "in a hyperplane" };
  double *scratch = mg_alloc(dim + 1, dim * sizeof *scratch);
  size_t span, parts = 0;
  mg_bars b = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(scratch, err));
  TRY(mg_bars_init(&b, &p->graph, dim, p->pin, err));
  if (b.pinned == 0)
    goto end;
  span = mg_affine_span(y, d->n, dim, b.pin, 1e-6, scratch);
  if (span <= dim && span < b.pinned)
    d->anchors = where[span < 4 ? span - 1 : 3];
  if (span == dim && span < b.pinned)
    TRY(count_parts(d, &b, &parts, err));
  d->up_to = span > dim ? "nothing" : span < dim ? "rigid motions"
             : parts > 1 ? "a mirror image of each part" : "a mirror image";
end:
  mg_bars_free(&b);
  mg_free(scratch);
  return status;
}

/* ---- lengths that are met ---- */

/* Give stiffness 1 to the bars that y meets and 0 to all other edges, which
 * then hold nothing.  Returns the number of bars not met. */
static size_t
take_met(const mg_graph *g, size_t dim, const double *y, double *stiffness)
{
  mg_error_unit unit = mg_error_unit_of(g);
  size_t off = 0;

  for (size_t e = 0; e < g->m; e++) {
    double least = g->target[e] > 0 ? g->target[e] : unit.mean;
    int met = fabs(mg_edge_length(g, e, dim, y) - g->target[e])
              <= MG_VERIFIED_MET * least + mg_rounding_at(&unit, g->target[e]);

    stiffness[e] = mg_is_bar(g, e) && met;
    off += mg_is_bar(g, e) && !met;
  }
  return off;
}

mgnn_status
mg_placed_find(const mgnn_determined *d, const mgnn_problem *p, size_t dim,
               const double *y, unsigned char *placed, size_t *off,
               mgnn_error *err)
{
  size_t n = d->n;
  mg_graph met = p->graph;
  mg_bars b = { 0 };
  unsigned char *ask = mg_alloc(n, 1);
  double *stiffness = mg_alloc(met.m, sizeof *stiffness);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, ask, stiffness));
  TRY(mg_bars_init(&b, &p->graph, dim, p->pin, err));
  memset(placed, b.m == n * (n - (n > 0)) / 2 && d->count == n, n);
  if (y == NULL)
    goto end;
  *off = take_met(&p->graph, dim, y, stiffness);
  if (n <= dim || d->count == 0)
    goto end;
  mg_bars_free(&b);
  met.stiffness = stiffness;
  TRY(mg_bars_init(&b, &met, dim, p->pin, err));
  for (size_t i = 0; i < n; i++)
    ask[i] = d->node[i] == 1;
  TRY(mg_trilaterate(&b, dim, y, ask, mg_error_unit_of(&p->graph).typical, placed,
                     err));
end:
  mg_bars_free(&b);
  mg_free_all(ask, stiffness);
  return status;
}

mgnn_status
mg_verified_find(const mgnn_determined *d, const mgnn_problem *p, size_t dim,
                 const double *y, mg_verified *out, mgnn_error *err)
{
  const mg_error_unit unit = mg_error_unit_of(&p->graph);
  mgnn_status status = MGNN_OK;

  *out = (mg_verified){ .to = fmax(MG_VERIFIED_MET, unit.typical / unit.mean) };
  TRY(mg_allocated(out->node = mg_alloc(d->n, 1), err));
  TRY(mg_placed_find(d, p, dim, y, out->node, &out->off, err));
  for (size_t i = 0; i < d->n; i++) {
    if (d->how[i] == MG_HOW_PINNED || d->node[i] == 255)
      out->node[i] = 255;
    else
      out->node[i] = d->node[i] == 1 && (out->node[i] || out->off == 0);
    out->count += out->node[i] == 1;
    out->asked += d->node[i] == 1 && d->how[i] != MG_HOW_PINNED;
  }
end:
  if (status != MGNN_OK)
    mg_verified_free(out);
  return status;
}

void
mg_verified_free(mg_verified *v)
{
  mg_free(v->node);
  memset(v, 0, sizeof *v);
}
