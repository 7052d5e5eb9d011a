/* Output files: formats by suffix, and what they may not replace. */
#include "files.h"
#include "io/write/output.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

mg_file_format
mg_file_format_of(const char *name, const char **word)
{
  const char *dot = strrchr(name, '.');
  mg_file_format found = { NULL, NULL };

  if (*word == NULL && dot != NULL && strchr(dot, '/') == NULL)
    *word = dot + 1;
  if (*word == NULL)
    return found;
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    if (strcasecmp(b->name, *word) == 0)
      found.draw = b;
  for (const mg_writer *w = mg_writers; w->word != NULL; w++)
    if (strcasecmp(w->word, *word) == 0)
      found.write = w;
  return found;
}

static int
is_input(const char *input, const char *output)
{
  static const char coords[] = "coords:";
  struct stat in, out;

  if (input == NULL || strcmp(output, "-") == 0)
    return 0;
  if (strcmp(input, "-") == 0)
    return fstat(STDIN_FILENO, &in) == 0 && S_ISREG(in.st_mode)
           && stat(output, &out) == 0 && in.st_dev == out.st_dev
           && in.st_ino == out.st_ino;
  if (strncmp(input, coords, sizeof coords - 1) == 0)
    input += sizeof coords - 1;
  return mg_output_same(output, input);
}

mgnn_status
mg_file_spares_inputs(const char *name, const char *const *input, size_t count,
                      mgnn_error *err)
{
  for (size_t k = 0; k < count; k++)
    if (is_input(input[k], name))
      return mg_fail(err, MGNN_EINVAL, "%s is an input: it will not be "
                     "replaced; name another output", name);
  return MGNN_OK;
}

mgnn_status
mg_files_differ(const char *a, const char *b, mgnn_error *err)
{
  return mg_output_same(a, b)
         ? mg_fail(err, MGNN_EINVAL, "%s and %s are the same output; name two",
                   a, b)
         : MGNN_OK;
}

mgnn_status
mg_space_check(const char *space, mgnn_error *err)
{
  if (space != NULL && strcmp(space, "z") != 0 && strcmp(space, "y") != 0)
    return mg_fail(err, MGNN_EINVAL, "--space is \"%s\", must be z or y", space);
  return MGNN_OK;
}
