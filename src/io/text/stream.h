/* Bytes of a file, of standard input, or of a gzip-compressed one, through one
 * buffer that slides over the file: readers never hold a whole file. */
#ifndef MG_STREAM_H
#define MG_STREAM_H

#include "base/error.h"
#include "io/limits.h"

#include <stdint.h>

/* How many bytes a file may have, decompressed, unless another limit is given;
 * and how much larger than the file that may be, from BOMB_BYTES on. */
#define MG_BYTES_MAX ((size_t)4000000000)
enum { MG_BOMB_RATIO = 200, MG_BOMB_BYTES = 100000000 };

/* Zeros after the end of the bytes, so that a few may be looked at together. */
enum { MG_STREAM_SLACK = 16 };

/* A part of a large file, in memory: its beginning, as far as the first row goes, and
 * lines from further on. */
typedef struct mg_piece {
  const char *head, *body;
  size_t head_size, body_size;
  size_t line;                 /* of the first line of the body */
  struct mg_tokens *tokens;    /* nodes are entered here, and numbered so, not in the
                                  source; or NULL */
  uint64_t place;              /* of the first that is new; those after it follow */
  size_t sample_size;          /* of the file's beginning, which is at the head: it tells
                                  the shape of a table */
  int is_all;                  /* the sample is the whole file */
} mg_piece;

typedef struct {
  const char *path;            /* for messages: "stdin" where it is "-" */
  char *p, *end;               /* the unread bytes in the buffer; *end is 0,
                                  and so are a few more */
  size_t line;                 /* of the last mg_stream_line, or the reader's */
  size_t body_line;            /* of a piece: that of its body; else 0 */
  int done;                    /* nothing more will come after end */
  size_t limit, total;         /* bytes allowed, and read so far */
  char *buf;
  size_t cap;
  struct mg_gzfile *file;    /* where they come from */

  /* What mg_stream_ahead has read: `fresh` bytes in the second half of a
   * buffer of spare_cap, or why it could not. */
  char *spare;
  size_t spare_cap, fresh;
  mgnn_status late;
  mgnn_error why;
} mg_stream;

/* Open a file of at most limits->bytes, decompressed; "-" is standard input; or the
 * bytes in memory or the piece that limits name.  limits NULL: only the default.
 * The first bytes tell whether it is compressed; a byte order mark of UTF-8 is
 * skipped, and what is behind one of UTF-16 becomes UTF-8.  A limit of 0 is MG_BYTES_MAX, and under that
 * one a compressed file that expands as no table does, a bomb, is refused too.
 * Fails with MGNN_EIO (cannot open, is a directory), MGNN_EPARSE or
 * MGNN_ENOMEM. */
mgnn_status mg_stream_open(mg_stream *s, const char *path,
                           const mg_limits *limits, mgnn_error *err);
/* The same, and byte order marks are left where they are. */
mgnn_status mg_stream_open_raw(mg_stream *s, const char *path,
                               const mg_limits *limits, mgnn_error *err);

/* For readers, once they have read the first row: lines are counted on from that of
 * the body, if it is a piece. */
void mg_stream_leave_head(mg_stream *s);

/* Bring in more bytes after `end`.  Bytes from `keep` on (keep <= s->end) stay
 * available: they may move, and s->p moves with them; *keep is set to their
 * new place.  Returns MGNN_OK also at the end of the file (then s->done is set
 * and nothing was added), MGNN_EIO or MGNN_EPARSE (bad compressed data) or
 * MGNN_ENOMEM. */
mgnn_status mg_stream_more(mg_stream *s, char **keep, mgnn_error *err);

/* Make the buffer hold this many bytes at least. */
mgnn_status mg_stream_widen(mg_stream *s, size_t size, mgnn_error *err);

/* Read ahead, half a buffer: mg_stream_more will find it done, or the fault.
 * Touches nothing between p and end, so others may read there meanwhile. */
void mg_stream_ahead(mg_stream *s);

/* Find the end of the line that begins at *start, from s->p on: s->p is left
 * there, or at the end of the file.  The line may move, and *start with it. */
mgnn_status mg_stream_find_end(mg_stream *s, char **start, mgnn_error *err);

/* The bytes of a line before its end: an LF at `stop`, or the end of the file,
 * and any number of CRs before it, as files have that were converted twice. */
static inline size_t
mg_line_length(const char *start, const char *stop)
{
  while (stop > start && stop[-1] == '\r')
    stop--;
  return (size_t)(stop - start);
}

/* The next line without its end, as
 * *len bytes at *line followed by a 0, valid until the next call; s->line is
 * its number, from 1.  At the end of the file *line is NULL. */
mgnn_status mg_stream_line(mg_stream *s, char **line, size_t *len, mgnn_error *err);

void mg_stream_close(mg_stream *s);

#endif
