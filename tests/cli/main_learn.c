/* mgnn-learn as a function. */
#include "mains.h"
#define main learn_main
#include "../src/cli/learn/learn_main.c"
