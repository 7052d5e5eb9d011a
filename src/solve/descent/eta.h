/* How long a descent will yet take, judged by how it has gone so far. */
#ifndef MG_ETA_H
#define MG_ETA_H

#include <stddef.h>

enum { MG_OUTLOOK_MOST = 64 };

/* The values of a descent so far, of every stride-th iteration.  All zero
 * before the first. */
typedef struct {
  size_t iterations, stride, kept;
  double value[MG_OUTLOOK_MOST];
} mg_outlook;

/* The value after one more iteration; the first is that of the start. */
void mg_outlook_add(mg_outlook *o, double value);

/* Iterations until the relative decrease in one of them is down at the
 * tolerance, or the value down at the floor, whichever comes first; NAN where
 * there is nothing yet to judge by. */
double mg_outlook_left(const mg_outlook *o, double tolerance, double floor);

#endif
