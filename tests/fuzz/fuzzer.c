/* libFuzzer's side: the name of the target is the first argument, or that of the
 * program after "fuzz_", as tests/fuzz/build.sh names its copies. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fuzz_target *chosen;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  const char *own = strrchr((*argv)[0], '/');

  own = own != NULL ? own + 1 : (*argv)[0];
  if (strncmp(own, "fuzz_", 5) == 0 && fuzz_find(own + 5) != NULL) {
    chosen = fuzz_find(own + 5);
    return 0;
  }
  chosen = *argc > 1 ? fuzz_find((*argv)[1]) : NULL;
  if (chosen == NULL) {
    fputs("which target? one of:", stderr);
    for (const fuzz_target *t = fuzz_targets; t->name != NULL; t++)
      fprintf(stderr, " %s", t->name);
    fputs("\n", stderr);
    exit(1);
  }
  (*argv)[1] = (*argv)[0];     /* libFuzzer starts itself again by argv[0] */
  ++*argv;
  --*argc;
  return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  chosen->run(chosen->name, data, size);
  return 0;
}
