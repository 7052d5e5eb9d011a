/* The option table of mgnn-inspect. */
#include "inspect_options.h"
#include "inspect/feasible.h"
#include "option_rows.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_inspect_options, layout.member)
#define OWN(member) offsetof(mg_inspect_options, member)

const mg_option mg_inspect_table[] = {
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is read" },
  MG_ROWS_METRIC(AT),
  { 0, "pin", "NAME|FILE", MG_WORD, AT(input.pin), 0, 0,
    "nodes held in place: an attribute with 1, x, y, xy, or a table of positions" },
  MG_ROWS_NODES(AT),
  { 0, "space", "z|y", MG_WORD, AT(space), 0, 0,
    "which coordinates POSITIONS hold: those of layers, or those that lengths are prescribed for (y)" },
  MG_ROWS_LENIENT(AT),
  MG_ROWS_LIMITS(AT),

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is asked" },
  { 0, "dim", "D", MG_COUNT, AT(input.dim), 1, 10000,
    "dimension that the lengths are judged in (2, or that of POSITIONS)" },
  { 0, "dims", "A..B", MG_WORD, OWN(dims), 0, 0,
    "draw in each of these dimensions: which is enough?" },
  { 0, "realizations", "N", MG_COUNT, OWN(realizations), 1, 1000,
    "look for up to N drawings with these lengths that are not congruent" },
  { 0, "tolerance", "X", MG_REAL, OWN(tolerance), 0, 0.5,
    "a length is met if it is off by no more than X, relatively (1e-5)" },
  { 0, "no-search", NULL, MG_FLAG, OWN(no_search), 0, 0,
    "look for no drawing that meets the lengths" },
  { 0, "max-iterations", "N", MG_COUNT, AT(max_iterations), 1, 1e15,
    "stop a search after N iterations" },
  { 0, "time-limit", "SECONDS", MG_REAL, AT(time_limit), 1e-3, 1e9,
    "stop a search after so long" },
  MG_ROWS_CHANCE(AT),
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if the lengths cannot be met, or if POSITIONS are off by more than X, relatively (0.001)" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is written" },
  { 0, "json", NULL, MG_FLAG, OWN(json), 0, 0,
    "print the answers as JSON" },
  { 'o', "output", "FILE", MG_FILES, AT(outputs), 0, 0,
    "with --realizations a sheet of the drawings (.svg .png .pdf), or %d in the name and a file for each; with two drawings the first as it is laid onto the second (.csv .gml .graphml .json .xyz); repeatable" },
  { 'T', "format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of the output, whatever its suffix" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "How it is drawn (lengths in pixels of 1/96 inch)" },
  MG_ROWS_LOOK(AT),

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "General" },
  MG_ROWS_GENERAL(AT),
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, NULL }
};

void
mg_inspect_options_init(mg_inspect_options *o)
{
  memset(o, 0, sizeof *o);
  mg_layout_options_init(&o->layout);
  o->tolerance = MG_MET;
}
