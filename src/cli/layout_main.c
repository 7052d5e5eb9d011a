/* mgnn-layout: draw a graph so that its edges get their prescribed lengths. */
#include "layout_stages.h"

#include <string.h>

static const char usage[] =
  "Usage: mgnn-layout [OPTION]... GRAPH\n"
  "Draw a graph so that its edges get their prescribed lengths.\n"
  "\n"
  "GRAPH is a file, or - for standard input.  Without --layers the lengths are\n"
  "met as well as can be (layout mode); with it exactly K layers of a network\n"
  "are run (layers mode).  The drawing goes to -o FILE, or as SVG to standard\n"
  "output.";

static const char ending[] =
  "\n"
  "Exit status: 0 done, 1 bad usage or input, 2 cannot read or write,\n"
  "3 stopped early with the result so far written, 4 --strict and a length is\n"
  "not met.\n"
  "\n"
  "  mgnn-layout graph.gml --metric lengths.csv -o drawing.svg\n"
  "  mgnn-layout graph.gml --layers 8 --model mgnn,sgc,appnp --sheet sheet.svg\n";

int
main(int argc, char **argv)
{
  static const mg_program program = {
    "mgnn-layout", usage, ending, mg_layout_table, mg_layout_options_init,
    mg_layout_check, mg_layout_steps, mg_layout_exit, mg_layout_release, NULL, 0
  };
  mg_layout run;

  memset(&run, 0, sizeof run);
  return mg_program_main(&program, &run, argc, argv);
}
