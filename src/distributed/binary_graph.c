/* Reads and writes binary graph files: sections of one array each, of which every rank
 * reads or writes its block.  The checksum does not depend on the order of words. */
#define _POSIX_C_SOURCE 200809L
#include "binary_graph.h"
#include "write_text.h"
#include "base/mem.h"
#include "base/number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The head of the file: 8-byte integers in the byte order of the writer. */
typedef struct {
  char magic[8];
  uint64_t version;
  uint64_t n, slots;
  uint64_t parts;              /* sections present: bits of enum file_section */
  int64_t first;               /* first node number used as a name, 0 or 1; -1:
                                  names are in the last two sections */
  uint64_t name_bytes;
  uint64_t loops, merged;      /* dropped and merged when the graph was read */
  uint64_t check;              /* checksum of all words, computed with 0 here */
} file_head;

static const char magic[8] = { 'M', 'G', 'N', 'N', 'R', 'O', 'W', 'S' };

enum { VERSION = 1 };

enum section { ROW, TO, LENGTH, UPPER, WEIGHT, NAME, BYTES, SECTIONS };

/* A section: `count` items of `size` bytes; this rank has `own`, from `from` on. */
typedef struct {
  size_t size;
  uint64_t count, from;
  size_t own;
  void *items;
} file_section;

/* ---- offsets in the file ---- */

static int
has(const file_head *h, int k)
{
  return h->parts >> k & 1;
}

/* The offset of section k; for SECTIONS, the end of the file. */
static uint64_t
section_at(const file_head *h, const file_section *all, int k)
{
  uint64_t at = sizeof *h;

  for (int j = 0; j < k; j++)
    if (has(h, j))
      at += (all[j].count * all[j].size + 7) / 8 * 8;
  return at;
}

static uint64_t
head_check(const file_head *h)
{
  file_head copy = *h;

  copy.check = 0;
  return mg_items_check(0, &copy, 8, sizeof copy / 8);
}

/* The checksum of the items on this rank. */
static uint64_t
section_check(const file_section *s, int k)
{
  return mg_items_check(((uint64_t)(k + 1) << 56) + s->from, s->items, s->size, s->own);
}

static uint64_t
sum_all(uint64_t x, const mg_ranks *ranks)
{
  MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_UINT64_T, MPI_SUM, ranks->comm);
  return x;
}

/* ---- writing ---- */

/* The names at home as one text, and the offset of each in the text of all ranks. */
static mgnn_status
names_write(const mg_read_result *g, const mg_ranks *ranks, file_section *name, file_section *text,
            mgnn_error *err)
{
  size_t home = g->rows.own, used = 0, at = 0;
  uint64_t first = g->homes.first[ranks->rank], *begin;
  char buf[MG_NUMBER_MAX];

  for (size_t i = 0; i < home; i++)
    used += strlen(mg_node_name(&g->names, i, first + i, buf));
  name->items = begin = mg_alloc(home + 1, sizeof *begin);
  text->items = mg_alloc(used, 1);
  PASS(mg_ranks_have(ranks, begin != NULL && text->items != NULL, err));
  text->own = used;
  text->from = mg_ranks_before(ranks, used, &text->count);
  for (size_t i = 0; i < home; i++) {
    const char *s = mg_node_name(&g->names, i, first + i, buf);

    begin[i] = text->from + at;
    memcpy((char *)text->items + at, s, strlen(s));
    at += strlen(s);
  }
  begin[home] = text->count;
  return MGNN_OK;
}

/* Row pointers of the whole graph, for the rows at home. */
static mgnn_status
rows_write(const mg_read_result *g, const mg_ranks *ranks, file_section *row, uint64_t *slots,
           uint64_t *before, mgnn_error *err)
{
  size_t home = g->rows.own;
  uint64_t *at = mg_alloc(home + 1, sizeof *at);
  mgnn_status status = mg_ranks_agree(ranks, mg_allocated(at, err), err);

  row->items = at;
  if (status != MGNN_OK)
    return status;
  *before = mg_ranks_before(ranks, g->rows.row[home], slots);
  for (size_t i = 0; i <= home; i++)
    at[i] = *before + g->rows.row[i];
  return MGNN_OK;
}

