/* A start from shortest paths. */
#ifndef MG_PIVOT_MDS_H
#define MG_PIVOT_MDS_H

#include "solve/run_control.h"

mg_start mg_start_pivot;       /* PivotMDS on weighted shortest paths */

#endif
