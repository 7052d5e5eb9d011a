/* Orientation, packing, which every rank does for itself, and alignment to pins. */
#include "shard_components.h"
#include "base/dense.h"
#include "base/mem.h"
#include "partition.h"
#include "solve/arrange/align.h"
#include "solve/arrange/pack_components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIM = 8 };

/* The sign of coordinate c of the node farthest out; of equals the lowest name. */
static double
farthest_sign(const mg_shard *s, size_t dim, size_t c, const double *y)
{
  double far = 0;
  int64_t first = INT64_MAX, own;

  for (size_t i = 0; i < s->own; i++)
    far = fmax(far, fabs(y[i * dim + c]));
  mg_rank_most(s->ranks, &far, 1);
  for (size_t i = 0; i < s->own; i++)    /* twice the name, and whether negative */
    if (fabs(y[i * dim + c]) * (1 + 1e-9) >= far
        && (own = 2 * (int64_t)s->name[i] + (y[i * dim + c] < 0)) < first)
      first = own;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT64_T, MPI_MIN, s->ranks->comm);
  return first % 2 ? -1 : 1;
}

static double
sign_of(const mg_shard *s, size_t dim, size_t c, const double *y)
{
  double sum[2] = { 0 };       /* of cubes, and of their sizes */

  for (size_t i = 0; i < s->own; i++) {
    double t = y[i * dim + c];

    sum[0] += t * t * t;
    sum[1] += fabs(t * t * t);
  }
  mg_rank_add(s->ranks, sum, 2);
  if (fabs(sum[0]) > 1e-6 * sum[1])
    return sum[0] > 0 ? 1 : -1;
  return farthest_sign(s, dim, c, y);
}

mgnn_status
mg_shard_orient(const mg_shard *s, uint64_t nodes, size_t dim, double *y,
                mgnn_error *err)
{
  double covariance[DIM * DIM], value[DIM], axes[DIM * DIM], old[DIM];
  mgnn_status status = MGNN_OK;
  double sum[DIM] = { 0 };

  for (size_t k = 0; k < s->own * dim; k++)
    sum[k % dim] += y[k];
  mg_rank_add(s->ranks, sum, dim);
  for (size_t k = 0; k < s->own * dim; k++)
    y[k] -= sum[k % dim] / (double)nodes;
  memset(covariance, 0, dim * dim * sizeof *covariance);
  for (size_t i = 0; i < s->own; i++)
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b < dim; b++)
        covariance[a * dim + b] += y[i * dim + a] * y[i * dim + b];
  mg_rank_add(s->ranks, covariance, dim * dim);
  if (s->ranks->rank == 0)
    status = mg_eigen_symmetric(dim, covariance, value, axes, NULL, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  MPI_Bcast(axes, DIM * DIM, MPI_DOUBLE, 0, s->ranks->comm);
  for (size_t i = 0; i < s->own; i++) {
    memcpy(old, y + i * dim, dim * sizeof *old);
    for (size_t c = 0; c < dim; c++) {
      y[i * dim + c] = 0;
      for (size_t a = 0; a < dim; a++)
        y[i * dim + c] += axes[a * dim + c] * old[a];
    }
  }
  for (size_t c = 0; c < dim; c++)
    if (sign_of(s, dim, c, y) < 0)
      for (size_t i = 0; i < s->own; i++)
        y[i * dim + c] = -y[i * dim + c];
end:
  return status;
}

/* ---- packing ---- */

/* A component: where it is, before and after. */
typedef struct {
  int64_t label;
  uint64_t size;
  int64_t pinned;
  double low[2], high[2];
} placed_part;

