/* Sized parameters: a caller and a library of different versions agree on what
 * both of them know. */
#include "params.h"
#include "config.h"

#include <stdio.h>
#include <string.h>

enum { SIZE_MOST = 4096 };     /* beyond it is no size, but what was in memory */

void
mg_params_init(const mg_params_kind *kind, void *par, size_t size)
{
  memset(par, 0, size);
  memcpy(par, kind->defaults, size < kind->size ? size : kind->size);
  memcpy(par, &size, sizeof size);
}

mgnn_status
mg_params_take(const mg_params_kind *kind, void *own, const void *given,
               mgnn_error *err)
{
  size_t size;

  memcpy(own, kind->defaults, kind->size);
  memcpy(own, &kind->size, sizeof kind->size);
  if (given == NULL)
    return MGNN_OK;
  memcpy(&size, given, sizeof size);
  if (size < kind->least || size > SIZE_MOST)
    return mg_fail(err, MGNN_EINVAL, "the size in %s is %zu, must be at least %zu: "
                   "call %s_init first", kind->type, size, kind->least,
                   kind->type);
  for (size_t k = kind->size; k < size; k++)
    if (((const unsigned char *)given)[k] != 0)
      return mg_fail(err, MGNN_EINVAL, "%s has %zu bytes, of which version %s "
                     "of the library knows %zu, and one beyond them is set: a "
                     "newer library is needed", kind->type, size,
                     PACKAGE_VERSION, kind->size);
  memcpy((char *)own + sizeof size, (const char *)given + sizeof size,
         (size < kind->size ? size : kind->size) - sizeof size);
  return MGNN_OK;
}

const char *
mg_choices(char *buf, size_t size, const char *(*name)(size_t i))
{
  size_t len = 0;

  buf[0] = '\0';
  for (size_t i = 0; name(i) != NULL; i++) {
    const char *before = i == 0 ? "" : name(i + 1) != NULL ? ", " : " or ";
    int put = snprintf(buf + len, size - len, "%s%s", before, name(i));

    if (put < 0 || (size_t)put >= size - len)
      break;
    len += (size_t)put;
  }
  return buf;
}
