/* Writes positions as an array of NumPy, an archive with the graph, or svmlight. */
#include "base/mem.h"
#include "base/number.h"
#include "fields.h"
#include "io/text/zip.h"
#include "output.h"
#include "sink.h"

#include <stdint.h>
#include <string.h>

static const double TEXTS_MOST = 5e8;  /* most bytes of an array of texts, by taste */

/* Write the header of an array; descr and shape in NumPy's notation. */
static void
put_head(FILE *out, const char *descr, const char *shape)
{
  char head[256];
  int len = snprintf(head, sizeof head, "{'descr': '%s', 'fortran_order': False, "
                     "'shape': %s, }", descr, shape);

  for (; (10 + len + 1) % 64 != 0; len++)
    head[len] = ' ';
  head[len++] = '\n';
  fwrite("\x93NUMPY\x01\x00", 1, 8, out);
  fputc(len % 256, out);
  fputc(len / 256, out);
  fwrite(head, 1, (size_t)len, out);
}

/* Write a number in little-endian order, whatever the order of the machine. */
static void
put_bits(FILE *out, uint64_t bits, int bytes)
{
  unsigned char b[8];

  for (int k = 0; k < bytes; k++, bits >>= 8)
    b[k] = (unsigned char)(bits & 255);
  fwrite(b, 1, (size_t)bytes, out);
}

static void
put_reals(FILE *out, size_t count, const double *x)
{
  for (size_t k = 0; k < count; k++) {
    uint64_t bits;

    memcpy(&bits, &x[k], sizeof bits);
    put_bits(out, bits, 8);
  }
}

void
mg_write_npy(FILE *out, size_t rows, size_t cols, const double *x)
{
  char shape[64];

  snprintf(shape, sizeof shape, "(%zu, %zu)", rows, cols);
  put_head(out, "<f8", shape);
  put_reals(out, rows * cols, x);
}

mgnn_status
mg_write_positions_npy(const mg_record *r, FILE *out, mgnn_error *err)
{
  mgnn_status status = mg_record_check(r, err);

  if (status == MGNN_OK)
    mg_write_npy(out, r->graph->n, r->dim, r->x);
  return status;
}

/* ---- members of an archive ---- */

static void
put_edges(FILE *out, const mg_record *r)
{
  const mg_graph *g = r->graph;
  char shape[64];

  snprintf(shape, sizeof shape, "(2, %zu)", g->m);
  put_head(out, "<i8", shape);
  for (size_t end = 0; end < 2; end++)
    for (size_t e = 0; e < g->m; e++)
      put_bits(out, g->ends[2 * e + end], 8);
}

static void
put_lengths(FILE *out, const mg_record *r)
{
  char shape[64];

  snprintf(shape, sizeof shape, "(%zu,)", r->graph->m);
  put_head(out, "<f8", shape);
  put_reals(out, r->graph->m, r->graph->target);
}

static void
put_positions(FILE *out, const mg_record *r)
{
  mg_write_npy(out, r->graph->n, r->dim, r->x);
}

/* The code point at *text, in UTF-8; moves *text behind it.  0 at the end. */
static uint32_t
code_point(const char **text)
{
  const unsigned char *p = (const unsigned char *)*text;
  int more = *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : 0;
  uint32_t c = more == 0 ? *p : *p & (0x3fU >> more);

  if (*p == 0)
    return 0;
  for (p++; more > 0 && (*p & 0xc0) == 0x80; more--)
    c = c << 6 | (*p++ & 0x3f);
  *text = (const char *)p;
  return c;
}

/* The number of characters of the longest text, at least 1; *which: its index. */
static size_t
longest_text(size_t n, const char *const *text, size_t *which)
{
  size_t longest = 1;

  *which = 0;
  for (size_t i = 0; i < n; i++) {
    const char *p = text[i] != NULL ? text[i] : "";
    size_t len = 0;

    while (code_point(&p) != 0)
      len++;
    if (len > longest) {
      longest = len;
      *which = i;
    }
  }
  return longest;
}

