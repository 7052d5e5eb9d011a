/* Plain files as they are, gzip files through zlib's inflate.  Not by zlib's
 * own file functions: where a signal interrupts a read, they lose the bytes
 * that were read before it, and continue silently. */
#define _POSIX_C_SOURCE 200809L
#include "gzfile.h"
#include "base/mem.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { PACKED_BYTES = 1 << 16, READ_AT_MOST = 1 << 30, GZIP_ONLY = 16 };

enum kind { NOT_KNOWN, PLAIN, GZIP, AFTER_GZIP };

struct mg_gzfile {
  int fd, at_end;              /* at_end: the descriptor has no more; fd -1: */
  const unsigned char *memory; /* bytes in memory, `left` of them */
  size_t left;
  enum kind kind;
  int in_member;               /* between a gzip header and its checksum */
  size_t packed;
  z_stream z;                  /* next_in, avail_in: bytes not used yet */
  unsigned char bytes[PACKED_BYTES];
};

mg_gzfile *
mg_gzfile_new(int fd)
{
  mg_gzfile *f = mg_zalloc(1, sizeof *f);

  if (f != NULL) {
    f->fd = fd;
    f->z.next_in = f->bytes;
  }
  return f;
}

mg_gzfile *
mg_gzfile_of(const void *memory, size_t size)
{
  mg_gzfile *f = mg_gzfile_new(-1);

  if (f != NULL) {
    f->memory = memory;
    f->left = size;
  }
  return f;
}

void
mg_gzfile_free(mg_gzfile *f)
{
  if (f == NULL)
    return;
  if (f->kind == GZIP || f->kind == AFTER_GZIP)
    inflateEnd(&f->z);
  if (f->fd >= 0)
    close(f->fd);
  mg_free(f);
}

size_t
mg_gzfile_packed(const mg_gzfile *f)
{
  return f->packed;
}

static mgnn_status
take(mg_gzfile *f, const char *path, void *to, size_t size, size_t *got,
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

/* At least `wanted` bytes in f->bytes, unless the file ends before.  Those left
 * move to the front: the two that begin a member may be apart. */
static mgnn_status
gather(mg_gzfile *f, const char *path, unsigned wanted, mgnn_error *err)
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

/* The first bytes tell what the file is.  They are not more than are needed:
 * the rest of a plain file goes straight to its place. */
static mgnn_status
find_kind(mg_gzfile *f, const char *path, mgnn_error *err)
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

/* Between two members of a gzip file: another one, or the end.  Anything else
 * may be a member whose first bytes are damaged. */
static mgnn_status
next_member(mg_gzfile *f, const char *path, mgnn_error *err)
{
  PASS(gather(f, path, 2, err));
  if (f->z.avail_in >= 2 && f->z.next_in[0] == 0x1f
      && f->z.next_in[1] == 0x8b) {
    f->in_member = 1;
    return inflateReset(&f->z) == Z_OK ? MGNN_OK : mg_fail_memory(err);
  }
  f->kind = AFTER_GZIP;
  /* Tapes and some programs fill files up with zeros. */
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

/* inflate may take bytes and return none, but *got 0 would mean the end. */
static mgnn_status
unpack(mg_gzfile *f, const char *path, char *to, size_t size, size_t *got,
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

mgnn_status
mg_gzfile_read(mg_gzfile *f, const char *path, char *to, size_t size, size_t *got,
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
