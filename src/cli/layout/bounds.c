/* --smooth: tightens bounds, and reports on it in words and JSON. */
#include "bounds.h"
#include "inspect/feasible.h"
#include "io/text/message.h"
#include "cli/common/options.h"
#include "cli/common/put_json.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum { PATH_SHOWN = 8 };       /* most nodes of a path in a message */

const mg_option mg_bounds_rows[] = {
  { 0, "smooth", NULL, MG_FLAG | MG_OF_LAYOUT, offsetof(mg_bounds_options, smooth), 0, 0,
    "tighten bounds by the triangle inequality before the search" },
  MG_OPTIONS_END
};

mgnn_status
mg_bounds_smooth(mg_bounds_found *b, const mg_bounds_options *opt, const mg_input *in,
                 mgnn_error *err)
{
  if (!opt->smooth)
    return MGNN_OK;
  if (in->src.n > MG_SMOOTH_NODES)
    return mg_fail(err, MGNN_EINVAL, "--smooth takes all pairs of at most %d nodes, "
                   "the graph has %zu: leave it out, or draw a part (--component "
                   "largest)", MG_SMOOTH_NODES, in->src.n);
  PASS(mg_smooth(&in->problem->graph, MG_MET, &b->smoothing, err));
  b->smoothed = 1;
  return MGNN_OK;
}

void
mg_bounds_free(mg_bounds_found *b)
{
  mg_smoothing_free(&b->smoothing);
}

static void
say_contradiction(const mg_bound_smoothing *s, const mg_input *in)
{
  char name[MG_SHOW_MAX], to[MG_SHOW_MAX], **names = in->src.names.text;

  fprintf(stderr, "mgnn-layout: the bounds contradict each other: %s - %s is at "
          "least %.6g, but the path ", mg_show_name(name, names[s->path[0]]),
          mg_show_name(to, names[s->path[s->path_nodes - 1]]), s->asked);
  for (size_t k = 0; k < s->path_nodes; k++) {
    if (k == PATH_SHOWN - 1 && s->path_nodes > PATH_SHOWN) {
      fputs(" - ...", stderr);
      k = s->path_nodes - 1;
    }
    fprintf(stderr, "%s%s", k > 0 ? " - " : "",
            mg_show_name(name, names[s->path[k]]));
  }
  fprintf(stderr, " is at most %.6g", s->path_length);
  if (s->contradicted > 1)
    fprintf(stderr, " (%zu such edges)", s->contradicted);
  fputc('\n', stderr);
}

void
mg_bounds_say(const mg_bounds_found *b, const mg_input *in)
{
  const mg_bound_smoothing *s = &b->smoothing;

  if (!b->smoothed)
    return;
  if (s->intervals == 0)
    fputs("mgnn-layout: --smooth: no length is an interval, nothing to tighten\n",
          stderr);
  else {
    fprintf(stderr, "mgnn-layout: smoothing: %zu of %zu bounds tightened (%zu lower, "
            "%zu upper)", s->lower + s->upper, 2 * s->intervals, s->lower, s->upper);
    if (!isnan(s->narrower))
      fprintf(stderr, "; intervals are %.3g %% narrower on average",
              100 * s->narrower);
    if (s->fixed > 0)
      fprintf(stderr, "; %zu %s one length now", s->fixed,
              s->fixed == 1 ? "is" : "are");
    fputc('\n', stderr);
  }
  if (s->contradicted > 0)
    say_contradiction(s, in);
}

void
mg_bounds_report(mg_json *j, const mg_bounds_found *b, const mg_input *in)
{
  const mg_bound_smoothing *s = &b->smoothing;

  if (!put_key_if(j, "smoothing", b->smoothed))
    return;
  mg_json_open(j, '{');
  put_count(j, "bounds", 2 * s->intervals);
  put_count(j, "lower_tightened", s->lower);
  put_count(j, "upper_tightened", s->upper);
  put_count(j, "fixed", s->fixed);
  put_number(j, "narrower", s->narrower);
  put_count(j, "contradicted", s->contradicted);
  if (s->contradicted > 0) {
    put_number(j, "at_least", s->asked);
    put_number(j, "at_most", s->path_length);
    mg_json_nodes(j, in, "path", s->path, s->path_nodes);
  }
  mg_json_close(j);
}
