/* Names, cells and numbers of the input, as they are shown in messages. */
#ifndef MG_SHOW_H
#define MG_SHOW_H

#include <stddef.h>

/* Room for one of them. */
enum { MG_SHOW_MAX = 80 };

/* Put a text in quotes; a long one is cut between two characters, control
 * characters are shown as ?.  Returns buf.  The same for len bytes. */
const char *mg_show(char buf[MG_SHOW_MAX], const char *text);
const char *mg_show_part(char buf[MG_SHOW_MAX], const char *text, size_t len);

/* A name without quotes, in the middle of other words: cut after 40 bytes. */
const char *mg_show_name(char buf[MG_SHOW_MAX], const char *text);

/* A number with all the digits it needs; infinity as inf.  Returns buf. */
const char *mg_show_number(char buf[MG_SHOW_MAX], double x);

#endif
