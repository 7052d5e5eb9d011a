/* Splits DOT files into tokens. */
#ifndef MG_DOT_SCAN_H
#define MG_DOT_SCAN_H

#include "chars.h"

typedef enum {
  MG_DOT_END,                  /* of the file */
  MG_DOT_SIGN,                 /* one of { } [ ] = , ; : + @ */
  MG_DOT_EDGE,                 /* -> or -- */
  MG_DOT_KEYWORD,              /* a word of mg_dot_keyword, in any case */
  MG_DOT_WORD,                 /* a name or a number without quotes */
  MG_DOT_QUOTED,               /* a text in quotes, parts joined by + */
  MG_DOT_HTML                  /* <...>; its text includes the brackets only if
                                  there is markup in it */
} mg_dot_kind;

typedef enum {
  MG_DOT_GRAPH, MG_DOT_DIGRAPH, MG_DOT_SUBGRAPH, MG_DOT_STRICT, MG_DOT_NODE,
  MG_DOT_EDGES
} mg_dot_keyword;

/* If zeroed, its chars may be closed. */
typedef struct {
  mg_chars chars;              /* chars.text and len: the token's text */
  mg_dot_kind kind;
  char sign;                   /* of MG_DOT_SIGN; > or - of MG_DOT_EDGE */
  mg_dot_keyword keyword;
  size_t line, column;         /* where it begins */
  unsigned char names[256];    /* 1 for bytes allowed in unquoted names */
  unsigned char plain[256];    /* 1 for bytes without special meaning in quotes */
} mg_dot_scan;

/* Open a file as mg_stream_open does; mg_chars_close closes it. */
mgnn_status mg_dot_open(mg_dot_scan *s, const char *path,
                        const mg_limits *limits, mgnn_error *err);

/* Go to the next token.  Fails with MGNN_EPARSE or as mg_stream_more does. */
mgnn_status mg_dot_next(mg_dot_scan *s, mgnn_error *err);

/* Whether the current token is this sign; whether it can be a name or a value. */
static inline int
mg_dot_is(const mg_dot_scan *s, char sign)
{
  return s->kind == MG_DOT_SIGN && s->sign == sign;
}

static inline int
mg_dot_is_id(const mg_dot_scan *s)
{
  return s->kind >= MG_DOT_WORD;
}

#endif
