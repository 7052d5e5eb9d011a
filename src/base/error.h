/* Reasons of failures, notes that are not failures, and the parameters that callers of
 * the library give. */
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

/* The same where there is nothing to free: the function returns the failure. */
#define PASS(call) \
  do { \
    mgnn_status mg_passed = (call); \
    if (mg_passed != MGNN_OK) \
      return mg_passed; \
  } while (0)

/* A loop over what `call` finds, for as long as `more` holds.  After it the function's
 * variable `status` tells whether all was found or a call failed.
 *   EACH(mg_csv_row(csv, err), csv->count > 0) */
#define EACH(call, more) while ((status = (call)) == MGNN_OK && (more))

/* For both: room for one more item of `size` bytes in a growing array, which `array`
 * points to.  If `used` has reached *cap, it grows by half, or stays as it is.
 *   PASS(mg_room(&l->item, l->count, &l->cap, sizeof *l->item, err)); */
mgnn_status mg_room(void *array, size_t used, size_t *cap, size_t size,
                    mgnn_error *err);

/* The same for room for `count` items; if that fails, the array stays. */
mgnn_status mg_resized(void *array, size_t count, size_t size, mgnn_error *err);

/* For both: whether an allocation succeeded.
 *   TRY(mg_allocated(x = mg_alloc(n, sizeof *x), err)); */
static inline mgnn_status
mg_allocated(const void *memory, mgnn_error *err)
{
  return memory != NULL ? MGNN_OK : mg_fail_memory(err);
}

/* The same for several:
 *   TRY(mg_allocated_all(err, MG_NEW(x, n), MG_ZEROS(y, m))); */
mgnn_status mg_allocated_each(size_t count, const void *const *memory, mgnn_error *err);
#define mg_allocated_all(err, ...) \
  mg_allocated_each(sizeof (const void *[]){ __VA_ARGS__ } / sizeof (void *), \
                    (const void *[]){ __VA_ARGS__ }, err)

/* Parameters whose struct may have been shorter, or longer, when the caller was
 * compiled: the first member is the size that it had there. */

/* What is known of a kind of parameters here. */
typedef struct {
  const char *type;            /* "mgnn_search_params", for messages */
  size_t size;                 /* of the struct here */
  size_t least;                /* of the first version that had a size */
  const void *defaults;
} mg_params_kind;

/* Set the defaults of a caller's struct of `size` bytes: those that it has. */
void mg_params_init(const mg_params_kind *kind, void *par, size_t size);

/* Copy what a caller gives; what that caller does not know has its default.
 * NULL: all have.  MGNN_EINVAL: the size is none, so the defaults were never
 * set, or members that are not known here are not 0. */
mgnn_status mg_params_take(const mg_params_kind *kind, void *own,
                           const void *given, mgnn_error *err);

/* The names of a table for a message, "a, b or c", as far as they fit; returns
 * buf. */
const char *mg_choices(char *buf, size_t size, const char *(*name)(size_t i));

#endif
