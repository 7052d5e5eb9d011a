/* Writes each output to a part file in the folder of the final file, and renames it,
 * in one step, when everything has reached the disk. */
#define _GNU_SOURCE            /* fchown and the like */
#include "config.h"
#include "output.h"
#include "base/mem.h"
#include "place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  NAME_KEPT = 200,             /* most bytes of the name used in the part file's */
  KEPT_OPEN = 64               /* files of a set kept open: the limit may be 256 */
};

/* A part file that a signal handler has to remove.  It contains a copy of the path,
 * because a handler may read it on one thread while another closes its output. */
struct mg_part_note {
  struct mg_part_note *next;
  atomic_int state;            /* 0: free, 1: being changed, 2: has a part file */
  size_t capacity;
  char path[];
};

/* List of all notes.  It is global because a signal handler gets no argument that
 * could lead to it.  Notes are reused and never freed. */
static struct mg_part_note *_Atomic notes;

/* Note a part file before it is made, since a signal may come the moment it
 * exists.  NULL: out of memory. */
static struct mg_part_note *
part_enter(const char *path)
{
  size_t size = strlen(path) + 1, capacity = size + 256;
  struct mg_part_note *note = atomic_load(&notes);

  for (; note != NULL; note = note->next) {
    int is_free = 0;

    if (note->capacity >= size
        && atomic_compare_exchange_strong(&note->state, &is_free, 1))
      break;
  }
  if (note == NULL) {
    note = mg_alloc(1, sizeof *note + capacity);
    if (note == NULL)
      return NULL;
    note->capacity = capacity;
    atomic_init(&note->state, 1);
    note->next = atomic_load(&notes);
    while (!atomic_compare_exchange_weak(&notes, &note->next, note))
      ;
  }
  memcpy(note->path, path, size);
  atomic_store(&note->state, 2);
  return note;
}

static void
part_leave(struct mg_part_note *note)
{
  if (note != NULL)
    atomic_store(&note->state, 0);
}

void
mg_output_remove_all(void)
{
  int keep = errno;

  for (struct mg_part_note *note = atomic_load(&notes); note != NULL; note = note->next)
    if (atomic_load(&note->state) == 2)
      unlink(note->path);
  errno = keep;
}

/* The destination of a stream's bytes.  Our own stream remembers why the first write
 * failed, which stdio forgets during later writes. */
struct mg_drain {
  int fd, reason;              /* reason: errno of the first failure, or 0 */
  int is_shared;               /* standard output, which is not closed */
  char *bytes;                 /* if fd is -1: the bytes, followed by a 0 */
  size_t size, cap;
};

static ssize_t
drain_keep(struct mg_drain *d, const char *bytes, size_t size)
{
  if (d->reason == 0 && size >= d->cap - d->size) {
    size_t cap = 2 * d->cap > d->size + size ? 2 * d->cap : d->size + size + 1;
    char *more = mg_resize(d->bytes, cap, 1);

    d->reason = more == NULL ? ENOMEM : 0;
    d->bytes = more != NULL ? more : d->bytes;
    d->cap = more != NULL ? cap : d->cap;
  }
  errno = d->reason;
  if (d->reason != 0)
    return 0;
  memcpy(d->bytes + d->size, bytes, size);
  d->size += size;
  d->bytes[d->size] = '\0';
  return (ssize_t)size;
}

static ssize_t
drain_write(void *cookie, const char *bytes, size_t size)
{
  struct mg_drain *d = cookie;
  size_t done = 0;

  if (d->fd < 0)
    return drain_keep(d, bytes, size);
  while (done < size && d->reason == 0) {
    ssize_t put = write(d->fd, bytes + done, size - done);

    if (put > 0)
      done += (size_t)put;
    else if (put == 0 || errno != EINTR)
      d->reason = put == 0 ? EIO : errno;
  }
  errno = d->reason;
  return (ssize_t)done;        /* less than size means an error */
}

