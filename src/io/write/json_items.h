/* The items of an object: a key and its value. */
#ifndef MG_JSON_ITEMS_H
#define MG_JSON_ITEMS_H

#include "json.h"

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

/* 1: true, 0: false, below: null. */
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

/* A key of which the value follows if there is one; else it is null.  Returns
 * whether there is. */
static inline int
put_key_if(mg_json *j, const char *key, int there)
{
  mg_json_key(j, key);
  if (!there)
    mg_json_null(j);
  return there;
}

#endif
