/* Texts of failures and notes.  Printing them is left to the programs. */
#include "error.h"
#include "mem.h"
#include "config.h"

#include <stdio.h>
#include <string.h>

const char *
mgnn_status_text(mgnn_status status)
{
  switch (status) {
  case MGNN_OK:      return "done";
  case MGNN_EINVAL:  return "invalid value";
  case MGNN_EPARSE:  return "invalid input";
  case MGNN_EIO:     return "cannot read or write";
  case MGNN_ENOMEM:  return "out of memory";
  case MGNN_ENOCONV: return "stopped before convergence";
  }
  return "unknown status";
}

/* The length in bytes of the UTF-8 character at p; 0 if it is not valid UTF-8. */
static size_t
character_length(const unsigned char *p)
{
  size_t len = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2
               : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;

  if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90))
    return 0;
  for (size_t k = 1; k < len; k++)
    if ((p[k] & 0xc0) != 0x80)
      return 0;
  return len;
}

/* The length in bytes of the control character at p that a terminal would act on; 0
 * if there is none.  These are C0 and C1 controls (C1 also as a single byte), U+200E,
 * U+200F, U+202A to U+202E, U+2066 to U+2069 and U+061C. */
static size_t
control_length(const unsigned char *p)
{
  if (p[0] < 0x20 || (p[0] >= 0x7f && p[0] < 0xa0))
    return 1;
  if ((p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0)
      || (p[0] == 0xd8 && p[1] == 0x9c))
    return 2;
  if (p[0] == 0xe2 && p[1] == 0x80
      && (p[2] == 0x8e || p[2] == 0x8f || (p[2] >= 0xaa && p[2] <= 0xae)))
    return 3;
  return p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9 ? 3 : 0;
}

void
mg_text_sanitize(char *text)
{
  const unsigned char *from = (const unsigned char *)text;
  char *to = text;

  while (*from != '\0') {
    size_t skip = control_length(from), keep = character_length(from);

    if (skip > 0)
      *to++ = '?';
    else {
      keep = keep > 0 ? keep : 1;
      memmove(to, from, keep);
      to += keep;
    }
    from += skip > 0 ? skip : keep;
  }
  *to = '\0';
}

mgnn_status
mg_fail(mgnn_error *err, mgnn_status status, const char *fmt, ...)
{
  if (err != NULL) {
    va_list args;
    int need;

    va_start(args, fmt);
    need = vsnprintf(err->text, sizeof err->text, fmt, args);
    va_end(args);
    if (need >= (int)sizeof err->text)
      memcpy(err->text + sizeof err->text - 4, "...", 4);
    mg_text_sanitize(err->text);
    err->status = status;
  }
  return status;
}

mgnn_status
mg_fail_memory(mgnn_error *err)
{
  return mg_fail(err, MGNN_ENOMEM, "out of memory");
}

mgnn_status
mg_allocated_each(size_t count, const void *const *memory, mgnn_error *err)
{
  for (size_t k = 0; k < count; k++)
    PASS(mg_allocated(memory[k], err));
  return MGNN_OK;
}

mgnn_status
mg_resized(void *array, size_t count, size_t size, mgnn_error *err)
{
  void *block;

  /* memcpy, because *(void **)array is not allowed for pointers of other types. */
  memcpy(&block, array, sizeof block);
  PASS(mg_allocated(block = mg_resize(block, count, size), err));
  memcpy(array, &block, sizeof block);
  return MGNN_OK;
}

mgnn_status
mg_room(void *array, size_t used, size_t *cap, size_t size, mgnn_error *err)
{
  size_t want = *cap + *cap / 2 + 16;

  if (used < *cap)
    return MGNN_OK;
  PASS(mg_resized(array, want, size, err));
  *cap = want;
  return MGNN_OK;
}

mgnn_status
mg_note(mg_notes *notes, mgnn_error *err, const char *fmt, ...)
{
  char **grown = mg_resize(notes->text, notes->count + 1, sizeof *grown);
  char *text = mg_alloc(1000, 1);
  va_list args;

  if (grown != NULL)
    notes->text = grown;
  if (grown == NULL || text == NULL) {
    mg_free(text);
    return mg_fail_memory(err);
  }
  va_start(args, fmt);
  if (vsnprintf(text, 1000, fmt, args) >= 1000)
    memcpy(text + 996, "...", 4);
  va_end(args);
  mg_text_sanitize(text);
  notes->text[notes->count++] = text;
  return MGNN_OK;
}

void
mg_notes_free(mg_notes *notes)
{
  for (size_t i = 0; i < notes->count; i++)
    mg_free(notes->text[i]);
  mg_free(notes->text);
  notes->text = NULL;
  notes->count = 0;
}

/* Parameter structs with a size: a caller and a library of different versions use
 * the members that both of them know. */

enum { SIZE_MOST = 4096 };     /* a larger size is taken for uninitialised memory */

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
