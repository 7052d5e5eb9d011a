/* Writes and reads files of trained networks. */
#include "model_file.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/stream.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Version 1 gave model names other meanings, see mg_model_before. */
static const char first_line[] = "mgnn-learn model 2";
static const char first_line_before[] = "mgnn-learn model 1";
enum { CLASSES_MAX = 100000, LINE_MAX_BYTES = 4096 };
static const double NUMBERS_MAX = 1e9;

void
mg_model_file_free(mg_model_file *m)
{
  for (size_t k = 0; k < m->classes && m->class_name != NULL; k++)
    mg_free(m->class_name[k]);
  mg_free_all(m->class_name, m->number);
  memset(m, 0, sizeof *m);
}

static uint64_t
hash_add(uint64_t hash, const void *bytes, size_t count)
{
  const unsigned char *p = bytes;

  for (size_t k = 0; k < count; k++)
    hash = (hash ^ p[k]) * UINT64_C(1099511628211);
  return hash;
}

/* ---- writing ---- */

/* Writes bytes to a file and adds them to the hash. */
typedef struct {
  FILE *out;
  uint64_t hash;
} hashed;

static void
put_bytes(hashed *h, const void *bytes, size_t count)
{
  h->hash = hash_add(h->hash, bytes, count);
  fwrite(bytes, 1, count, h->out);
}

static void
put_line(hashed *h, const char *key, const char *more, const char *value)
{
  const char *const word[] = { key, more, value };

  for (size_t k = 0; k < 3 && word[k] != NULL; k++) {
    put_bytes(h, " ", k > 0);
    put_bytes(h, word[k], strlen(word[k]));
  }
  put_bytes(h, "\n", 1);
}

static void
put_number_line(hashed *h, const char *key, double x)
{
  char text[MG_NUMBER_MAX];

  mg_number_write(text, x);
  put_line(h, key, text, NULL);
}

static void
put_float(hashed *h, double x)
{
  float f = (float)x;
  uint32_t bits;
  unsigned char bytes[4];

  memcpy(&bits, &f, 4);
  for (int k = 0; k < 4; k++)
    bytes[k] = (unsigned char)(bits >> 8 * k);
  put_bytes(h, bytes, 4);
}

static void
put_weights(hashed *h, const mg_net *net)
{
  for (size_t k = 0; k < net->weights; k++) {
    const mg_weight *w = &net->weight[k];

    for (size_t i = 0; i < w->rows; i++)
      for (size_t c = 0; c < w->cols; c++)
        put_float(h, net->w[w->at + i * w->ld + c]);
  }
  for (size_t k = 0; k < net->states; k++)
    put_float(h, net->state[k]);
}

void
mg_model_write(FILE *out, const mg_model_file *about, const mg_net *net)
{
  hashed h = { out, UINT64_C(14695981039346656037) };
  char text[MG_SETTING_TEXT];

  put_line(&h, first_line, NULL, NULL);
  put_line(&h, "model", about->model->name, NULL);
  put_number_line(&h, "features", (double)about->features);
  put_number_line(&h, "nodes", (double)about->nodes);
  put_number_line(&h, "temperature", about->temperature);
  for (size_t k = 0; k < MG_SETTINGS; k++)
    put_line(&h, "setting", mg_setting_rows[k].name,
             mg_setting_text(&about->s, &mg_setting_rows[k], text));
  for (size_t k = 0; k < about->classes; k++)
    put_line(&h, "class", about->class_name[k], NULL);
  put_number_line(&h, "weights", (double)mg_net_parameters(net));
  put_number_line(&h, "states", (double)net->states);
  put_line(&h, "data", NULL, NULL);
  put_weights(&h, net);
  for (int k = 0; k < 8; k++)
    fputc((int)(h.hash >> 8 * k & 0xff), out);
}

/* ---- reading ---- */

typedef struct {
  mg_stream in;
  uint64_t hash;
  int before;                  /* the file has version 1 */
} model_reader;

