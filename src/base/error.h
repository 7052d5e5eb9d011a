/* Reasons of failures, and notes that are not failures. */
#ifndef MG_ERROR_H
#define MG_ERROR_H

#include <mgnn.h>
#include <stdarg.h>

#if defined(__GNUC__)
#define MG_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define MG_PRINTF(fmt, args)
#endif

/* Write the reason of a failure into err (which may be NULL) and return
 * status, so that a caller can say `return mg_fail(err, MGNN_EIO, ...)`.
 * A text that does not fit ends in "...". */
mgnn_status mg_fail(mgnn_error *err, mgnn_status status, const char *fmt, ...)
  MG_PRINTF(3, 4);

/* Make a text safe to show on a terminal, in place: control characters, and
 * those that turn the direction of writing, become question marks.  mg_fail and
 * mg_note do it; a text is one line. */
void mg_text_sanitize(char *text);

/* mg_fail with the text for a failed allocation. */
mgnn_status mg_fail_memory(mgnn_error *err);

/* Notes about the input that the user should see but that stop nothing:
 * the library collects them, the program prints them. */
typedef struct {
  char **text;
  size_t count;
} mg_notes;

/* Add a note.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_note(mg_notes *notes, mgnn_error *err, const char *fmt, ...)
  MG_PRINTF(3, 4);
void mg_notes_free(mg_notes *notes);

/* Call something that returns a status, and leave for the function's cleanup
 * label if it fails.  The function has a variable `status`, MGNN_OK at first,
 * and one label `end:` after which everything is freed (NULL and zeroed structs
 * are valid to free) and status returned. */
#define TRY(call) \
  do { \
    status = (call); \
    if (status != MGNN_OK) \
      goto end; \
  } while (0)

/* For TRY: whether an allocation succeeded.
 *   TRY(mg_allocated(x = mg_alloc(n, sizeof *x), err)); */
static inline mgnn_status
mg_allocated(const void *memory, mgnn_error *err)
{
  return memory != NULL ? MGNN_OK : mg_fail_memory(err);
}

#endif
