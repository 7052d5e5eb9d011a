/* Settings by name: from options, tables and model files, and back. */
#ifndef MG_SETTINGS_H
#define MG_SETTINGS_H

#include "model.h"

#include <stdint.h>

typedef struct {
  const char *name;            /* as an option and as a column of a table */
  enum { MG_SETTING_REAL, MG_SETTING_COUNT, MG_SETTING_WORD } kind;
  size_t at;                   /* in mg_settings */
  double min, max;             /* of numbers */
  const char *word[2];         /* of words: value 0 and 1 */
  size_t count;                /* values of the paper's grid; 0: it has none */
  double value[8];             /* these; of 101 they are hundredths */
} mg_setting;

extern const mg_setting mg_setting_rows[MG_SETTINGS];

/* The row of a name, or NULL. */
const mg_setting *mg_setting_find(const char *name);

/* Set one from text.  Fails with MGNN_EINVAL; the message starts with `where`
 * and the name. */
mgnn_status mg_setting_set(mg_settings *s, const mg_setting *row,
                           const char *text, const char *where,
                           mgnn_error *err);

/* As text, into `out` of MG_SETTING_TEXT bytes; returns it. */
enum { MG_SETTING_TEXT = 32 };
const char *mg_setting_text(const mg_settings *s, const mg_setting *row,
                            char *out);

/* The value as a number; a word is 0 or 1.  And setting it from one that is
 * known to be allowed. */
double mg_setting_value(const mg_settings *s, const mg_setting *row);
void mg_setting_put(mg_settings *s, const mg_setting *row, double value);

/* Whether a model looks at a setting; those of training all do. */
int mg_setting_used(const mg_model *model, const mg_setting *row);

/* A hash of a model and the settings that it uses, for the keys of journals. */
uint64_t mg_settings_hash(const mg_model *model, const mg_settings *s);

/* Draw the settings that a model looks at from the grid of the paper; fixed: one
 * byte per row of mg_setting_rows, nonzero for those that stay.  The same stream
 * gives the same settings. */
void mg_settings_draw(const mg_model *model, const unsigned char *fixed,
                      uint64_t *stream, mg_settings *s);

#endif
