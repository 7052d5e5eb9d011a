/* A message is one line of limited length whatever a file holds, so quoted
 * parts of the file are cut and cleaned here. */
#include "message.h"
#include "utf8.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *
mg_show(char buf[MG_SHOW_MAX], const char *text)
{
  return mg_show_part(buf, text, strlen(text));
}

const char *
mg_show_part(char buf[MG_SHOW_MAX], const char *text, size_t len)
{
  enum { KEEP = MG_SHOW_MAX - 6 };     /* two quotes, "..." and the 0 */
  size_t keep = len;
  int valid;

  if (len > KEEP)
    for (keep = KEEP; keep > 0 && (text[keep] & 0xc0) == 0x80; keep--)
      ;
  snprintf(buf, MG_SHOW_MAX, "\"%.*s%s\"", (int)keep, text,
           len > keep ? "..." : "");
  valid = mg_utf8_valid(buf, strlen(buf));
  for (char *p = buf; *p != '\0'; p++)
    if (!valid && (*p & 0x80) != 0)
      *p = '?';
  mg_text_sanitize(buf);
  return buf;
}

const char *
mg_show_name(char buf[MG_SHOW_MAX], const char *text)
{
  enum { KEEP = 40 };
  size_t keep = strlen(text);

  if (keep > KEEP)
    for (keep = KEEP; keep > 0 && (text[keep] & 0xc0) == 0x80; keep--)
      ;
  snprintf(buf, MG_SHOW_MAX, "%.*s", (int)keep, text);
  mg_text_sanitize(buf);
  return buf;
}

const char *
mg_show_number(char buf[MG_SHOW_MAX], double x)
{
  if (!isfinite(x))
    snprintf(buf, MG_SHOW_MAX, "%s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
  else
    buf[mg_number_write(buf, x)] = '\0';
  return buf;
}

mgnn_status
mg_fail_at(mgnn_error *err, const char *path, size_t line, size_t column,
           const char *fmt, ...)
{
  char where[64] = "", what[sizeof err->text];
  va_list args;

  if (line > 0 && column > 0)
    snprintf(where, sizeof where, ":%zu:%zu", line, column);
  else if (line > 0)
    snprintf(where, sizeof where, ":%zu", line);
  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail(err, MGNN_EPARSE, "%s%s: %s", path, where, what);
}

const char *
mg_show_path(char buf[MG_SHOW_PATH], const char *path)
{
  if (snprintf(buf, MG_SHOW_PATH, "%s", path) >= MG_SHOW_PATH)
    memcpy(buf + MG_SHOW_PATH - 4, "...", 4);
  mg_text_sanitize(buf);
  return buf;
}
