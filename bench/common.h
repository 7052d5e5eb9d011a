/* What the measuring programs share: clocks, random numbers, two kinds of graphs, and
 * the form in which a figure is printed.  All comes from constants,
 * so that each program sees the same graph on every machine. */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds that passed; seconds of the processor, all threads together.  The
 * latter is what a busy machine spoils least. */
static inline double
bench_clock_of(clockid_t clock)
{
  struct timespec t;

  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double
bench_clock(void)
{
  return bench_clock_of(CLOCK_MONOTONIC);
}

static inline double
bench_cpu(void)
{
  return bench_clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* With one thread the processor's time counts, with more the time that
 * passed. */
static inline double
bench_now(int threads)
{
  return threads > 1 ? bench_clock() : bench_cpu();
}

/* One figure, as bench/run reads it: what was measured, whose it is, how much,
 * in which unit; parted by tabs. */
static inline void
bench_row(const char *what, const char *who, double value, const char *unit)
{
  printf("%s\t%s\t%.6g\t%s\n", what, who, value, unit);
  fflush(stdout);
}

static inline void *
bench_alloc(size_t count, size_t size)
{
  void *got = size > 0 && count > SIZE_MAX / size ? NULL
              : malloc(count > 0 ? count * size : 1);

  if (got == NULL) {
    fprintf(stderr, "no memory for %zu times %zu bytes\n", count, size);
    exit(EXIT_FAILURE);
  }
  return got;
}

static inline uint64_t
bench_below(uint64_t *state, uint64_t below)
{
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (*state >> 33) % below;
}

/* Uniform from 0 to 1. */
static inline double
bench_uniform(uint64_t *state)
{
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (double)(*state >> 11) / 9007199254740992.0;
}

/* Edge e joins ends[2e] and ends[2e+1], no pair twice, and has length[e], which
 * is a whole number of eighths: short as text, and a float holds it exactly. */
typedef struct {
  size_t n, m;
  unsigned *ends;
  double *length;
} bench_graph;

static inline double
bench_exact(double length)
{
  return (floor(length * 8) + 1) / 8;
}

/* Random pairs in random order: one draw from each of m/n stretches of the ring
 * behind every node.  n is at least 100. */
static inline bench_graph
bench_graph_random(size_t n, size_t m)
{
  size_t each = m / n > 0 ? m / n : 1, wide = (n / 2 - 1) / each;
  bench_graph g = { n, each * n, NULL, NULL };
  uint64_t state = 1;

  g.ends = bench_alloc(2 * g.m, sizeof *g.ends);
  g.length = bench_alloc(g.m, sizeof *g.length);
  for (size_t e = 0; e < g.m; e++) {
    size_t i = e / each, far = 1 + e % each * wide + bench_below(&state, wide);

    g.ends[2 * e] = i;
    g.ends[2 * e + 1] = (i + far) % n;
    g.length[e] = bench_exact(0.5 + bench_uniform(&state));
  }
  return g;
}

/* Where along Hilbert's curve the cell x, y of a square of `side` cells comes;
 * side is a power of two. */
static inline size_t
bench_hilbert(size_t side, size_t x, size_t y)
{
  size_t at = 0;

  for (size_t s = side / 2; s > 0; s /= 2) {
    size_t right = (x & s) != 0, up = (y & s) != 0, swap;

    at += s * s * ((3 * right) ^ up);
    if (up == 0) {
      if (right) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      swap = x;
      x = y;
      y = swap;
    }
  }
  return at;
}

/* A number for each cell of a square in the order of Hilbert's curve. */
static inline size_t *
bench_hilbert_ranks(size_t side)
{
  size_t full = 1, seen = 0, *cell, *rank;

  while (full < side)
    full *= 2;
  cell = bench_alloc(full * full, sizeof *cell);
  rank = bench_alloc(side * side, sizeof *rank);
  for (size_t k = 0; k < full * full; k++)
    cell[k] = side * side;     /* none of ours */
  for (size_t i = 0; i < side * side; i++)
    cell[bench_hilbert(full, i % side, i / side)] = i;
  for (size_t k = 0; k < full * full; k++)
    if (cell[k] < side * side)
      rank[cell[k]] = seen++;
  free(cell);
  return rank;
}

/* A geometric graph in the order of Hilbert's curve: a point somewhere in each
 * of about n cells of a square, joined where they are closer than 2.55 cells,
 * which makes a mean degree of 20; lengths as they are. */
static inline bench_graph
bench_graph_near(size_t n)
{
  const double radius = 2.55;
  size_t side = (size_t)sqrt((double)n), capacity = 16 * side * side;
  size_t *rank = bench_hilbert_ranks(side);
  double *at = bench_alloc(2 * side * side, sizeof *at);
  bench_graph g = { side * side, 0, bench_alloc(2 * capacity, sizeof *g.ends),
                    bench_alloc(capacity, sizeof *g.length) };
  uint64_t state = 1;

  for (size_t i = 0; i < g.n; i++) {
    at[2 * i] = (double)(i % side) + bench_uniform(&state);
    at[2 * i + 1] = (double)(i / side) + bench_uniform(&state);
  }
  for (size_t i = 0; i < g.n; i++)
    for (int dy = 0; dy <= 3; dy++)
      for (int dx = dy == 0 ? 1 : -3; dx <= 3; dx++) {
        long x = (long)(i % side) + dx, y = (long)(i / side) + dy;
        size_t j = (size_t)(y * (long)side + x);
        double far;

        if (x < 0 || x >= (long)side || y >= (long)side)
          continue;
        far = hypot(at[2 * i] - at[2 * j], at[2 * i + 1] - at[2 * j + 1]);
        if (far >= radius || g.m == capacity)
          continue;
        g.ends[2 * g.m] = rank[i];
        g.ends[2 * g.m + 1] = rank[j];
        g.length[g.m++] = bench_exact(far);
      }
  free(rank);
  free(at);
  return g;
}

/* The graph of that kind, "random" or "near"; exits if there is no such. */
static inline bench_graph
bench_graph_make(const char *kind, size_t n, size_t m)
{
  if (n >= 100 && strcmp(kind, "random") == 0)
    return bench_graph_random(n, m);
  if (n >= 256 && strcmp(kind, "near") == 0)
    return bench_graph_near(n);
  fprintf(stderr, "random with 100 nodes or near with 256, at least\n");
  exit(EXIT_FAILURE);
}

static inline void
bench_graph_free(bench_graph *g)
{
  free(g->ends);
  free(g->length);
}

#endif
