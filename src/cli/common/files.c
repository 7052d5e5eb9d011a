/* The format of an output file, from its suffix or a format word. */
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

const char *
mg_format_word(size_t k)
{
  size_t drawn = 0;

  while (mg_backends[drawn].name != NULL && drawn < k)
    drawn++;
  if (mg_backends[drawn].name != NULL)
    return mg_backends[drawn].name;
  return k == drawn ? "html" : mg_writer_word(k - drawn - 1);
}