/* Sort parts by label and join those of one component. */
static size_t
parts_join(placed_part *p, size_t count)
{
  size_t kept = 0;

  qsort(p, count, sizeof *p, mg_ascending_words);
  for (size_t k = 0; k < count; k++) {
    if (kept == 0 || p[kept - 1].label != p[k].label) {
      p[kept++] = p[k];
      continue;
    }
    for (size_t c = 0; c < 2; c++) {
      p[kept - 1].low[c] = fmin(p[kept - 1].low[c], p[k].low[c]);
      p[kept - 1].high[c] = fmax(p[kept - 1].high[c], p[k].high[c]);
    }
    p[kept - 1].pinned |= p[k].pinned;
  }
  return kept;
}

static size_t
parts_make(const mg_shard *s, const mg_shard_components *c, size_t dim,
           const unsigned char *pin, const double *y, placed_part *out)
{
  for (size_t i = 0; i < s->own; i++) {
    double x = y[i * dim], z = dim > 1 ? y[i * dim + 1] : 0;

    out[i] = (placed_part){ c->label[i], c->size[i], 0, { x, z }, { x, z } };
    for (size_t k = 0; k < dim && pin != NULL; k++)
      out[i].pinned |= pin[i * dim + k] != 0;
  }
  return parts_join(out, s->own);
}

/* Every component as two nodes, the corners of its box, or one: packed, they show how
 * far it moves. */
typedef struct {
  mg_graph graph;
  mg_components parts;
  double *y;
  unsigned char *pin;
} corners;

static mgnn_status
corners_make(corners *k, const placed_part *p, size_t count, double mean, size_t dim,
             mgnn_error *err)
{
  size_t n = 2 * count;
  unsigned *ends = mg_alloc(2, sizeof *ends);
  size_t at = 0;
  mgnn_status status = MGNN_OK;

  k->parts.first = mg_alloc(count + 1, sizeof *k->parts.first);
  k->parts.node = mg_alloc(n, sizeof *k->parts.node);
  k->y = mg_zalloc(n, dim * sizeof *k->y);
  k->pin = mg_zalloc(n, dim);
  if (ends == NULL || k->parts.first == NULL || k->parts.node == NULL || k->y == NULL
      || k->pin == NULL) {
    mg_free(ends);
    return mg_fail_memory(err);
  }
  for (size_t q = 0; q < count; q++) {
    k->parts.first[q] = at;
    for (size_t corner = 0; corner < (p[q].size > 1 ? 2 : 1); corner++) {
      const double *from = corner ? p[q].high : p[q].low;

      k->parts.node[at] = (unsigned)at;
      for (size_t c = 0; c < dim && c < 2; c++)
        k->y[at * dim + c] = from[c];
      memset(k->pin + at * dim, p[q].pinned != 0, dim);
      at++;
    }
  }
  k->parts.first[count] = at;
  k->parts.count = count;
  ends[0] = 0;                           /* an edge, for the mean length */
  ends[1] = 1;
  TRY(mg_graph_init(&k->graph, at, at > 1 ? 1 : 0, ends, err));
  ends = NULL;
  if (at > 1)
    TRY(mg_graph_lengths_set(&k->graph, &mean, NULL, err));
end:
  mg_free(ends);
  return status;
}

static void
parts_move(const mg_shard *s, const mg_shard_components *c, size_t dim, const placed_part *p,
           size_t count, const corners *k, double *y)
{
  for (size_t i = 0; i < s->own; i++) {
    placed_part key = { .label = c->label[i] };
    const placed_part *of = bsearch(&key, p, count, sizeof *p, mg_ascending_words);
    size_t corner = k->parts.first[of - p];

    for (size_t d = 0; d < dim && d < 2 && !of->pinned; d++)
      y[i * dim + d] += k->y[corner * dim + d] - of->low[d];
  }
}