/* Prepare all sections.  The last rank also has the ends of the rows and the names. */
static mgnn_status
sections_make(const mg_read_result *g, const mg_ranks *ranks, file_head *h, file_section *all,
              mgnn_error *err)
{
  const mg_shard_rows *r = &g->rows;
  size_t home = r->own, last = ranks->rank == ranks->size - 1;
  uint64_t first = g->homes.first[ranks->rank], before;
  void *const values[] = { r->to, r->length, r->upper, r->weight };

  *h = (file_head){ .version = VERSION, .n = r->n, .first = g->names.first,
               .loops = g->loops, .merged = g->merged };
  memcpy(h->magic, magic, sizeof magic);
  all[ROW] = (file_section){ 8, h->n + 1, first, home + last, NULL };
  PASS(rows_write(g, ranks, &all[ROW], &h->slots, &before, err));
  h->parts = 1 << ROW;
  for (int k = TO; k <= WEIGHT; k++) {
    all[k] = (file_section){ k == TO ? 4 : 8, h->slots, before, r->row[home],
                        values[k - TO] };
    if (mg_ranks_most(ranks, values[k - TO] != NULL) > 0)
      h->parts |= 1u << k;
  }
  if (h->first < 0) {
    all[NAME] = (file_section){ 8, h->n + 1, first, home + last, NULL };
    all[BYTES] = (file_section){ .size = 1 };
    PASS(names_write(g, ranks, &all[NAME], &all[BYTES], err));
    h->parts |= 1 << NAME | 1 << BYTES;
    h->name_bytes = all[BYTES].count;
  }
  return MGNN_OK;
}

/* Returns MPI's error code; adds the checksum to h. */
static int
sections_write(MPI_File file, file_head *h, const file_section *all, const mg_ranks *ranks)
{
  uint64_t check = 0, zero = 0;
  int code = MPI_File_set_size(file, (MPI_Offset)section_at(h, all, SECTIONS));

  for (int k = 0; k < SECTIONS; k++)
    if (has(h, k)) {
      uint64_t at = section_at(h, all, k), end = at + all[k].count * all[k].size;

      check += section_check(&all[k], k);
      if (code == MPI_SUCCESS)
        code = mg_rank_file_write(file, at + all[k].from * all[k].size, all[k].items,
                                  (uint64_t)all[k].own * all[k].size);
      if (code == MPI_SUCCESS && ranks->rank == 0 && end % 8 != 0)
        code = mg_rank_file_write(file, end, &zero, 8 - end % 8);
    }
  h->check = sum_all(check, ranks) + head_check(h);
  if (code == MPI_SUCCESS && ranks->rank == 0)
    code = mg_rank_file_write(file, 0, h, sizeof *h);
  return code;
}

mgnn_status
mg_binary_write(const mg_read_result *g, const mg_ranks *ranks, const char *path,
                mgnn_error *err)
{
  file_section all[SECTIONS] = { { 0 } };
  mg_rank_output out;
  file_head h;
  mgnn_status status = MGNN_OK;

  TRY(mg_rank_output_open(&out, ranks, path, err));
  if (*out.part == '\0')
    TRY(mg_fail(err, MGNN_EIO, "%s: the binary form has to be a file, not a pipe or a "
                "device", path));
  TRY(sections_make(g, ranks, &h, all, err));
  TRY(mg_rank_output_close(&out, sections_write(out.file, &h, all, ranks), err));
  TRY(mg_rank_output_keep(&out, ranks->files, err));
end:
  mg_rank_output_discard(&out);
  mg_free_all(all[ROW].items, all[NAME].items, all[BYTES].items);
  return status;
}

/* ---- reading ---- */

int
mg_binary_is(const char *path)
{
  char begin[sizeof magic] = { 0 };
  FILE *f = fopen(path, "rb");
  int is = f != NULL && fread(begin, 1, sizeof begin, f) == sizeof begin
           && memcmp(begin, magic, sizeof magic) == 0;

  if (f != NULL)
    fclose(f);
  return is;
}

