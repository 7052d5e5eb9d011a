/* Loads libraries by their file names, which configure has determined. */
#include "library.h"
#include "error.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

/* Begin and end of the list that MG_LATE makes; both NULL if it is empty. */
extern mg_late *__start_mg_late[] __attribute__((weak, visibility("hidden")));
extern mg_late *__stop_mg_late[] __attribute__((weak, visibility("hidden")));

/* A library is never unloaded, since pointers into it may still be in use. */
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

/* OpenBLAS has one number of threads for the whole process.  Several callers may limit
 * it at once: the first sets 1, and the last restores the number found by the first. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int holders, before;

void
mg_blas_single(const char *file, int on)
{
  void *library = dlopen(file, RTLD_NOW | RTLD_NOLOAD), *get, *set;

  if (library == NULL)
    return;
  get = dlsym(library, "openblas_get_num_threads");
  set = dlsym(library, "openblas_set_num_threads");
  pthread_mutex_lock(&lock);
  if (get != NULL && set != NULL && (on ? holders++ : --holders) == 0) {
    before = on ? (*(int (*)(void))get)() : before;
    (*(void (*)(int))set)(on ? 1 : before);
  }
  pthread_mutex_unlock(&lock);
  dlclose(library);
}