/* Closing may fail: file systems that write later report errors then. */
static int
drain_close(void *cookie)
{
  struct mg_drain *d = cookie;
  int failed = d->fd >= 0 && !d->is_shared && close(d->fd) != 0
               && errno != EINTR;

  return failed ? -1 : 0;
}

/* A stream whose bytes go to the drain; NULL if out of memory. */
#if !defined HAVE_FOPENCOOKIE && defined HAVE_FUNOPEN
static int
drain_write_some(void *cookie, const char *bytes, int size)
{
  return (int)drain_write(cookie, bytes, (size_t)size);
}

static FILE *
drain_stream(struct mg_drain *d)
{
  return funopen(d, NULL, drain_write_some, NULL, drain_close);
}
#else
static FILE *
drain_stream(struct mg_drain *d)
{
  static const cookie_io_functions_t calls = { .write = drain_write,
                                               .close = drain_close };

  return fopencookie(d, "w", calls);
}
#endif

/* Make o->file a stream to the descriptor fd and take that over; on failure it is
 * closed. */
static mgnn_status
drain_open(mg_output *o, int fd, mgnn_error *err)
{
  struct mg_drain *d = mg_zalloc(1, sizeof *d);

  if (d != NULL) {
    d->fd = fd;
    d->is_shared = o->is_stdout;
    o->file = drain_stream(d);
  }
  if (o->file == NULL) {
    mg_free(d);
    if (!o->is_stdout && fd >= 0)
      close(fd);
    return mg_fail_memory(err);
  }
  o->drain = d;
  return MGNN_OK;
}

static mgnn_status
descriptor_open(mg_output *o, int fd, mgnn_error *err)
{
  int copy, flags;

  if (fd == STDOUT_FILENO) {
    o->is_stdout = 1;
    flags = fcntl(fd, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
      return mg_fail(err, MGNN_EIO, "%s: is closed", mg_place_word(o->path));
    fflush(stdout);            /* so that the order of writes is kept */
    return drain_open(o, fd, err);
  }
  copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (copy < 0)
    return mg_fail(err, MGNN_EIO, "%s: cannot be written: %s", o->path,
                   strerror(errno));
  return drain_open(o, copy, err);
}

/* Fail: no file could be made in the folder of o->real; tells why, and what helps. */
static mgnn_status
fail_create(const mg_output *o, int reason, mgnn_error *err)
{
  size_t len = mg_place_folder(o->real);
  int width = len > 1 ? (int)len - 1 : (int)len;
  const char *folder = len > 0 ? o->real : "the current folder";

  if (len == 0)
    width = (int)strlen(folder);
  switch (reason) {
  case ENOENT:
    return mg_fail(err, MGNN_EIO, "%s: the folder %.*s does not exist; make it "
                   "first, for example with mkdir -p", o->path, width, folder);
  case ENOTDIR:
    return mg_fail(err, MGNN_EIO, "%s: %.*s is not a folder", o->path, width,
                   folder);
  case EACCES:
  case EPERM:
  case EROFS:
    return mg_fail(err, MGNN_EIO, "%s: no file can be made in %.*s (%s); write "
                   "to another folder", o->path, width, folder,
                   reason == EROFS ? "it is on a read-only file system"
                                   : "permission denied");
  default:
    return mg_fail(err, MGNN_EIO, "%s: cannot be written: %s", o->path,
                   strerror(reason));
  }
}

/* The process id in the end of a part file's name, after .NAME: .mgnn-PID.part or
 * .mgnn-PID-2.part.  0: it is not a part file. */
static long
part_owner(const char *rest)
{
  char *end;
  long pid;

  if (strncmp(rest, ".mgnn-", 6) != 0 || rest[6] < '1' || rest[6] > '9')
    return 0;
  errno = 0;
  pid = strtol(rest + 6, &end, 10);
  if (*end == '-')
    end += 1 + strspn(end + 1, "0123456789");
  return errno == 0 && strcmp(end, ".part") == 0 ? pid : 0;
}

/* Remove a part file whose process is gone, unless it is locked: in containers that
 * share a folder, a process may be alive but invisible, and holds the lock. */
static void
leftover_remove(int folder, const char *name)
{
  int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

  if (fd < 0)
    return;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0)
    unlinkat(folder, name, 0);
  close(fd);
}

