/* mgnn-inspect as a function. */
#include "mains.h"
#define main inspect_main
#include "../src/cli/inspect/inspect_main.c"
