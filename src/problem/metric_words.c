/* Parses the value of --metric, such as attr:NAME. */
#include "metric.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/message.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Parse a length in the value of --metric: len bytes at s. */
static mgnn_status
parse_length(const char *words, const char *s, size_t len, double *out,
             mgnn_error *err)
{
  char given[MG_SHOW_MAX], shown[MG_SHOW_MAX];
  int finite = mg_number_whole(s, len, out) && isfinite(*out);

  if (finite && *out >= 0)
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "--metric %s: %s %s", mg_show(given, words),
                 mg_show_part(shown, s, len), finite
                 ? "is negative; lengths are not" : "is not a finite number");
}

/* Parse a similarity metric: its name, and :ATTRIBUTE if it needs one.  Returns 0 if
 * `words` is not such a metric. */
static int
parse_similarity(mg_metric_spec *out, const char *words)
{
  size_t len = strcspn(words, ":");
  const mg_similarity *by = mg_similarity_find(words, len);

  if (by == NULL || (by->length != NULL) != (words[len] == ':'))
    return 0;
  out->kind = MG_METRIC_SIMILARITY;
  out->similarity = by;
  out->name = words + len + (words[len] == ':');
  return 1;
}

/* Parse FILE or FILE:COLUMN, a table of lengths; 0 if the file does not exist. */
static int
file_find(mg_metric_spec *out, const char *words)
{
  const char *colon = strrchr(words, ':');
  char *path = NULL;

  *out = (mg_metric_spec){ .kind = MG_METRIC_FILE, .name = words };
  if (access(words, F_OK) == 0)
    return 1;
  if (colon != NULL && colon != words && colon[1] != '\0')
    path = mg_strndup(words, (size_t)(colon - words));
  if (path != NULL && access(path, F_OK) == 0
      && (strlen(path) < 4 || strcmp(path + strlen(path) - 4, ".npz") != 0))
    out->column = colon + 1;
  mg_free(path);
  return out->column != NULL;
}

mgnn_status
mg_metric_parse(mg_metric_spec *out, const char *words, mgnn_error *err)
{
  static const struct {
    const char *word, *rest;
    mg_metric_kind kind;
  } table[] = {
    { "attr:", "attr:NAME, with the name of an edge attribute",
      MG_METRIC_ATTR },
    { "const:", "const:X, with a length", MG_METRIC_CONST },
    { "labels:", "labels:WITHIN,BETWEEN, with two lengths", MG_METRIC_LABELS },
    { "attention:", "attention:NAME, with the name of an edge attribute",
      MG_METRIC_ATTENTION },
    { "coords:", "coords:FILE, with a table of positions", MG_METRIC_COORDS },
    { "walk:", "walk:T, with a number of steps from 1 to 1000",
      MG_METRIC_WALK },
    { "", "a file, or attr:NAME, const:X, labels:WITHIN,BETWEEN, "
      "attention:NAME, coords:FILE, walk:T, inverse:NAME, neglog:NAME, "
      "complement:NAME or jaccard", MG_METRIC_FILE }
  };
  char shown[MG_SHOW_MAX];
  const char *comma;
  size_t k = 0;

  memset(out, 0, sizeof *out);
  if (words == NULL)
    return MGNN_OK;
  if (parse_similarity(out, words))
    return *out->name != '\0' || out->similarity->length == NULL ? MGNN_OK
           : mg_fail(err, MGNN_EINVAL, "--metric %s: write %s, with the name of "
                     "an edge attribute", mg_show(shown, words),
                     out->similarity->form);
  if (file_find(out, words))
    return MGNN_OK;
  while (strncmp(words, table[k].word, strlen(table[k].word)) != 0)
    k++;
  out->kind = table[k].kind;
  out->name = words + strlen(table[k].word);
  comma = strchr(out->name, ',');
  if (*out->name == '\0' || (out->kind == MG_METRIC_LABELS && comma == NULL)
      || (out->kind == MG_METRIC_WALK
          && !(mg_number_whole(out->name, strlen(out->name), &out->a) && out->a >= 1
               && out->a <= 1000 && out->a == floor(out->a)))
      || (out->kind == MG_METRIC_FILE && strchr(words, ':') != NULL
          && strpbrk(words, "./") == NULL))
    return mg_fail(err, MGNN_EINVAL, "--metric %s: write %s",
                   mg_show(shown, words), table[k].rest);
  if (out->kind == MG_METRIC_CONST)
    PASS(parse_length(words, out->name, strlen(out->name), &out->a, err));
  if (out->kind == MG_METRIC_LABELS) {
    PASS(parse_length(words, out->name, (size_t)(comma - out->name), &out->a,
                      err));
    PASS(parse_length(words, comma + 1, strlen(comma + 1), &out->b, err));
  }
  return MGNN_OK;
}