/* Fail if one long text among many short ones would make the array too large.  (NumPy's
 * arrays of Python objects are no way out: to load them is to run code of the file.) */
static mgnn_status
texts_check(const mg_record *r, const char *const *text, const char *what,
            mgnn_error *err)
{
  size_t which = 0;
  size_t longest = text != NULL ? longest_text(r->graph->n, text, &which) : 0;
  double size = 4.0 * (double)longest * (double)r->graph->n;

  if (size <= TEXTS_MOST)
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "the %s would take %.1f GB in an archive of NumPy, "
                 "since each takes as much as the longest, that of node %zu with %zu "
                 "characters; shorten it, or write .npy, .json or .graphml", what,
                 size / 1e9, which + 1, longest);
}

/* Write texts as UTF-32, all padded to the length of the longest. */
static void
put_texts(FILE *out, size_t n, const char *const *text)
{
  char descr[32], shape[64];
  size_t which, longest = longest_text(n, text, &which);

  snprintf(descr, sizeof descr, "<U%zu", longest);
  snprintf(shape, sizeof shape, "(%zu,)", n);
  put_head(out, descr, shape);
  for (size_t i = 0; i < n; i++) {
    const char *p = text[i] != NULL ? text[i] : "";

    for (size_t k = 0; k < longest; k++)
      put_bits(out, code_point(&p), 4);
  }
}

static void
put_names(FILE *out, const mg_record *r)
{
  put_texts(out, r->graph->n, r->names);
}

static void
put_labels(FILE *out, const mg_record *r)
{
  put_texts(out, r->graph->n, r->labels);
}

mgnn_status
mg_write_npz(const mg_record *r, FILE *out, mgnn_error *err)
{
  const struct {
    const char *name;
    int there;
    void (*put)(FILE *out, const mg_record *r);
  } members[] = {
    { "x.npy", 1, put_positions }, { "edge_index.npy", 1, put_edges },
    { "length.npy", !r->without_lengths, put_lengths },
    { "names.npy", r->names != NULL, put_names },
    { "y.npy", r->labels != NULL, put_labels }
  };
  mg_zip_writer zip = { .out = out };
  mgnn_status status = MGNN_OK;
  mg_output member;
  char *bytes = NULL;
  size_t size;

  TRY(mg_record_check(r, err));
  TRY(texts_check(r, r->names, "names", err));
  TRY(texts_check(r, r->labels, "labels", err));
  for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
    if (!members[k].there)
      continue;
    mg_free(bytes);
    bytes = NULL;
    TRY(mg_output_open_memory(&member, err));
    members[k].put(member.file, r);
    TRY(mg_output_take(&member, &bytes, &size, err));
    TRY(mg_zip_put(&zip, members[k].name, bytes, size, err));
  }
  mg_zip_finish(&zip);
end:
  mg_free(bytes);
  mg_zip_writer_free(&zip);
  return status;
}

/* ---- svmlight ---- */

/* Write a line per node: its label if that is a number, else 0, and its coordinates
 * that are not 0. */
mgnn_status
mg_write_svm(const mg_record *r, FILE *out, mgnn_error *err)
{
  mg_sink s;

  PASS(mg_record_check(r, err));
  mg_sink_init(&s, out);
  for (size_t i = 0; i < r->graph->n; i++) {
    const char *label = r->labels != NULL ? r->labels[i] : NULL;
    double x;

    mg_put_text(&s, label != NULL && mg_number_whole(label, strlen(label), &x)
                ? label : "0");
    for (size_t c = 0; c < r->dim; c++)
      if (r->x[i * r->dim + c] != 0) {
        mg_put_char(&s, ' ');
        mg_put_count(&s, c);
        mg_put_char(&s, ':');
        mg_put_number(&s, r->x[i * r->dim + c]);
      }
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
  return MGNN_OK;
}
