/* Reads and writes zip archives.  Written by hand, as zlib has no archives and
 * libzip would be one more library for 200 lines; zlib is used to inflate
 * members. */
#include "zip.h"
#include "base/mem.h"
#include "stream.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

enum { END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, COMMENT_MAX = 65535,
       MEMBERS_MAX = 65535, STORED = 0, DEFLATED = 8, RAW = -15 };

/* Read a number of `bytes` bytes, the lowest first. */
static uint64_t
number(const unsigned char *p, int bytes)
{
  uint64_t x = 0;

  for (int k = bytes; k-- > 0;)
    x = x << 8 | p[k];
  return x;
}

static mgnn_status
bad(const mg_zip *z, const char *what, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: is not an archive of NumPy (.npz): %s",
                 z->path, what);
}

/* Values of 2^32 - 1 are replaced by those in an extra field, in this order. */
static void
large_take(const unsigned char *extra, size_t len, uint64_t *value[3])
{
  while (len >= 4) {
    size_t size = number(extra + 2, 2), at = 4;

    if (size > len - 4)
      return;
    if (number(extra, 2) == 1)
      for (int k = 0; k < 3; k++)
        if (*value[k] == UINT32_MAX && at + 8 <= 4 + size) {
          *value[k] = number(extra + at, 8);
          at += 8;
        }
    extra += 4 + size;
    len -= 4 + size;
  }
}

/* Read the entry of the directory at *at, which is moved to the next. */
static mgnn_status
entry_read(mg_zip *z, size_t *at, mgnn_error *err)
{
  const unsigned char *p = z->bytes + *at;
  mg_zip_member *m = &z->member[z->count];
  uint64_t packed, size, offset, *large[] = { &size, &packed, &offset };
  size_t name, extra, left = z->size - *at;

  if (left < ENTRY_SIZE || number(p, 4) != 0x02014b50)
    return bad(z, "its directory is damaged", err);
  name = number(p + 28, 2);
  extra = number(p + 30, 2);
  if (left - ENTRY_SIZE < name + extra + number(p + 32, 2))
    return bad(z, "its directory is damaged", err);
  packed = number(p + 20, 4);
  size = number(p + 24, 4);
  offset = number(p + 42, 4);
  large_take(p + ENTRY_SIZE + name, extra, large);
  if (offset > z->size || packed > z->size || size > SIZE_MAX / 2)
    return bad(z, "a member lies outside of the file", err);
  if (number(p + 8, 2) & 1)
    return bad(z, "its members are encrypted", err);
  *m = (mg_zip_member){ (const char *)p + ENTRY_SIZE, name,
                        (unsigned)number(p + 10, 2),
                        (unsigned long)number(p + 16, 4), (size_t)packed,
                        (size_t)size, (size_t)offset };
  z->count++;
  *at += ENTRY_SIZE + name + extra + number(p + 32, 2);
  return MGNN_OK;
}

/* Find the record at the end, which a comment may follow; the size of the file
 * if there is none. */
static size_t
end_find(const mg_zip *z)
{
  size_t least = z->size > END_SIZE + COMMENT_MAX
                 ? z->size - END_SIZE - COMMENT_MAX : 0;

  for (size_t at = z->size >= END_SIZE ? z->size - END_SIZE + 1 : 0; at-- > least;)
    if (number(z->bytes + at, 4) == 0x06054b50)
      return at;
  return z->size;
}

mgnn_status
mg_zip_open(mg_zip *z, const char *path, const void *bytes, size_t size,
            size_t limit, mgnn_error *err)
{
  size_t end, count, at;

  *z = (mg_zip){ .path = path, .bytes = bytes, .size = size, .limit = limit };
  end = end_find(z);
  if (end == size)
    return bad(z, "it has no directory at its end", err);
  count = number(z->bytes + end + 10, 2);
  at = number(z->bytes + end + 16, 4);
  if (count == MEMBERS_MAX || at >= end + (count == 0))
    return bad(z, "its directory is damaged", err);
  PASS(mg_allocated(z->member = mg_alloc(count, sizeof *z->member), err));
  while (z->count < count)
    PASS(entry_read(z, &at, err));
  return MGNN_OK;
}

void
mg_zip_free(mg_zip *z)
{
  mg_free(z->member);
  memset(z, 0, sizeof *z);
}

/* Inflate a whole member; returns 0 if it does not give exactly `size` bytes. */
static int
inflate_all(const unsigned char *from, size_t packed, char *to, size_t size)
{
  z_stream s = { .next_in = (unsigned char *)from, .next_out = (unsigned char *)to };
  int status;

  if (inflateInit2(&s, RAW) != Z_OK)
    return 0;
  do {
    uInt in = packed > UINT_MAX ? UINT_MAX : (uInt)packed;
    uInt out = size > UINT_MAX ? UINT_MAX : (uInt)size;

    s.avail_in = in;
    s.avail_out = out;
    status = inflate(&s, Z_NO_FLUSH);
    packed -= in - s.avail_in;
    size -= out - s.avail_out;
    if (in == s.avail_in && out == s.avail_out)
      break;
  } while (status == Z_OK);
  inflateEnd(&s);
  return status == Z_STREAM_END && size == 0;
}

