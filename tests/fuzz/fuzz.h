/* What can be fuzzed: every reader, the options, and whole programs. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* A target takes any bytes: it must come back, leak nothing and touch no file
 * but those it made itself. */
typedef struct {
  const char *name;            /* also of its folder in tests/fuzz/corpus */
  void (*run)(const char *name, const uint8_t *data, size_t size);
} fuzz_target;

extern const fuzz_target fuzz_targets[];       /* ends with name NULL */

/* The row of that name, or NULL. */
const fuzz_target *fuzz_find(const char *name);

#endif
