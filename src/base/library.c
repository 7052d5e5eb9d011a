/* Loading by the name of the file, which configure has found out. */
#include "library.h"
#include "error.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* What MG_LATE has listed; none: both are NULL. */
extern mg_late *__start_mg_late[] __attribute__((weak, visibility("hidden")));
extern mg_late *__stop_mg_late[] __attribute__((weak, visibility("hidden")));

/* A library stays: others may hold what it gave them. */
mgnn_status
mg_library_load(const char *file, mgnn_error *err)
{
  void *library = NULL;

  /* The linker makes one array of the section, with these names for its ends. */
  /* cppcheck-suppress comparePointers */
  for (mg_late **p = __start_mg_late; file != NULL && p < __stop_mg_late; p++) {
    mg_late *place = *p;

    if (place->found != NULL || strcmp(place->file, file) != 0)
      continue;
    errno = 0;
    if (library == NULL && (library = dlopen(file, RTLD_NOW)) == NULL)
      return errno == ENOMEM ? mg_fail_memory(err)
             : mg_fail(err, MGNN_EIO, "%s", dlerror());
    place->found = dlsym(library, place->name);
    if (place->found == NULL)
      return mg_fail(err, MGNN_EIO, "%s has no function %s: it is not the version "
                     "that this program was built for; install that one", file,
                     place->name);
  }
  return MGNN_OK;
}

int
mg_blas_threads(const char *file, int threads)
{
  void *library = threads > 0 ? dlopen(file, RTLD_NOW | RTLD_NOLOAD) : NULL;
  void *get, *set;
  int before = 0;

  if (library == NULL)
    return 0;
  get = dlsym(library, "openblas_get_num_threads");
  set = dlsym(library, "openblas_set_num_threads");
  if (get != NULL && set != NULL) {
    before = (*(int (*)(void))get)();
    if (before != threads)
      (*(void (*)(int))set)(threads);
  }
  dlclose(library);
  return before;
}
