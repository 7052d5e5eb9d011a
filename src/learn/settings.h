/* Settings by name: to and from options, tables and model files. */
#ifndef MG_SETTINGS_H
#define MG_SETTINGS_H

#include "model.h"

#include <stdint.h>

typedef struct {
  const char *name;            /* as an option and as a column of a table */
  enum { MG_SETTING_REAL, MG_SETTING_COUNT, MG_SETTING_WORD } kind;
  size_t at;                   /* offset in mg_settings */
  double min, max;             /* allowed range of numbers */
  const char *word[2];         /* for words: of values 0 and 1 */
  size_t count;                /* number of values in the paper's grid; 0: not in it */
  double value[8];             /* these values; if 101, they are 0, 0.01, ..., 1 */
} mg_setting;

extern const mg_setting mg_setting_rows[MG_SETTINGS];

/* The row of the setting called `name`, or NULL. */
const mg_setting *mg_setting_find(const char *name);

/* Set a setting from text.  Fails with MGNN_EINVAL; the message starts with
 * `where` and the name. */
mgnn_status mg_setting_set(mg_settings *s, const mg_setting *row,
                           const char *text, const char *where,
                           mgnn_error *err);

/* The value as text, written to `out` of MG_SETTING_TEXT bytes; returns out. */
enum { MG_SETTING_TEXT = 32 };
const char *mg_setting_text(const mg_settings *s, const mg_setting *row,
                            char *out);

/* Get a value as a number, 0 or 1 for a word; set a value known to be valid. */
double mg_setting_value(const mg_settings *s, const mg_setting *row);
void mg_setting_put(mg_settings *s, const mg_setting *row, double value);

/* Whether a model uses a setting; all models use those of training. */
int mg_setting_used(const mg_model *model, const mg_setting *row);

/* A hash of a model and the settings that it uses, as a key in journals. */
uint64_t mg_settings_hash(const mg_model *model, const mg_settings *s);

/* Draw the settings that a model uses at random from the paper's grid.  fixed:
 * one byte per row of mg_setting_rows, nonzero for settings to leave as they
 * are.  The same stream gives the same settings. */
void mg_settings_draw(const mg_model *model, const unsigned char *fixed,
                      uint64_t *stream, mg_settings *s);

#endif
