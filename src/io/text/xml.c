/* The parser is libxml2's push parser: it is given a piece of the file at a
 * time, and the tags and texts found are queued for the reader.  xmlTextReader
 * would need no queue, but keeps lines in 16 bits and no columns. */
#include "config.h"
#include "xml.h"
#include "base/library.h"
#include "message.h"
#include "stream.h"
#include "base/mem.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#ifdef XML_LIBRARY
/* libxml2 is loaded on first use, since it brings ICU's tables; mg_xml_open
 * checks that this is possible. */
#define LATE(name) MG_LATE(XML_LIBRARY, name)
#define __xmlStructuredError LATE(__xmlStructuredError)
#define __xmlStructuredErrorContext LATE(__xmlStructuredErrorContext)
#define htmlEntityLookup LATE(htmlEntityLookup)
#define xmlCreatePushParserCtxt LATE(xmlCreatePushParserCtxt)
#define xmlCtxtUseOptions LATE(xmlCtxtUseOptions)
#define xmlDictSize LATE(xmlDictSize)
#define xmlFreeDoc LATE(xmlFreeDoc)
#define xmlFreeParserCtxt LATE(xmlFreeParserCtxt)
#define xmlGetPredefinedEntity LATE(xmlGetPredefinedEntity)
#define xmlParseChunk LATE(xmlParseChunk)
#define xmlSetStructuredErrorFunc LATE(xmlSetStructuredErrorFunc)
#define xmlStopParser LATE(xmlStopParser)
#else
#define XML_LIBRARY NULL
#endif

unsigned
mg_xml_entity(const char *name)
{
#ifdef LIBXML_HTML_ENABLED
  if (mg_library_load(XML_LIBRARY, NULL) == MGNN_OK) {
    const htmlEntityDesc *found = htmlEntityLookup((const xmlChar *)name);

    return found != NULL ? found->value : 0;
  }
#endif
  (void)name;
  return 0;
}

enum {
  PIECE_BYTES = 1 << 15,       /* bytes given to the parser at a time */
  LOOK_BACK = 400              /* bytes searched back for the start of a line;
                                  if it is further, the column is unknown */
};

typedef struct {
  enum { START, END, TEXT } kind;
  mg_xml_tag tag;              /* START: all of it; TEXT: first and count are
                                  bytes of `chars` */
} event;

typedef struct {
  const char *name, *space;
  size_t value;                /* offset of its value in `chars` */
} attribute;

/* What the parser has found and the reader has not taken yet. */
typedef struct {
  event *event;
  size_t events, event_cap, next;
  attribute *attribute;
  size_t attributes, attribute_cap;
  char *chars;                 /* values of attributes, and texts */
  size_t chars_used, chars_cap;
} event_queue;

struct mg_xml {
  mg_stream in;
  xmlParserCtxtPtr parser;
  const char *format;
  int ended;                   /* the parser has received the whole file */
  int blank;                   /* there were only blanks so far */

  event_queue found;           /* found in the last piece */
  size_t nested;               /* elements open in the parser */
  size_t spaces;               /* namespaces declared by these, in all */
  uint16_t declared[MG_XML_DEPTH_MAX + 1];     /* and by each */
  enum { OUTSIDE, AFTER_OPEN, IN_TAG } at;     /* where the last piece ended */
  int equals;                  /* number of = in that tag */
  size_t depth;                /* elements open for the reader */
  mg_xml_tag tag;              /* found last */
  char *text;                  /* of mg_xml_text */
  size_t text_cap;

  mgnn_status status;          /* the first failure of the parser, or of a call
                                  that it made */
  mgnn_error why;
};

static mgnn_status
reserve(char **bytes, size_t *cap, size_t size, mgnn_error *err)
{
  if (size <= *cap)
    return MGNN_OK;
  size += size / 2;
  PASS(mg_resized(bytes, size, 1, err));
  *cap = size;
  return MGNN_OK;
}

/* ---- what the parser calls ---- */

/* Callbacks cannot return a failure to the parser, so it is kept here. */
static void
stop_if(mg_xml *x, mgnn_status status)
{
  if (status == MGNN_OK)
    return;
  x->status = status;
  xmlStopParser(x->parser);
}

