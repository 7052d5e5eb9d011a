/* Preloaded into a program: reads as a slow line or a failing disk gives them.
 * READS_SHORT: a few bytes at a time, every third call interrupted.
 * READS_FAIL=K: the K-th read of READS_FILE, and all after it, fails. */
#define _GNU_SOURCE            /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int calls, reads;

/* Whether the descriptor is one of READS_FILE. */
static int
chosen(int fd)
{
  const char *file = getenv("READS_FILE");
  char name[64], path[4096];
  ssize_t len;

  if (file == NULL)
    return 0;
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  len = readlink(name, path, sizeof path - 1);
  if (len < 0)
    return 0;
  path[len] = '\0';
  return strcmp(path, file) == 0;
}

/* The size to ask for; 0: the call fails, with its reason in errno. */
static size_t
disturbed(int fd, size_t size)
{
  const char *fail = getenv("READS_FAIL");
  int call;

  if (fail != NULL && chosen(fd)
      && __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED) >= atoi(fail)) {
    errno = EIO;
    return 0;
  }
  if (getenv("READS_SHORT") == NULL || size == 0)
    return size;
  call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  if (call % 3 == 0) {
    errno = EINTR;
    return 0;
  }
  return size < (size_t)(1 + call % 7) ? size : (size_t)(1 + call % 7);
}

ssize_t
read(int fd, void *buffer, size_t size)
{
  ssize_t (*real)(int, void *, size_t);
  size_t some = disturbed(fd, size);

  if (some == 0 && size > 0)
    return -1;
  *(void **)&real = dlsym(RTLD_NEXT, "read");
  return real(fd, buffer, some);
}

ssize_t
pread(int fd, void *buffer, size_t size, off_t at)
{
  ssize_t (*real)(int, void *, size_t, off_t);
  size_t some = disturbed(fd, size);

  if (some == 0 && size > 0)
    return -1;
  *(void **)&real = dlsym(RTLD_NEXT, "pread");
  return real(fd, buffer, some, at);
}

/* Fortified callers come here. */
ssize_t __read_chk(int fd, void *buffer, size_t size, size_t capacity);

ssize_t
__read_chk(int fd, void *buffer, size_t size, size_t capacity)
{
  (void)capacity;
  return read(fd, buffer, size);
}
