/* Of A = L D L^T and Z = A^-1 follows Z = D^-1 L^-1 + (1 - L^T) Z, in which the
 * first term has only a diagonal above the triangle that is asked for:
 *   Z_ij = - sum_k>j Z_ik L_kj  (i > j),   Z_jj = 1/D_j - sum_k>j Z_kj L_kj,
 * k over the rows of column j.  Two rows of one column have an entry of L between
 * them, so that all Z_ik needed are there. */
#include "config.h"
#include "selected_inverse.h"
#include "base/mem.h"

mgnn_status
mg_selected_inverse(const cholmod_factor *factor, double *z, mgnn_error *err)
{
  const SuiteSparse_long *first = factor->p, *count = factor->nz;
  const SuiteSparse_long *row = factor->i;
  const double *l = factor->x;
  SuiteSparse_long *slot = mg_zalloc(factor->n, sizeof *slot);

  if (slot == NULL)
    return mg_fail_memory(err);
  for (SuiteSparse_long j = (SuiteSparse_long)factor->n; j-- > 0;) {
    SuiteSparse_long begin = first[j] + 1, end = first[j] + count[j];
    double sum = 1 / l[first[j]];

    for (SuiteSparse_long q = begin; q < end; q++) {
      slot[row[q]] = q;
      z[q] = 0;
    }
    for (SuiteSparse_long q = begin; q < end; q++) {
      SuiteSparse_long k = row[q];

      z[q] -= l[q] * z[first[k]];
      for (SuiteSparse_long t = first[k] + 1; t < first[k] + count[k]; t++) {
        SuiteSparse_long s = slot[row[t]];

        if (s == 0)            /* 0 is a diagonal: not in this column */
          continue;
        z[s] -= l[q] * z[t];
        z[q] -= l[s] * z[t];
      }
    }
    for (SuiteSparse_long q = begin; q < end; q++) {
      sum -= l[q] * z[q];
      slot[row[q]] = 0;
    }
    z[first[j]] = sum;
  }
  mg_free(slot);
  return MGNN_OK;
}
