/* A buffer that slides over the bytes of a file. */
#define _POSIX_C_SOURCE 200809L
#include "stream.h"
#include "utf8.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* ---- bytes ---- */

enum { PACKED_BYTES = 1 << 16, READ_AT_MOST = 1 << 30, GZIP_ONLY = 16 };

enum kind { NOT_KNOWN, PLAIN, GZIP, AFTER_GZIP };

/* Reads plain files directly and gzip files through zlib's inflate.  zlib's gzread
 * is not used: it loses bytes that it has read when a signal interrupts it. */
typedef struct mg_gzfile {
  int fd, at_end;              /* at_end: no more to read; fd: -1 for */
  const unsigned char *memory; /* bytes in memory, `left` of them */
  size_t left;
  enum kind kind;
  int in_member;               /* between a gzip header and its checksum */
  size_t packed;
  z_stream z;                  /* next_in, avail_in: bytes not used yet */
  unsigned char bytes[PACKED_BYTES];
} gzfile;

/* Read from a descriptor, which is owned from now on.  Returns NULL if out of
 * memory; the descriptor then still belongs to the caller. */
static gzfile *
gzfile_new(int fd)
{
  gzfile *f = mg_zalloc(1, sizeof *f);

  if (f != NULL) {
    f->fd = fd;
    f->z.next_in = f->bytes;
  }
  return f;
}

/* The same for bytes in memory, which the caller keeps. */
static gzfile *
gzfile_of(const void *memory, size_t size)
{
  gzfile *f = gzfile_new(-1);

  if (f != NULL) {
    f->memory = memory;
    f->left = size;
  }
  return f;
}

static void
gzfile_free(gzfile *f)
{
  if (f == NULL)
    return;
  if (f->kind == GZIP || f->kind == AFTER_GZIP)
    inflateEnd(&f->z);
  if (f->fd >= 0)
    close(f->fd);
  mg_free(f);
}

/* The number of bytes taken from a gzip file so far; 0 for other files. */
static size_t
gzfile_packed(const gzfile *f)
{
  return f->packed;
}

static mgnn_status
take(gzfile *f, const char *path, void *to, size_t size, size_t *got,
     mgnn_error *err)
{
  ssize_t count;

  if (f->memory != NULL) {
    *got = size < f->left ? size : f->left;
    memcpy(to, f->memory, *got);
    f->memory += *got;
    f->left -= *got;
    f->at_end = *got == 0;
    return MGNN_OK;
  }
  do
    count = read(f->fd, to, size < READ_AT_MOST ? size : READ_AT_MOST);
  while (count < 0 && errno == EINTR);
  if (count < 0)
    return mg_fail(err, MGNN_EIO, "%s: %s", path, strerror(errno));
  *got = (size_t)count;
  f->at_end = count == 0;
  return MGNN_OK;
}

/* Have at least `wanted` bytes in f->bytes, unless the file ends before.  Unused
 * bytes move to the front, so that the two that begin a member are together. */
static mgnn_status
gather(gzfile *f, const char *path, unsigned wanted, mgnn_error *err)
{
  size_t got;

  if (f->z.avail_in < wanted && f->z.next_in != f->bytes) {
    memmove(f->bytes, f->z.next_in, f->z.avail_in);
    f->z.next_in = f->bytes;
  }
  while (f->z.avail_in < wanted && !f->at_end) {
    PASS(take(f, path, f->bytes + f->z.avail_in, PACKED_BYTES - f->z.avail_in,
              &got, err));
    f->z.avail_in += (unsigned)got;
  }
  return MGNN_OK;
}

/* Recognise the kind of the file by its first bytes.  No more are read than are
 * needed, so that the rest of a plain file goes directly to its destination. */
