/* Layers in double precision, for any processor. */
#include "base/random.h"

typedef double real;
#define NAME(kind) mg_##kind##_double
#define ROOT sqrt
#define DIRECTION mg_random_direction
#define NUMBERS mg_doubles

#include "kernel_body.h"