static mgnn_status
fail_here(mg_xml *x, const char *text)
{
  const xmlParserInput *in = x->parser->input;

  return mg_fail_at(&x->why, x->in.path, (size_t)in->line, (size_t)in->col,
                    "%s", text);
}

static mgnn_status
add_event(mg_xml *x, int kind, event **out)
{
  PASS(mg_room(&x->found.event, x->found.events, &x->found.event_cap,
               sizeof *x->found.event, &x->why));
  *out = &x->found.event[x->found.events++];
  memset(*out, 0, sizeof **out);
  (*out)->kind = kind;
  return MGNN_OK;
}

/* Append to `chars`; one byte more is reserved, for the 0 after an attribute. */
static mgnn_status
add_chars(mg_xml *x, const xmlChar *s, size_t len)
{
  mgnn_status status = reserve(&x->found.chars, &x->found.chars_cap,
                               x->found.chars_used + len + 1, &x->why);

  if (status == MGNN_OK) {
    memcpy(x->found.chars + x->found.chars_used, s, len);
    x->found.chars_used += len;
  }
  return status;
}

/* Find where a tag begins; the parser is before its >.  As a < within a tag
 * would not be well-formed, it is the last < before that. */
static void
find_place(const xmlParserInput *in, mg_xml_tag *tag)
{
  const char *base = (const char *)in->base, *cur = (const char *)in->cur;
  const char *open = mg_last_byte(base, '<', (size_t)(cur - base)), *line;
  size_t back;

  tag->line = tag->text_line = (size_t)in->line;
  if (open == NULL)
    return;
  for (const char *p = open; p < cur; p++)
    tag->line -= *p == '\n';
  back = open - base < LOOK_BACK ? (size_t)(open - base) : LOOK_BACK;
  line = mg_last_byte(open - back, '\n', back);
  if (line != NULL)
    tag->column = (size_t)(open - line);
  else if (tag->line == 1 && open - base < LOOK_BACK)
    tag->column = (size_t)(open - base) + 1;
}

/* The namespace of a prefix; an undeclared prefix is a namespace of its own. */
static const char *
space_of(const xmlChar *prefix, const xmlChar *uri)
{
  return (const char *)(uri != NULL ? uri : prefix);
}

static mgnn_status
add_attribute(mg_xml *x, const xmlChar **five)
{
  mgnn_status status;

  PASS(mg_room(&x->found.attribute, x->found.attributes, &x->found.attribute_cap,
               sizeof *x->found.attribute, &x->why));
  x->found.attribute[x->found.attributes++] = (attribute){
    (const char *)five[0], space_of(five[1], five[2]), x->found.chars_used };
  status = add_chars(x, five[3], (size_t)(five[4] - five[3]));
  if (status == MGNN_OK)
    x->found.chars[x->found.chars_used++] = '\0';
  return status;
}

/* `five` are five pointers per attribute, as in SAX 2: name, prefix, URI, start
 * and end of the value; attributes with values defaulted by the DTD come last. */
static void
on_start(void *ctx, const xmlChar *name, const xmlChar *prefix,
         const xmlChar *uri, int spaces, const xmlChar **declared, int count,
         int defaulted, const xmlChar **five)
{
  mg_xml *x = ctx;
  mgnn_status status = MGNN_OK;
  size_t first = x->found.attributes;
  char text[80];
  event *e;

  (void)declared;
  if (++x->nested > MG_XML_DEPTH_MAX) {
    snprintf(text, sizeof text, "elements are nested deeper than %d",
             MG_XML_DEPTH_MAX);
    stop_if(x, fail_here(x, text));
    return;
  }
  x->declared[x->nested] = (uint16_t)spaces;
  x->spaces += (size_t)spaces;
  if (x->spaces > MG_XML_SPACES_MAX) {
    snprintf(text, sizeof text, "elements declare more than %d namespaces",
             MG_XML_SPACES_MAX);
    stop_if(x, fail_here(x, text));
    return;
  }
  for (int k = 0; k < count - defaulted && status == MGNN_OK; k++)
    status = add_attribute(x, five + 5 * k);
  if (status == MGNN_OK)
    status = add_event(x, START, &e);
  if (status == MGNN_OK) {
    find_place(x->parser->input, &e->tag);
    e->tag.name = (const char *)name;
    e->tag.space = space_of(prefix, uri);
    e->tag.first = first;
    e->tag.count = x->found.attributes - first;
  }
  stop_if(x, status);
}

