/* Messages on how the input was understood. */
#ifndef MG_NOTES_H
#define MG_NOTES_H

#include "input.h"
#include "program.h"

/* Print the notes on the input, unless --quiet.  With --verbose and was_read, also
 * describe the problem.  Calls mg_input_release first. */
void mg_notes_print(const mg_call *call, mg_input *in, int was_read);

/* Print notes on the graph at `path`, and how many loops and parallel edges it has. */
void mg_notes_say(const mg_call *call, const mg_notes *notes, const char *path,
                  size_t loops, size_t merged);

#endif
