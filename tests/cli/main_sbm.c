/* mgnn-sbm as a function. */
#include "mains.h"
#define main sbm_main
#include "../src/cli/sbm/sbm_main.c"
