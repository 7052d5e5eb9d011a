/* Texts of failures and remarks.  Who prints them is the programs' business. */
#include "error.h"
#include "mem.h"

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
