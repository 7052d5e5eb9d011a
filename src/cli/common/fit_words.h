/* Sentences on how well a drawing meets its lengths, shared by all summaries. */
#ifndef MG_FIT_WORDS_H
#define MG_FIT_WORDS_H

#include "measure/measure.h"

/* Print "; lengths off by 28 % (rms), 33.3 % at worst" or "; all lengths are met";
 * nothing if no length is positive.  mean: the mean of all lengths. */
void mg_say_lengths(const mgnn_figures *f, double mean);

/* Whether to list the worst edges: only if their errors are visible in four digits. */
int mg_fit_shows(const mgnn_figures *f);

/* Print the k-th of the worst edges; k = 0 starts a new line.  source, target: the
 * names of its ends.  unit: the unit of the lengths, or "". */
enum { MG_WORST_SHOWN = 3 };
void mg_say_fit(const char *program, size_t k, const char *source, const char *target,
                const mg_edge_fit *fit, const char *unit);

#endif
