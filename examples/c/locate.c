/* Sensors located by distances that are measured to 5 %, with five anchors whose
 * place is known: where they are, and how sure that is.
 *
 *   cc locate.c $(pkg-config --cflags --libs mgnn) -lm */
#include <math.h>
#include <mgnn.h>
#include <stdio.h>
#include <stdlib.h>

enum { SENSORS = 60, ANCHORS = 5, PAIRS = SENSORS * SENSORS / 2 };

static double
uniform(void)
{
  static unsigned long long state = 1;

  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(state >> 11) / 9007199254740992.0;
}

static double
normal(void)
{
  return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

/* Where the sensors are, which only the anchors know, and the distances of those
 * within radio range.  Returns how many. */
static size_t
measure(double *truth, mgnn_node *ends, double *distance)
{
  size_t m = 0;

  for (size_t k = 0; k < 2 * SENSORS; k++)
    truth[k] = 100 * uniform();
  for (mgnn_node i = 0; i < SENSORS; i++)
    for (mgnn_node j = 0; j < i; j++) {
      double r = hypot(truth[2 * i] - truth[2 * j], truth[2 * i + 1] - truth[2 * j + 1]);

      if (r > 35)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      distance[m++] = r * (1 + 0.05 * normal());
    }
  return m;
}

int
main(void)
{
  static double truth[2 * SENSORS], y[2 * SENSORS], distance[PAIRS];
  static mgnn_node ends[2 * PAIRS];
  unsigned char pin[2 * SENSORS] = { 0 };
  size_t m = measure(truth, ends, distance), near = 0;
  mgnn_problem *p = NULL;
  mgnn_uncertainty *u = NULL;
  mgnn_error err;

  for (size_t k = 0; k < 2 * ANCHORS; k++) {
    pin[k] = 1;
    y[k] = truth[k];           /* pinned coordinates start where they stay */
  }
  if (mgnn_problem_new(&p, SENSORS, m, ends, distance, &err) != MGNN_OK
      || mgnn_problem_pins_set(p, 2, pin, &err) != MGNN_OK
      || mgnn_problem_noise_set(p, "relative", 0.05, &err) != MGNN_OK
      || mgnn_layout(p, 2, NULL, y, NULL, &err) != MGNN_OK
      || mgnn_uncertainty_find(p, 2, y, &u, &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    mgnn_problem_free(p);
    return 1;
  }
  printf("%d sensors, %zu distances; their error is estimated as %.1f %%, chi2 per "
         "degree of freedom %.2f\n", SENSORS, m, 100 * mgnn_uncertainty_estimate(u),
         mgnn_uncertainty_chi2(u) / mgnn_uncertainty_freedom(u));
  for (size_t i = ANCHORS; i < SENSORS; i++) {
    double x = y[2 * i], sx = mgnn_uncertainty_error(u, i, 0);

    near += fabs(x - truth[2 * i]) < 2 * sx;
    if (i < ANCHORS + 3)
      printf("sensor %zu: x %.1f +- %.1f, in truth %.1f\n", i, x, sx, truth[2 * i]);
  }
  printf("%zu of %d are within two standard errors\n", near, SENSORS - ANCHORS);
  mgnn_uncertainty_free(u);
  mgnn_problem_free(p);
  return near < 45;            /* 95 % of 55 would be 52 */
}
