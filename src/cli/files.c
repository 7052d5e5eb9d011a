/* Output files: formats by suffix. */
#include "files.h"

#include <string.h>
#include <strings.h>

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

mgnn_status
mg_space_check(const char *space, mgnn_error *err)
{
  if (space != NULL && strcmp(space, "z") != 0 && strcmp(space, "y") != 0)
    return mg_fail(err, MGNN_EINVAL, "--space is \"%s\", must be z or y", space);
  return MGNN_OK;
}
