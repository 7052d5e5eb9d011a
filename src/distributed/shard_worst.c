/* Every rank finds the worst of its own edges; the worst of these are those of all. */
#include "shard_worst.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static int
by_error(const void *left, const void *right)
{
  const mg_shard_fit *a = left, *b = right;

  if (a->fit.error != b->fit.error)
    return a->fit.error > b->fit.error ? -1 : 1;
  for (int k = 0; k < 2; k++)
    if (a->ends[k] != b->ends[k])
      return a->ends[k] < b->ends[k] ? -1 : 1;
  return 0;
}

/* Put one more in, if it is among the worst; their number. */
static size_t
worst_add(mg_shard_fit *worst, size_t count, size_t capacity, const mg_shard_fit *fit)
{
  size_t at = count;

  while (at > 0 && by_error(fit, &worst[at - 1]) < 0) {
    if (at < capacity)
      worst[at] = worst[at - 1];
    at--;
  }
  if (at == capacity)
    return count;
  worst[at] = *fit;
  return count < capacity ? count + 1 : count;
}

/* Of the edges whose lower end is own; y has ghosts, too. */
static size_t
own_worst(const mg_shard *s, size_t dim, const double *y, size_t capacity,
          mg_shard_fit *worst)
{
  size_t count = 0;

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      double lower = s->length != NULL ? s->length[k] : 1;
      double upper = s->upper != NULL ? s->upper[k] : lower;
      mg_shard_fit one = { { s->name[i], s->name[s->to[k]] },
                           mg_edge_fit_between(0, lower, upper,
                                               mg_distance(y + i * dim,
                                                           y + s->to[k] * dim, dim)) };

      if (one.ends[0] < one.ends[1] && upper > 0 && one.fit.error > 0)
        count = worst_add(worst, count, capacity, &one);
    }
  return count;
}

mgnn_status
mg_shard_worst(mg_shard *s, size_t dim, const double *y, size_t capacity,
               mg_shard_fit *worst, size_t *count, mgnn_error *err)
{
  size_t ranks = (size_t)s->ranks->size, here;
  double *x = mg_alloc((s->own + s->ghosts) * dim, sizeof *x);
  size_t *send = mg_alloc(ranks, sizeof *send);
  mg_shard_fit *all = mg_alloc(ranks * capacity, sizeof *all);
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, x != NULL && send != NULL && all != NULL
                               ? MGNN_OK : mg_fail_memory(err), err));
  memcpy(x, y, s->own * dim * sizeof *x);
  TRY(mg_shard_exchange(s, MG_DOUBLE, dim, x, err));
  here = own_worst(s, dim, x, capacity, all);
  for (size_t r = 0; r < ranks; r++) {
    send[r] = here;
    if (r > 0)
      memcpy(all + r * here, all, here * sizeof *all);
  }
  TRY(mg_mail_send(&got, s->ranks, sizeof *all, send, all, err));
  *count = 0;
  for (size_t k = 0; k < got.total; k++)
    *count = worst_add(worst, *count, capacity, (mg_shard_fit *)got.item + k);
end:
  mg_mail_free(&got);
  mg_free(x);
  mg_free(send);
  mg_free(all);
  return status;
}
