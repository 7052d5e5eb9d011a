/* How well a drawing meets its lengths, in the words of every summary. */
#ifndef MG_FIT_WORDS_H
#define MG_FIT_WORDS_H

#include "measure/measure.h"

/* "; lengths off by 28 % (rms), 33.3 % at worst", or that all are met; nothing where no
 * length is positive.  mean: of all lengths. */
void mg_say_lengths(const mgnn_figures *f, double mean);

/* Whether the worst edges are worth a line: their errors show in four digits. */
int mg_fit_shows(const mgnn_figures *f);

/* The k-th of the worst edges, by the names of its ends; the first begins a line.  unit:
 * of the lengths, or empty. */
enum { MG_WORST_SHOWN = 3 };
void mg_say_fit(const char *program, size_t k, const char *source, const char *target,
                const mg_edge_fit *fit, const char *unit);

#endif
