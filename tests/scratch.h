/* For tests that read files: a directory of their own to write them in, so
 * that messages name short and known paths. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch_dir[] = "/tmp/mgnn-check-XXXXXX";

/* Call first in main; tests then run in an empty current directory. */
static inline void
scratch_enter(void)
{
  if (mkdtemp(scratch_dir) == NULL || chdir(scratch_dir) != 0) {
    perror(scratch_dir);
    exit(1);
  }
}

/* Call last in main. */
static inline void
scratch_leave(void)
{
  char command[sizeof scratch_dir + 16];

  snprintf(command, sizeof command, "rm -rf %s", scratch_dir);
  if (chdir("/") != 0 || system(command) != 0)
    perror(scratch_dir);
}

/* Write a file of len bytes; of a string. */
static inline const char *
put_bytes(const char *name, const char *bytes, size_t len)
{
  FILE *out = fopen(name, "wb");

  ck_assert_ptr_nonnull(out);
  ck_assert_uint_eq(fwrite(bytes, 1, len, out), len);
  ck_assert_int_eq(fclose(out), 0);
  return name;
}

static inline const char *
put(const char *name, const char *text)
{
  return put_bytes(name, text, strlen(text));
}

#endif