static mgnn_status
find_kind(gzfile *f, const char *path, mgnn_error *err)
{
  size_t got;

  while (f->z.avail_in < 2 && !f->at_end) {
    PASS(take(f, path, f->bytes + f->z.avail_in, 2 - f->z.avail_in, &got, err));
    f->z.avail_in += (unsigned)got;
  }
  f->kind = PLAIN;
  if (f->z.avail_in < 2 || f->bytes[0] != 0x1f || f->bytes[1] != 0x8b)
    return MGNN_OK;
  if (inflateInit2(&f->z, MAX_WBITS + GZIP_ONLY) != Z_OK)
    return mg_fail_memory(err);
  f->kind = GZIP;
  f->in_member = 1;
  return MGNN_OK;
}

/* After a member of a gzip file, expect another one or the end.  Anything else
 * is an error, as it may be a member whose first bytes are damaged. */
static mgnn_status
next_member(gzfile *f, const char *path, mgnn_error *err)
{
  PASS(gather(f, path, 2, err));
  if (f->z.avail_in >= 2 && f->z.next_in[0] == 0x1f
      && f->z.next_in[1] == 0x8b) {
    f->in_member = 1;
    return inflateReset(&f->z) == Z_OK ? MGNN_OK : mg_fail_memory(err);
  }
  f->kind = AFTER_GZIP;
  /* Tapes and some programs pad files with zeros. */
  PASS(gather(f, path, 1, err));
  while (f->z.avail_in > 0 && *f->z.next_in == 0) {
    f->z.next_in++;
    f->z.avail_in--;
    PASS(gather(f, path, 1, err));
  }
  if (f->z.avail_in > 0)
    return mg_fail(err, MGNN_EPARSE, "%s: the compressed data is damaged (what "
                   "follows its first part is not compressed)", path);
  return MGNN_OK;
}

/* Decompress.  inflate may return no bytes, but *got 0 would mean the end. */
static mgnn_status
unpack(gzfile *f, const char *path, char *to, size_t size, size_t *got,
       mgnn_error *err)
{
  f->z.next_out = (unsigned char *)to;
  f->z.avail_out = size < READ_AT_MOST ? (unsigned)size : READ_AT_MOST;
  size = f->z.avail_out;
  while (f->z.avail_out == size && f->kind == GZIP) {
    unsigned before;
    int code;

    if (!f->in_member) {
      PASS(next_member(f, path, err));
      continue;
    }
    PASS(gather(f, path, 1, err));
    if (f->z.avail_in == 0)
      return mg_fail(err, MGNN_EPARSE, "%s: the compressed data ends early",
                     path);
    before = f->z.avail_in;
    code = inflate(&f->z, Z_NO_FLUSH);
    f->packed += before - f->z.avail_in;
    if (code == Z_MEM_ERROR)
      return mg_fail_memory(err);
    if (code != Z_OK && code != Z_STREAM_END)
      return mg_fail(err, MGNN_EPARSE, "%s: the compressed data is damaged (%s)",
                     path, f->z.msg != NULL ? f->z.msg : "compressed data error");
    f->in_member = code != Z_STREAM_END;
  }
  *got = size - f->z.avail_out;
  return MGNN_OK;
}

/* Read up to `size` bytes, at least 1; *got 0 means the end of the file.
 * `path` is for messages.  Fails with MGNN_EIO, MGNN_ENOMEM, or MGNN_EPARSE if
 * compressed data is damaged, ends early or is followed by anything but
 * compressed data and zeros. */
static mgnn_status
gzfile_read(gzfile *f, const char *path, char *to, size_t size, size_t *got,
               mgnn_error *err)
{
  mgnn_status status = f->kind == NOT_KNOWN ? find_kind(f, path, err) : MGNN_OK;

  *got = 0;
  if (status != MGNN_OK)
    return status;
  if (f->kind != PLAIN)
    return unpack(f, path, to, size, got, err);
  if (f->z.avail_in == 0)
    return f->at_end ? MGNN_OK : take(f, path, to, size, got, err);
  *got = f->z.avail_in < size ? f->z.avail_in : size;
  memcpy(to, f->z.next_in, *got);
  f->z.next_in += *got;
  f->z.avail_in -= (unsigned)*got;
  return MGNN_OK;
}

