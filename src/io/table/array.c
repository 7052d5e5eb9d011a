/* Reads arrays of NumPy; files are read into memory as a whole. */
#include "array.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ITEM_MAX = 100000 };

/* ---- paths ---- */

/* The colon in FILE.npz:NAME, or NULL if there is no NAME. */
static const char *
name_mark(const char *path)
{
  const char *mark = strstr(path, ".npz:");

  return mark != NULL ? mark + 4 : NULL;
}

int
mg_is_array_path(const char *path)
{
  size_t len = strlen(path);

  return name_mark(path) != NULL
         || (len > 4 && (strcmp(path + len - 4, ".npy") == 0
                         || strcmp(path + len - 4, ".npz") == 0));
}

/* ---- the header of an array ---- */

int
mg_array_is_text(const mg_array *x)
{
  return x->kind == 'U' || x->kind == 'S';
}

/* The text after a key of the header and blanks; NULL if there is no such key. */
static const char *
head_value(const char *head, const char *key)
{
  const char *p = strstr(head, key);

  if (p == NULL)
    return NULL;
  p += strlen(key);
  return p + strspn(p, " :");
}

/* Read a size of at most `most` from digits at *p, and move *p behind them. */
static int
size_read(const char **p, double most, size_t *out)
{
  size_t len = strspn(*p, "0123456789");
  double x;

  if (!mg_number_whole(*p, len, &x) || x > most)
    return 0;
  *p += len;
  *out = (size_t)x;
  return 1;
}

/* Read a type: '<f8', '|b1', '<U12' are byte order, kind and size of an entry. */
static int
type_read(const char *p, mg_array *out)
{
  static const char numbers[][4] = {
    "f2'", "f4'", "f8'", "i1'", "i2'", "i4'", "i8'", "u1'", "u2'", "u4'", "u8'",
    "b1'"
  };

  if (p == NULL || *p++ != '\'' || *p == '\0' || strchr("<>|=", *p) == NULL)
    return 0;
  out->swapped = *p++ == '>';
  out->kind = *p;
  if (mg_array_is_text(out)) {
    int wide = *p++ == 'U';

    if (!size_read(&p, ITEM_MAX, &out->item) || *p != '\'')
      return 0;
    out->item *= wide ? 4 : 1;
    return 1;
  }
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    if (strncmp(p, numbers[k], 3) == 0) {
      out->item = (size_t)(p[1] - '0');
      return 1;
    }
  return 0;
}

/* Read a shape of up to two sizes: (), (3,), (3, 4). */
static int
shape_read(const char *p, mg_array *out)
{
  size_t size[2] = { 1, 1 };

  if (p == NULL || *p++ != '(')
    return 0;
  for (int dims = 0; *(p += strspn(p, " ,L")) != ')'; dims++)
    if (dims == 2 || !size_read(&p, 4e15, &size[dims]))
      return 0;
  out->rows = size[0];
  out->cols = size[1];
  return 1;
}

static mgnn_status
too_short(const char *path, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: ends too early for an array of NumPy",
                 path);
}

/* Read the header of the array that begins at p. */
static mgnn_status
array_read(const char *path, const char *p, size_t size, mg_array *out,
           mgnn_error *err)
{
  char head[1024];
  size_t length, begin = 10;
  const char *order;

  if (size >= 6 && memcmp(p, "\x93NUMPY", 6) != 0)
    return mg_fail(err, MGNN_EPARSE, "%s: is not an array of NumPy", path);
  if (size < 12)
    return too_short(path, err);
  if (p[6] < 1 || p[6] > 3)
    return mg_fail(err, MGNN_EPARSE, "%s: is not an array of NumPy of version 1 "
                   "to 3", path);
  length = (unsigned char)p[8] + 256U * (unsigned char)p[9];
  if (p[6] > 1) {
    begin = 12;
    length += ((size_t)(unsigned char)p[10] << 16)
              + ((size_t)(unsigned char)p[11] << 24);
  }
  if (length >= sizeof head)
    return mg_fail(err, MGNN_EPARSE, "%s: its header has %zu bytes; an array of "
                   "numbers has fewer than %zu", path, length, sizeof head);
  if (length > size - begin)
    return too_short(path, err);
  memcpy(head, p + begin, length);
  head[length] = '\0';
  order = head_value(head, "'fortran_order'");
  if (order == NULL
      || (strncmp(order, "True", 4) != 0 && strncmp(order, "False", 5) != 0)
      || !type_read(head_value(head, "'descr'"), out)
      || !shape_read(head_value(head, "'shape'"), out))
    return mg_fail(err, MGNN_EPARSE, "%s: an array must have one or two "
                   "dimensions, of numbers or texts (not Python objects); its "
                   "header is %.100s", path, head);
  out->by_columns = *order == 'T';
  out->data = p + begin + length;
  size -= begin + length;
  if (out->cols > 0 && out->item > 0
      && out->rows > size / out->item / out->cols)
    return too_short(path, err);
  return MGNN_OK;
}

