/* What this machine can do at best: streams through memory, gathers of records
 * at random places, square roots with divisions; on one thread and on two.  The
 * kernels are held against these.  Rows as bench_row prints them, the best of
 * several repeats.
 *
 *   bench/limits [LARGEST-GATHER [REPEATS]] */
#define _DEFAULT_SOURCE        /* madvise */
#include "common.h"

#include <sys/mman.h>
#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __x86_64__
#include <immintrin.h>
#endif

enum { MOST_THREADS = 2, AHEAD = 40, PAD = 64 };

/* A share of some work on one thread; the number returned keeps the compiler
 * from leaving it out. */
typedef double work(void *ctx, size_t begin, size_t end);

/* On huge pages where the system grants them, all pages touched. */
static void *
buffer(size_t bytes)
{
  void *got = aligned_alloc((size_t)2 << 20,
                            (bytes + ((size_t)2 << 20) - 1) >> 21 << 21);

  if (got == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(EXIT_FAILURE);
  }
  madvise(got, bytes, MADV_HUGEPAGE);
  memset(got, 0, bytes);
  return got;
}

/* Seconds for `count` items on some threads, the best of the repeats. */
static double
best(work *do_work, void *ctx, size_t count, int threads, int repeats)
{
  double least = INFINITY;
  volatile double sink = 0;

  for (int r = 0; r < repeats; r++) {
    double begin = bench_now(threads), sum = 0;

#pragma omp parallel for num_threads(threads) schedule(static, 1) \
  reduction(+ : sum)
    for (int t = 0; t < threads; t++)
      sum += do_work(ctx, count * (size_t)t / (size_t)threads,
                     count * (size_t)(t + 1) / (size_t)threads);
    sink += sum;
    begin = bench_now(threads) - begin;
    least = begin < least ? begin : least;
  }
  (void)sink;
  return least;
}

typedef struct {
  double *a, *b, *c;
  float *f;
} streams;

#ifdef __x86_64__
#define WIDE __attribute__((target("avx2,fma")))

/* a = b + 3 c. */
WIDE static double
triad_wide(void *ctx, size_t begin, size_t end)
{
  streams *s = ctx;
  const __m256d three = _mm256_set1_pd(3);

  for (size_t k = begin; k + 4 <= end; k += 4)
    _mm256_storeu_pd(s->a + k,
                     _mm256_fmadd_pd(three, _mm256_loadu_pd(s->c + k),
                                     _mm256_loadu_pd(s->b + k)));
  return 0;
}

WIDE static double
read_wide(void *ctx, size_t begin, size_t end)
{
  const double *a = ((streams *)ctx)->a;
  __m256d sum[4] = { { 0 } };

  for (size_t k = begin; k + 16 <= end; k += 16)
    for (int u = 0; u < 4; u++)
      sum[u] = _mm256_add_pd(sum[u], _mm256_loadu_pd(a + k + 4 * u));
  sum[0] = _mm256_add_pd(_mm256_add_pd(sum[0], sum[1]),
                         _mm256_add_pd(sum[2], sum[3]));
  return sum[0][0] + sum[0][1] + sum[0][2] + sum[0][3];
}

