/* Failing allocations: a call is repeated with its first, second, ... one failing,
 * until none does.
 *
 *   for (long good = 0;; good++) {
 *     mg_fuse_set(good);
 *     status = mgnn_...(...);
 *     if (fuse_held(status))
 *       break;
 *     ...                       what holds after the failure
 *   }
 */
#ifndef FUSE_H
#define FUSE_H

#include "base/mem.h"

#include <check.h>

/* Take the fuse out.  Nonzero if it held; the status must be what follows. */
static inline int
fuse_held(mgnn_status status)
{
  int held = !mg_fuse_blown();

  mg_fuse_set(-1);
  ck_assert_int_eq(status, held ? MGNN_OK : MGNN_ENOMEM);
  return held;
}

#endif
