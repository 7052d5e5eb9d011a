/* The table of settings, used by options, reports, journals and --tune. */
#include "settings.h"
#include "base/number.h"
#include "base/random.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* After the range: number of values that --tune draws from, and these values; or 0. */
#define REAL(name, member, min, max, ...) \
  { name, MG_SETTING_REAL, offsetof(mg_settings, member), min, max, \
    { NULL, NULL }, __VA_ARGS__ }
#define COUNT(name, member, min, max, ...) \
  { name, MG_SETTING_COUNT, offsetof(mg_settings, member), min, max, \
    { NULL, NULL }, __VA_ARGS__ }
#define WORD(name, member, first, second) \
  { name, MG_SETTING_WORD, offsetof(mg_settings, member), 0, 1, \
    { first, second }, 2, { 0, 1 } }
#define NOT_DRAWN 0, { 0 }
enum { HUNDREDTHS = 101 };     /* 0, 0.01, ..., 1 */

const mg_setting mg_setting_rows[MG_SETTINGS] = {
  [MG_SET_LR] = REAL("lr", rate, 0, 10, 4, { 1e-3, 5e-3, 1e-2, 5e-2 }),
  [MG_SET_WEIGHT_DECAY] = REAL("weight-decay", decay, 0, 10, 8,
                               { 0, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2 }),
  [MG_SET_DROPOUT] = REAL("dropout", dropout, 0, 0.99, 4, { 0, 0.1, 0.3, 0.5 }),
  [MG_SET_HIDDEN] = COUNT("hidden", hidden, 1, 4096, NOT_DRAWN),
  [MG_SET_LAYERS] = COUNT("layers", layers, 1, 1000, 3, { 2, 4, 8 }),
  [MG_SET_ALPHA] = REAL("alpha", alpha, 0, 1, HUNDREDTHS, { 0 }),
  [MG_SET_BETA] = REAL("beta", beta, 0, 1000, HUNDREDTHS, { 0 }),
  [MG_SET_THETA] = REAL("theta", theta, 0, 1000, 3, { 0.5, 1, 1.5 }),
  [MG_SET_MU] = REAL("mu", mu, 0, 1000, HUNDREDTHS, { 0 }),
  [MG_SET_P] = REAL("p", p, 0.1, 10, 4, { 0.5, 1, 1.5, 2 }),
  [MG_SET_ATTENTION] = WORD("attention", bilinear, "concat", "bilinear"),
  [MG_SET_INITIAL] = WORD("initial", mlp, "linear", "mlp"),
  [MG_SET_EPS] = REAL("eps", eps, 1e-12, 1, NOT_DRAWN),
  [MG_SET_METRIC_BOUND] = REAL("metric-bound", bound, 0, 1000, NOT_DRAWN),
  [MG_SET_EPOCHS] = COUNT("epochs", epochs, 1, 1e9, NOT_DRAWN),
  [MG_SET_PATIENCE] = COUNT("patience", patience, 1, 1e9, NOT_DRAWN)
};

const mg_setting *
mg_setting_find(const char *name)
{
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (strcmp(mg_setting_rows[k].name, name) == 0)
      return &mg_setting_rows[k];
  return NULL;
}

double
mg_setting_value(const mg_settings *s, const mg_setting *row)
{
  const void *at = (const char *)s + row->at;
  const double *real = at;
  const long *count = at;
  const int *word = at;

  return row->kind == MG_SETTING_REAL ? *real
         : row->kind == MG_SETTING_COUNT ? (double)*count : *word;
}

void
mg_setting_put(mg_settings *s, const mg_setting *row, double value)
{
  void *at = (char *)s + row->at;
  double *real = at;
  long *count = at;
  int *word = at;

  if (row->kind == MG_SETTING_REAL)
    *real = value;
  else if (row->kind == MG_SETTING_COUNT)
    *count = (long)value;
  else
    *word = value != 0;
}

mgnn_status
mg_setting_set(mg_settings *s, const mg_setting *row, const char *text,
               const char *where, mgnn_error *err)
{
  double value = 0;

  if (row->kind == MG_SETTING_WORD) {
    while (value < 2 && strcmp(text, row->word[(int)value]) != 0)
      value++;
    if (value == 2)
      return mg_fail(err, MGNN_EINVAL, "%s%s is \"%.40s\", must be %s or %s",
                     where, row->name, text, row->word[0], row->word[1]);
  } else if (!mg_number_whole(text, strlen(text), &value)
             || !(value >= row->min && value <= row->max)
             || (row->kind == MG_SETTING_COUNT && value != floor(value)))
    return mg_fail(err, MGNN_EINVAL, "%s%s is \"%.40s\", must be a%s number "
                   "from %g to %g", where, row->name, text,
                   row->kind == MG_SETTING_COUNT ? " whole" : "", row->min,
                   row->max);
  mg_setting_put(s, row, value);
  return MGNN_OK;
}

const char *
mg_setting_text(const mg_settings *s, const mg_setting *row, char *out)
{
  double value = mg_setting_value(s, row);

  if (row->kind == MG_SETTING_WORD)
    snprintf(out, MG_SETTING_TEXT, "%s", row->word[(int)value]);
  else
    mg_number_write(out, value);
  return out;
}

int
mg_setting_used(const mg_model *model, const mg_setting *row)
{
  const unsigned always = 1u << MG_SET_LR | 1u << MG_SET_WEIGHT_DECAY
                          | 1u << MG_SET_DROPOUT | 1u << MG_SET_HIDDEN
                          | 1u << MG_SET_EPOCHS | 1u << MG_SET_PATIENCE;

  return ((always | model->uses) >> (row - mg_setting_rows) & 1) != 0;
}

static uint64_t
hash_text(uint64_t hash, const char *text)
{
  while (*text != '\0')
    hash = (hash ^ (unsigned char)*text++) * UINT64_C(1099511628211);
  return hash;
}

uint64_t
mg_settings_hash(const mg_model *model, const mg_settings *s)
{
  uint64_t hash = hash_text(UINT64_C(14695981039346656037), model->name);
  char text[MG_SETTING_TEXT];

  if (mg_model_before(model->name, "message") != model)
    hash = hash_text(hash, "=");       /* the name meant another model before */
  for (const mg_setting *row = mg_setting_rows; row < mg_setting_rows + MG_SETTINGS; row++)
    if (mg_setting_used(model, row))
      hash = hash_text(hash_text(hash, mg_setting_text(s, row, text)), ",");
  return hash;
}

void
mg_settings_draw(const mg_model *model, const unsigned char *fixed,
                 uint64_t *stream, mg_settings *s)
{
  for (size_t k = 0; k < MG_SETTINGS; k++) {
    const mg_setting *row = &mg_setting_rows[k];
    size_t drawn;

    if (row->count == 0)
      continue;
    drawn = mg_random_below(stream, row->count);
    if (!fixed[k] && mg_setting_used(model, row))
      mg_setting_put(s, row, row->count == HUNDREDTHS ? (double)drawn / 100
                                                      : row->value[drawn]);
  }
}