static void
on_end(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
  mg_xml *x = ctx;
  event *e;

  (void)name;
  (void)prefix;
  (void)uri;
  x->spaces -= x->declared[x->nested--];
  stop_if(x, add_event(x, END, &e));
}

static void
on_text(void *ctx, const xmlChar *s, int len)
{
  mg_xml *x = ctx;
  event *e = x->found.events > 0 ? &x->found.event[x->found.events - 1] : NULL;
  mgnn_status status = MGNN_OK;

  if (e == NULL || e->kind != TEXT) {
    status = add_event(x, TEXT, &e);
    if (status == MGNN_OK)
      e->tag.first = x->found.chars_used;
  }
  if (status == MGNN_OK)
    status = add_chars(x, s, (size_t)len);
  if (status == MGNN_OK)
    e->tag.count += (size_t)len;
  stop_if(x, status);
}

/* Check the encoding after the XML declaration.  In some encodings a tag can be
 * written in several ways, so that programs see different tags: UTF-7 and the
 * like, and all that libxml2 leaves to the C library. */
static void
on_document(void *ctx)
{
  static const char *const known[] = { "UTF-8", "UTF-16", "UTF-16LE",
                                       "UTF-16BE", "ISO-8859-1", "US-ASCII",
                                       "ASCII" };
  mg_xml *x = ctx;
  const xmlChar *said = x->parser->encoding != NULL
                        ? x->parser->encoding : x->parser->input->encoding;
  char text[160];

  if (said == NULL)
    return;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcasecmp((const char *)said, known[k]) == 0)
      return;
  snprintf(text, sizeof text, "the encoding is %.40s, must be UTF-8, UTF-16, "
           "ISO-8859-1 or US-ASCII; convert the file, for example with iconv",
           (const char *)said);
  stop_if(x, fail_here(x, text));
}

static void
on_entity(void *ctx, const xmlChar *name, int type, const xmlChar *public_id,
          const xmlChar *system_id, xmlChar *content)
{
  mg_xml *x = ctx;

  (void)name;
  (void)type;
  (void)public_id;
  (void)system_id;
  (void)content;
  stop_if(x, fail_here(x, "the file declares entities, which are not read; "
                       "write what they stand for in their place"));
}

/* Find an entity of XML itself; on_entity refuses all others when they are declared. */
static xmlEntityPtr
get_entity(void *ctx, const xmlChar *name)
{
  mg_xml *x = ctx;
  xmlEntityPtr known = xmlGetPredefinedEntity(name);

  if (known == NULL && x->status == MGNN_OK) {
    char text[80];

    snprintf(text, sizeof text, "not valid %s: the entity &%.30s; is not known",
             x->format, (const char *)name);
    stop_if(x, fail_here(x, text));
  }
  return known;
}

/* Keep the first error.  Errors about namespaces are ignored, as readers skip
 * elements that they do not know. */
static void
on_error(void *ctx, const xmlError *e)
{
  mg_xml *x = ctx;
  size_t line = e->line > 0 ? (size_t)e->line : (size_t)x->parser->input->line;
  size_t column = e->line > 0 && e->int2 > 0 ? (size_t)e->int2 : 0;
  int len;

  if (x->status != MGNN_OK || e->level == XML_ERR_WARNING
      || e->domain == XML_FROM_NAMESPACE)
    return;
  len = e->message != NULL ? (int)strcspn(e->message, "\r\n") : 0;
  while (len > 0 && (e->message[len - 1] == '.' || e->message[len - 1] == ' '))
    len--;
  if (e->code == XML_ERR_NO_MEMORY)
    x->status = mg_fail_memory(&x->why);
  else if (x->blank)
    x->status = mg_fail_at(&x->why, x->in.path, 0, 0, "the file is empty");
  else if (len > 0 && strstr(e->message, "not proper UTF-8") != NULL)
    x->status = mg_fail_at(&x->why, x->in.path, line, column, "the text is "
                           "not UTF-8; if it is Latin-1, the first line must "
                           "be <?xml version=\"1.0\" "
                           "encoding=\"ISO-8859-1\"?>");
  else
    x->status = mg_fail_at(&x->why, x->in.path, line, column, "not valid %s: "
                           "%.*s", x->format, len < 150 ? len : 150,
                           e->message);
}

