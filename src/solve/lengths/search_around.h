/* Wrong edges of a large drawing, each with what is around it. */
#ifndef MG_SEARCH_AROUND_H
#define MG_SEARCH_AROUND_H

#include "solve/run_control.h"

/* Search the surroundings of wrong edges anew, each as a small graph whose
 * border is held; what is better is kept.  y: in and out; found->energy is E at
 * y, and never rises; found->iterations is added to.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_search_around(const mg_task *t, double *y, mg_search *found,
                             mgnn_error *err);

#endif
