/* Messages on how the input was understood: notes, and more with --verbose. */
#include "notes.h"
#include "base/threads.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>

static void
print_input(const mg_call *call, const mg_input *in)
{
  const mg_graph *g = &in->problem->graph;
  double low = INFINITY, high = 0;

  for (size_t e = 0; e < g->m; e++) {
    low = fmin(low, g->target[e]);
    high = fmax(high, g->target[e]);
  }
  fprintf(stderr, "%s: nodes are named by their %s; dimension %zu, seed %ld, "
          "%d thread%s\n", call->program, in->src.named_by, in->dim, call->seed,
          mg_threads(0), mg_plural((size_t)mg_threads(0)));
  if (g->m > 0)
    fprintf(stderr, "%s: %s from %.4g to %.4g, %.4g on average%s\n",
            call->program, g->target_upper != NULL ? "lower bounds"
            : in->lengths_given ? "lengths" : "no lengths are given: all", low,
            high, mg_mean_length(g),
            g->stiffness != NULL ? ", with stiffness" : "");
  if (in->groups.count > 0)
    fprintf(stderr, "%s: %zu labels\n", call->program, in->groups.count);
  if (in->pinned > 0)
    fprintf(stderr, "%s: %zu nodes are pinned\n", call->program, in->pinned);
}

void
mg_notes_say(const mg_call *call, const mg_notes *notes, const char *path, size_t loops,
             size_t merged)
{
  char shown[MG_SHOW_PATH];

  for (size_t k = 0; k < notes->count; k++)
    fprintf(stderr, "%s: %s\n", call->program, notes->text[k]);
  if (loops > 0)
    fprintf(stderr, "%s: %s: %zu self-loop%s left out of the computation\n", call->program,
            mg_show_path(shown, path), loops, mg_plural(loops));
  if (merged > 0)
    fprintf(stderr, "%s: %s: %zu parallel edge%s merged for the computation\n",
            call->program, mg_show_path(shown, path), merged, mg_plural(merged));
}

void
mg_notes_print(const mg_call *call, mg_input *in, int was_read)
{
  mg_input_release(in);
  if (call->quiet)
    return;
  mg_notes_say(call, &in->src.notes, in->src.path, in->simple.loops, in->simple.merged);
  if (was_read && call->verbose)
    print_input(call, in);
}