/* ---- the file ---- */

mgnn_status
mg_xml_open(mg_xml **out, const char *path, const char *format,
            const mg_limits *limits, mgnn_error *err)
{
  static const xmlSAXHandler calls = {
    .initialized = XML_SAX2_MAGIC, .startDocument = on_document,
    .startElementNs = on_start, .endElementNs = on_end,
    .characters = on_text, .cdataBlock = on_text,
    .ignorableWhitespace = on_text, .entityDecl = on_entity,
    .getEntity = get_entity
  };
  mgnn_status status = MGNN_OK;
  xmlSAXHandler copy = calls;  /* libxml2 wants one that is not const */
  mg_xml *x = NULL;

  *out = NULL;
  TRY(mg_library_load(XML_LIBRARY, err));
  TRY(mg_allocated(x = mg_zalloc(1, sizeof *x), err));
  x->format = format;
  x->blank = 1;
  TRY(mg_stream_open_raw(&x->in, path, limits, err));
  x->parser = xmlCreatePushParserCtxt(&copy, x, NULL, 0, NULL);
  TRY(mg_allocated(x->parser, err));
  /* NOENT: &amp; in an attribute becomes &, not a reference node in a tree. */
  xmlCtxtUseOptions(x->parser, XML_PARSE_NONET | XML_PARSE_NOENT);
  *out = x;
  x = NULL;
end:
  mg_xml_close(x);
  return status;
}

void
mg_xml_close(mg_xml *x)
{
  if (x == NULL)
    return;
  if (x->parser != NULL && x->parser->myDoc != NULL) {
    xmlFreeDoc(x->parser->myDoc);      /* made for declarations; not freed below */
    x->parser->myDoc = NULL;
  }
  xmlFreeParserCtxt(x->parser);
  mg_stream_close(&x->in);
  mg_free_all(x->found.event, x->found.attribute, x->found.chars, x->text, x);
}

/* Whether no tag up to the end of the piece has too many attributes, by its =
 * signs: the parser would compare them all before reporting it.  Comments and
 * the like, which begin with <! or <?, may have any number.  The 0 bytes come
 * from UTF-16. */
static int
tags_are_short(mg_xml *x, const char *p, size_t size)
{
  for (size_t k = 0; k < size; k++) {
    if (p[k] == '<') {
      x->at = AFTER_OPEN;
      x->equals = 0;
    } else if (x->at == AFTER_OPEN && p[k] != '\0')
      x->at = p[k] == '!' || p[k] == '?' ? OUTSIDE : IN_TAG;
    else if (x->at == IN_TAG && p[k] == '>')
      x->at = OUTSIDE;
    else if (x->at == IN_TAG && p[k] == '='
             && ++x->equals > MG_XML_ATTRIBUTES_MAX)
      return 0;
  }
  return 1;
}

/* Give the parser the next piece of the file.  Errors of encodings reach only
 * the thread's handler, so that is replaced during the call. */