/* ---- files ---- */

mgnn_status
mg_arrays_open(mg_arrays *a, const char *path, const mg_limits *limits,
               mgnn_error *err)
{
  const char *name = strcmp(path, "-") == 0 ? "stdin" : path, *mark = name_mark(name);
  size_t len = mark != NULL ? (size_t)(mark - path) : strlen(name);

  memset(a, 0, sizeof *a);
  PASS(mg_allocated(a->path = mg_strndup(name, len), err));
  a->wanted = mark != NULL ? mark + 1 : NULL;
  a->rows_most = limits->nodes;
  PASS(mg_stream_open_raw(&a->in, name == path ? a->path : path, limits, err));
  while (!a->in.done) {
    char *keep = a->in.p;

    PASS(mg_stream_more(&a->in, &keep, err));
  }
  a->count = 1;
  if (a->in.end - a->in.p >= 2 && memcmp(a->in.p, "PK", 2) == 0) {
    PASS(mg_zip_open(&a->zip, a->path, a->in.p, (size_t)(a->in.end - a->in.p),
                     a->in.limit, err));
    a->count = a->zip.count;
  }
  PASS(mg_allocated(a->bytes = mg_zalloc(a->count, sizeof *a->bytes), err));
  return mg_allocated(a->array = mg_zalloc(a->count, sizeof *a->array), err);
}

void
mg_arrays_free(mg_arrays *a)
{
  for (size_t k = 0; k < a->count && a->bytes != NULL; k++)
    mg_free(a->bytes[k]);
  mg_free_all(a->bytes, a->array);
  mg_zip_free(&a->zip);
  mg_stream_close(&a->in);
  mg_free(a->path);
  memset(a, 0, sizeof *a);
}

/* The length of a member's name without .npy. */
static size_t
member_name(const mg_zip_member *m)
{
  size_t len = m->name_len;

  return len > 4 && memcmp(m->name + len - 4, ".npy", 4) == 0 ? len - 4 : len;
}

/* The member with a name of `len` bytes; a->count if there is none. */
static size_t
member_find(const mg_arrays *a, const char *name, size_t len)
{
  size_t k = 0;

  while (k < a->zip.count
         && (member_name(&a->zip.member[k]) != len
             || memcmp(a->zip.member[k].name, name, len) != 0))
    k++;
  return k < a->zip.count ? k : a->count;
}

static mgnn_status
member_take(mg_arrays *a, size_t k, const mg_array **out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (a->array[k].data == NULL && a->zip.member == NULL)
    TRY(array_read(a->path, a->in.p, (size_t)(a->in.end - a->in.p),
                   &a->array[k], err));
  if (a->array[k].data == NULL) {
    if (a->bytes[k] == NULL)
      TRY(mg_zip_take(&a->zip, &a->zip.member[k], &a->bytes[k], err));
    TRY(array_read(a->path, a->bytes[k], a->zip.member[k].size, &a->array[k], err));
  }
  *out = &a->array[k];
end:
  if (status != MGNN_OK)
    a->array[k].data = NULL;
  return status;
}

mgnn_status
mg_arrays_named(mg_arrays *a, const char *names, const mg_array **out,
                mgnn_error *err)
{
  *out = NULL;
  for (const char *p = names; *p != '\0' && a->zip.member != NULL;) {
    size_t len = strcspn(p, " "), k = member_find(a, p, len);

    if (k < a->count)
      return member_take(a, k, out, err);
    p += len + strspn(p + len, " ");
  }
  return MGNN_OK;
}

mgnn_status
mg_arrays_find(mg_arrays *a, const char *names, const mg_array **out,
               mgnn_error *err)
{
  size_t k;

  *out = NULL;
  if (a->wanted != NULL && a->zip.member != NULL) {
    k = member_find(a, a->wanted, strlen(a->wanted));
    return k < a->count ? member_take(a, k, out, err)
           : mg_arrays_missing(a, "array", a->wanted, err);
  }
  if (a->zip.member == NULL || a->count == 1)
    return a->count == 1 ? member_take(a, 0, out, err) : MGNN_OK;
  return mg_arrays_named(a, names, out, err);
}

mgnn_status
mg_arrays_missing(const mg_arrays *a, const char *what, const char *names,
                  mgnn_error *err)
{
  char list[300] = "";
  size_t used = 0;

  for (size_t k = 0; k < a->zip.count && used < sizeof list - 60; k++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s",
                             used > 0 ? ", " : "",
                             (int)(member_name(&a->zip.member[k]) < 50
                                   ? member_name(&a->zip.member[k]) : 50),
                             a->zip.member[k].name);
  return mg_fail(err, MGNN_EPARSE, "%s: has no %s (%s); it has %s; choose one by "
                 "FILE.npz:NAME", a->path, what, names,
                 used > 0 ? list : "no named arrays");
}