/* 1 / sqrt(a), over and over on what the first cache holds. */
WIDE static double
root_wide(void *ctx, size_t begin, size_t end)
{
  const double *a = ((streams *)ctx)->a;
  const __m256d one = _mm256_set1_pd(1);
  __m256d sum = { 0 };

  for (size_t k = begin; k + 4 <= end; k += 4) {
    __m256d q = _mm256_loadu_pd(a + k % 1024);

    sum = _mm256_add_pd(sum, _mm256_div_pd(one, _mm256_sqrt_pd(q)));
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}

WIDE static double
root_wide_float(void *ctx, size_t begin, size_t end)
{
  const float *f = ((streams *)ctx)->f;
  const __m256 one = _mm256_set1_ps(1);
  __m256 sum = { 0 };

  for (size_t k = begin; k + 8 <= end; k += 8) {
    __m256 q = _mm256_loadu_ps(f + k % 1024);

    sum = _mm256_add_ps(sum, _mm256_div_ps(one, _mm256_sqrt_ps(q)));
  }
  return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}
#endif

static double
triad(void *ctx, size_t begin, size_t end)
{
  streams *s = ctx;

  for (size_t k = begin; k < end; k++)
    s->a[k] = s->b[k] + 3 * s->c[k];
  return 0;
}

static double
read_plain(void *ctx, size_t begin, size_t end)
{
  const double *a = ((streams *)ctx)->a;
  double sum[4] = { 0, 0, 0, 0 };

  for (size_t k = begin; k + 4 <= end; k += 4)
    for (int u = 0; u < 4; u++)
      sum[u] += a[k + (size_t)u];
  return sum[0] + sum[1] + sum[2] + sum[3];
}

static double
root(void *ctx, size_t begin, size_t end)
{
  const double *a = ((streams *)ctx)->a;
  double sum = 0;

  for (size_t k = begin; k < end; k++)
    sum += 1 / sqrt(a[k % 1024]);
  return sum;
}

static void
row(const char *what, int threads, double value, const char *unit)
{
  char name[120];

  snprintf(name, sizeof name, "%s, %d thread%s", what, threads,
           threads > 1 ? "s" : "");
  bench_row(name, "machine", value, unit);
}

/* Streams of `count` doubles each, larger than any cache. */
static void
streams_measure(int wide, int repeats)
{
  const size_t count = (size_t)1 << 25, roots = (size_t)1 << 24;
  const double bytes = (double)(count * sizeof(double)) / 1e9;
  streams s;
  work *do_triad = triad, *do_read = read_plain;

  s.a = buffer(count * sizeof *s.a);
  s.b = buffer(count * sizeof *s.b);
  s.c = buffer(count * sizeof *s.c);
  s.f = buffer(1024 * sizeof *s.f);
#ifdef __x86_64__
  do_triad = wide ? triad_wide : triad;
  do_read = wide ? read_wide : read_plain;
#endif
  for (int t = 1; t <= MOST_THREADS; t++)
    row("STREAM triad", t, 3 * bytes / best(do_triad, &s, count, t, repeats),
        "GB/s");
  for (int t = 1; t <= MOST_THREADS; t++)
    row("sequential read", t, bytes / best(do_read, &s, count, t, repeats),
        "GB/s");
  for (size_t k = 0; k < 1024; k++) {
    s.a[k] = 1 + (double)k;
    s.f[k] = 1 + (float)k;
  }
  for (int t = 1; t <= MOST_THREADS; t++) {
    row("sqrt and division, plain", t,
        1e9 * best(root, &s, roots, t, repeats) / (double)roots, "ns");
#ifdef __x86_64__
    if (wide) {
      row("sqrt and division, AVX2", t,
          1e9 * best(root_wide, &s, roots, t, repeats) / (double)roots, "ns");
      row("sqrt and division, AVX2 single", t,
          1e9 * best(root_wide_float, &s, roots, t, repeats) / (double)roots,
          "ns");
    }
#endif
  }
  free(s.a);
  free(s.b);
  free(s.c);
  free(s.f);
}

typedef struct {
  const double *record;
  const uint32_t *at;
} gather;

/* The sum over records of `size` doubles, one after the other, as the kernels
 * meet neighbours; with `ahead`, memory is told what comes. */
static inline __attribute__((always_inline)) double
gather_sum(const gather *g, size_t size, size_t begin, size_t end, int ahead)
{
  double sum[4] = { 0, 0, 0, 0 };

  for (size_t k = begin; k < end; k++) {
    const double *r = g->record + g->at[k] * size;

    if (ahead)
      __builtin_prefetch(g->record + g->at[k + AHEAD] * size);
    for (size_t c = 0; c < size; c++)
      sum[c] += r[c];
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}

#define GATHER(name, size, ahead) \
  static double \
  name(void *ctx, size_t begin, size_t end) \
  { \
    return gather_sum(ctx, size, begin, end, ahead); \
  }
GATHER(gather_1, 1, 0)
GATHER(gather_2, 2, 0)
GATHER(gather_4, 4, 0)
GATHER(gather_1_ahead, 1, 1)
GATHER(gather_2_ahead, 2, 1)
GATHER(gather_4_ahead, 4, 1)

static void
gather_measure(size_t entries, int repeats)
{
  const struct {
    size_t size;
    work *plain, *ahead;
  } kind[] = {
    { 1, gather_1, gather_1_ahead },
    { 2, gather_2, gather_2_ahead },
    { 4, gather_4, gather_4_ahead }
  };
  size_t count = entries < 4000000 ? 4000000 : 20000000;
  double *record = buffer(4 * entries * sizeof *record);
  uint32_t *at = buffer((count + PAD) * sizeof *at);
  uint64_t state = 1;
  gather g = { record, at };

  for (size_t k = 0; k < count; k++)
    at[k] = (uint32_t)bench_below(&state, entries);
  for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
    for (int t = 1; t <= MOST_THREADS; t++)
      for (int ahead = 0; ahead <= 1; ahead++) {
        char name[80];

        snprintf(name, sizeof name, "gather %zu B of 10^%.0f%s",
                 kind[k].size * sizeof(double), log10((double)entries),
                 ahead ? " with prefetch" : "");
        row(name, t, 1e9 / (double)count
            * best(ahead ? kind[k].ahead : kind[k].plain, &g, count, t, repeats),
            "ns");
      }
  free(record);
  free(at);
}

int
main(int argc, char **argv)
{
  size_t largest = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000000;
  int repeats = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 5, wide = 0;

#ifdef __x86_64__
  wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  streams_measure(wide, repeats);
  for (size_t entries = 100000; entries <= largest && entries < UINT32_MAX;
       entries *= 10)
    gather_measure(entries, repeats);
  return EXIT_SUCCESS;
}