/* ---- buffer ---- */

#ifdef MG_BLOCK_BYTES          /* small for fuzzing: faster to make, and they grow */
enum { FIRST_BUFFER = 1 << 10 };
#else
enum { FIRST_BUFFER = 1 << 18 };
#endif

static mgnn_status
pull(mg_stream *s, char *to, size_t size, size_t *got, mgnn_error *err)
{
  size_t packed;

  PASS(gzfile_read(s->file, s->path, to, size, got, err));
  packed = gzfile_packed(s->file);
  s->total += *got;
  /* The ratio catches a decompression bomb long before the limit does. */
  if (s->total > s->limit
      || (s->limit == MG_BYTES_MAX && s->total > MG_BOMB_BYTES && packed > 0
          && s->total / MG_BOMB_RATIO > packed))
    return mg_fail(err, MGNN_EPARSE, "%s: %s%zu bytes; if that is right, raise "
                   "the limit max-bytes", s->path,
                   s->total > s->limit ? "has more than "
                   : "compressed data that expands to more than ",
                   s->total > s->limit ? s->limit : (size_t)MG_BOMB_BYTES);
  return MGNN_OK;
}

/* Set the end.  The zeros after it stop loops that do not check for the end. */
static void
end_at(mg_stream *s, char *end)
{
  s->end = end;
  memset(end, 0, MG_STREAM_SLACK);
}

static mgnn_status
fill(mg_stream *s, mgnn_error *err)
{
  size_t got = 0;

  PASS(pull(s, s->end, s->cap - (size_t)(s->end - s->buf), &got, err));
  s->done = got == 0;
  end_at(s, s->end + got);
  return MGNN_OK;
}

mgnn_status
mg_stream_widen(mg_stream *s, size_t size, mgnn_error *err)
{
  size_t at = (size_t)(s->p - s->buf), used = (size_t)(s->end - s->buf);

  if (size <= s->cap)
    return MGNN_OK;
  PASS(mg_resized(&s->buf, size + MG_STREAM_SLACK, 1, err));
  s->cap = size;
  s->p = s->buf + at;
  s->end = s->buf + used;
  return MGNN_OK;
}

void
mg_stream_ahead(mg_stream *s)
{
  if (s->done || s->fresh > 0 || s->late != MGNN_OK)
    return;
  if (s->spare_cap < s->cap) {
    mg_free(s->spare);
    s->spare = mg_alloc(s->cap + MG_STREAM_SLACK, 1);
    s->spare_cap = s->spare != NULL ? s->cap : 0;
  }
  s->late = s->spare == NULL ? mg_fail_memory(&s->why) :
            pull(s, s->spare + s->spare_cap / 2, s->spare_cap / 2, &s->fresh,
                 &s->why);
  s->done = s->late == MGNN_OK && s->fresh == 0;
}

/* Use the bytes read ahead: copy the kept bytes, mostly a part of a line, in front of
 * them, if they fit, and swap the buffers.  So half a buffer need not be copied. */
static mgnn_status
take_ahead(mg_stream *s, char **keep, size_t kept, mgnn_error *err)
{
  size_t from_keep = (size_t)(s->p - *keep), fresh = s->fresh;
  char *spare = s->spare + s->spare_cap / 2;

  s->fresh = 0;
  if (kept <= s->spare_cap / 2) {
    size_t cap = s->cap;

    memcpy(spare - kept, *keep, kept);
    s->spare = s->buf;
    s->buf = spare - s->spare_cap / 2;
    s->cap = s->spare_cap;
    s->spare_cap = cap;
    *keep = spare - kept;
  } else {
    memmove(s->buf, *keep, kept);
    s->p = s->end = s->buf;
    PASS(mg_stream_widen(s, kept + fresh, err));
    memcpy(s->buf + kept, spare, fresh);
    *keep = s->buf;
  }
  s->p = *keep + from_keep;
  end_at(s, *keep + kept + fresh);
  return MGNN_OK;
}

