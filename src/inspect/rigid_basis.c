/* Finds the rigid motions at given positions that move no pinned node, as vectors. */
#include "flexes.h"

#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* Generator g of the rigid motions: first translations, then rotations about
 * the centre, each in the plane of two axes. */
static void
generator(const mg_bars *b, size_t dim, const double *y, size_t g,
          const double *centre, double *v)
{
  size_t p = 0, q = 1;

  memset(v, 0, b->n * dim * sizeof *v);
  for (size_t k = dim; k < g; k++)
    if (++q == dim) {
      p++;
      q = p + 1;
    }
  for (size_t i = 0; i < b->n; i++)
    if (g < dim)
      v[i * dim + g] = 1;
    else {
      v[i * dim + p] = y[i * dim + q] - centre[q];
      v[i * dim + q] = centre[p] - y[i * dim + p];
    }
}

/* Fill in all generators, each of length 1 unless it is 0. */
static void
generators_fill(const mg_bars *b, size_t dim, const double *y, double *g)
{
  size_t size = b->n * dim;
  double centre[MG_FLEX_DIM_MOST] = { 0 };

  for (size_t c = 0; c < size; c++)
    centre[c % dim] += y[c] / (double)b->n;
  for (size_t k = 0; k < dim * (dim + 1) / 2; k++) {
    double norm, *v = g + k * size;

    generator(b, dim, y, k, centre, v);
    norm = sqrt(mg_inner(v, v, size));
    for (size_t c = 0; c < size && norm > 0; c++)
      v[c] /= norm;
  }
}

/* Combine the generators so that the pinned coordinates do not move. */
mgnn_status
mg_rigid_basis(const mg_bars *b, size_t dim, const double *y, double *rigid,
               size_t *count, mgnn_error *err)
{
  size_t all = dim * (dim + 1) / 2, size = b->n * dim;
  double *g = mg_alloc(all, (size + 2 * all + 1) * sizeof *g);
  double *gram, *vector, *value;
  mgnn_status status = MGNN_OK;

  *count = 0;
  TRY(mg_allocated(g, err));
  gram = g + all * size;
  vector = gram + all * all;
  value = vector + all * all;
  generators_fill(b, dim, y, g);
  memset(gram, 0, all * all * sizeof *gram);
  for (size_t k = 0; k < all * all; k++)
    for (size_t c = 0; c < size; c++)
      if (b->pin[c / dim])
        gram[k] += g[k / all * size + c] * g[k % all * size + c];
  TRY(mg_eigen_symmetric(all, gram, value, vector, NULL, err));
  for (size_t k = 0; k < all; k++) {
    double *v = rigid + *count * size, norm;

    if (value[k] > 1e-12)      /* the motion would move a pinned node */
      continue;
    memset(v, 0, size * sizeof *v);
    for (size_t l = 0; l < all; l++)
      for (size_t c = 0; c < size; c++)
        v[c] += vector[l * all + k] * g[l * size + c];
    norm = mg_orthogonalise(size, rigid, *count, v);
    if (!(norm > 1e-6))
      continue;
    for (size_t c = 0; c < size; c++)
      v[c] /= norm;
    ++*count;
  }
end:
  mg_free(g);
  return status;
}
