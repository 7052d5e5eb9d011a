/* SuiteSparse's CHOLMOD, loaded on first use.  Before calling any of its functions,
 * load it with mg_library_load(CHOLMOD_LIBRARY, err), which fails if it is missing.
 * Include this header after config.h. */
#ifndef MG_CHOLMOD_LATE_H
#define MG_CHOLMOD_LATE_H

#include "library.h"

#ifdef HAVE_SUITESPARSE_CHOLMOD_H
#include <suitesparse/cholmod.h>
#else
#include <cholmod.h>
#endif

#ifdef CHOLMOD_LIBRARY
#define MG_CHOLMOD(name) MG_LATE(CHOLMOD_LIBRARY, name)
#define cholmod_l_allocate_sparse MG_CHOLMOD(cholmod_l_allocate_sparse)
#define cholmod_l_analyze MG_CHOLMOD(cholmod_l_analyze)
#define cholmod_l_change_factor MG_CHOLMOD(cholmod_l_change_factor)
#define cholmod_l_factorize MG_CHOLMOD(cholmod_l_factorize)
#define cholmod_l_finish MG_CHOLMOD(cholmod_l_finish)
#define cholmod_l_free_dense MG_CHOLMOD(cholmod_l_free_dense)
#define cholmod_l_free_factor MG_CHOLMOD(cholmod_l_free_factor)
#define cholmod_l_free_sparse MG_CHOLMOD(cholmod_l_free_sparse)
#define cholmod_l_solve2 MG_CHOLMOD(cholmod_l_solve2)
#define cholmod_l_start MG_CHOLMOD(cholmod_l_start)
#define cholmod_l_zeros MG_CHOLMOD(cholmod_l_zeros)
#else
#define CHOLMOD_LIBRARY NULL
#endif

#endif
