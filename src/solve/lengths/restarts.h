/* More starts, for graphs so small that they cost nothing. */
#ifndef MG_RESTARTS_H
#define MG_RESTARTS_H

#include "solve/run_control.h"

enum { MG_RETRY_MOST = 300 };  /* nodes */

/* Starts by chance, and small parts of the best drawing upset, until the
 * lowest energy came out of chance several times or there were enough.  pin: n*dim
 * bytes or NULL, held all the time.  y: in and out; *energy is E at y, and
 * never rises.  *iterations is added to.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_retry(const mg_graph *g, size_t dim, const unsigned char *pin,
                     const mg_effort *how, double *y, double *energy,
                     size_t *iterations, mgnn_error *err);

#endif