mgnn_status
mg_stream_more(mg_stream *s, char **keep, mgnn_error *err)
{
  size_t kept = (size_t)(s->end - *keep), from_keep = (size_t)(s->p - *keep);

  if (s->late != MGNN_OK)
    return mg_fail(err, s->late, "%s", s->why.text);
  if (s->fresh > 0)
    return take_ahead(s, keep, kept, err);
  if (kept > s->cap / 2) {
    size_t at = (size_t)(*keep - s->buf);

    PASS(mg_stream_widen(s, 2 * s->cap, err));
    *keep = s->buf + at;
  }
  if (*keep != s->buf)         /* memmove onto itself would copy all of it */
    memmove(s->buf, *keep, kept);
  *keep = s->buf;
  s->p = s->buf + from_keep;
  end_at(s, s->buf + kept);
  if (!s->done)
    PASS(fill(s, err));
  return MGNN_OK;
}

/* Convert a whole text from UTF-16, after its mark, to UTF-8. */
static mgnn_status
narrow(mg_stream *s, int big, mgnn_error *err)
{
  const unsigned char *b;
  char *to, *out, *keep = s->p;

  while (!s->done)
    PASS(mg_stream_more(s, &keep, err));
  s->cap = 3 * (size_t)(s->end - s->p) / 2 + 4;
  PASS(mg_allocated(to = out = mg_alloc(s->cap + MG_STREAM_SLACK, 1), err));
  for (b = (const unsigned char *)s->p; b + 1 < (const unsigned char *)s->end; b += 2) {
    unsigned code = b[!big] * 256u + b[big], low = 0;

    if ((code & 0xfc00) == 0xd800 && b + 3 < (const unsigned char *)s->end)
      low = b[2 + !big] * 256u + b[2 + big];
    if ((low & 0xfc00) == 0xdc00) {
      code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
      b += 2;
    }
    to = mg_utf8_put(to, (code & 0xfffff800) == 0xd800 ? 0xfffd : code);
  }
  mg_free(s->buf);
  s->p = s->buf = out;
  end_at(s, to);
  return MGNN_OK;
}

static mgnn_status
skip_mark(mg_stream *s, mgnn_error *err)
{
  const unsigned char *b = (const unsigned char *)s->p;
  size_t have;

  while (!s->done && s->end - s->p < 3)
    PASS(fill(s, err));
  have = (size_t)(s->end - s->p);
  if (have >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf)
    s->p += 3;
  else if (have >= 2 && ((b[0] == 0xff && b[1] == 0xfe)
                         || (b[0] == 0xfe && b[1] == 0xff))) {
    if (s->file == NULL)
      return mg_fail(err, MGNN_EPARSE, "%s:1: the text is UTF-16; convert it, "
                     "for example with: iconv -f UTF-16 -t UTF-8", s->path);
    s->p += 2;
    return narrow(s, b[0] == 0xfe, err);
  }
  return MGNN_OK;
}

static mgnn_status
piece_open(mg_stream *s, const char *path, const mg_piece *piece, mgnn_error *err)
{
  size_t size = piece->head_size + piece->body_size;
  mgnn_status status = MGNN_OK;

  memset(s, 0, sizeof *s);
  s->path = path;
  s->limit = MG_BYTES_MAX;
  s->done = 1;
  s->body_line = piece->line;
  s->cap = s->total = size;
  s->p = s->buf = mg_alloc(size + MG_STREAM_SLACK, 1);
  TRY(mg_allocated(s->buf, err));
  memcpy(s->buf, piece->head, piece->head_size);
  memcpy(s->buf + piece->head_size, piece->body, piece->body_size);
  end_at(s, s->buf + size);
  TRY(skip_mark(s, err));
end:
  if (status != MGNN_OK)
    mg_stream_close(s);
  return status;
}