static mgnn_status
refuse(const model_reader *r, const char *why, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s:%zu: %s", r->in.path, r->in.line, why);
}

/* The number behind a key; 0 unless it is a number from 0 to most. */
static int
number_after(const char *text, double most, double *out)
{
  return mg_number_whole(text, strlen(text), out) && *out >= 0 && *out <= most;
}

static mgnn_status
class_add(model_reader *r, mg_model_file *m, const char *name, mgnn_error *err)
{
  char **more;

  if (m->classes == CLASSES_MAX)
    return refuse(r, "too many classes", err);
  more = mg_resize(m->class_name, m->classes + 1, sizeof *more);
  PASS(mg_allocated(more, err));
  m->class_name = more;
  m->class_name[m->classes] = mg_strdup(name);
  PASS(mg_allocated(m->class_name[m->classes], err));
  m->classes++;
  return MGNN_OK;
}

static mgnn_status
setting_read(model_reader *r, mg_model_file *m, char *text, mgnn_error *err)
{
  char *value = strchr(text, ' ');
  const mg_setting *row;
  char where[64];

  if (value == NULL)
    return refuse(r, "a setting has no value", err);
  *value++ = '\0';
  if (r->before && strcmp(text, "form") == 0) {
    if (m->model == mg_model_before("mgnn", "message"))
      m->model = mg_model_before("mgnn", value);
    return MGNN_OK;
  }
  row = mg_setting_find(text);
  if (row == NULL)
    return refuse(r, "a setting that this version does not know", err);
  snprintf(where, sizeof where, "%.40s: ", r->in.path);
  return mg_setting_set(&m->s, row, value, where, err);
}

/* Read a line of the header; *done is set at the line "data". */
static mgnn_status
line_read(model_reader *r, mg_model_file *m, char *line, int *done,
          mgnn_error *err)
{
  static const struct {
    const char *key;
    size_t at;
  } counts[] = {
    { "features", offsetof(mg_model_file, features) },
    { "nodes", offsetof(mg_model_file, nodes) },
    { "weights", offsetof(mg_model_file, weights) },
    { "states", offsetof(mg_model_file, states) }
  };
  char *text = strchr(line, ' ');
  double x;

  if (strcmp(line, "data") == 0) {
    *done = 1;
    return MGNN_OK;
  }
  if (text == NULL)
    return refuse(r, "is not a line of a model", err);
  *text++ = '\0';
  if (strcmp(line, "class") == 0)
    return class_add(r, m, text, err);
  if (strcmp(line, "setting") == 0)
    return setting_read(r, m, text, err);
  if (strcmp(line, "model") == 0) {
    m->model = r->before ? mg_model_before(text, "message")
               : mg_model_find(text);
    return m->model != NULL ? MGNN_OK
           : refuse(r, "a model that this version does not know", err);
  }
  if (strcmp(line, "temperature") == 0 && number_after(text, 1e6, &x) && x > 0) {
    m->temperature = x;
    return MGNN_OK;
  }
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    if (strcmp(line, counts[k].key) == 0 && number_after(text, NUMBERS_MAX, &x)
        && x == floor(x)) {
      *(size_t *)((char *)m + counts[k].at) = (size_t)x;
      return MGNN_OK;
    }
  return refuse(r, "is not a line of a model, or its number is out of range",
                err);
}

