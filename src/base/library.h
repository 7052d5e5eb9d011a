/* Libraries that are loaded when they are first called, so that a run that does
 * not need them does not wait for them. */
#ifndef MG_LIBRARY_H
#define MG_LIBRARY_H

#include <mgnn.h>

/* One function of such a library, as one place in the code calls it. */
typedef struct {
  const char *file, *name;
  _Atomic(void *) found;       /* NULL: not loaded yet */
} mg_late;

/* Load a library and find every function of it that this program or library
 * calls, or say what is missing.  NULL: it is linked as usual, and there. */
mgnn_status mg_library_load(const char *file, mgnn_error *err);

/* If OpenBLAS is the BLAS of a loaded library (NULL: of the program), make it use one
 * thread (on), or what it used before (off).  Calls come in pairs, from any thread. */
void mg_blas_single(const char *file, int on);

/* The record of the function `name` of the library `file` for this place; the linker
 * gathers pointers to all of them in the section mg_late. */
#define MG_LATE_PLACE(file, name) __extension__ ({                          \
  static mg_late mg_place = { file, #name, NULL };                          \
  static mg_late *mg_listed __attribute__((section("mg_late"), used))       \
    = &mg_place;                                                            \
                                                                            \
  &mg_place;                                                                \
})
/* The function itself, after mg_library_load. */
#define MG_LATE(file, name) \
  (*(__typeof__(&name))MG_LATE_PLACE(file, name)->found)

#endif
