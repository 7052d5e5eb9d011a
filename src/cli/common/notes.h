/* How the input was understood, for a person. */
#ifndef MG_NOTES_H
#define MG_NOTES_H

#include "input.h"
#include "program.h"

/* Print the remarks about the input, unless --quiet; with --verbose also what
 * was made of it, where it was read.  The source gives its memory back before. */
void mg_notes_print(const mg_call *call, mg_input *in, int was_read);

/* Print notes on the graph at `path`, and how many edges it has that do not count. */
void mg_notes_say(const mg_call *call, const mg_notes *notes, const char *path,
                  size_t loops, size_t merged);

#endif
