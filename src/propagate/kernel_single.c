/* Layers in single precision, for any processor. */
#include "base/random.h"

typedef float real;
#define NAME(kind) mg_##kind##_single
#define ROOT sqrtf
#define DIRECTION mg_random_direction_single
#define NUMBERS mg_singles

#include "kernel_body.h"
