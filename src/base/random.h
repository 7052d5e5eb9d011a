/* The only source of chance.  Every number follows from a seed. */
#ifndef MG_RANDOM_H
#define MG_RANDOM_H

#include "error.h"

/* Fill x with `count` independent normal deviates of mean 0 and standard
 * deviation `sigma`.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_random_normal(unsigned long seed, double sigma, size_t count,
                             double *x, mgnn_error *err);

/* Add scale * u_ij to sum, where u_ij is a unit vector in `dim` dimensions
 * that depends on the seed and the two nodes only, with u_ji = -u_ij: the
 * direction in which nodes on one spot are parted.  i must differ from j. */
void mg_random_direction(unsigned long seed, size_t i, size_t j, size_t dim,
                         double scale, double *sum);

#endif
