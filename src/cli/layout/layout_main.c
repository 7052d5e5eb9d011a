/* mgnn-layout: draws a graph so that its edges get their prescribed lengths. */
#include "layout_stages.h"

#include <string.h>

static const char usage[] =
  "Usage: mgnn-layout [OPTION]... GRAPH\n"
  "Draw a graph so that its edges get their prescribed lengths.  GRAPH is a file,\n"
  "or - for standard input; a table of distances will do.";

static const char ending[] =
  "Exit status: 0 done, 1 bad usage or input, 2 cannot read or write,\n"
  "3 stopped early with the result so far written, 4 --strict and a length is\n"
  "not met.\n";

static const char examples[] =
  "  mgnn-layout graph.gml --metric lengths.csv -o drawing.svg\n"
  "  mgnn-layout distances.csv --edge-color strain -o page.html\n"
  "  mgnn-layout graph.gml --layers 8 --model mgnn,sgc,appnp --sheet layers.svg\n";

static const char main_options[] =
  "output metric class pin dim names edge-color size time-limit layers model report";

int
main(int argc, char **argv)
{
  static const mg_program program = {
    "mgnn-layout", usage, ending, examples, main_options, mg_layout_table,
    mg_layout_options_init,
    mg_layout_check, mg_layout_steps, mg_layout_exit, mg_layout_release, NULL, 0,
    mg_layout_lists, mg_layout_relations
  };
  mg_layout run;

  memset(&run, 0, sizeof run);
  return mg_program_main(&program, &run, argc, argv);
}
