/* Packing components and aligning to pins.  Every rank does the same computation. */
#include "shard_components.h"
#include "base/dense.h"
#include "base/mem.h"
#include "solve/arrange/align.h"
#include "solve/arrange/pack_components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- packing ---- */

/* A component, or a part of it: its box, and whether it is pinned. */
typedef struct {
  int64_t label;
  uint64_t size;
  int64_t pinned;
  double low[2], high[2];
} placed_part;

/* Sort parts by label and merge those of one component. */
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

/* Each component as two nodes, the corners of its box, or one node.  After
 * packing they show how far to move it. */
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
  ends[0] = 0;                           /* one edge, to set the mean length */
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
  mg_free_all(k.y, k.pin);
  mg_mail_free(&got);
  mg_free(mine);
  return status;
}

/* ---- pins ---- */

/* Every rank receives all pinned nodes and aligns them together with its own nodes. */
mgnn_status
mg_shard_align_pins(const mg_shard_task *t, const double *given, double *y,
                    mgnn_error *err)
{
  const mg_ranks *ranks = t->shard->ranks;
  size_t dim = t->dim, own = t->shard->own, width = 3 * dim, count = 0, n;
  double *value = mg_alloc(own, width * sizeof *value), *x = NULL;
  unsigned char *pin = NULL;
  mg_mail all = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, mg_allocated(value, err), err));
  for (size_t i = 0; i < own; i++) {   /* pinned, given, present coordinates */
    double *to = value + count * width;
    int pinned = 0;

    for (size_t c = 0; c < dim; c++) {
      to[c] = t->pin[i * dim + c] != 0;
      to[dim + c] = given[i * dim + c];
      to[2 * dim + c] = y[i * dim + c];
      pinned |= t->pin[i * dim + c];
    }
    count += pinned != 0;
  }
  TRY(mg_mail_share(&all, ranks, width * sizeof *value, count, value, err));
  n = all.total + own;
  x = mg_zalloc(2 * n, dim * sizeof *x);
  pin = mg_zalloc(n, dim);
  status = x == NULL || pin == NULL ? mg_fail_memory(err) : MGNN_OK;
  for (size_t k = 0; k < all.total * dim && status == MGNN_OK; k++) {
    const double *from = (double *)all.item + k / dim * width + k % dim;

    pin[k] = from[0] > 0;
    x[n * dim + k] = from[dim];
    x[k] = from[2 * dim];
  }
  if (status == MGNN_OK) {
    memcpy(x + all.total * dim, y, own * dim * sizeof *x);
    status = mg_align_to_pins(n, dim, pin, x + n * dim, x, err);
  }
  TRY(mg_ranks_agree(ranks, status, err));
  for (size_t k = 0; k < own * dim; k++)
    y[k] = t->pin[k] ? given[k] : x[all.total * dim + k];
end:
  mg_mail_free(&all);
  mg_free_all(value, x, pin);
  return status;
}
