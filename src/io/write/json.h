/* Writes JSON item by item, without storing it.
 *
 *   mg_json_begin(&j, out);
 *   mg_json_open(&j, '{');
 *   mg_json_key(&j, "position");
 *   mg_json_row(&j, '[');
 *   mg_json_number(&j, 0.5);
 *   mg_json_close(&j);
 *   mg_json_close(&j);
 *   mg_json_end(&j);
 *
 * The caller keeps to the grammar: a key before every value in an object, at
 * most 60 levels.  Errors of writing stick to the FILE. */
#ifndef MG_JSON_H
#define MG_JSON_H

#include "sink.h"

#include <stdint.h>

typedef struct {
  mg_sink sink;
  unsigned depth;              /* objects and arrays that are open */
  uint64_t array, row, filled; /* a bit per level: it is an array; it is written
                                  on one line; it has an item already */
  int after_key;
  int in_page;                 /* see mg_json_in_page */
} mg_json;

void mg_json_begin(mg_json *j, FILE *out);

/* From here on the text is embedded in an HTML page: characters with a meaning in
 * HTML or scripts (< > & ', U+2028, U+2029) are escaped, so that no text can end the
 * element that contains it. */
void mg_json_in_page(mg_json *j);

/* Finish the text with a newline and hand it to stdio. */
void mg_json_end(mg_json *j);

/* Begin an object '{' or an array '['.  After mg_json_row, its items and everything in
 * them are on one line; else each item has a line, indented by 2 per level. */
void mg_json_open(mg_json *j, char bracket);
void mg_json_row(mg_json *j, char bracket);
void mg_json_close(mg_json *j);

void mg_json_key(mg_json *j, const char *key);

/* Write values.  In text, each byte that is not UTF-8 becomes U+FFFD.  NULL and
 * numbers that are not finite become null. */
void mg_json_text(mg_json *j, const char *text);
void mg_json_number(mg_json *j, double x);
void mg_json_count(mg_json *j, size_t count);
void mg_json_flag(mg_json *j, int on);
void mg_json_null(mg_json *j);
/* A value that is already JSON text. */
void mg_json_raw(mg_json *j, const char *json);

static inline void
put_number(mg_json *j, const char *key, double x)
{
  mg_json_key(j, key);
  mg_json_number(j, x);
}

static inline void
put_count(mg_json *j, const char *key, size_t count)
{
  mg_json_key(j, key);
  mg_json_count(j, count);
}

static inline void
put_text(mg_json *j, const char *key, const char *text)
{
  mg_json_key(j, key);
  mg_json_text(j, text);
}

/* flag 1: true, 0: false, negative: null. */
static inline void
put_flag(mg_json *j, const char *key, int flag)
{
  mg_json_key(j, key);
  if (flag < 0)
    mg_json_null(j);
  else
    mg_json_flag(j, flag);
}

static inline void
put_open(mg_json *j, const char *key, char bracket)
{
  mg_json_key(j, key);
  mg_json_open(j, bracket);
}

static inline void
put_row(mg_json *j, const char *key, char bracket)
{
  mg_json_key(j, key);
  mg_json_row(j, bracket);
}

/* Write a key.  If `there` is 0, its value is null; else the caller writes the value.
 * Returns `there`. */
static inline int
put_key_if(mg_json *j, const char *key, int there)
{
  mg_json_key(j, key);
  if (!there)
    mg_json_null(j);
  return there;
}

#endif
