/* Libraries that are loaded when they are first called, so that a run that does
 * not need them does not wait for them. */
#ifndef MG_LIBRARY_H
#define MG_LIBRARY_H

#include <mgnn.h>

/* Where a function of a library is; NULL: the library or the name is not there. */
void *mg_library_symbol(const char *file, const char *name);

/* Load a library, or say why not.  NULL: it is linked as usual, and there. */
mgnn_status mg_library_load(const char *file, mgnn_error *err);

/* The function `name`, found by the expression `search` once in each place. */
#define MG_LATE(search, name) (*__extension__ ({                            \
  static _Atomic(__typeof__(&name)) mg_kept;                                \
  __typeof__(&name) mg_found = mg_kept;                                     \
                                                                            \
  if (mg_found == NULL)                                                     \
    mg_kept = mg_found = (__typeof__(&name))(search);                       \
  mg_found;                                                                 \
}))

#endif
