/* The grid from which settings are searched. */
#ifndef MG_TUNE_H
#define MG_TUNE_H

#include "settings.h"

/* Draw the settings that a model looks at from the grid of the paper; fixed: one
 * byte per row of mg_setting_rows, nonzero for those that stay.  The same stream
 * gives the same settings. */
void mg_tune_draw(const mg_model *model, const unsigned char *fixed,
                  uint64_t *stream, mg_settings *s);

#endif
