/* Error messages, notes for the user about the input, and parameter structs that stay
 * compatible between versions of the library. */
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

/* Make a text safe to show on a terminal, in place: control characters (newlines
 * too) and characters that change the writing direction become question marks.
 * mg_fail and mg_note do this to every text. */
void mg_text_sanitize(char *text);

/* mg_fail with MGNN_ENOMEM and the text for a failed allocation. */
mgnn_status mg_fail_memory(mgnn_error *err);

/* Notes about the input, for the user; a note does not stop the run.  The library
 * collects them, the program prints them. */
typedef struct {
  char **text;
  size_t count;
} mg_notes;

/* Add a note.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_note(mg_notes *notes, mgnn_error *err, const char *fmt, ...)
  MG_PRINTF(3, 4);
void mg_notes_free(mg_notes *notes);

/* Make a call that returns a status, and go to the function's cleanup label if it
 * fails.  The function needs a variable `status`, initially MGNN_OK, and a label
 * `end:`, after which everything is freed (NULL and zeroed structs are valid to
 * free) and status is returned. */
#define TRY(call) \
  do { \
    status = (call); \
    if (status != MGNN_OK) \
      goto end; \
  } while (0)

/* The same for a function with nothing to free: it returns the failure at once. */
#define PASS(call) \
  do { \
    mgnn_status mg_passed = (call); \
    if (mg_passed != MGNN_OK) \
      return mg_passed; \
  } while (0)

/* Loop: make `call` before every pass, and stop when it fails or `more` is false.
 * After the loop the function's variable `status` is MGNN_OK or the call's failure.
 *   EACH(mg_csv_row(csv, err), csv->count > 0) */
#define EACH(call, more) while ((status = (call)) == MGNN_OK && (more))

/* For TRY and PASS: make room for one more item of `size` bytes.  `array` is the
 * address of the array's pointer; if `used` has reached *cap, the array grows by half.
 *   PASS(mg_room(&l->item, l->count, &l->cap, sizeof *l->item, err)); */
mgnn_status mg_room(void *array, size_t used, size_t *cap, size_t size,
                    mgnn_error *err);

/* Resize an array to `count` items; if that fails, the array is unchanged. */
mgnn_status mg_resized(void *array, size_t count, size_t size, mgnn_error *err);

/* For TRY and PASS: MGNN_ENOMEM if `memory` is NULL, else MGNN_OK.
 *   TRY(mg_allocated(x = mg_alloc(n, sizeof *x), err)); */
static inline mgnn_status
mg_allocated(const void *memory, mgnn_error *err)
{
  return memory != NULL ? MGNN_OK : mg_fail_memory(err);
}

/* The same for several allocations:
 *   TRY(mg_allocated_all(err, MG_NEW(x, n), MG_ZEROS(y, m))); */
mgnn_status mg_allocated_each(size_t count, const void *const *memory, mgnn_error *err);
#define mg_allocated_all(err, ...) \
  mg_allocated_each(sizeof (const void *[]){ __VA_ARGS__ } / sizeof (void *), \
                    (const void *[]){ __VA_ARGS__ }, err)

/* Parameter structs may be shorter or longer in the version of the library that the
 * caller was compiled for: their first member is the size that the caller knows. */

/* One type of parameter struct, as this version of the library knows it. */
typedef struct {
  const char *type;            /* "mgnn_search_params", for messages */
  size_t size;                 /* of the struct in this version */
  size_t least;                /* of the struct in the oldest supported version */
  const void *defaults;
} mg_params_kind;

/* Fill the caller's struct of `size` bytes with the defaults of its members. */
void mg_params_init(const mg_params_kind *kind, void *par, size_t size);

/* Copy the caller's struct `given` to `own`; members that the caller's version lacks
 * get their defaults, and with NULL all do.  MGNN_EINVAL if the size is impossible (the
 * caller did not set the defaults) or members unknown to this version are not 0. */
mgnn_status mg_params_take(const mg_params_kind *kind, void *own,
                           const void *given, mgnn_error *err);

/* List the names of a table in buf for a message, "a, b or c", as many as fit.
 * Returns buf. */
const char *mg_choices(char *buf, size_t size, const char *(*name)(size_t i));

#endif
