/* For tests of graph readers: read an inline file and write down what was
 * read, so that a test is a file and the text that it stands for. */
#ifndef READING_H
#define READING_H

#include "io/read/read.h"
#include "base/number.h"
#include "unit.h"

#include <math.h>

static char described[20000];

static inline void
describe_add(const char *fmt, ...)
{
  size_t used = strlen(described);
  va_list args;

  va_start(args, fmt);
  vsnprintf(described + used, sizeof described - used, fmt, args);
  va_end(args);
}

/* {name=value,...}; texts are in quotes, absent values left out. */
static inline void
describe_values(const mg_attributes *at, size_t i)
{
  const char *before = "{";
  char buf[MG_NUMBER_MAX];

  for (size_t k = 0; k < at->count; k++) {
    const mg_column *col = &at->column[k];
    const char *value = mg_column_text(col, i, buf);

    if (value == NULL)
      continue;
    describe_add(value == buf || (i < col->cap && col->number != NULL
                                  && isinf(col->number[i]))
                 ? "%s%s=%s" : "%s%s='%s'", before, col->name, value);
    before = ",";
  }
  if (*before == ',')
    describe_add("}");
}

/* Nodes, a |, edges as a-b with node numbers, a | and a note for each. */
static inline const char *
describe(const mg_source *src)
{
  described[0] = '\0';
  if (src->directed)
    describe_add("directed ");
  for (size_t i = 0; i < src->n; i++) {
    describe_add("%s%s", i > 0 ? " " : "", src->names.text[i]);
    describe_values(&src->node, i);
  }
  describe_add("|");
  for (size_t e = 0; e < src->m; e++) {
    describe_add("%s%u-%u", e > 0 ? " " : "", src->ends[2 * e],
                 src->ends[2 * e + 1]);
    describe_values(&src->edge, e);
  }
  for (size_t k = 0; k < src->notes.count; k++)
    describe_add("|%s", src->notes.text[k]);
  return described;
}

/* Read `text` as a file of that name; what it holds, or the reason of the
 * failure after "! ". */
static inline const char *
read_bytes(const char *name, const char *text, size_t len)
{
  mg_source src;
  mgnn_error err;

  put_bytes(name, text, len);
  if (mg_read(&src, name, NULL, &err) != MGNN_OK) {
    static const mg_source zeroed;

    ck_assert_mem_eq(&src, &zeroed, sizeof src);
    snprintf(described, sizeof described, "! %s", err.text);
    return described;
  }
  ck_assert_str_eq(src.path, name);
  describe(&src);
  mg_source_free(&src);
  return described;
}

static inline const char *
read_text(const char *name, const char *text)
{
  return read_bytes(name, text, strlen(text));
}

/* Let the 1st, 2nd, ... allocation fail until reading succeeds. */
static inline void
read_with_fuse(const char *name, const char *text)
{
  mgnn_status status;
  long good = 0;

  put(name, text);
  do {
    mg_source src;
    mgnn_error err;

    mg_fuse_set(good++);
    status = mg_read(&src, name, NULL, &err);
    mg_fuse_set(-1);
    if (status == MGNN_OK)
      mg_source_free(&src);
    else {
      ck_assert_int_eq(status, MGNN_ENOMEM);
      ck_assert_ptr_null(src.ends);
    }
  } while (status != MGNN_OK && good < 10000);
  ck_assert_int_eq(status, MGNN_OK);
}

#endif
