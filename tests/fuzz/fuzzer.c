/* libFuzzer's side: the name of the target is the first argument. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

static const fuzz_target *chosen;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
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
