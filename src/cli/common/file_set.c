/* The set of files a program will write, and the check that none of them replaces
 * an input or another output. */
#include "file_set.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

mgnn_status
mg_files_add(mg_files *files, const char *name, mgnn_error *err)
{
  mg_file f = { .order = files->count };
  mgnn_status status = MGNN_OK;

  if (files->count == files->capacity) {
    size_t capacity = 2 * files->capacity + 8;
    mg_file *grown = mg_resize(files->item, capacity, sizeof *grown);

    TRY(mg_allocated(grown, err));
    files->item = grown;
    files->capacity = capacity;
  }
  TRY(mg_allocated(f.name = mg_strdup(name), err));
  TRY(mg_place_find(&f.place, name, err));
  files->item[files->count++] = f;
  f.name = NULL;
end:
  mg_free(f.name);
  return status;
}

void
mg_files_free(mg_files *files)
{
  for (size_t k = 0; k < files->count; k++) {
    mg_free(files->item[k].name);
    mg_place_free(&files->item[k].place);
  }
  mg_free(files->item);
  memset(files, 0, sizeof *files);
}

/* Order by place on disk; files at one place keep the order they were added in. */
static int
by_place(const void *a, const void *b)
{
  const mg_file *x = *(const mg_file *const *)a, *y = *(const mg_file *const *)b;
  int order = mg_place_compare(&x->place, &y->place);

  return order != 0 ? order : x->order < y->order ? -1 : x->order > y->order;
}

/* Find the place of an input; returns 0 if it is not a regular file.  - is standard
 * input; a prefix "coords:" is skipped. */
static int
input_find(const char *input, mg_place *p)
{
  static const char coords[] = "coords:";
  struct stat in;
  int found;

  if (strncmp(input, coords, sizeof coords - 1) == 0)
    input += sizeof coords - 1;
  found = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in)
                                  : stat(input, &in);
  *p = (mg_place){ MG_PLACE_FILE, in.st_dev, in.st_ino, NULL };
  return found == 0 && S_ISREG(in.st_mode);
}

static mgnn_status
input_stays(const mg_files *files, const char *input, mgnn_error *err)
{
  mg_place p;

  if (input == NULL || !input_find(input, &p))
    return MGNN_OK;
  for (size_t k = 0; k < files->count; k++)
    if (mg_place_compare(&files->item[k].place, &p) == 0)
      return mg_fail(err, MGNN_EINVAL, "%s is an input: it will not be "
                     "replaced; name another output",
                     mg_place_word(files->item[k].name));
  return MGNN_OK;
}

mgnn_status
mg_files_check(const mg_files *files, const char *const *input, size_t inputs,
               mgnn_error *err)
{
  const mg_file **sorted = mg_alloc(files->count, sizeof *sorted);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(sorted, err));
  for (size_t k = 0; k < inputs; k++)
    TRY(input_stays(files, input[k], err));
  for (size_t k = 0; k < files->count; k++)
    sorted[k] = &files->item[k];
  qsort(sorted, files->count, sizeof *sorted, by_place);
  for (size_t k = 1; k < files->count; k++)
    if (sorted[k]->place.kind != MG_PLACE_SHARED
        && mg_place_compare(&sorted[k - 1]->place, &sorted[k]->place) == 0) {
      status = mg_fail(err, MGNN_EINVAL, "%s and %s are the same output; name "
                       "two", mg_place_word(sorted[k - 1]->name),
                       mg_place_word(sorted[k]->name));
      break;
    }
end:
  mg_free(sorted);
  return status;
}
