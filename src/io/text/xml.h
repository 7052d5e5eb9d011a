/* XML documents, one element after the other, with the place of each tag.
 * What the elements mean is the reader's business. */
#ifndef MG_XML_H
#define MG_XML_H

#include "base/error.h"
#include "io/limits.h"

/* Elements nested deeper are refused, and so is a tag, comment or instruction
 * of more bytes.  The parser compares each attribute of a tag with all before
 * it, and looks for a prefix in the namespaces that are open one by one; from
 * some 10^5 names of elements and attributes on, its table of them is full.  So
 * of each there may be few. */
enum { MG_XML_DEPTH_MAX = 256, MG_XML_TAG_MAX = 1 << 19,
       MG_XML_ATTRIBUTES_MAX = 1000, MG_XML_SPACES_MAX = 1000,
       MG_XML_NAMES_MAX = 100000 };

/* A start tag. */
typedef struct {
  const char *name;            /* without a prefix */
  const char *space;           /* the URI of its namespace, or NULL: none */
  size_t line, column;         /* of its <; column 0: not known */
  size_t text_line;            /* of its >, where its text begins */
  size_t first, count;         /* its attributes, for mg_xml_value */
} mg_xml_tag;

typedef struct mg_xml mg_xml;

/* Open a file as mg_stream_open does; `format` is for messages and `limit` the
 * bytes allowed.  UTF-8, UTF-16, ISO-8859-1 and US-ASCII are read, and
 * nothing else; texts come as UTF-8.  Of a <!DOCTYPE> nothing is used: no file
 * that it names is opened, and entities that it declares are refused, as they
 * may multiply without end. */
mgnn_status mg_xml_open(mg_xml **out, const char *path, const char *format,
                        const mg_limits *limits, mgnn_error *err);
void mg_xml_close(mg_xml *x);

/* Continue to the next element within the open element of that depth (0: the
 * document, 1: the root); deeper elements before it are skipped.  The tag
 * found, *out, is valid until the next such call; NULL: there are no more, and
 * the element of that depth is closed.  Fails with MGNN_EPARSE if the text
 * is not well-formed XML, or as mg_stream_more does. */
mgnn_status mg_xml_child(mg_xml *x, size_t depth, const mg_xml_tag **out,
                         mgnn_error *err);

/* The value of an attribute of the tag found last, which has no namespace or
 * that of the tag; NULL: there is none.  Valid until the next call of any other
 * function here. */
const char *mg_xml_value(const mg_xml *x, const char *name);

/* The text of the element whose tag was found last, without that of elements
 * within it, *len bytes and a 0, valid until the next call.  The element is
 * closed then. */
mgnn_status mg_xml_text(mg_xml *x, const char **text, size_t *len, mgnn_error *err);

/* The character of an entity of HTML, by its name; 0: there is none of it. */
unsigned mg_xml_entity(const char *name);

/* mg_fail with MGNN_EPARSE and the place of the tag found last. */
mgnn_status mg_xml_fail(const mg_xml *x, mgnn_error *err, const char *fmt, ...)
  MG_PRINTF(3, 4);

#endif
