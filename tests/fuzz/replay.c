/* Runs every file of the corpus through its target, by any compiler; prints
 * TAP, one line per target.  With arguments: TARGET FILE... */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sanitizers speak on stdout: what the program says of nonsense, on stderr, is not
 * shown. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *
__asan_default_options(void)
{
  return "log_path=stdout";
}

const char *
__ubsan_default_options(void)
{
  return "log_path=stdout:print_stacktrace=1";
}

static int
replay_file(const fuzz_target *t, const char *path)
{
  FILE *in = fopen(path, "rb");
  uint8_t *data = NULL;
  size_t size = 0, got;

  if (in == NULL)
    return 0;
  do {
    data = realloc(data, size + 65536);
    if (data == NULL)
      abort();
    got = fread(data + size, 1, 65536, in);
    size += got;
  } while (got > 0);
  fclose(in);
  t->run(t->name, data, size);
  free(data);
  return 1;
}

/* All files of the target's folder; returns how many there were. */
static int
replay_folder(const fuzz_target *t, const char *corpus)
{
  char path[5000];
  struct dirent *entry;
  DIR *dir;
  int count = 0;

  snprintf(path, sizeof path, "%s/%s", corpus, t->name);
  dir = opendir(path);
  if (dir == NULL)
    return 0;
  while ((entry = readdir(dir)) != NULL) {
    if (entry->d_name[0] == '.')
      continue;
    snprintf(path, sizeof path, "%.4000s/%.40s/%s", corpus, t->name,
             entry->d_name);
    count += replay_file(t, path);
  }
  closedir(dir);
  return count;
}

int
main(int argc, char **argv)
{
  const char *top = getenv("top_srcdir");
  char corpus[4000];
  int line = 0;

  if (argc > 2 && fuzz_find(argv[1]) != NULL) {
    for (int k = 2; k < argc; k++)
      if (!replay_file(fuzz_find(argv[1]), argv[k]))
        perror(argv[k]);
    return 0;
  }
  snprintf(corpus, sizeof corpus, "%s/tests/fuzz/corpus",
           top != NULL ? top : ".");
  if (freopen("/dev/null", "w", stderr) == NULL)
    return 1;                  /* what the program says of nonsense */
  for (const fuzz_target *t = fuzz_targets; t->name != NULL; t++) {
    int count = replay_folder(t, corpus);

    printf("%s %d - %s: %d files\n", count > 0 ? "ok" : "not ok", ++line,
           t->name, count);
    fflush(stdout);
  }
  printf("1..%d\n", line);
  return 0;
}