/* Remove part files of this output that were left by processes that were killed.
 * Failures are ignored. */
static void
leftovers_remove(const mg_output *o)
{
  size_t len = mg_place_folder(o->real);
  const char *name = o->real + len;
  size_t kept = strlen(name) <= NAME_KEPT ? strlen(name) : NAME_KEPT;
  char *path = len > 0 ? mg_strndup(o->real, len) : NULL;
  DIR *folder = len > 0 && path == NULL ? NULL : opendir(path ? path : ".");
  const struct dirent *entry;

  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    long pid;

    if (entry->d_name[0] != '.' || strncmp(entry->d_name + 1, name, kept) != 0)
      continue;
    pid = part_owner(entry->d_name + 1 + kept);
    if (pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH)
      leftover_remove(dirfd(folder), entry->d_name);
  }
  if (folder != NULL)
    closedir(folder);
  mg_free(path);
}

/* Make the part file .NAME.mgnn-PID.part; if it exists, from another output or a
 * killed process, .NAME.mgnn-PID-1.part and so on.  Returns a descriptor, or -1 with
 * the reason in errno. */
static int
part_create(mg_output *o, mode_t mode)
{
  size_t folder = mg_place_folder(o->real);
  const char *name = o->real + folder;
  size_t kept = strlen(name) <= NAME_KEPT ? strlen(name) : NAME_KEPT;
  size_t size = folder + kept + 64;

  o->part = mg_alloc(size, 1);
  if (o->part == NULL) {
    errno = ENOMEM;
    return -1;
  }
  memcpy(o->part, o->real, folder);
  for (int k = 0; ; k++) {
    char number[16] = "";
    int fd;

    if (k > 0)
      snprintf(number, sizeof number, "-%d", k);
    snprintf(o->part + folder, size - folder, ".%.*s.mgnn-%ld%s.part",
             (int)kept, name, (long)getpid(), number);
    o->note = part_enter(o->part);
    if (o->note == NULL) {
      errno = ENOMEM;
      return -1;
    }
    fd = open(o->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0) {
      flock(fd, LOCK_EX | LOCK_NB);    /* see leftover_remove */
      return fd;
    }
    part_leave(o->note);
    o->note = NULL;
    if (errno != EEXIST || k == 1000)
      return -1;
  }
}

/* Give a new file the owner, group and mode of the old one.  If the owner may not be
 * changed, it stays the current user, as with editors.  Returns 0 if the group cannot
 * be set, since the mode was meant for the old group only. */
static int
rights_keep(int fd, const struct stat *old)
{
  mode_t mode = old->st_mode & 07777;
  struct stat now;

  /* Set the owner first, as changing it clears mode bits. */
  if (fstat(fd, &now) != 0)
    return 0;
  if ((old->st_uid != now.st_uid || old->st_gid != now.st_gid)
      && fchown(fd, old->st_uid, old->st_gid) != 0) {
    if (old->st_gid != now.st_gid && fchown(fd, (uid_t)-1, old->st_gid) != 0)
      return 0;
    if (old->st_uid != now.st_uid)
      mode &= ~(mode_t)S_ISUID;
  }
  fchmod(fd, mode);
  return 1;
}

/* Open the part file of a regular file.  `old` describes the existing file; NULL: there
 * is none. */