static mgnn_status
parse_piece(mg_xml *x, mgnn_error *err)
{
  mg_stream *in = &x->in;
  xmlStructuredErrorFunc host = xmlStructuredError;
  void *host_ctx = xmlStructuredErrorContext;
  size_t size;

  if (in->p == in->end && !in->done) {
    char *keep = in->p;

    PASS(mg_stream_more(in, &keep, err));
  }
  size = (size_t)(in->end - in->p);
  size = size < PIECE_BYTES ? size : PIECE_BYTES;
  for (size_t k = 0; x->blank && k < size; k++)
    x->blank = strchr(" \t\r\n", in->p[k]) != NULL && in->p[k] != '\0';
  x->found.events = x->found.next = x->found.attributes = x->found.chars_used = 0;
  x->ended = size == 0;
  if (!tags_are_short(x, in->p, size))
    return mg_fail_at(err, in->path, (size_t)x->parser->input->line, 0, "after "
                      "this line there is a tag of more than %d attributes",
                      MG_XML_ATTRIBUTES_MAX);
  xmlSetStructuredErrorFunc(x, (xmlStructuredErrorFunc)on_error);
  xmlParseChunk(x->parser, in->p, (int)size, x->ended);
  xmlSetStructuredErrorFunc(host_ctx, host);
  in->p += size;
  if (x->status == MGNN_OK && xmlDictSize(x->parser->dict) > MG_XML_NAMES_MAX)
    x->status = mg_fail_at(&x->why, in->path, (size_t)x->parser->input->line, 0,
                           "elements and attributes have more than %d names",
                           MG_XML_NAMES_MAX);
  if (x->status == MGNN_OK
      && x->parser->input->end - x->parser->input->cur > MG_XML_TAG_MAX)
    x->status = mg_fail_at(&x->why, in->path, (size_t)x->parser->input->line,
                           0, "there is a tag or comment of more than %d "
                           "bytes", MG_XML_TAG_MAX);
  return MGNN_OK;
}

/* Take the next event; NULL at the end of the document. */
static mgnn_status
next_event(mg_xml *x, const event **out, mgnn_error *err)
{
  *out = NULL;
  while (x->found.next == x->found.events) {
    if (x->status != MGNN_OK)
      return mg_fail(err, x->status, "%s", x->why.text);
    if (x->ended)
      return MGNN_OK;
    PASS(parse_piece(x, err));
  }
  *out = &x->found.event[x->found.next++];
  x->depth += (*out)->kind == START;
  x->depth -= (*out)->kind == END;
  return MGNN_OK;
}

mgnn_status
mg_xml_child(mg_xml *x, size_t depth, const mg_xml_tag **out, mgnn_error *err)
{
  const event *e;

  *out = NULL;
  for (;;) {
    mgnn_status status = next_event(x, &e, err);

    if (status != MGNN_OK || e == NULL || x->depth < depth)
      return status;
    if (e->kind == START && x->depth == depth + 1) {
      x->tag = e->tag;
      *out = &x->tag;
      return MGNN_OK;
    }
  }
}

const char *
mg_xml_value(const mg_xml *x, const char *name)
{
  const mg_xml_tag *tag = &x->tag;

  for (size_t k = tag->first; k < tag->first + tag->count; k++) {
    const attribute *a = &x->found.attribute[k];

    if (strcmp(a->name, name) == 0
        && (a->space == NULL
            || (tag->space != NULL && strcmp(a->space, tag->space) == 0)))
      return x->found.chars + a->value;
  }
  return NULL;
}

mgnn_status
mg_xml_text(mg_xml *x, const char **text, size_t *len, mgnn_error *err)
{
  size_t depth = x->depth;
  const event *e;

  *len = 0;
  do {
    PASS(next_event(x, &e, err));
    if (e != NULL && e->kind == TEXT && x->depth == depth) {
      PASS(reserve(&x->text, &x->text_cap, *len + e->tag.count + 1, err));
      memcpy(x->text + *len, x->found.chars + e->tag.first, e->tag.count);
      *len += e->tag.count;
    }
  } while (e != NULL && x->depth >= depth);
  PASS(reserve(&x->text, &x->text_cap, *len + 1, err));
  x->text[*len] = '\0';
  *text = x->text;
  return MGNN_OK;
}

mgnn_status
mg_xml_fail(const mg_xml *x, mgnn_error *err, const char *fmt, ...)
{
  char what[sizeof err->text];
  va_list args;

  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail_at(err, x->in.path, x->tag.line, x->tag.column, "%s", what);
}
