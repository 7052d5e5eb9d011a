/* PETSc's headers, for the files that call it.  Its wrappers of MPI calls are
 * recursive macros, for which some compilers warn. */
#ifndef MG_PETSC_CALLS_H
#define MG_PETSC_CALLS_H

#include "base/error.h"

#define PETSC_HAVE_BROKEN_RECURSIVE_MACRO 1
#include <petscksp.h>
#include <petscsf.h>
#include <petscsys.h>

#undef I                       /* defined by complex.h */

/* Turn PETSc's error code into a status.  what: the failed action, for the message. */
static inline mgnn_status
mg_petsc(PetscErrorCode failed, const char *what, mgnn_error *err)
{
  const char *why = NULL;

  if (!failed)
    return MGNN_OK;
  PetscErrorMessage(failed, &why, NULL);
  return mg_fail(err, MGNN_ENOMEM, "PETSc failed to %s: %s", what,
                 why != NULL ? why : "out of memory?");
}

#endif