mgnn_status
mg_zip_take(const mg_zip *z, const mg_zip_member *m, char **out, mgnn_error *err)
{
  const unsigned char *p = z->bytes + m->at;
  size_t left = z->size - m->at, skip;
  uLong crc = crc32(0, NULL, 0);
  char *made;

  *out = NULL;
  if (left < LOCAL_SIZE || number(p, 4) != 0x04034b50)
    return bad(z, "a member has no header", err);
  skip = LOCAL_SIZE + number(p + 26, 2) + number(p + 28, 2);
  if (left < skip || left - skip < m->packed)
    return bad(z, "a member lies outside of the file", err);
  if (m->method != STORED && m->method != DEFLATED)
    return bad(z, "members must be stored or deflated", err);
  if (m->size > z->limit || (m->size > MG_BOMB_BYTES
                             && m->size / MG_BOMB_RATIO > m->packed))
    return mg_fail(err, MGNN_EPARSE, "%s: a member of %zu bytes is too large",
                   z->path, m->size);
  if (m->method == STORED && m->size != m->packed)
    return bad(z, "a member has two sizes", err);
  PASS(mg_allocated(made = mg_alloc(m->size + 1, 1), err));
  if (m->method == STORED)
    memcpy(made, p + skip, m->size);
  else if (!inflate_all(p + skip, m->packed, made, m->size)) {
    mg_free(made);
    return bad(z, "a member does not inflate", err);
  }
  for (size_t at = 0; at < m->size;) {
    size_t part = m->size - at < INT_MAX ? m->size - at : INT_MAX;

    crc = crc32(crc, (const unsigned char *)made + at, (uInt)part);
    at += part;
  }
  if (crc != m->crc) {
    mg_free(made);
    return bad(z, "the checksum of a member is wrong", err);
  }
  made[m->size] = '\0';
  *out = made;
  return MGNN_OK;
}

/* ---- writing ---- */

static void
put_number(unsigned char *p, int bytes, uint64_t x)
{
  for (int k = 0; k < bytes; k++, x >>= 8)
    p[k] = (unsigned char)(x & 255);
}

mgnn_status
mg_zip_put(mg_zip_writer *w, const char *name, const void *bytes, size_t size,
           mgnn_error *err)
{
  size_t len = strlen(name);
  unsigned char head[ENTRY_SIZE] = { 0 };
  uLong crc = crc32(0, NULL, 0);

  if (size >= UINT32_MAX || w->at >= UINT32_MAX - size)
    return mg_fail(err, MGNN_EINVAL, "an archive of more than 4 GB cannot be "
                   "written; write .npy");
  for (size_t at = 0; at < size; at += INT_MAX)
    crc = crc32(crc, (const unsigned char *)bytes + at,
                (uInt)(size - at < INT_MAX ? size - at : INT_MAX));
  PASS(mg_resized(&w->directory, w->directory_size + ENTRY_SIZE + len, 1, err));
  put_number(head, 4, 0x02014b50);
  put_number(head + 4, 2, 20);
  put_number(head + 6, 2, 20);
  put_number(head + 14, 2, 0x21);      /* 1980-01-01, a fixed date */
  put_number(head + 16, 4, crc);
  put_number(head + 20, 4, size);
  put_number(head + 24, 4, size);
  put_number(head + 28, 2, len);
  put_number(head + 42, 4, w->at);
  memcpy(w->directory + w->directory_size, head, ENTRY_SIZE);
  memcpy(w->directory + w->directory_size + ENTRY_SIZE, name, len);
  w->directory_size += ENTRY_SIZE + len;
  /* The local header is the entry without its bytes 4, 5 and 32 to 45. */
  memmove(head + 4, head + 6, 26);
  put_number(head, 4, 0x04034b50);
  fwrite(head, 1, LOCAL_SIZE, w->out);
  fwrite(name, 1, len, w->out);
  fwrite(bytes, 1, size, w->out);
  w->at += LOCAL_SIZE + len + size;
  w->count++;
  return MGNN_OK;
}

void
mg_zip_finish(mg_zip_writer *w)
{
  unsigned char end[END_SIZE] = { 0 };

  put_number(end, 4, 0x06054b50);
  put_number(end + 8, 2, w->count);
  put_number(end + 10, 2, w->count);
  put_number(end + 12, 4, w->directory_size);
  put_number(end + 16, 4, w->at);
  fwrite(w->directory, 1, w->directory_size, w->out);
  fwrite(end, 1, END_SIZE, w->out);
}

void
mg_zip_writer_free(mg_zip_writer *w)
{
  mg_free(w->directory);
  w->directory = NULL;
}
