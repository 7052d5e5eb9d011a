/* Combines numbers of all processes of a run, in place: sums, maxima and statuses. */
#ifndef MG_REDUCE_H
#define MG_REDUCE_H

#include "error.h"

/* A NULL reducer stands for a single process. */
typedef struct {
  const void *ctx;
  void (*add)(const void *ctx, double *x, size_t count);
  void (*most)(const void *ctx, double *x, size_t count);
  mgnn_status (*agree)(const void *ctx, mgnn_status status, mgnn_error *err);
} mg_reducer;

static inline void
mg_reduce_add(const mg_reducer *r, double *x, size_t count)
{
  if (r != NULL)
    r->add(r->ctx, x, count);
}

static inline void
mg_reduce_most(const mg_reducer *r, double *x, size_t count)
{
  if (r != NULL)
    r->most(r->ctx, x, count);
}

/* Make a failure of any process a failure of all. */
static inline mgnn_status
mg_reduce_agree(const mg_reducer *r, mgnn_status status, mgnn_error *err)
{
  return r != NULL ? r->agree(r->ctx, status, err) : status;
}

#endif
