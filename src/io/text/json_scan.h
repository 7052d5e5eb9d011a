/* Splits JSON into tokens one at a time, so that memory is used only for what the
 * reader keeps (libraries first build a tree of some 600 bytes per edge). */
#ifndef MG_JSON_SCAN_H
#define MG_JSON_SCAN_H

#include "chars.h"

/* Values nested deeper than this are refused. */
enum { MG_JSON_DEPTH_MAX = 100 };

typedef enum {
  MG_JSON_END,                 /* of the file */
  MG_JSON_SIGN,                /* one of { } [ ] : , */
  MG_JSON_TEXT,                /* a string; chars.text is its decoded text */
  MG_JSON_NUMBER,              /* its value in `number`, its text in chars.text */
  MG_JSON_TRUE, MG_JSON_FALSE, MG_JSON_NULL
} mg_json_kind;

/* If zeroed, its chars may be closed. */
typedef struct {
  mg_chars chars;
  mg_json_kind kind;
  char sign;
  double number;
  size_t line, column;         /* where the token begins */
  size_t depth;                /* number of open { and [ */
  unsigned char plain[256];    /* 1 for bytes that are not special in a string */
} mg_json_scan;

/* Open a file as mg_stream_open does; mg_chars_close closes it. */
mgnn_status mg_json_scan_open(mg_json_scan *s, const char *path,
                              const mg_limits *limits, mgnn_error *err);

/* Go to the next token.  Fails with MGNN_EPARSE or as mg_stream_more does. */
mgnn_status mg_json_next(mg_json_scan *s, mgnn_error *err);

static inline int
mg_json_is(const mg_json_scan *s, char sign)
{
  return s->kind == MG_JSON_SIGN && s->sign == sign;
}

/* Iterates over the members of an object or array whose { or [ is the current
 * token.  If zeroed, its key may be freed. */
typedef struct {
  char close;                  /* } or ] */
  int begun;
  char *key;                   /* of the current member of an object */
  size_t key_cap;
} mg_json_list;

/* Begin the iteration; then go to the first and each further member.  If *more,
 * the current token is the first of its value, else it is the closing } or ].
 * Free the key with mg_free. */
void mg_json_list_open(mg_json_list *l, const mg_json_scan *s);
mgnn_status mg_json_list_next(mg_json_list *l, mg_json_scan *s, int *more,
                              mgnn_error *err);

/* Skip the value that begins with the current token, up to its last token. */
mgnn_status mg_json_skip(mg_json_scan *s, mgnn_error *err);

/* The same, but append the value's text, in the shortest form, to a buffer,
 * which holds *len bytes and a 0. */
typedef struct {
  char *text;
  size_t len, cap;
} mg_json_buffer;
mgnn_status mg_json_copy(mg_json_scan *s, mg_json_buffer *out, mgnn_error *err);

/* Append a text as a JSON string, in quotes. */
mgnn_status mg_json_quote(mg_json_buffer *out, const char *text, size_t len,
                          mgnn_error *err);

/* mg_fail with the position of the current token. */
mgnn_status mg_json_fail(const mg_json_scan *s, mgnn_error *err,
                         const char *fmt, ...) MG_PRINTF(3, 4);

#endif
