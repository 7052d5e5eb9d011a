/* mgnn-layout as a function, to run it a million times in one process. */
#include "fuzz.h"
#define main fuzz_layout
#include "../../src/cli/layout.c"