static mgnn_status
part_open(mg_output *o, const struct stat *old, mgnn_error *err)
{
  int fd, reason;

  if (old != NULL && faccessat(AT_FDCWD, o->real, W_OK, AT_EACCESS) != 0)
    return mg_fail(err, MGNN_EIO, "%s: exists and is read-only; remove it or "
                   "write to another name", o->path);
  leftovers_remove(o);
  fd = part_create(o, old != NULL ? 0600 : 0666);
  if (fd < 0) {
    reason = errno;
    mg_free(o->part);
    o->part = NULL;
    return reason == ENOMEM ? mg_fail_memory(err) : fail_create(o, reason, err);
  }
  if (old != NULL && !rights_keep(fd, old)) {
    close(fd);
    return mg_fail(err, MGNN_EIO, "%s: the file that is there belongs to group "
                   "%lu, which the new one could not keep; remove it or write "
                   "to another name", o->path, (unsigned long)old->st_gid);
  }
  return drain_open(o, fd, err);
}

static mgnn_status
file_open(mg_output *o, mgnn_error *err)
{
  size_t len = strlen(o->path);
  struct stat about;
  int reason, fd;

  if (len == 0)
    return mg_fail(err, MGNN_EIO, "the name of the output file is empty");
  if (stat(o->path, &about) == 0) {
    if (S_ISDIR(about.st_mode))
      return mg_fail(err, MGNN_EIO, "%s: is a folder; give the name of a file "
                     "in it", o->path);
    if (!S_ISREG(about.st_mode)) {     /* renaming a part file would replace it */
      fd = open(o->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
      if (fd < 0)
        return mg_fail(err, MGNN_EIO, "%s: cannot be written: %s", o->path,
                       strerror(errno));
      return drain_open(o, fd, err);
    }
    PASS(mg_place_follow(o->path, &o->real, err));
    return part_open(o, &about, err);
  }
  reason = errno;
  if (reason == ENAMETOOLONG)  /* the part file's name may be short enough */
    return mg_fail(err, MGNN_EIO, "%s: %s", o->path, strerror(reason));
  if (o->path[len - 1] == '/')
    return mg_fail(err, MGNN_EIO, "%s: ends in a slash; give the name of a "
                   "file", o->path);
  PASS(mg_place_follow(o->path, &o->real, err));
  /* If the system refuses to follow a link, as for links of others in a shared
   * folder, it must not be followed by readlink either. */
  if (reason != ENOENT && strcmp(o->real, o->path) != 0)
    return mg_fail(err, MGNN_EIO, "%s: the symbolic link may not be followed: "
                   "%s", o->path, strerror(reason));
  return part_open(o, NULL, err);
}

mgnn_status
mg_output_open(mg_output *o, const char *path, mgnn_error *err)
{
  int fd = mg_place_descriptor(path);
  mgnn_status status;

  memset(o, 0, sizeof *o);
  PASS(mg_allocated(o->path = mg_strdup(path), err));
  status = fd >= 0 ? descriptor_open(o, fd, err) : file_open(o, err);
  if (status != MGNN_OK)
    mg_output_discard(o);
  return status;
}

mgnn_status
mg_output_open_memory(mg_output *o, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memset(o, 0, sizeof *o);
  TRY(drain_open(o, -1, err));
  o->drain->cap = 256;
  TRY(mg_allocated(o->drain->bytes = mg_zalloc(o->drain->cap, 1), err));
end:
  if (status != MGNN_OK)
    mg_output_discard(o);
  return status;
}

mgnn_status
mg_output_take(mg_output *o, char **bytes, size_t *size, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *bytes = NULL;
  if (fflush(o->file) != 0 || ferror(o->file) || o->drain->reason != 0)
    TRY(mg_fail_memory(err));
  *bytes = o->drain->bytes;
  *size = o->drain->size;
  o->drain->bytes = NULL;
end:
  mg_output_discard(o);
  return status;
}

/* Flush and fsync before the rename, so that a full disk leaves the old file as it
 * was.  Some file systems have no fsync (EINVAL, ENOTSUP). */
static mgnn_status
flush(mg_output *o, mgnn_error *err)
{
  int failed = fflush(o->file) != 0 || ferror(o->file);
  int reason = o->drain->reason;

  if (!failed && o->part != NULL && fsync(o->drain->fd) != 0 && errno != EINVAL
      && errno != ENOTSUP) {
    failed = 1;
    reason = errno;
  }
  if (!failed)
    return MGNN_OK;
  if (reason == EPIPE && o->is_stdout)
    return mg_fail(err, MGNN_EIO, "%s", "");   /* as in a pipe to head */
  if (reason == EPIPE)
    return mg_fail(err, MGNN_EIO, "%s: the program that reads it has stopped "
                   "reading", mg_place_word(o->path));
  return mg_fail(err, MGNN_EIO, "%s: not everything could be written%s%s%s",
                 mg_place_word(o->path), reason != 0 ? ": " : "",
                 reason != 0 ? strerror(reason) : "",
                 o->part != NULL ? "; nothing was changed there" : "");
}

static mgnn_status
close_file(mg_output *o, mgnn_error *err)
{
  FILE *file = o->file;

  o->file = NULL;
  if (file != NULL && fclose(file) != 0)
    return mg_fail(err, MGNN_EIO, "%s: cannot be written: %s", o->path,
                   strerror(errno));
  return MGNN_OK;
}

static mgnn_status
put_in_place(mg_output *o, mgnn_error *err)
{
  if (o->part == NULL)
    return MGNN_OK;
  if (rename(o->part, o->real) != 0)
    return mg_fail(err, MGNN_EIO, "%s: the finished file cannot be put in its "
                   "place: %s", o->path, strerror(errno));
  part_leave(o->note);
  mg_free(o->part);
  o->part = NULL;
  return MGNN_OK;
}

mgnn_status
mg_output_commit_all(mg_output *o, size_t count, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < count; k++)
    if (o[k].file != NULL)
      TRY(flush(&o[k], err));
  for (size_t k = 0; k < count; k++)
    TRY(close_file(&o[k], err));
  for (size_t k = 0; k < count; k++)
    TRY(put_in_place(&o[k], err));
end:
  for (size_t k = 0; k < count; k++)
    mg_output_discard(&o[k]);
  return status;
}

