/* Reads a file, standard input or bytes in memory, plain or gzip-compressed, through
 * one buffer that slides over the input: readers never hold a whole file. */
#ifndef MG_STREAM_H
#define MG_STREAM_H

#include "base/error.h"
#include "io/limits.h"

#include <stdint.h>

/* The default limit on bytes of a file, decompressed; and, from BOMB_BYTES on,
 * how many times larger than the compressed file that may be. */
#define MG_BYTES_MAX ((size_t)4000000000)
enum { MG_BOMB_RATIO = 200, MG_BOMB_BYTES = 100000000 };

/* Zero bytes after the end, so that several bytes can be examined at once. */
enum { MG_STREAM_SLACK = 16 };

/* A part of a large file, in memory: the beginning of the file up to its first
 * row, and lines from further on. */
typedef struct mg_piece {
  const char *head, *body;
  size_t head_size, body_size;
  size_t line;                 /* of the first line of the body */
  struct mg_tokens *tokens;    /* if not NULL, nodes are entered and numbered
                                  here, not in the source */
  uint64_t place;              /* of the first new node; later ones count on */
  size_t sample_size;          /* of the file's beginning, at the head, from
                                  which the shape of a table is found */
  int is_all;                  /* the sample is the whole file */
} mg_piece;

typedef struct {
  const char *path;            /* for messages; "stdin" if the path was "-" */
  char *p, *end;               /* the unread bytes in the buffer; *end and a few
                                  more bytes are 0 */
  size_t line;                 /* of the last mg_stream_line, or set by the reader */
  size_t body_line;            /* of a piece: line of its body; else 0 */
  int done;                    /* the end of the file is in the buffer */
  size_t limit, total;         /* bytes allowed, and read so far */
  char *buf;
  size_t cap;
  struct mg_gzfile *file;    /* source of the bytes */

  /* Result of mg_stream_ahead: `fresh` bytes in the second half of a buffer of
   * spare_cap bytes, or the reason why it failed. */
  char *spare;
  size_t spare_cap, fresh;
  mgnn_status late;
  mgnn_error why;
} mg_stream;

/* Open a file of at most limits->bytes, decompressed; "-" is standard input.
 * Or open the bytes in memory or the piece that limits name; limits NULL: the
 * default.  Compression is recognised by the first bytes, a byte order mark of
 * UTF-8 is skipped, and UTF-16 behind its mark is converted to UTF-8.  A limit
 * of 0 is MG_BYTES_MAX; with that limit, a file that expands more than tables
 * do (a decompression bomb) is refused.  Fails with MGNN_EIO (cannot open, is a
 * directory), MGNN_EPARSE or MGNN_ENOMEM. */
mgnn_status mg_stream_open(mg_stream *s, const char *path,
                           const mg_limits *limits, mgnn_error *err);
/* The same, but leave byte order marks in place. */
mgnn_status mg_stream_open_raw(mg_stream *s, const char *path,
                               const mg_limits *limits, mgnn_error *err);

/* To be called by readers after the first row: in a piece, lines are then
 * counted from that of the body. */
void mg_stream_leave_head(mg_stream *s);

/* Read more bytes after `end`.  Bytes from `keep` on (keep <= s->end) stay
 * available: they may move, and s->p moves with them; *keep is set to their new
 * place.  Returns MGNN_OK also at the end of the file (then s->done is set and
 * nothing was added), MGNN_EIO or MGNN_EPARSE (bad compressed data) or
 * MGNN_ENOMEM. */
mgnn_status mg_stream_more(mg_stream *s, char **keep, mgnn_error *err);

/* Enlarge the buffer to at least this many bytes. */
mgnn_status mg_stream_widen(mg_stream *s, size_t size, mgnn_error *err);

/* Read half a buffer ahead; the next mg_stream_more uses it or reports its error.
 * Touches nothing between p and end, so others may read there meanwhile. */
void mg_stream_ahead(mg_stream *s);

/* Find the end of the line that begins at *start, searching from s->p; s->p is set
 * to it, or to the end of the file.  The line may move, and *start with it. */
mgnn_status mg_stream_find_end(mg_stream *s, char **start, mgnn_error *err);

/* Length of a line without its end: an LF at `stop`, or the end of the file,
 * and any CRs before it (files converted twice have several). */
static inline size_t
mg_line_length(const char *start, const char *stop)
{
  while (stop > start && stop[-1] == '\r')
    stop--;
  return (size_t)(stop - start);
}

/* Read the next line without its end: *len bytes at *line followed by a 0,
 * valid until the next call; s->line is its number, from 1.  At the end of the
 * file *line is NULL. */
mgnn_status mg_stream_line(mg_stream *s, char **line, size_t *len, mgnn_error *err);

void mg_stream_close(mg_stream *s);

#endif
