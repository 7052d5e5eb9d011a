/* The table of settings. */
#include "settings.h"
#include "base/number.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define REAL(name, member, min, max) \
  { name, MG_SETTING_REAL, offsetof(mg_settings, member), min, max, \
    { NULL, NULL } }
#define COUNT(name, member, min, max) \
  { name, MG_SETTING_COUNT, offsetof(mg_settings, member), min, max, \
    { NULL, NULL } }
#define WORD(name, member, first, second) \
  { name, MG_SETTING_WORD, offsetof(mg_settings, member), 0, 1, \
    { first, second } }

const mg_setting mg_setting_rows[MG_SETTINGS] = {
  REAL("lr", rate, 0, 10),
  REAL("weight-decay", decay, 0, 10),
  REAL("dropout", dropout, 0, 0.99),
  COUNT("hidden", hidden, 1, 4096),
  COUNT("layers", layers, 1, 1000),
  REAL("alpha", alpha, 0, 1),
  REAL("beta", beta, 0, 1000),
  REAL("theta", theta, 0, 1000),
  REAL("mu", mu, 0, 1000),
  REAL("p", p, 0.1, 10),
  WORD("attention", bilinear, "concat", "bilinear"),
  WORD("initial", mlp, "linear", "mlp"),
  WORD("form", matrix, "message", "matrix"),
  REAL("eps", eps, 1e-12, 1),
  REAL("metric-bound", bound, 0, 1000),
  COUNT("epochs", epochs, 1, 1e9),
  COUNT("patience", patience, 1, 1e9)
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
  static const char always[] = "lr weight-decay dropout hidden epochs patience";
  const char *list[2] = { always, model->uses };
  size_t len = strlen(row->name);

  for (int k = 0; k < 2; k++)
    for (const char *p = list[k]; (p = strstr(p, row->name)) != NULL; p += len)
      if ((p == list[k] || p[-1] == ' ') && (p[len] == ' ' || p[len] == '\0'))
        return 1;
  return 0;
}

uint64_t
mg_settings_hash(const mg_model *model, const mg_settings *s)
{
  uint64_t hash = UINT64_C(14695981039346656037);
  char text[MG_SETTING_TEXT];

  for (const char *p = model->name; *p != '\0'; p++)
    hash = (hash ^ (unsigned char)*p) * UINT64_C(1099511628211);
  for (size_t k = 0; k < MG_SETTINGS; k++) {
    if (!mg_setting_used(model, &mg_setting_rows[k]))
      continue;
    mg_setting_text(s, &mg_setting_rows[k], text);
    for (const char *p = text; *p != '\0'; p++)
      hash = (hash ^ (unsigned char)*p) * UINT64_C(1099511628211);
    hash = (hash ^ ',') * UINT64_C(1099511628211);
  }
  return hash;
}
