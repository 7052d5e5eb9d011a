/* A sliding buffer over zlib's reader, which passes plain files through. */
#include "stream.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { FIRST_BUFFER = 1 << 18, READ_AT_MOST = 1 << 30 };

/* Whether the file is too large, or about to be so from next to nothing. */
static int
too_much(const mg_stream *s)
{
  z_off_t packed = gzoffset(s->gz);

  return s->total > s->limit
         || (s->limit == MG_BYTES_MAX && s->total > MG_BOMB_BYTES && packed > 0
             && s->total / MG_BOMB_RATIO > (size_t)packed);
}

static mgnn_status
fill(mg_stream *s, mgnn_error *err)
{
  size_t room = s->cap - 1 - (size_t)(s->end - s->buf);
  int got;

  for (;;) {
    errno = 0;
    got = gzread(s->gz, s->end,
                 (unsigned)(room < READ_AT_MOST ? room : READ_AT_MOST));
    if (got >= 0 || errno != EINTR)
      break;
    gzclearerr(s->gz);         /* a signal came: go on */
  }
  if (got < 0) {
    int code;
    const char *why = gzerror(s->gz, &code);

    if (code == Z_ERRNO)
      return mg_fail(err, MGNN_EIO, "%s: %s", s->path, strerror(errno));
    if (code == Z_MEM_ERROR)
      return mg_fail_memory(err);
    if (strstr(why, ": ") != NULL)   /* zlib puts "<fd:3>: " before it */
      why = strstr(why, ": ") + 2;
    return mg_fail(err, MGNN_EPARSE, "%s: the compressed data is damaged (%s)",
                   s->path, why);
  }
  if (got == 0) {
    int code;

    gzerror(s->gz, &code);
    if (code == Z_BUF_ERROR)
      return mg_fail(err, MGNN_EPARSE, "%s: the compressed data ends early",
                     s->path);
    s->done = 1;
  }
  s->total += (size_t)got;
  if (too_much(s))
    return mg_fail(err, MGNN_EPARSE, "%s: %s%zu bytes; if that is right, allow "
                   "more with --max-bytes", s->path,
                   s->total > s->limit ? "has more than "
                   : "compressed data that expands to more than ",
                   s->total > s->limit ? s->limit : (size_t)MG_BOMB_BYTES);
  s->end += got;
  *s->end = '\0';
  return MGNN_OK;
}

mgnn_status
mg_stream_more(mg_stream *s, char **keep, mgnn_error *err)
{
  size_t kept = (size_t)(s->end - *keep), from_keep = (size_t)(s->p - *keep);

  if (kept > s->cap / 2) {
    size_t at = (size_t)(*keep - s->buf);
    char *grown = mg_resize(s->buf, 2, s->cap);

    if (grown == NULL)
      return mg_fail_memory(err);
    s->cap *= 2;
    s->buf = grown;
    *keep = grown + at;
  }
  memmove(s->buf, *keep, kept);
  *keep = s->buf;
  s->p = s->buf + from_keep;
  s->end = s->buf + kept;
  *s->end = '\0';
  return s->done ? MGNN_OK : fill(s, err);
}

static mgnn_status
skip_mark(mg_stream *s, mgnn_error *err)
{
  const unsigned char *b = (const unsigned char *)s->p;
  size_t have;

  while (!s->done && s->end - s->p < 3) {
    mgnn_status status = fill(s, err);

    if (status != MGNN_OK)
      return status;
  }
  have = (size_t)(s->end - s->p);
  if (have >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf)
    s->p += 3;
  else if (have >= 2 && ((b[0] == 0xff && b[1] == 0xfe)
                         || (b[0] == 0xfe && b[1] == 0xff)))
    return mg_fail(err, MGNN_EPARSE, "%s:1: the text is UTF-16; convert it, "
                   "for example with: iconv -f UTF-16 -t UTF-8", s->path);
  return MGNN_OK;
}

mgnn_status
mg_stream_open(mg_stream *s, const char *path, mgnn_error *err)
{
  return mg_stream_open_within(s, path, MG_BYTES_MAX, err);
}

mgnn_status
mg_stream_open_within(mg_stream *s, const char *path, size_t limit,
                      mgnn_error *err)
{
  int from_stdin = strcmp(path, "-") == 0, fd;
  struct stat about;
  mgnn_status status;

  memset(s, 0, sizeof *s);
  s->path = from_stdin ? "stdin" : path;
  s->limit = limit > 0 ? limit : MG_BYTES_MAX;
  fd = from_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return mg_fail(err, MGNN_EIO, "%s: %s", s->path, strerror(errno));
  if (fstat(fd, &about) == 0 && S_ISDIR(about.st_mode)) {
    close(fd);
    return mg_fail(err, MGNN_EIO, "%s: is a directory", s->path);
  }
  s->cap = FIRST_BUFFER;
  s->buf = mg_alloc(s->cap, 1);
  s->gz = s->buf != NULL ? gzdopen(fd, "rb") : NULL;
  if (s->gz == NULL) {
    close(fd);
    mg_free(s->buf);
    s->buf = NULL;
    return mg_fail_memory(err);
  }
  gzbuffer(s->gz, FIRST_BUFFER / 4);   /* small: then zlib reads plain files
                                          straight into our buffer */
  s->p = s->end = s->buf;
  *s->end = '\0';
  status = fill(s, err);
  if (status == MGNN_OK)
    status = skip_mark(s, err);
  if (status != MGNN_OK)
    mg_stream_close(s);
  return status;
}

mgnn_status
mg_stream_line(mg_stream *s, char **line, size_t *len, mgnn_error *err)
{
  char *start = s->p, *stop;

  while ((stop = memchr(s->p, '\n', (size_t)(s->end - s->p))) == NULL
         && !s->done) {
    mgnn_status status;

    s->p = s->end;             /* searched up to here */
    status = mg_stream_more(s, &start, err);
    if (status != MGNN_OK)
      return status;
  }
  if (stop == NULL && start == s->end) {
    *line = NULL;
    *len = 0;
    return MGNN_OK;
  }
  s->line++;
  if (stop == NULL)
    stop = s->p = s->end;
  else
    s->p = stop + 1;
  if (stop > start && stop[-1] == '\r')
    stop--;
  *stop = '\0';
  *line = start;
  *len = (size_t)(stop - start);
  return MGNN_OK;
}

void
mg_stream_close(mg_stream *s)
{
  if (s->gz != NULL)
    gzclose(s->gz);
  mg_free(s->buf);
  s->gz = NULL;
  s->buf = s->p = s->end = NULL;
}
