/* The option table of mgnn-inspect, in the order of --help: its own rows and those of
 * its stages. */
#include "inspect_options.h"
#include "base/number.h"
#include "cli/common/files.h"
#include "inspect/feasible.h"
#include "io/read/read.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_inspect_options, member)

static const mg_option space_rows[] = {
  { 0, "space", "z|y", MG_WORD, AT(space), 0, 0,
    "coordinates that POSITIONS holds: z (of layers) or y [default: y]" },
  MG_OPTIONS_END
};

static const mg_option question_rows[] = {
  { 0, "dim", "D", MG_COUNT, AT(input.dim), 1, 10000,
    "dimension in which to judge the lengths [default: 2, or that of POSITIONS]" },
  { 0, "dims", "A..B", MG_WORD, AT(dims), 0, 0,
    "try each of these dimensions, to see which is enough" },
  { 0, "realizations", "N", MG_COUNT, AT(realizations), 1, 1000,
    "find up to N drawings with these lengths that are not congruent" },
  { 0, "met", "X", MG_REAL, AT(tolerance), 0, 0.5,
    "relative error up to which a length counts as met [default: 1e-5]" },
  { 0, "no-search", NULL, MG_FLAG, AT(no_search), 0, 0,
    "do not search for a drawing that meets the lengths" },
  MG_OPTIONS_END
};

static const mg_option strict_rows[] = {
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if the lengths cannot be met, or if POSITIONS are off by more than X relatively [default: 0.001]" },
  MG_OPTIONS_END
};

static const mg_option output_rows[] = {
  { 0, "json", NULL, MG_FLAG, AT(json), 0, 0, "print the answers as JSON" },
  { 'o', "output", "FILE", MG_FILES, AT(files), 0, 0,
    "with --realizations a sheet of the drawings, or a file for each with %d in the name; with two drawings the first aligned to the second; repeatable" },
  { 0, "motions", "FILE", MG_FILE, AT(motions), 0, 0,
    "table motion,node,x,y of the infinitesimal motions at POSITIONS" },
  { 0, "stresses", "FILE", MG_FILE, AT(stresses), 0, 0,
    "table stress,source,target,value of the self-stresses at POSITIONS" },
  { 0, "show", "WORD[:K]", MG_WORD, AT(show.word), 0, 0,
    "draw the rigid parts (parts), or at POSITIONS the K-th motion or stress [default: K is 1]" },
  { 'T', "format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of the output: {formats} [default: by its suffix]" },
  MG_OPTIONS_END
};

static const mg_option size_rows[] = {
  { 0, "node-size", "X", MG_REAL, AT(style.style.node_size), 0, 1e4,
    "diameter of the nodes" },
  MG_OPTIONS_END
};

const mg_option_part mg_inspect_table[] = {
  { "Questions", question_rows, 0 },
  { NULL, strict_rows, 0 },
  { "Input", mg_input_graph_rows, AT(input) },
  { NULL, mg_input_node_rows, AT(input) },
  { NULL, space_rows, 0 },
  { NULL, mg_input_table_rows, AT(input) },
  { "Lengths", mg_input_length_rows, AT(input) },
  { "Output", output_rows, 0 },
  { "Limits", mg_limit_rows, AT(limits) },
  { NULL, mg_random_rows, AT(call) },
  { NULL, mg_input_limit_rows, AT(input) },
  { "Drawing (lengths in pixels of 1/96 inch)", mg_style_page_rows,
    AT(style) },
  { NULL, size_rows, 0 },
  { NULL, mg_style_width_rows, AT(style) },
  { NULL, mg_style_mark_rows, AT(style) },
  { "General", mg_general_rows, AT(call) },
  { NULL, NULL, 0 }
};

const mg_word_list mg_inspect_lists[] = {
  { "{readers}", mg_reader_word }, { "{formats}", mg_format_word }, { NULL, NULL }
};

void
mg_inspect_options_init(void *options)
{
  mg_inspect_options *opt = options;

  memset(opt, 0, sizeof *opt);
  opt->call.seed = 1;
  opt->tolerance = MG_MET;
  opt->strict = NAN;
  mg_input_options_init(&opt->input);
  opt->style.style = mg_style_default;
}

/* Read --dims: "A..B", or one number. */
static mgnn_status
dims_parse(mg_inspect_options *opt, mgnn_error *err)
{
  const char *word = opt->dims, *dots;
  double first, last;
  size_t len;

  if (word == NULL)
    return MGNN_OK;
  dots = strstr(word, "..");
  len = dots != NULL ? (size_t)(dots - word) : strlen(word);
  if (!mg_number_whole(word, len, &first) || first != floor(first)
      || !(first >= 1))
    first = NAN;
  last = first;
  if (dots != NULL && (!mg_number_whole(dots + 2, strlen(dots + 2), &last)
                       || last != floor(last)))
    last = NAN;
  if (!(last >= first && last <= 100))
    return mg_fail(err, MGNN_EINVAL, "--dims is \"%s\", must be two whole "
                   "numbers from 1 to 100 as in 1..6", word);
  opt->dim_first = (size_t)first;
  opt->dim_last = (size_t)last;
  return MGNN_OK;
}

/* Read --show: "parts", "motion", "motion:2", "stress" or "stress:2". */
static mgnn_status
show_parse(mg_show_options *show, mgnn_error *err)
{
  static const char *const words[MG_SHOWN] = { "parts", "motion", "stress" };
  const char *word = show->word, *colon;
  double number = 1;
  size_t len, what = 0;

  if (word == NULL)
    return MGNN_OK;
  colon = strchr(word, ':');
  len = colon != NULL ? (size_t)(colon - word) : strlen(word);
  while (what < MG_SHOWN && (strlen(words[what]) != len
                             || memcmp(words[what], word, len) != 0))
    what++;
  if (colon != NULL && (!mg_number_whole(colon + 1, strlen(colon + 1), &number)
                        || number != floor(number)))
    number = NAN;
  if (what == MG_SHOWN || !(number >= 1 && number <= 1e6)
      || (colon != NULL && what == MG_SHOW_PARTS))
    return mg_fail(err, MGNN_EINVAL, "--show is \"%s\", must be parts, motion "
                   "or stress, the last two with a number as in motion:2, or without", word);
  show->what = (mg_shown)what;
  show->number = (size_t)number - 1;
  return MGNN_OK;
}

mgnn_status
mg_inspect_options_check(mg_inspect_options *opt, mgnn_error *err)
{
  PASS(mg_style_options_check(&opt->style, err));
  PASS(dims_parse(opt, err));
  return show_parse(&opt->show, err);
}
