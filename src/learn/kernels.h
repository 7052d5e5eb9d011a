/* The inner loops of training, in versions for different processors. */
#ifndef MG_LEARN_KERNELS_H
#define MG_LEARN_KERNELS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* The type of numbers in networks: float, or double in the tests that check
 * gradients. */
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

/* Rows are padded with zeros to a multiple of this; the zeros must stay 0. */
enum { MG_PAD = 8 };

static inline size_t
mg_padded(size_t cols)
{
  return (cols + MG_PAD - 1) / MG_PAD * MG_PAD;
}

/* A graph as rows of slots: slot k of node i holds the neighbour to[k], and
 * rev[k] is the slot of the same edge at that neighbour.  A self-loop is one
 * slot, its own reverse. */
typedef struct {
  size_t n, slots;
  size_t *row;                 /* n + 1 */
  unsigned *to, *rev;
  mg_real *scale;              /* n: degree^-1/2, 0 for a node without slots */
} mg_slots;

/* A sparse matrix by rows. */
typedef struct {
  size_t rows, cols;
  size_t *row;                 /* rows + 1 */
  unsigned *col;
  mg_real *value;
} mg_csr;

/* c = a b, plus bias in every row, or plus the old c if add.  a: rows x inner,
 * b: inner x cols; cols is a multiple of MG_PAD.  multiply_by_transposed
 * computes c = c + a' b, with a: inner x rows. */
typedef struct {
  size_t rows, inner, cols;
  const mg_real *a, *b;
  mg_real *c;
  size_t lda, ldb, ldc;
  const mg_real *bias;         /* cols, or NULL */
  int add;
} mg_product;

/* out_i = keep origin_i + share sum_j w_ij z_j, plus the old out_i if add; w_ij
 * is s_i s_j if normal, else 1. */
typedef struct {
  mg_real share, keep;
  int normal, add;
  const mg_real *z, *origin;   /* origin NULL: keep counts as 0 */
  mg_real *out;
  size_t ld;
} mg_smoothing;

/* A layer with a metric; vector_kernels.h has the formulas. */
typedef struct {
  mg_real alpha, beta, eps;
  int matrix;                  /* the form: 0 message, 1 matrix */
  size_t ld;
  const mg_real *z, *origin, *metric;
  mg_real *out, *distance;     /* distance: one per slot, kept for backward */
  /* backward: */
  const mg_real *dout;
  mg_real *dz, *dorigin, *dmetric, *work;      /* added to; work: 1 per slot */
} mg_push;

/* A step of Adam, with L2 regularisation added to the gradient. */
typedef struct {
  mg_real rate, decay;         /* rate: already divided by 1 - 0.9^t */
  mg_real root;                /* 1/sqrt(1 - 0.999^t) */
} mg_adam_step;

typedef struct {
  const char *name;
  void (*multiply)(const mg_product *p);
  void (*multiply_by_transposed)(const mg_product *p);
  void (*smooth)(const mg_slots *g, const mg_smoothing *s);
  void (*push)(const mg_slots *g, const mg_push *p);
  void (*push_back)(const mg_slots *g, const mg_push *p);
  /* out = x w, plus bias (or NULL), plus the old out if add; rows of ld */
  void (*sparse)(const mg_csr *x, const mg_real *w, const mg_real *bias,
                 mg_real *out, size_t ld, int add);
  /* y = max(y, 0) if relu; then dropout: 0 with probability drop, else y/(1 -
   * drop), decided by `key` and the position in y */
  void (*activate)(mg_real *y, size_t count, int relu, double drop,
                   uint32_t key);
  /* The gradient of activate.  With relu, y must be its result: the gradient
   * passes only where y is positive. */
  void (*activate_back)(const mg_real *y, mg_real *dy, size_t count, int relu,
                        double drop, uint32_t key);
  void (*adam)(const mg_adam_step *s, size_t count, mg_real *w,
               const mg_real *g, mg_real *m, mg_real *v);
  /* For rows of ld numbers: a.b; |fa a - fb b|; y += f x. */
  mg_real (*inner)(const mg_real *a, const mg_real *b, size_t ld);
  mg_real (*gap)(mg_real fa, const mg_real *a, mg_real fb, const mg_real *b,
                 size_t ld);
  void (*add)(mg_real *y, mg_real f, const mg_real *x, size_t ld);
} mg_learn_kernels;

extern const mg_learn_kernels mg_kernels_plain, mg_kernels_avx2;

/* The fastest kernels that this processor can run. */
const mg_learn_kernels *mg_learn_kernels_best(void);

#endif
