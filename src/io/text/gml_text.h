/* Texts of GML files: entities, escaped quotes, encodings. */
#ifndef MG_GML_TEXT_H
#define MG_GML_TEXT_H

#include "base/error.h"

/* A buffer for one text at a time.  Zeroed, it is empty; mg_free the buffer. */
typedef struct {
  char *buf;
  size_t cap;
  int latin1;                  /* set by mg_gml_text if it met such a text */
} mg_gml_scratch;

/* What a text stands for: entities (&amp; &quot; &lt; &gt; &apos;, those of
 * Latin-1 such as &auml;, and &#228; or &#xe4;) become characters in UTF-8, \"
 * becomes " (and then \\ in the same text becomes \), CRLF becomes LF, and a
 * text that is not UTF-8 is taken as Latin-1.  What is no entity stays as it
 * is.  *s and *len are the text in, and out: the result, in the scratch.
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_gml_text(mg_gml_scratch *scratch, const char **s, size_t *len,
                        mgnn_error *err);

/* The entity of HTML at s, which begins with &, of `left` bytes at most: how many
 * of them it is, 0: none; *count bytes of UTF-8, up to 4, go to `out`. */
size_t mg_html_entity(const char *s, size_t left, char out[4], size_t *count);

#endif
