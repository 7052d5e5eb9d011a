/* Finds out which file a name stands for: follows symbolic links, and leads to a
 * descriptor, a file or the folder that will contain the file. */
#define _GNU_SOURCE            /* readlink */
#include "place.h"
#include "base/mem.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, LINK_TEXT = 4096 };

size_t
mg_place_folder(const char *path)
{
  const char *slash = strrchr(path, '/');

  return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* first[0..len) followed by rest; NULL if out of memory. */
static char *
join(const char *first, size_t len, const char *rest)
{
  char *whole = mg_alloc(len + strlen(rest) + 1, 1);

  if (whole != NULL) {
    memcpy(whole, first, len);
    strcpy(whole + len, rest);
  }
  return whole;
}

/* realpath would fail if the last link points to a file that does not exist
 * yet. */
mgnn_status
mg_place_follow(const char *path, char **real, mgnn_error *err)
{
  char text[LINK_TEXT];

  *real = mg_strdup(path);
  for (int hops = 0; *real != NULL; hops++) {
    ssize_t len = readlink(*real, text, sizeof text - 1);
    char *next;

    if (len < 0)
      return MGNN_OK;          /* not a link, or nothing there */
    if (hops == LINKS_MAX) {
      mg_free(*real);
      *real = NULL;
      return mg_fail(err, MGNN_EIO, "%s: the symbolic link leads in a circle; "
                     "remove it or write elsewhere", path);
    }
    text[len] = '\0';
    next = join(*real, text[0] != '/' ? mg_place_folder(*real) : 0, text);
    mg_free(*real);
    *real = next;
  }
  return mg_fail_memory(err);
}

int
mg_place_descriptor(const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };

  if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
    return STDOUT_FILENO;
  if (strcmp(path, "/dev/stderr") == 0)
    return STDERR_FILENO;
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    size_t len = strlen(folders[k]), digits;
    int fd = 0;

    if (strncmp(path, folders[k], len) != 0)
      continue;
    digits = strspn(path + len, "0123456789");
    if (digits == 0 || digits > 6 || path[len + digits] != '\0')
      continue;
    for (size_t i = 0; i < digits; i++)
      fd = fd * 10 + (path[len + i] - '0');
    return fd;
  }
  return -1;
}

const char *
mg_place_word(const char *path)
{
  return strcmp(path, "-") == 0 ? "standard output" : path;
}

/* The place of a file that does not exist yet: its folder, and its name there. */
static mgnn_status
find_new(mg_place *p, const char *path, mgnn_error *err)
{
  char *real = NULL, *folder = NULL;
  struct stat about;
  size_t len;
  mgnn_status status = MGNN_OK;

  TRY(mg_place_follow(path, &real, err));
  len = mg_place_folder(real);
  TRY(mg_allocated(folder = len > 0 ? mg_strndup(real, len) : mg_strdup("."),
                   err));
  if (stat(folder, &about) == 0) {
    p->device = about.st_dev;
    p->inode = about.st_ino;
  } else
    len = 0;
  TRY(mg_allocated(p->name = mg_strdup(real + len), err));
  p->kind = MG_PLACE_NEW;
end:
  mg_free_all(real, folder);
  return status;
}

mgnn_status
mg_place_find(mg_place *p, const char *path, mgnn_error *err)
{
  int fd = mg_place_descriptor(path);
  struct stat about;
  mgnn_status status = MGNN_OK;

  memset(p, 0, sizeof *p);
  if ((fd >= 0 ? fstat(fd, &about) : stat(path, &about)) == 0) {
    if (S_ISREG(about.st_mode))
      *p = (mg_place){ MG_PLACE_FILE, about.st_dev, about.st_ino, NULL };
  } else if (fd < 0)
    TRY(find_new(p, path, err));
end:
  if (status != MGNN_OK)
    memset(p, 0, sizeof *p);
  return status;
}

void
mg_place_free(mg_place *p)
{
  mg_free(p->name);
  memset(p, 0, sizeof *p);
}

int
mg_place_compare(const mg_place *a, const mg_place *b)
{
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->device != b->device)
    return a->device < b->device ? -1 : 1;
  if (a->inode != b->inode)
    return a->inode < b->inode ? -1 : 1;
  return a->kind == MG_PLACE_NEW ? strcmp(a->name, b->name) : 0;
}
