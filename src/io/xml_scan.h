/* The tags of an XML text in memory, with their lines.  Not a parser: what is
 * not well-formed ends the scan, and is left to a real one to complain of. */
#ifndef MG_XML_SCAN_H
#define MG_XML_SCAN_H

#include <stddef.h>

typedef struct {
  char *p, *end;               /* what is still to be scanned */
  size_t line;                 /* of p, from 1 */

  /* The tag found last. */
  const char *name;            /* name_len bytes, without a prefix "x:" */
  size_t name_len;
  char *inside, *inside_end;   /* its attributes */
  size_t tag_line;
  int closing;                 /* </name> */
  int empty;                   /* <name/> */
} mg_xml;

/* Start at a text of len bytes. */
void mg_xml_init(mg_xml *x, char *text, size_t len);

/* Find the next tag, passing over text, comments, declarations and CDATA.
 * Returns 0 at the end. */
int mg_xml_next(mg_xml *x);

/* Nonzero if the tag has that name. */
int mg_xml_is(const mg_xml *x, const char *name);

/* The value of an attribute of the tag, *len bytes as they stand in the file;
 * NULL if there is none. */
char *mg_xml_value(const mg_xml *x, const char *name, size_t *len);

/* The <!DOCTYPE ...> before the document, *len bytes from line *line on; NULL:
 * there is none. */
char *mg_xml_doctype(char *text, size_t text_len, size_t *len, size_t *line);

#endif