static mgnn_status
head_refuse(const file_head *h, uint64_t size, const char *path, mgnn_error *err)
{
  if (size < sizeof *h || memcmp(h->magic, magic, sizeof magic) != 0)
    return mg_fail(err, MGNN_EPARSE, "%s: is not a graph in binary form", path);
  if (h->version == (uint64_t)VERSION << 56)
    return mg_fail(err, MGNN_EPARSE, "%s: was written on a machine with the other byte "
                   "order; write it anew from the text", path);
  if (h->version != VERSION)
    return mg_fail(err, MGNN_EPARSE, "%s: has the form of version %llu; this program "
                   "knows version %d", path, (unsigned long long)h->version, VERSION);
  if (h->n > MG_SHARD_NODES_MAX - 1 || h->slots % 2 != 0 || !has(h, ROW) || !has(h, TO)
      || h->parts >> SECTIONS != 0 || h->first < -1 || h->first > 1
      || has(h, NAME) != (h->first < 0) || has(h, BYTES) != (h->first < 0)
      || h->slots > UINT64_MAX / 64 || h->name_bytes > UINT64_MAX / 64)
    return mg_fail(err, MGNN_EPARSE, "%s: the head of the file is damaged", path);
  return MGNN_OK;
}

/* Read some slots of the row of node i; returns their number. */
static int
row_look(FILE *f, const file_head *h, uint64_t i, unsigned *to, size_t most)
{
  uint64_t row[2];
  const uint64_t rows = sizeof *h, slots = rows + (h->n + 1) * 8;
  size_t count;

  if (fseeko(f, (off_t)(rows + i * 8), SEEK_SET) != 0 || fread(row, 8, 2, f) != 2
      || row[0] > row[1] || row[1] > h->slots)
    return 0;
  count = row[1] - row[0] < most ? (size_t)(row[1] - row[0]) : most;
  return fseeko(f, (off_t)(slots + row[0] * 4), SEEK_SET) == 0
         && fread(to, 4, count, f) == count ? (int)count : 0;
}

mgnn_status
mg_binary_look(mg_binary_facts *out, const char *path, double ranks, double away,
               mgnn_error *err)
{
  enum { ROWS = 2000, MOST = 16 };
  FILE *f = fopen(path, "rb");
  double slots = 0, cut = 0, far = 0;
  file_head h = { .version = 0 };
  mgnn_status status = MGNN_OK;

  *out = (mg_binary_facts){ 0 };
  if (f == NULL)
    return mg_fail(err, MGNN_EIO, "%s: %s", path, strerror(errno));
  if (fread(&h, 1, sizeof h, f) == sizeof h && fseeko(f, 0, SEEK_END) == 0)
    out->bytes = (uint64_t)ftello(f);
  TRY(head_refuse(&h, out->bytes, path, err));
  out->n = h.n;
  out->slots = h.slots;
  out->named = h.first < 0;
  for (int k = LENGTH; k <= WEIGHT; k++)
    out->values += (size_t)has(&h, k);
  for (uint64_t k = 0; k < ROWS && h.n > 0; k++) {
    uint64_t i = (uint64_t)((double)k / ROWS * (double)h.n);
    unsigned to[MOST];
    double block = (double)h.n / ranks;

    for (int count = row_look(f, &h, i, to, MOST); count-- > 0; slots++) {
      cut += floor(to[count] / block) != floor((double)i / block);
      far += fabs((double)to[count] - (double)i) >= away;
    }
  }
  out->cut = slots > 0 ? cut / slots : 0;
  out->far = slots > 0 ? far / slots : 0;
end:
  fclose(f);
  return status;
}

/* Allocate memory for a block of a section and read it. */
static mgnn_status
section_read(file_section *s, MPI_File file, uint64_t at, const mg_ranks *ranks,
             const char *path, mgnn_error *err)
{
  char text[MPI_MAX_ERROR_STRING];
  int code;

  s->items = mg_alloc_large(s->own, s->size);
  PASS(mg_ranks_agree(ranks, mg_allocated(s->items, err), err));
  code = mg_rank_file_read(file, at + s->from * s->size, s->items,
                           (uint64_t)s->own * s->size);
  PASS(mg_ranks_agree(ranks, code == MPI_SUCCESS ? MGNN_OK
                      : mg_fail(err, MGNN_EIO, "%s: cannot be read: %s", path,
                                mg_rank_file_reason(code, text)), err));
  return MGNN_OK;
}

