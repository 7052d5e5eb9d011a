/* igraph reports through handlers that belong to the whole process.  They are
 * set for the time of one call, under a lock, and write to texts of the
 * calling thread. */
#define _GNU_SOURCE            /* uselocale */
#include "glue_igraph.h"
#include "igraph_compat.h"

#include <locale.h>
#include <pthread.h>
#include <setjmp.h>
#include <string.h>

enum { TEXT_MAX = 300, WARNINGS_MAX = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static _Thread_local struct {
  char reason[TEXT_MAX];
  size_t line;
  char warning[WARNINGS_MAX][TEXT_MAX];
  size_t warnings;
  jmp_buf *escape;             /* where fatal errors end up */
} last;

/* Copy a text, as one line and without a point at its end. */
static void
keep(char to[TEXT_MAX], const char *text)
{
  size_t len = strcspn(text, "\r\n");

  len = len < TEXT_MAX ? len : TEXT_MAX - 1;
  memcpy(to, text, len);
  while (len > 0 && (to[len - 1] == '.' || to[len - 1] == ' '))
    len--;
  to[len] = '\0';
}

/* The number after "line " or "Line " in the text; 0 if there is none. */
static size_t
line_in(const char *text)
{
  const char *p = strstr(text, "ine ");
  size_t line = 0;

  if (p == NULL)
    return 0;
  for (p += 4; *p >= '0' && *p <= '9' && line < 100000000; p++)
    line = 10 * line + (size_t)(*p - '0');
  return line;
}

static void
on_error(const char *reason, const char *file, int line, igraph_error_t code)
{
  (void)file;
  (void)line;
  (void)code;
  /* The line may come with a second, more general text. */
  if (last.reason[0] == '\0' || strstr(reason, "(failed)") != NULL)
    last.line = line_in(reason);
  if (last.reason[0] == '\0')
    keep(last.reason, reason);
  IGRAPH_FINALLY_FREE();       /* may free the reason: last */
}

static void
on_warning(const char *reason, const char *file, int line)
{
  char text[TEXT_MAX];

  (void)file;
  (void)line;
  keep(text, reason);
  for (size_t k = 0; k < last.warnings; k++)
    if (strcmp(last.warning[k], text) == 0)
      return;
  if (last.warnings < WARNINGS_MAX)
    strcpy(last.warning[last.warnings++], text);
}

/* igraph must not be returned to from here. */
static void
on_fatal(const char *reason, const char *file, int line)
{
  (void)file;
  (void)line;
  keep(last.reason, reason);
  longjmp(*last.escape, 1);
}

/* Kept apart from the rest so that no variable lives across setjmp. */
static mgnn_status
guarded(const char *about, mgnn_status (*work)(void *ctx, mgnn_error *err),
        void *ctx, mgnn_error *err)
{
  jmp_buf escape;

  last.escape = &escape;
  if (setjmp(escape) == 0)
    return work(ctx, err);
  /* What igraph had registered to be freed may be in any state: forget it. */
  IGRAPH_FINALLY_CLEAN(IGRAPH_FINALLY_STACK_SIZE());
  return mg_fail(err, MGNN_EPARSE, "%s: igraph failed inside: %s", about,
                 last.reason);
}

mgnn_status
mg_igraph_run(const char *about,
              mgnn_status (*work)(void *ctx, mgnn_error *err), void *ctx,
              mgnn_error *err)
{
  const igraph_attribute_table_t *host_table;
  igraph_error_handler_t *host_error;
  igraph_warning_handler_t *host_warning;
  igraph_fatal_handler_t *host_fatal;
  /* glibc returns its static C locale and allocates nothing. */
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), host_locale;
  mgnn_status status;

  pthread_mutex_lock(&lock);
  MG_IGRAPH_SETUP();
  memset(&last, 0, sizeof last);
  host_locale = uselocale(plain);
  host_error = igraph_set_error_handler(on_error);
  host_warning = igraph_set_warning_handler(on_warning);
  host_fatal = igraph_set_fatal_handler(on_fatal);
  host_table = igraph_set_attribute_table(&igraph_cattribute_table);
  status = guarded(about, work, ctx, err);
  last.escape = NULL;
  igraph_set_attribute_table(host_table);
  igraph_set_fatal_handler(host_fatal);
  igraph_set_warning_handler(host_warning);
  igraph_set_error_handler(host_error);
  uselocale(host_locale);
  freelocale(plain);
  pthread_mutex_unlock(&lock);
  return status;
}

const char *
mg_igraph_reason(size_t *line)
{
  if (line != NULL)
    *line = last.line;
  return last.reason;
}

const char *
mg_igraph_warning(size_t k)
{
  return k < last.warnings ? last.warning[k] : NULL;
}