mgnn_status
mg_output_commit(mg_output *o, mgnn_error *err)
{
  return mg_output_commit_all(o, 1, err);
}

mgnn_status
mg_output_keep(mg_output *o, mg_output_set *set, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (set == NULL || o->part == NULL)
    return mg_output_commit(o, err);
  TRY(flush(o, err));
  /* An open file stays locked, see leftover_remove; but too many cannot be open. */
  if (set->count >= KEPT_OPEN)
    TRY(close_file(o, err));
  TRY(mg_resized(&set->item, set->count + 1, sizeof *set->item, err));
  set->item[set->count++] = *o;
  memset(o, 0, sizeof *o);
end:
  mg_output_discard(o);
  return status;
}

mgnn_status
mg_output_set_commit(mg_output_set *set, mgnn_error *err)
{
  mgnn_status status = mg_output_commit_all(set->item, set->count, err);

  mg_output_set_discard(set);
  return status;
}

void
mg_output_set_discard(mg_output_set *set)
{
  for (size_t k = 0; k < set->count; k++)
    mg_output_discard(&set->item[k]);
  mg_free(set->item);
  memset(set, 0, sizeof *set);
}

void
mg_output_discard(mg_output *o)
{
  if (o->file != NULL)
    fclose(o->file);
  if (o->part != NULL) {
    unlink(o->part);
    part_leave(o->note);
  }
  mg_free_all(o->path, o->real, o->part, o->drain != NULL ? o->drain->bytes : NULL,
              o->drain);
  memset(o, 0, sizeof *o);
}

mgnn_status
mg_output_try(const char *name, mgnn_error *err)
{
  struct stat about;
  mg_output out;
  mgnn_status status;

  if (strcmp(name, "-") == 0
      || (stat(name, &about) == 0 && !S_ISREG(about.st_mode)
          && !S_ISDIR(about.st_mode)))
    return MGNN_OK;
  status = mg_output_open(&out, name, err);
  if (status == MGNN_OK)
    mg_output_discard(&out);
  return status;
}
