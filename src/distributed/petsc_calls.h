/* PETSc's headers, for the files that call it.  Its wrappers of MPI calls are macros
 * that call themselves, which some compilers warn of. */
#ifndef MG_PETSC_CALLS_H
#define MG_PETSC_CALLS_H

#define PETSC_HAVE_BROKEN_RECURSIVE_MACRO 1
#include <petscsf.h>
#include <petscsys.h>

#undef I                       /* complex.h's */

#endif
