/* Distances some of which are wrong, as of radio echoes: which, and where the nodes
 * are without them.
 *
 *   cc outliers.c $(pkg-config --cflags --libs mgnn) -lm */
#include <math.h>
#include <mgnn.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 7, NODES = SIDE * SIDE, PAIRS = NODES * 12, WRONG = 8 };

/* A grid of nodes, disturbed, and the pairs up to 2.5 apart: their distances to three
 * digits, but every PAIRS/WRONG-th is half as long again. */
static size_t
measure(double *truth, mgnn_node *ends, double *distance)
{
  size_t m = 0;

  for (size_t i = 0; i < NODES; i++) {
    truth[2 * i] = (double)(i % SIDE) + 0.3 * sin(5. * (double)i);
    truth[2 * i + 1] = (double)(i / SIDE) + 0.3 * sin(7. * (double)i);
  }
  for (mgnn_node i = 0; i < NODES; i++)
    for (mgnn_node j = 0; j < i; j++) {
      double r = hypot(truth[2 * i] - truth[2 * j], truth[2 * i + 1] - truth[2 * j + 1]);

      if (r > 2.5)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      distance[m++] = round(1000 * r) / 1000;
    }
  for (size_t k = 0; k < WRONG; k++)
    distance[k * m / WRONG] *= 1.5;
  return m;
}

/* Root mean square distance from the truth, after the best motion. */
static double
off(const mgnn_problem *p, const double *y, const double *truth)
{
  mgnn_comparison c;

  return mgnn_compare(p, 2, y, truth, 1e-3, &c, NULL) == MGNN_OK ? c.rmsd : NAN;
}

int
main(void)
{
  static double truth[2 * NODES], y[2 * NODES], distance[PAIRS];
  static mgnn_node ends[2 * PAIRS];
  size_t m = measure(truth, ends, distance), found = 0;
  double before;
  mgnn_problem *p = NULL;
  mgnn_robust *r = NULL;
  mgnn_error err;

  if (mgnn_problem_new(&p, NODES, m, ends, distance, &err) != MGNN_OK
      || mgnn_layout(p, 2, NULL, y, NULL, &err) != MGNN_OK)
    goto failed;
  before = off(p, y, truth);
  if (mgnn_robust_find(p, 2, "geman-mcclure", NULL, y, &r, &err) != MGNN_OK)
    goto failed;
  for (size_t k = 0; k < mgnn_robust_suspects(r); k++) {
    size_t e = mgnn_robust_suspect(r, k);
    mgnn_node i = ends[2 * e], j = ends[2 * e + 1];

    printf("%u - %u: %.3f, but the others say %.3f\n", i, j, distance[e],
           hypot(y[2 * i] - y[2 * j], y[2 * i + 1] - y[2 * j + 1]));
    for (size_t w = 0; w < WRONG; w++)
      found += e == w * m / WRONG;
  }
  printf("%zu of %d wrong distances among %zu; off by %.4f, with them by %.2f\n", found,
         WRONG, m, off(p, y, truth), before);
  mgnn_robust_free(r);
  mgnn_problem_free(p);
  return found != WRONG;
failed:
  fprintf(stderr, "%s\n", err.text);
  mgnn_problem_free(p);
  return 1;
}
