/* A molecule out of bounds on distances, with the handedness of its centre: the five
 * heavy atoms of alanine and the hydrogen at its alpha carbon.
 *
 *   cc molecule.c $(pkg-config --cflags --libs mgnn) */
#include <mgnn.h>
#include <stdio.h>
#include <string.h>

/* The table as a file would hold it, but in memory. */
static const char bounds[] =
  "source,target,lower,upper\n"
  "N,CA,1.45,1.47\n"  "CA,C,1.51,1.53\n"  "CA,CB,1.52,1.54\n"  "CA,HA,1.08,1.10\n"
  "C,O,1.22,1.24\n"   "N,C,2.40,2.50\n"   "N,CB,2.40,2.50\n"   "C,CB,2.45,2.55\n"
  "N,HA,2.05,2.15\n"  "C,HA,2.05,2.15\n"  "CB,HA,2.10,2.20\n"  "CA,O,2.35,2.45\n"
  "N,O,2.60,3.70\n"   "CB,O,2.60,3.70\n";

/* Nodes have the numbers in which the table names them. */
enum { N, CA, C, CB, HA, O, ATOMS };

int
main(void)
{
  /* L-amino acids: seen with HA in front, C, CB and N follow one another
   * clockwise. */
  static const mgnn_node centre[] = { CA, N, C, CB };
  int right[2] = { 0, 0 };

  for (int k = 0; k < 2; k++) {        /* the L form, and its mirror image */
    const signed char sign = k == 0 ? 1 : -1;
    double y[3 * ATOMS] = { 0 };
    mgnn_problem *p = NULL;
    mgnn_figures f;
    mgnn_error err;

    if (mgnn_problem_read_memory(&p, bounds, strlen(bounds), "csv", &err) != MGNN_OK
        || mgnn_problem_chirality_set(p, 1, centre, &sign, NULL, &err) != MGNN_OK
        || mgnn_problem_min_distance_set(p, 1.8, &err) != MGNN_OK
        || mgnn_layout(p, 3, NULL, y, NULL, &err) != MGNN_OK
        || mgnn_measure(p, 3, y, NULL, 0, &f, &err) != MGNN_OK) {
      fprintf(stderr, "%s\n", err.text);
      mgnn_problem_free(p);
      return 1;
    }
    right[k] = mgnn_chirality_right(p, 3, y) == 1 && f.max_relative_error < 1e-3;
    printf("%s: bounds are met to %.0e; CB is at %.2f %.2f %.2f from CA\n",
           k == 0 ? "L" : "D", f.max_relative_error, y[3 * CB] - y[3 * CA],
           y[3 * CB + 1] - y[3 * CA + 1], y[3 * CB + 2] - y[3 * CA + 2]);
    mgnn_problem_free(p);
  }
  return !right[0] || !right[1];
}
