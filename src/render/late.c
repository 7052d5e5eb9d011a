/* Where the functions of the drawing libraries come from: Pango's part for Cairo
 * depends on all the others. */
#include "config.h"
#include "late.h"
#include "base/error.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Kept, because opening it once more may allocate, when it may be too late to fail. */
static _Atomic(void *) library;

static void *
library_open(void)
{
  if (library == NULL) {
    errno = 0;
    library = dlopen(DRAW_LIBRARY, RTLD_NOW);
  }
  return library;
}

mgnn_status
mg_draw_load(mgnn_error *err)
{
  if (library_open() != NULL)
    return MGNN_OK;
  return errno == ENOMEM ? mg_fail_memory(err) : mg_fail(err, MGNN_EIO, "%s", dlerror());
}

void *
mg_draw_symbol(const char *name)
{
  mgnn_error err;
  void *found = NULL;

  if (mg_draw_load(&err) == MGNN_OK) {
    found = dlsym(library, name);
    if (found == NULL)
      mg_fail(&err, MGNN_EIO, "%s", dlerror());
  }
  if (found == NULL) {
    /* As when a program is started without its libraries. */
    fprintf(stderr, "mgnn: cannot draw: %s\n", err.text);
    exit(2);
  }
  return found;
}
