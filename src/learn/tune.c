/* The grid of the paper: lists of values, or hundredths from 0 to 1. */
#include "tune.h"
#include "base/random.h"

#include <string.h>

enum { VALUES = 8 };

static const struct {
  const char *name;
  size_t count;                /* 0: hundredths */
  double value[VALUES];
} grid[] = {
  { "lr", 4, { 1e-3, 5e-3, 1e-2, 5e-2 } },
  { "weight-decay", 8, { 0, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2 } },
  { "dropout", 4, { 0, 0.1, 0.3, 0.5 } },
  { "layers", 3, { 2, 4, 8 } },
  { "alpha", 0, { 0 } },
  { "beta", 0, { 0 } },
  { "theta", 3, { 0.5, 1, 1.5 } },
  { "mu", 0, { 0 } },
  { "p", 4, { 0.5, 1, 1.5, 2 } },
  { "attention", 2, { 0, 1 } },
  { "initial", 2, { 0, 1 } }
};

void
mg_tune_draw(const mg_model *model, const unsigned char *fixed,
             uint64_t *stream, mg_settings *s)
{
  for (size_t k = 0; k < sizeof grid / sizeof *grid; k++) {
    const mg_setting *row = mg_setting_find(grid[k].name);
    size_t count = grid[k].count > 0 ? grid[k].count : 101;
    size_t drawn = mg_random_below(stream, count);

    if (fixed[row - mg_setting_rows] || !mg_setting_used(model, row))
      continue;
    mg_setting_put(s, row, grid[k].count > 0 ? grid[k].value[drawn]
                                             : (double)drawn / 100);
  }
}
