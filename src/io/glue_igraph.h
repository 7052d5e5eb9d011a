/* Between igraph and us: its errors become ours, its state is left as it was
 * found. */
#ifndef MG_GLUE_IGRAPH_H
#define MG_GLUE_IGRAPH_H

#include "base/error.h"

/* Run work(ctx) with igraph under control, and return what it returns:
 * - igraph's handlers are ours, so that errors, warnings and even fatal errors
 *   come back as texts and nothing is printed or aborted;
 * - graphs have attributes (igraph's own table of them);
 * - numbers are read as in the C locale.
 * All of that is as before afterwards.  The handlers are process-wide, so one
 * thread at a time is let in.  After a fatal error `work` does not come back:
 * the call fails with MGNN_EPARSE and a text that begins with `about`, and what
 * `work` held is lost, so it should keep in ctx what must be freed. */
mgnn_status mg_igraph_run(const char *about,
                          mgnn_status (*work)(void *ctx, mgnn_error *err),
                          void *ctx, mgnn_error *err);

/* The reason of the last error of igraph in this thread, since mg_igraph_run
 * began; "" if there was none.  Where igraph gave several, the first, which is
 * the most precise one.  *line, if not NULL, receives the line of the file
 * that igraph named with it, or 0. */
const char *mg_igraph_reason(size_t *line);

/* Warning k that igraph gave, each text once; NULL past the last. */
const char *mg_igraph_warning(size_t k);

#endif