mgnn_status
mg_shard_pack(const mg_shard *s, const mg_shard_components *c,
              const mg_shard_packing *how, double *y, mgnn_error *err)
{
  size_t dim = how->dim, count;
  placed_part *mine = mg_alloc(s->own, sizeof *mine);
  corners k = { .y = NULL };
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  if (c->count < 2)
    goto end;
  TRY(mg_ranks_agree(s->ranks, mg_allocated(mine, err), err));
  count = parts_make(s, c, dim, how->pin, y, mine);
  TRY(mg_mail_share(&got, s->ranks, sizeof *mine, count, mine, err));
  count = parts_join(got.item, got.total);
  status = corners_make(&k, got.item, count, how->mean, dim, err);
  if (status == MGNN_OK)
    status = mg_pack_components(&(mg_packing){ &k.graph, &k.parts, dim, k.pin,
                                               how->aspect, NULL }, k.y, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  parts_move(s, c, dim, got.item, count, &k, y);
end:
  mg_graph_free(&k.graph);
  mg_components_free(&k.parts);
  mg_free(k.y);
  mg_free(k.pin);
  mg_mail_free(&got);
  mg_free(mine);
  return status;
}

/* ---- pins ---- */

/* With each node of which a coordinate is pinned go which, where it is given, and where
 * it is: dim numbers each. */
/* Where the motion that aligns the pinned nodes takes 0 and a point on each axis: these
 * are aligned with them, as nodes that are not pinned. */
static mgnn_status
motion_find(const mg_shard_task *t, const mg_shipment *all, double far, double *to,
            mgnn_error *err)
{
  size_t dim = t->dim, count = all->rows.own, n = count + dim + 1;
  double *x = mg_zalloc(2 * n, dim * sizeof *x), *given = x != NULL ? x + n * dim : NULL;
  unsigned char *pin = mg_zalloc(n, dim);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(x, err));
  TRY(mg_allocated(pin, err));
  for (size_t k = 0; k < count * dim; k++) {
    const double *value = all->value + k / dim * all->width + k % dim;

    pin[k] = value[0] > 0;
    given[k] = value[dim];
    x[k] = value[2 * dim];
  }
  for (size_t c = 0; c < dim; c++)
    x[(count + 1 + c) * dim + c] = far;
  TRY(mg_align_to_pins(n, dim, pin, given, x, err));
  memcpy(to, x + count * dim, (dim + 1) * dim * sizeof *to);
end:
  mg_free(x);
  mg_free(pin);
  return status;
}

mgnn_status
mg_shard_align_pins(const mg_shard_task *t, const double *given, double *y,
                    mgnn_error *err)
{
  const mg_ranks *ranks = t->shard->ranks;
  size_t dim = t->dim, own = t->shard->own, width = 3 * dim;
  int *rank = mg_alloc(own, sizeof *rank);
  double *value = mg_alloc(own, width * sizeof *value);
  double to[(DIM + 1) * DIM], far = t->paths->mean, old[DIM];
  mg_shipment all = { .node = NULL };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, rank != NULL && value != NULL, err));
  for (size_t i = 0; i < own; i++)
    rank[i] = -1;
  for (size_t k = 0; k < own * dim; k++) {
    double *at = value + k / dim * width + k % dim;

    at[0] = t->pin[k] != 0;
    at[dim] = given[k];
    at[2 * dim] = y[k];
    if (t->pin[k])
      rank[k / dim] = 0;
  }
  TRY(mg_shipment_init(&all, t->shard, rank, width, value, err));
  if (ranks->rank == 0)
    status = motion_find(t, &all, far, to, err);
  TRY(mg_ranks_agree(ranks, status, err));
  MPI_Bcast(to, (DIM + 1) * DIM, MPI_DOUBLE, 0, ranks->comm);
  for (size_t i = 0; i < own; i++) {
    memcpy(old, y + i * dim, dim * sizeof *old);
    for (size_t c = 0; c < dim; c++) {
      double at = to[c];

      for (size_t a = 0; a < dim; a++)
        at += old[a] / far * (to[(a + 1) * dim + c] - to[c]);
      y[i * dim + c] = t->pin[i * dim + c] ? given[i * dim + c] : at;
    }
  }
end:
  mg_shipment_free(&all);
  mg_free(rank);
  mg_free(value);
  return status;
}
