/* mgnn-layout as a function. */
#include "mains.h"
#define main layout_main
#include "../src/cli/layout/layout_main.c"