/* Read the offsets of rows or names: one more than nodes, including the last end. */
static mgnn_status
begins_read(file_section *all, int k, MPI_File file, const file_head *h,
            const mg_ranks *ranks, const char *path, mgnn_error *err)
{
  file_section *s = &all[k];
  const uint64_t *begin, most = k == ROW ? h->slots : h->name_bytes;
  int rising = 1;

  PASS(section_read(s, file, section_at(h, all, k), ranks, path, err));
  begin = s->items;
  for (size_t i = 0; i + 1 < s->own; i++)
    rising &= begin[i] <= begin[i + 1];
  PASS(mg_ranks_agree(ranks, rising && begin[s->own - 1] <= most ? MGNN_OK
                      : mg_fail(err, MGNN_EPARSE, "%s: the %s of the file are damaged",
                                path, k == ROW ? "rows" : "names"), err));
  return MGNN_OK;
}

static mgnn_status
rows_read(file_section *all, MPI_File file, const file_head *h, const mg_ranks *ranks,
          const char *path, mgnn_error *err)
{
  const uint64_t *row;

  PASS(begins_read(all, ROW, file, h, ranks, path, err));
  row = all[ROW].items;
  for (int k = TO; k <= WEIGHT; k++) {
    all[k].from = row[0];
    all[k].own = (size_t)(row[all[ROW].own - 1] - row[0]);
    if (has(h, k))
      PASS(section_read(&all[k], file, section_at(h, all, k), ranks, path, err));
  }
  return MGNN_OK;
}

static mgnn_status
names_read(mg_read_result *out, file_section *all, MPI_File file, const file_head *h,
           const mg_ranks *ranks, const char *path, mgnn_error *err)
{
  size_t home = all[NAME].own - 1;
  const uint64_t *at;
  mgnn_status status = MGNN_OK;

  TRY(begins_read(all, NAME, file, h, ranks, path, err));
  at = all[NAME].items;
  all[BYTES].from = at[0];
  all[BYTES].own = (size_t)(at[home] - at[0]);
  TRY(section_read(&all[BYTES], file, section_at(h, all, BYTES), ranks, path, err));
  out->names.text = mg_zalloc(home, sizeof *out->names.text);
  status = mg_allocated(out->names.text, err);
  for (size_t i = 0; i < home && status == MGNN_OK; i++) {
    out->names.text[i] = mg_pool_keep(&out->names.pool, (const char *)all[BYTES].items
                                      + (at[i] - at[0]), (size_t)(at[i + 1] - at[i]));
    status = mg_allocated(out->names.text[i], err);
  }
  TRY(mg_ranks_agree(ranks, status, err));
end:
  return status;
}

/* The checksum of all words; items read by two ranks count once. */
static uint64_t
check_of(const file_head *h, const file_section *all, const mg_ranks *ranks)
{
  uint64_t sum = 0;

  for (int k = 0; k < SECTIONS; k++)
    if (has(h, k)) {
      file_section s = all[k];

      if ((k == ROW || k == NAME) && ranks->rank < ranks->size - 1)
        s.own--;
      sum += section_check(&s, k);
    }
  return sum_all(sum, ranks) + head_check(h);
}

/* Whether every edge has both slots, with equal values: contributions of the
 * lower ends, minus those of the upper ends, must sum to 0. */
static int
is_graph(const mg_shard_rows *r, const mg_ranks *ranks)
{
  const double *values[] = { r->length, r->upper, r->weight };
  uint64_t sum = 0, bad = 0;

  for (size_t i = 0; i < r->own; i++)
    for (size_t k = r->row[i]; k < r->row[i + 1]; k++) {
      unsigned a = r->name[i], b = r->to[k];
      uint64_t h = mg_word_mixed(a < b ? a : b, a < b ? b : a), bits;

      bad |= a == b || b >= r->n;
      for (int v = 0; v < 3; v++)
        if (values[v] != NULL) {
          memcpy(&bits, &values[v][k], sizeof bits);
          h = mg_word_mixed(h, bits);
          bad |= !(values[v][k] >= 0) || (isinf(values[v][k]) && v != 1);
        }
      sum += a < b ? h : -h;
    }
  return sum_all(sum, ranks) == 0 && mg_ranks_most(ranks, bad) == 0;
}

