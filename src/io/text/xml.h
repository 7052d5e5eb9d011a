/* Reads XML documents element by element, with the position of each tag.  What
 * the elements mean is left to the reader. */
#ifndef MG_XML_H
#define MG_XML_H

#include "base/error.h"
#include "io/limits.h"

/* Limits: deeper elements are refused, and so are longer tags, comments and
 * instructions.  The parser compares each attribute of a tag with all before
 * it, and searches the open namespaces for a prefix one by one; some 10^5 names
 * of elements and attributes fill its table.  So each of these is limited
 * too. */
enum { MG_XML_DEPTH_MAX = 256, MG_XML_TAG_MAX = 1 << 19,
       MG_XML_ATTRIBUTES_MAX = 1000, MG_XML_SPACES_MAX = 1000,
       MG_XML_NAMES_MAX = 100000 };

/* A start tag. */
typedef struct {
  const char *name;            /* without a prefix */
  const char *space;           /* the URI of its namespace, or NULL: none */
  size_t line, column;         /* of its <; column 0: unknown */
  size_t text_line;            /* of its >, where its text begins */
  size_t first, count;         /* its attributes, for mg_xml_value */
} mg_xml_tag;

typedef struct mg_xml mg_xml;

/* Open a file as mg_stream_open does; `format` is for messages, `limits` bounds
 * its bytes.  Only UTF-8, UTF-16, ISO-8859-1 and US-ASCII are read; texts are
 * returned in UTF-8.  A <!DOCTYPE> is ignored: no file that it names is opened,
 * and entities that it declares are refused, as they may multiply without
 * end. */
mgnn_status mg_xml_open(mg_xml **out, const char *path, const char *format,
                        const mg_limits *limits, mgnn_error *err);
void mg_xml_close(mg_xml *x);

/* Go to the next child of the open element at that depth (0: the document, 1:
 * the root); deeper elements before it are skipped.  *out is its tag, valid
 * until the next such call; NULL: there are no more children, and the element
 * at that depth is closed.  Fails with MGNN_EPARSE if the text is not
 * well-formed XML, or as mg_stream_more does. */
mgnn_status mg_xml_child(mg_xml *x, size_t depth, const mg_xml_tag **out,
                         mgnn_error *err);

/* The value of an attribute of the tag found last, with no namespace or that of
 * the tag; NULL if it is missing.  Valid until the next call of any other
 * function here. */
const char *mg_xml_value(const mg_xml *x, const char *name);

/* The text of the element whose tag was found last, without that of nested
 * elements: *len bytes and a 0, valid until the next call.  Closes the
 * element. */
mgnn_status mg_xml_text(mg_xml *x, const char **text, size_t *len, mgnn_error *err);

/* The character of an HTML entity, by its name; 0 if the name is unknown. */
unsigned mg_xml_entity(const char *name);

/* mg_fail with MGNN_EPARSE and the position of the tag found last. */
mgnn_status mg_xml_fail(const mg_xml *x, mgnn_error *err, const char *fmt, ...)
  MG_PRINTF(3, 4);

#endif
