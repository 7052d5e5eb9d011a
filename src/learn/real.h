/* The numbers that networks are made of: float, and double where the tests
 * build everything once more to check gradients. */
#ifndef MG_REAL_H
#define MG_REAL_H

#include <math.h>
#include <stddef.h>

#ifdef MG_LEARN_DOUBLE
typedef double mg_real;
#define MG_REAL_ROOT sqrt
#define MG_REAL_EXP exp
#define MG_REAL_POW pow
#else
typedef float mg_real;
#define MG_REAL_ROOT sqrtf
#define MG_REAL_EXP expf
#define MG_REAL_POW powf
#endif

/* Rows are padded to a multiple of this, with zeros that stay zeros. */
enum { MG_PAD = 8 };

static inline size_t
mg_padded(size_t cols)
{
  return (cols + MG_PAD - 1) / MG_PAD * MG_PAD;
}

#endif
