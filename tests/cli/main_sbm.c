/* mgnn-sbm as a function. */
#include "mains.h"
#define main sbm_main
#include "../src/cli/sbm_main.c"
