/* A triangle with sides 3, 4 and 5, and how well its lengths are met. */
#include <mgnn.h>
#include <stdio.h>

int
main(void)
{
  const mgnn_node ends[] = { 0, 1,  1, 2,  2, 0 };
  const double length[] = { 3, 4, 5 };
  double y[3 * 2] = { 0 };
  mgnn_problem *p = NULL;
  mgnn_search_params par;
  mgnn_figures figures;
  mgnn_error err;

  mgnn_search_params_init(&par);
  if (mgnn_problem_new(&p, 3, 3, ends, length, &err) != MGNN_OK
      || mgnn_layout(p, 2, &par, y, NULL, &err) != MGNN_OK
      || mgnn_measure(p, 2, y, NULL, 0, &figures, &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    mgnn_problem_free(p);
    return 1;
  }
  for (int i = 0; i < 3; i++)
    printf("%g %g\n", y[2 * i], y[2 * i + 1]);
  printf("largest relative error: %.0e\n", figures.max_relative_error);
  mgnn_problem_free(p);
  return 0;
}
