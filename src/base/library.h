/* Loads shared libraries on first use, so that a run that does not need them
 * starts without waiting for them. */
#ifndef MG_LIBRARY_H
#define MG_LIBRARY_H

#include <mgnn.h>

/* One function of such a library; each place in the code that calls it has its own. */
typedef struct {
  const char *file, *name;
  _Atomic(void *) found;       /* NULL: not loaded yet */
} mg_late;

/* Load a library and find all its functions that this program or library calls.
 * Fails if one is missing.  file NULL: it is linked as usual, nothing to do. */
mgnn_status mg_library_load(const char *file, mgnn_error *err);

/* If a loaded library (NULL: the program) uses OpenBLAS, limit OpenBLAS to one thread
 * (on 1) or restore its former number (on 0).  Calls come in pairs, from any thread. */
void mg_blas_single(const char *file, int on);

/* The record for one call of the function `name` of the library `file`.  The linker
 * gathers pointers to all such records in the section mg_late. */
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