mgnn_status
mg_stream_open(mg_stream *s, const char *path,
               const mg_limits *limits, mgnn_error *err)
{
  mgnn_status status;

  if (limits != NULL && limits->piece != NULL)
    return piece_open(s, path, limits->piece, err);
  status = mg_stream_open_raw(s, path, limits, err);
  if (status != MGNN_OK)
    return status;
  status = skip_mark(s, err);
  if (status != MGNN_OK)
    mg_stream_close(s);
  return status;
}

static mgnn_status
file_open(mg_stream *s, const char *path, int from_stdin, mgnn_error *err)
{
  int fd = from_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  struct stat about;

  if (fd < 0)
    return mg_fail(err, MGNN_EIO, "%s: %s", s->path, strerror(errno));
  if (fstat(fd, &about) == 0 && S_ISDIR(about.st_mode)) {
    close(fd);
    return mg_fail(err, MGNN_EIO, "%s: is a directory", s->path);
  }
  s->file = gzfile_new(fd);
  if (s->file != NULL)
    return MGNN_OK;
  close(fd);
  return mg_fail_memory(err);
}

mgnn_status
mg_stream_open_raw(mg_stream *s, const char *path, const mg_limits *limits,
                   mgnn_error *err)
{
  int from_stdin = strcmp(path, "-") == 0;
  mgnn_status status = MGNN_OK;

  memset(s, 0, sizeof *s);
  s->path = from_stdin ? "stdin" : path;
  s->limit = limits != NULL && limits->bytes > 0 ? limits->bytes : MG_BYTES_MAX;
  if (limits != NULL && limits->memory != NULL)
    TRY(mg_allocated(s->file = gzfile_of(limits->memory, limits->size), err));
  else
    TRY(file_open(s, path, from_stdin, err));
  s->cap = FIRST_BUFFER;
  TRY(mg_allocated(s->buf = mg_alloc(s->cap + MG_STREAM_SLACK, 1), err));
  s->p = s->buf;
  end_at(s, s->buf);
  TRY(fill(s, err));
  if (limits != NULL && limits->is_empty != NULL)
    *limits->is_empty = s->done;
end:
  if (status != MGNN_OK)
    mg_stream_close(s);
  return status;
}

void
mg_stream_leave_head(mg_stream *s)
{
  if (s->body_line > 0)
    s->line = s->body_line - 1;
  s->body_line = 0;
}

mgnn_status
mg_stream_find_end(mg_stream *s, char **start, mgnn_error *err)
{
  char *stop;

  while ((stop = memchr(s->p, '\n', (size_t)(s->end - s->p))) == NULL
         && !s->done) {
    s->p = s->end;             /* searched up to here */
    PASS(mg_stream_more(s, start, err));
  }
  s->p = stop != NULL ? stop : s->end;
  return MGNN_OK;
}

mgnn_status
mg_stream_line(mg_stream *s, char **line, size_t *len, mgnn_error *err)
{
  char *start = s->p, *stop;

  *line = NULL;
  *len = 0;
  PASS(mg_stream_find_end(s, &start, err));
  if (start == s->end)
    return MGNN_OK;
  s->line++;
  stop = s->p;
  s->p += s->p < s->end;
  stop = start + mg_line_length(start, stop);
  *stop = '\0';
  *line = start;
  *len = (size_t)(stop - start);
  return MGNN_OK;
}

void
mg_stream_close(mg_stream *s)
{
  gzfile_free(s->file);
  mg_free_all(s->buf, s->spare);
  s->file = NULL;
  s->buf = s->spare = s->p = s->end = NULL;
  s->fresh = s->spare_cap = 0;
}