/* Turn the blocks read into rows of the result, which takes over their memory. */
static mgnn_status
rows_take(mg_read_result *out, file_section *all, const mg_ranks *ranks, mgnn_error *err)
{
  mg_shard_rows *r = &out->rows;
  const uint64_t *row = all[ROW].items;

  r->own = all[ROW].own - 1;
  r->name = mg_alloc(r->own, sizeof *r->name);
  r->row = mg_alloc(r->own + 1, sizeof *r->row);
  PASS(mg_ranks_have(ranks, r->name != NULL && r->row != NULL, err));
  for (size_t i = 0; i <= r->own; i++)
    r->row[i] = (size_t)(row[i] - row[0]);
  for (size_t i = 0; i < r->own; i++)
    r->name[i] = (unsigned)(out->homes.first[ranks->rank] + i);
  r->to = all[TO].items;
  r->length = all[LENGTH].items;
  r->upper = all[UPPER].items;
  r->weight = all[WEIGHT].items;
  all[TO].items = all[LENGTH].items = all[UPPER].items = all[WEIGHT].items = NULL;
  return MGNN_OK;
}

static mgnn_status
sections_read(mg_read_result *out, MPI_File file, const file_head *h, const char *path,
              const mg_ranks *ranks, mgnn_error *err)
{
  file_section all[SECTIONS] = { { 0 } };
  uint64_t first;
  size_t home;
  mgnn_status status = MGNN_OK;

  TRY(mg_owners_init(&out->homes, ranks, h->n, err));
  first = out->homes.first[ranks->rank];
  home = mg_owners_at_home(&out->homes, ranks->rank);
  out->rows = (mg_shard_rows){ .n = h->n, .m = h->slots / 2 };
  out->names = (mg_node_names){ .n = h->n, .first = (int)h->first };
  all[ROW] = all[NAME] = (file_section){ 8, h->n + 1, first, home + 1, NULL };
  for (int k = TO; k <= WEIGHT; k++)
    all[k] = (file_section){ .size = k == TO ? 4 : 8, .count = h->slots };
  all[BYTES] = (file_section){ .size = 1, .count = h->name_bytes };
  if (section_at(h, all, SECTIONS) != out->bytes)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: has %llu bytes, should have %llu: it is cut off "
                "or damaged", path, (unsigned long long)out->bytes,
                (unsigned long long)section_at(h, all, SECTIONS)));
  TRY(rows_read(all, file, h, ranks, path, err));
  if (h->first < 0)
    TRY(names_read(out, all, file, h, ranks, path, err));
  if (check_of(h, all, ranks) != h->check)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: is damaged: the sum of its bytes is not that of "
                "its head; write it anew", path));
  TRY(rows_take(out, all, ranks, err));
  if (!is_graph(&out->rows, ranks))
    TRY(mg_fail(err, MGNN_EPARSE, "%s: its rows are not those of a graph: an edge is "
                "in one of them only, or a value is negative", path));
end:
  for (int k = 0; k < SECTIONS; k++)
    mg_free(all[k].items);
  return status;
}

mgnn_status
mg_binary_read(mg_read_result *out, const mg_ranks *ranks, const char *path,
               mgnn_error *err)
{
  MPI_File file = MPI_FILE_NULL;
  MPI_Offset size = 0;
  file_head h = { .version = 0 };
  mgnn_status status = MGNN_OK;

  *out = (mg_read_result){ 0 };
  errno = 0;
  if (MPI_File_open(ranks->comm, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file)
      != MPI_SUCCESS) {
    file = MPI_FILE_NULL;
    status = mg_fail(err, MGNN_EIO, "%s: %s", path,
                     errno != 0 ? strerror(errno) : "cannot be opened");
  }
  TRY(mg_ranks_agree(ranks, status, err));
  MPI_File_get_size(file, &size);
  out->bytes = (uint64_t)size;
  if (out->bytes >= sizeof h && MPI_File_read_at_all(file, 0, &h, sizeof h, MPI_BYTE,
                                                     MPI_STATUS_IGNORE) != MPI_SUCCESS)
    status = mg_fail(err, MGNN_EIO, "%s: cannot be read", path);
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(head_refuse(&h, out->bytes, path, err));
  out->loops = h.loops;
  out->merged = h.merged;
  TRY(sections_read(out, file, &h, path, ranks, err));
end:
  if (file != MPI_FILE_NULL)
    MPI_File_close(&file);
  if (status != MGNN_OK)
    mg_read_result_free(out);
  return status;
}
