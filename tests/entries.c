/* Logs every call of a program built with -finstrument-functions, for
 * tests/shape --entries: the address of the function and the place it was called
 * from, as offsets into the program, to the file that ENTRIES_LOG names. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NOT_LOGGED __attribute__((no_instrument_function))

void __cyg_profile_func_enter(void *function, void *site) NOT_LOGGED;
void __cyg_profile_func_exit(void *function, void *site) NOT_LOGGED;

static FILE *out;
static uintptr_t base;

/* The first object is the program itself. */
static NOT_LOGGED int
first_object(struct dl_phdr_info *info, size_t size, void *data)
{
  (void)size;
  (void)data;
  base = info->dlpi_addr;
  return 1;
}

static NOT_LOGGED __attribute__((constructor)) void
log_open(void)
{
  const char *path = getenv("ENTRIES_LOG");

  dl_iterate_phdr(first_object, NULL);
  if (path != NULL)
    out = fopen(path, "wb");
}

/* The same call again, as in a loop, says nothing new. */
void
__cyg_profile_func_enter(void *function, void *site)
{
  static uint64_t last[2];
  uint64_t pair[2] = { (uintptr_t)function - base, (uintptr_t)site - base };

  if (out == NULL || (pair[0] == last[0] && pair[1] == last[1]))
    return;
  last[0] = pair[0];
  last[1] = pair[1];
  fwrite(pair, sizeof pair, 1, out);
}

void
__cyg_profile_func_exit(void *function, void *site)
{
  (void)function;
  (void)site;
}
