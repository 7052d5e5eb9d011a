/* The energy as a sum of terms. */
#ifndef MG_ENERGY_TERMS_H
#define MG_ENERGY_TERMS_H

#include "problem/energy.h"
#include "problem/terms.h"

/* What all terms may look at. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  unsigned long seed;
  int threads;
  double *partial;             /* mg_blocks(n) doubles of scratch */
  const mg_terms *terms;       /* NULL: only the edges */
  mgnn_status *failed;         /* set where a term gets no memory; may be NULL */
} mg_energy_input;

/* A term adds half its gradient at y to grad, unless that is NULL, and returns its
 * value; the first fills grad instead. */
typedef struct {
  const char *name;
  double (*add)(const mg_energy_input *in, const double *y, double *grad);
} mg_energy_term;

/* All of them, the edges first; the last has no name. */
extern const mg_energy_term mg_energy_terms[];

/* Their sum, and half its gradient. */
double mg_energy_sum(const mg_energy_input *in, const double *y, double *grad);

#endif
