/* Breadth-first numbering, and what a numbering is worth. */
#include "order.h"

#include <math.h>

#define NOT_YET 0xffffffffU

void
mg_order_find(const mg_rows *rows, unsigned *order, unsigned *place)
{
  size_t found = 0, next = 0;

  for (size_t i = 0; i < rows->n; i++)
    place[i] = NOT_YET;
  for (size_t start = 0; start < rows->n; start++) {
    if (place[start] != NOT_YET)
      continue;
    place[start] = (unsigned)found;
    order[found++] = (unsigned)start;
    for (; next < found; next++) {             /* order is its own queue */
      size_t i = order[next];

      for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
        unsigned j = rows->to[k];

        if (place[j] != NOT_YET)
          continue;
        place[j] = (unsigned)found;
        order[found++] = j;
      }
    }
  }
}

double
mg_order_gap(const mg_rows *rows, const unsigned *place)
{
  enum { SAMPLE = 2000, MOST = 20 };   /* rows, slots of each */
  size_t step = rows->n / SAMPLE + 1, count = 0;
  double sum = 0;

  for (size_t i = 0; i < rows->n; i += step)
    for (size_t k = rows->row[i]; k < rows->row[i + 1] && k < rows->row[i] + MOST;
         k++, count++) {
      unsigned j = rows->to[k];

      sum += place == NULL ? fabs((double)i - (double)j)
                           : fabs((double)place[i] - (double)place[j]);
    }
  return count > 0 ? sum / (double)count : 0;
}