/* ---- entries ---- */

static double
half(unsigned bits)
{
  int exponent = (int)(bits >> 10 & 31);
  double x = exponent == 0 ? ldexp(bits & 1023, -24)
             : exponent == 31 ? (bits & 1023 ? NAN : INFINITY)
             : ldexp((bits & 1023) + 1024, exponent - 25);

  return bits >> 15 ? -x : x;
}

/* The bytes of an entry; NULL if the array has no such row or column.  The only
 * place that reads `data`. */
static const char *
entry(const mg_array *x, size_t row, size_t col)
{
  if (row >= x->rows || col >= x->cols)
    return NULL;
  return x->data + x->item * (x->by_columns ? col * x->rows + row
                                            : row * x->cols + col);
}

double
mg_array_number(const mg_array *x, size_t row, size_t col)
{
  const char *p = entry(x, row, col);
  uint64_t bits = 0;
  float f;
  double d;
  uint32_t word;
  size_t shift;

  if (p == NULL || mg_array_is_text(x))
    return NAN;
  shift = 64 - 8 * x->item;
  for (size_t k = x->item; k-- > 0;)
    bits = bits << 8 | (unsigned char)p[x->swapped ? x->item - 1 - k : k];
  if (x->kind == 'u' || x->kind == 'b')
    return (double)bits;
  if (x->kind == 'i')          /* the sign is the highest bit of the item */
    return (double)((int64_t)(bits << shift) >> shift);
  if (x->item == 2)
    return half((unsigned)bits);
  word = (uint32_t)bits;
  memcpy(&f, &word, sizeof f);
  memcpy(&d, &bits, sizeof d);
  return x->item == 4 ? f : d;
}

mgnn_status
mg_array_check(const mg_array *x, const char *path, double least, double most,
               int whole, mgnn_error *err)
{
  if (mg_array_is_text(x))
    return mg_fail(err, MGNN_EPARSE, "%s: holds texts, must hold numbers", path);
  for (size_t i = 0; i < x->rows; i++)
    for (size_t c = 0; c < x->cols; c++) {
      double v = mg_array_number(x, i, c);

      if (!(v >= least && v <= most) || (whole && v != floor(v)))
        return mg_fail(err, MGNN_EPARSE, "%s: number %zu of row %zu is %g, must "
                       "be %s from %g to %g", path, c + 1, i + 1, v,
                       whole ? "a whole number" : "a number", least, most);
    }
  return MGNN_OK;
}

/* Write a code point as UTF-8, an invalid one as U+FFFD.  Returns the length. */
static size_t
utf8_put(char *buf, uint32_t c)
{
  if (c < 0x80) {
    buf[0] = (char)c;
    return 1;
  }
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
    c = 0xfffd;
  if (c < 0x800) {
    buf[0] = (char)(0xc0 | c >> 6);
    buf[1] = (char)(0x80 | (c & 63));
    return 2;
  }
  if (c < 0x10000) {
    buf[0] = (char)(0xe0 | c >> 12);
    buf[1] = (char)(0x80 | (c >> 6 & 63));
    buf[2] = (char)(0x80 | (c & 63));
    return 3;
  }
  buf[0] = (char)(0xf0 | c >> 18);
  buf[1] = (char)(0x80 | (c >> 12 & 63));
  buf[2] = (char)(0x80 | (c >> 6 & 63));
  buf[3] = (char)(0x80 | (c & 63));
  return 4;
}

size_t
mg_array_text_size(const mg_array *x)
{
  return x->item + sizeof "UTF8";
}

void
mg_array_text(const mg_array *x, size_t row, size_t col, char *buf, size_t size,
              size_t *len)
{
  const char *p = entry(x, row, col);
  size_t unit = x->kind == 'U' ? 4 : 1;

  *len = 0;
  buf[0] = '\0';
  if (p == NULL || !mg_array_is_text(x))
    return;
  for (size_t k = 0; k < x->item && *len + 4 < size; k += unit) {
    uint32_t c = 0;

    for (size_t b = 0; b < unit; b++)
      c |= (uint32_t)(unsigned char)p[k + (x->swapped ? unit - 1 - b : b)] << 8 * b;
    if (c == 0)
      break;
    if (unit == 1)
      buf[(*len)++] = (char)c;
    else
      *len += utf8_put(buf + *len, c);
  }
  if (unit == 1 && !mg_utf8_valid(buf, *len))
    for (size_t k = 0; k < *len; k++)
      buf[k] = buf[k] & (char)0x80 ? '?' : buf[k];
  buf[*len] = '\0';
}