static mgnn_status
header_read(model_reader *r, mg_model_file *m, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  int done = 0;

  for (size_t lines = 0; !done; lines++) {
    char *line;
    size_t len;

    TRY(mg_stream_line(&r->in, &line, &len, err));
    r->before |= lines == 0 && line != NULL
                 && strcmp(line, first_line_before) == 0;
    if (lines == 0 && !r->before
        && (line == NULL || strcmp(line, first_line) != 0))
      return mg_fail(err, MGNN_EPARSE, "%s: is not a model of mgnn-learn, "
                     "version 1 or 2", r->in.path);
    if (line == NULL || len > LINE_MAX_BYTES || strlen(line) != len)
      return refuse(r, "the model ends before its data", err);
    r->hash = hash_add(hash_add(r->hash, line, len), "\n", 1);
    if (lines > 0)
      TRY(line_read(r, m, line, &done, err));
  }
  if (m->model == NULL || m->classes < 1 || m->features < 1 || m->weights < 1
      || !(m->temperature > 0))
    status = refuse(r, "the model lacks a line: model, features, temperature, "
                    "class or weights", err);
end:
  return status;
}

/* Take the next bytes of the file.  Fails if it ends before. */
static mgnn_status
bytes_take(model_reader *r, size_t count, unsigned char *out, mgnn_error *err)
{
  while ((size_t)(r->in.end - r->in.p) < count && !r->in.done) {
    char *keep = r->in.p;

    PASS(mg_stream_more(&r->in, &keep, err));
  }
  if ((size_t)(r->in.end - r->in.p) < count)
    return mg_fail(err, MGNN_EPARSE, "%s: the model is cut short", r->in.path);
  memcpy(out, r->in.p, count);
  r->in.p += count;
  return MGNN_OK;
}

/* Memory grows as numbers are read, so that a forged header cannot claim much. */
static mgnn_status
numbers_read(model_reader *r, mg_model_file *m, mgnn_error *err)
{
  size_t count = m->weights + m->states, cap = 0;
  unsigned char bytes[8];
  uint64_t hash = 0;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < count; k++) {
    uint32_t bits = 0;

    TRY(mg_room(&m->number, k, &cap, sizeof *m->number, err));
    TRY(bytes_take(r, 4, bytes, err));
    r->hash = hash_add(r->hash, bytes, 4);
    for (int b = 0; b < 4; b++)
      bits |= (uint32_t)bytes[b] << 8 * b;
    memcpy(&m->number[k], &bits, 4);
    if (!isfinite(m->number[k]))
      return mg_fail(err, MGNN_EPARSE, "%s: weight %zu is not a finite number",
                     r->in.path, k + 1);
  }
  TRY(bytes_take(r, 8, bytes, err));
  for (int b = 0; b < 8; b++)
    hash |= (uint64_t)bytes[b] << 8 * b;
  if (hash != r->hash)
    status = mg_fail(err, MGNN_EPARSE, "%s: the model was changed or damaged: "
                     "its checksum does not fit", r->in.path);
end:
  return status;
}

mgnn_status
mg_model_read(mg_model_file *out, const char *path, mgnn_error *err)
{
  model_reader r = { .hash = UINT64_C(14695981039346656037) };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  mg_settings_init(&out->s);
  TRY(mg_stream_open_raw(&r.in, path, NULL, err));
  TRY(header_read(&r, out, err));
  TRY(numbers_read(&r, out, err));
end:
  mg_stream_close(&r.in);
  if (status != MGNN_OK)
    mg_model_file_free(out);
  return status;
}

mgnn_status
mg_model_load(const mg_model_file *m, mg_net *net, const char *path,
              mgnn_error *err)
{
  const float *from = m->number;

  /* Check before allocating, because settings may ask for any size. */
  if (mg_net_parameters(net) != m->weights || net->states != m->states)
    return mg_fail(err, MGNN_EINVAL, "%s: the model has %zu weights, for these "
                   "data it would have %zu", path, m->weights,
                   mg_net_parameters(net));
  PASS(mg_net_finish(net, err));
  for (size_t k = 0; k < net->weights; k++) {
    const mg_weight *w = &net->weight[k];

    for (size_t i = 0; i < w->rows; i++)
      for (size_t c = 0; c < w->cols; c++)
        net->w[w->at + i * w->ld + c] = (mg_real)*from++;
  }
  for (size_t k = 0; k < net->states; k++)
    net->state[k] = (mg_real)*from++;
  return MGNN_OK;
}
