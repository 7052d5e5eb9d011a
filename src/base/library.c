/* Loading by the name of the file, which configure has found out. */
#include "library.h"
#include "error.h"

#include <dlfcn.h>
#include <errno.h>

/* A library that is loaded already is only found again.  It stays: others may
 * hold what it gave them. */
void *
mg_library_symbol(const char *file, const char *name)
{
  void *library = dlopen(file, RTLD_NOW);

  return library != NULL ? dlsym(library, name) : NULL;
}

mgnn_status
mg_library_load(const char *file, mgnn_error *err)
{
  errno = 0;
  return file == NULL || dlopen(file, RTLD_NOW) != NULL ? MGNN_OK
         : errno == ENOMEM ? mg_fail_memory(err)
         : mg_fail(err, MGNN_EIO, "%s", dlerror());
}
