/* How long a descent will yet take, judged by how it has gone so far. */
#ifndef MG_ETA_H
#define MG_ETA_H

#include <stddef.h>

enum { MG_ETA_MOST = 64 };

/* The values of a descent so far, of every stride-th iteration.  All zero
 * before the first. */
typedef struct {
  size_t iterations, stride, kept;
  double value[MG_ETA_MOST];
} mg_eta;

/* The value after one more iteration; the first is that of the start. */
void mg_eta_add(mg_eta *o, double value);

/* Iterations until the relative decrease in one of them is down at the
 * tolerance, or the value down at the floor, whichever comes first; NAN where
 * there is nothing yet to judge by. */
double mg_eta_left(const mg_eta *o, double tolerance, double floor);

#endif
