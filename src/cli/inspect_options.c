/* The options of mgnn-inspect: its own, and the rows of its stages, in the order
 * of --help. */
#include "inspect_options.h"
#include "base/number.h"
#include "files.h"
#include "inspect/feasible.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_inspect_options, member)

static const mg_option space_rows[] = {
  { 0, "space", "z|y", MG_WORD, AT(space), 0, 0,
    "which coordinates POSITIONS hold: those of layers, or those that lengths are prescribed for (y)" },
  MG_OPTIONS_END
};

static const mg_option question_rows[] = {
  { 0, "dim", "D", MG_COUNT, AT(input.dim), 1, 10000,
    "dimension that the lengths are judged in (2, or that of POSITIONS)" },
  { 0, "dims", "A..B", MG_WORD, AT(dims), 0, 0,
    "draw in each of these dimensions: which is enough?" },
  { 0, "realizations", "N", MG_COUNT, AT(realizations), 1, 1000,
    "look for up to N drawings with these lengths that are not congruent" },
  { 0, "tolerance", "X", MG_REAL, AT(tolerance), 0, 0.5,
    "a length is met if it is off by no more than X, relatively (1e-5)" },
  { 0, "no-search", NULL, MG_FLAG, AT(no_search), 0, 0,
    "look for no drawing that meets the lengths" },
  MG_OPTIONS_END
};

static const mg_option strict_rows[] = {
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if the lengths cannot be met, or if POSITIONS are off by more than X, relatively (0.001)" },
  MG_OPTIONS_END
};

static const mg_option output_rows[] = {
  { 0, "json", NULL, MG_FLAG, AT(json), 0, 0,
    "print the answers as JSON" },
  { 'o', "output", "FILE", MG_FILES, AT(files), 0, 0,
    "with --realizations a sheet of the drawings (.svg .png .pdf), or %d in the name and a file for each; with two drawings the first aligned to the second (.csv .gml .graphml .json .xyz .pdb); repeatable" },
  { 0, "motions", "FILE", MG_FILE, AT(motions), 0, 0,
    "the infinitesimal motions at POSITIONS, as CSV: motion,node,x,y" },
  { 0, "stresses", "FILE", MG_FILE, AT(stresses), 0, 0,
    "the self-stresses at POSITIONS, as CSV: stress,source,target,value" },
  { 0, "show", "WORD[:K]", MG_WORD, AT(show.word), 0, 0,
    "what a drawing shows: parts (the rigid ones), and at POSITIONS motion (velocities), stress (self-stress on the edges), flex (the motion followed, as .svg, .png, .html that move, or %d and a file of positions each); K-th of them (1)" },
  { 'T', "format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of the output, whatever its suffix" },
  MG_OPTIONS_END
};

static const mg_option size_rows[] = {
  { 0, "node-size", "X", MG_REAL, AT(style.style.node_size), 0, 1e4,
    "diameter of the nodes" },
  MG_OPTIONS_END
};

const mg_option_part mg_inspect_table[] = {
  { "What is read", mg_input_graph_rows, AT(input) },
  { NULL, mg_input_node_rows, AT(input) },
  { NULL, space_rows, 0 },
  { NULL, mg_input_limit_rows, AT(input) },
  { "What is asked", question_rows, 0 },
  { NULL, mg_limit_rows, AT(limits) },
  { NULL, mg_random_rows, AT(call) },
  { NULL, strict_rows, 0 },
  { "What is written", output_rows, 0 },
  { "How it is drawn (lengths in pixels of 1/96 inch)", mg_style_page_rows,
    AT(style) },
  { NULL, size_rows, 0 },
  { NULL, mg_style_width_rows, AT(style) },
  { NULL, mg_style_mark_rows, AT(style) },
  { "General", mg_general_rows, AT(call) },
  { NULL, NULL, 0 }
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

/* "A..B", or one number. */
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

/* "motion", or "motion:2". */
static mgnn_status
show_parse(mg_show_options *show, mgnn_error *err)
{
  static const char *const words[MG_SHOWN] = { "parts", "motion", "stress",
                                               "flex" };
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
    return mg_fail(err, MGNN_EINVAL, "--show is \"%s\", must be parts, motion, "
                   "stress or flex, the last three with a number as in motion:2, or "
                   "without", word);
  show->what = (mg_shown)what;
  show->number = (size_t)number - 1;
  return MGNN_OK;
}

mgnn_status
mg_inspect_options_check(mg_inspect_options *opt, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_space_check(opt->space, err));
  TRY(mg_style_options_check(&opt->style, err));
  TRY(dims_parse(opt, err));
  TRY(show_parse(&opt->show, err));
end:
  return status;
}
