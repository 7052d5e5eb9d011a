/* Plain rows, which are read in pieces side by side, beside the same rows read
 * one by one: a blank before a row of a CSV file changes nothing but that its
 * cells are split.  And the parts that fast reading stands on. */
#include "base/mem.h"
#include "base/number.h"
#include "base/random.h"
#include "io/line_runs.h"
#include "problem/metric.h"
#include "reading.h"

#include <math.h>
#include <zlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static void
threads_set(int threads)
{
#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  (void)threads;
#endif
}

static unsigned
below(uint64_t *stream, unsigned n)
{
  return (unsigned)(mg_random_uniform(stream) * n);
}

/* ---- files ---- */

/* The kinds of rows in a file, and how often each comes among a thousand. */
typedef struct {
  size_t rows, nodes;
  unsigned odd;                /* rows of other kinds, comments, words */
  int fault;                   /* one row is wrong */
} mixture;

static const mixture mix[] = {
  { 40, 10, 300, 0 }, { 5000, 100, 0, 0 }, { 5000, 3000, 20, 1 },
  { 20000, 20000, 1, 0 }, { 20000, 100, 2, 1 }, { 60000, 60000, 0, 1 },
  { 60000, 1000, 0, 0 }
};

static void
put_end(FILE *out, uint64_t *stream, const mixture *m, unsigned odd)
{
  unsigned id = below(stream, (unsigned)m->nodes);

  if (odd == 1)
    fprintf(out, "word%u", id % 7);
  else if (odd == 2)
    fprintf(out, "%u00000000%07u", id % 9 + 1, id);
  else if (odd == 3)
    fprintf(out, "-%u", id);
  else
    fprintf(out, "%u", id);
}

static void
put_length(FILE *out, uint64_t *stream)
{
  double x = mg_random_uniform(stream);

  switch (below(stream, 5)) {
  case 0:
    fprintf(out, "%.6f", x);
    break;
  case 1:
    fprintf(out, "%.17g", x);
    break;
  case 2:
    fprintf(out, "%.3e", x);
    break;
  case 3:
    fprintf(out, "%u", below(stream, 100));
    break;
  default:
    fprintf(out, "0%.25f", 1e3 * x);
  }
}

/* A table; `before` comes before every row. */
static void
put_table(const char *name, const mixture *m, unsigned seed, const char *before)
{
  static const char *const faults[] = {
    "1,2", "1,2,x", "1,2,1e999", ",2,1", "1,2,\"3\" 4", "1,2,3,4", "1", "1,2,1,5"
  };
  static const char *const endings[] = { " \r\n", "\r\r\n", " \r\r\r\n", "\r\n" };
  uint64_t stream = mg_random_stream(seed, 0);
  size_t wrong = below(&stream, (unsigned)m->rows);
  FILE *out = fopen(name, "w");

  ck_assert_ptr_nonnull(out);
  fprintf(out, "source,target,length\n");
  for (size_t k = 0; k < m->rows; k++) {
    unsigned odd = below(&stream, 1000) < m->odd ? 1 + below(&stream, 7) : 0;

    fputs(before, out);
    if (k == wrong && m->fault) {
      fprintf(out, "%s\n", faults[seed % (sizeof faults / sizeof *faults)]);
      continue;
    }
    if (odd == 4)
      fprintf(out, "# a comment, \"\n%s", before);
    if (odd == 5)
      fprintf(out, "\n%s", before);
    put_end(out, &stream, m, odd);
    fputc(',', out);
    put_end(out, &stream, m, 0);
    fputc(',', out);
    if (odd != 6)
      put_length(out, &stream);
    fputs(odd == 7 ? endings[below(&stream, 4)] : "\n", out);
  }
  fclose(out);
}

static void
pack(const char *from, const char *to)
{
  static char block[1 << 16];
  FILE *in = fopen(from, "r");
  gzFile out = gzopen(to, "wb1");
  size_t got;

  ck_assert(in != NULL && out != NULL);
  while ((got = fread(block, 1, sizeof block, in)) > 0)
    gzwrite(out, block, (unsigned)got);
  fclose(in);
  gzclose(out);
}

/* ---- comparing ---- */

static void
sources_equal(const mg_source *a, const mg_source *b)
{
  const mg_column *x = mg_attribute_find(&a->edge, "len");
  const mg_column *y = mg_attribute_find(&b->edge, "len");
  size_t wrong = 0;            /* a check of each would take long */

  ck_assert_uint_eq(a->n, b->n);
  ck_assert_uint_eq(a->m, b->m);
  ck_assert_mem_eq(a->ends, b->ends, 2 * a->m * sizeof *a->ends);
  for (size_t i = 0; i < a->n; i++) {
    const char *name = a->names.text[i];

    wrong += strcmp(name, b->names.text[i]) != 0
             || mg_source_find(a, name, strlen(name)) != i;
  }
  for (size_t e = 0; e < a->m; e++) {
    double u = 0, v = 0;

    wrong += mg_column_number(x, e, &u) != mg_column_number(y, e, &v) || u != v
             || mg_line_runs_find(&a->edge_line, e)
                != mg_line_runs_find(&b->edge_line, e);
  }
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_eq(a->notes.count, b->notes.count);
}

/* Messages, but for the name of the file and the column, which is `shift`
 * further in b. */
static void
messages_equal(const char *a, const char *b, long shift)
{
  char *rest_a, *rest_b;
  long line, column;

  a += strcspn(a, ":");
  b += strcspn(b, ":");
  if (a[1] == ' ') {
    ck_assert_str_eq(a, b);
    return;
  }
  line = strtol(a + 1, &rest_a, 10);
  ck_assert_int_eq(line, strtol(b + 1, &rest_b, 10));
  if (rest_a[1] != ' ') {
    column = strtol(rest_a + 1, &rest_a, 10);
    ck_assert_int_eq(column + shift, strtol(rest_b + 1, &rest_b, 10));
  }
  ck_assert_str_eq(rest_a, rest_b);
}

static mgnn_status
read_both(const char *fast, const char *slow, const mg_limits *limits,
          long shift)
{
  mg_source a, b;
  mgnn_error err_a, err_b;
  mgnn_status status = mg_read_within(&a, fast, NULL, limits, &err_a);

  ck_assert_int_eq(mg_read_within(&b, slow, NULL, limits, &err_b), status);
  if (status != MGNN_OK) {
    messages_equal(err_a.text, err_b.text, shift);
    return status;
  }
  sources_equal(&a, &b);
  mg_source_free(&a);
  mg_source_free(&b);
  return status;
}

/* ---- tables of lengths ---- */

/* What a table of the edges of a graph differs in. */
typedef struct {
  size_t edges, nodes;
  size_t step;                 /* row r is edge r * step mod edges */
  unsigned again, left_out;    /* among a thousand: said twice, left out */
  unsigned strange;            /* pairs that are no edges */
  const char *wrong;           /* a row that is, */
  int hard;                    /* also for the lenient */
} lengths_mix;

static const lengths_mix table_mix[] = {
  { 5000, 5000, 1, 0, 0, 0, NULL, 0 }, { 5000, 4000, 1, 20, 0, 20, NULL, 0 },
  { 5000, 2000, 1, 0, 5, 3, NULL, 0 }, { 5000, 2000, 4999, 5, 0, 5, NULL, 0 },
  { 5000, 2000, 7, 900, 0, 0, NULL, 0 }, { 5000, 2000, 1, 0, 0, 0, "7,9,-1", 1 },
  { 5000, 2000, 1, 0, 0, 0, "7,7,1", 0 }, { 5000, 2000, 1, 0, 0, 0, "7,x,1", 0 },
  { 5000, 2000, 1, 0, 0, 0, "7,9,x", 1 },
  { 5000, 2000, 1, 0, 0, 0, "7,9,1e999", 1 },
  { 5000, 2000, 1, 0, 0, 0, "AGAIN", 0 }, { 5000, 2000, 7, 0, 0, 0, "AGAIN", 0 },
  { 5000, 2000, 1, 20, 0, 0, "AGAIN", 0 },
  { 5000, 2000, 1, 0, 0, 0, "999999,9,1", 0 },
  { 40000, 9000, 1, 9, 0, 9, NULL, 0 }
};

/* Edge e joins e mod n and a later node: a simple graph. */
static void
edge_of(const lengths_mix *m, size_t e, unsigned ends[2])
{
  ends[0] = (unsigned)(e % m->nodes);
  ends[1] = (unsigned)((e + 1 + e / m->nodes) % m->nodes);
  if (e % 3 == 0) {
    ends[0] = ends[1];
    ends[1] = (unsigned)(e % m->nodes);
  }
}

static double
length_of(const unsigned ends[2])
{
  return (double)((ends[0] + ends[1]) * 7919U % 100000U) / 1000;
}

/* The graph, and a table with one more column if that is asked for: then no
 * row of it is plain, and no length is kept in the order of the edges. */
static void
put_lengths(const char *name, const lengths_mix *m, unsigned seed, int more)
{
  const char *last = more ? ",1\n" : "\n";
  uint64_t stream = mg_random_stream(seed, 0);
  FILE *out = fopen(name, "w");
  unsigned ends[2];

  fprintf(out, "source,target,length%s\n", more ? ",stiffness" : "");
  for (size_t k = 0; k < m->edges; k++) {
    edge_of(m, k * m->step % m->edges, ends);
    if (below(&stream, 1000) < m->left_out)
      continue;
    fprintf(out, "%u,%u,%.17g%s", ends[0], ends[1], length_of(ends), last);
    if (below(&stream, 1000) < m->again) {
      edge_of(m, below(&stream, (unsigned)m->edges), ends);
      fprintf(out, "%u,%u,%.17g%s", ends[1], ends[0], length_of(ends), last);
    }
    if (below(&stream, 1000) < m->strange)
      fprintf(out, "%u,%u,2%s", (unsigned)(k % m->nodes),
              (unsigned)((k + m->nodes / 2) % m->nodes), last);
    if (k == m->edges / 2 && m->wrong != NULL) {
      edge_of(m, below(&stream, (unsigned)m->edges), ends);
      if (strcmp(m->wrong, "AGAIN") == 0)
        fprintf(out, "%u,%u,1e6%s", ends[0], ends[1], last);
      else
        fprintf(out, "%s%s", m->wrong, last);
    }
  }
  fclose(out);
}

static void
put_graph(const char *name, const lengths_mix *m)
{
  FILE *out = fopen(name, "w");
  unsigned ends[2];

  for (size_t e = 0; e < m->edges; e++) {
    edge_of(m, e, ends);
    fprintf(out, "%u,%u\n", ends[0], ends[1]);
  }
  fclose(out);
}

/* The lengths of the edges by the table at `path`. */
static mgnn_status
lengths_read(mg_lengths *out, mg_source *src, const mg_simple *simple,
             const char *path, int lenient, mgnn_error *err)
{
  const mg_specification spec = { .metric = { .kind = MG_METRIC_FILE,
                                              .name = path },
                                  .lenient = lenient };
  mg_tables tables = { .dim = 0 };
  const mg_metric_input in = { src, simple, &spec, &tables, NULL };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(mg_tables_read(&tables, src, &spec.metric, err));
  TRY(mg_metric_lengths(out, &in, err));
end:
  mg_tables_free(&tables);
  return status;
}

/* Lengths that come in the order of the edges, or nearly, beside the same with
 * a column more, whose rows are sorted and searched. */
START_TEST(lengths_in_order_are_as_sorted_ones)
{
  const lengths_mix *m = &table_mix[_i];

  put_graph("g.csv", m);
  for (unsigned seed = 1; seed < 5; seed++) {
    mg_source src;
    mg_simple simple;
    mg_lengths a, b;
    mgnn_error err_a, err_b;
    mgnn_status status;
    size_t wrong = 0;

    put_lengths("fast.csv", m, seed, 0);
    put_lengths("slow.csv", m, seed, 1);
    threads_set(1 + (int)seed % 3);
    ck_assert_int_eq(mg_read(&src, "g.csv", NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mg_simplify(&simple, src.n, src.m, src.ends, NULL),
                     MGNN_OK);
    for (int lenient = 0; lenient < 2; lenient++) {
      size_t notes = src.notes.count;

      status = lengths_read(&a, &src, &simple, "fast.csv", lenient, &err_a);
      ck_assert_int_eq(lengths_read(&b, &src, &simple, "slow.csv", lenient,
                                    &err_b), status);
      ck_assert_int_eq(status != MGNN_OK, lenient ? m->hard : m->wrong != NULL
                       || m->left_out > 0);
      if (status != MGNN_OK) {
        messages_equal(err_a.text, err_b.text, 0);
        continue;
      }
      if (simple.m > 0)
        ck_assert_mem_eq(a.lower, b.lower, simple.m * sizeof *a.lower);
      ck_assert(a.upper == NULL && b.upper == NULL && a.stiffness == NULL);
      for (size_t k = notes, half = (src.notes.count - notes) / 2; k < notes
           + half; k++)
        messages_equal(src.notes.text[k], src.notes.text[k + half], 0);
      for (size_t e = 0; m->left_out == 0 && m->wrong == NULL && e < simple.m; e++) {
        unsigned ends[2];

        edge_of(m, e, ends);
        wrong += a.lower[e] != length_of(ends);
      }
      mg_lengths_free(&a);
      mg_lengths_free(&b);
    }
    ck_assert_uint_eq(wrong, 0);
    mg_simple_free(&simple);
    mg_source_free(&src);
  }
}
END_TEST

START_TEST(every_allocation_for_lengths_may_fail)
{
  const lengths_mix *m = &table_mix[1];
  mg_source src;
  mg_simple simple;
  mgnn_status status;
  int blown;
  long good = 0;

  put_graph("g.csv", m);
  put_lengths("fast.csv", m, 1, 0);
  ck_assert_int_eq(mg_read(&src, "g.csv", NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_simplify(&simple, src.n, src.m, src.ends, NULL), MGNN_OK);
  do {
    mg_lengths got;

    mg_fuse_set(good++);
    status = lengths_read(&got, &src, &simple, "fast.csv", 0, NULL);
    blown = mg_fuse_blown();
    ck_assert_int_eq(status, blown ? MGNN_ENOMEM : MGNN_OK);
    mg_fuse_set(-1);
    mg_lengths_free(&got);
  } while (blown);
  ck_assert_int_gt(good, 10);
  mg_simple_free(&simple);
  mg_source_free(&src);
}
END_TEST

/* ---- matrices ---- */

static const struct {
  const char *field, *wrong;   /* a row that is, in the middle; a % for none */
  int more, fails;             /* entries beyond those of the size line */
} matrix_mix[] = {
  { "pattern", "%", 0, 0 }, { "real", "%", 0, 0 }, { "integer", "", 0, 0 },
  { "complex", "%", 0, 0 }, { "real", "5 6 nan", -1, 0 },
  { "pattern", "5 0", -1, 1 }, { "pattern", "5 99999", -1, 1 },
  { "pattern", "5 6 7", -1, 1 }, { "real", "5 6", -1, 1 },
  { "real", "5 6 x", -1, 1 }, { "pattern", "%", 1, 1 },
  { "pattern", "%", -1, 1 }, { "real", "%", 9000, 1 }
};

/* `before` comes before every number of a row. */
static void
put_matrix(const char *name, int kind, const char *before)
{
  enum { ROWS = 3000, ENTRIES = 20000 };
  const char *field = matrix_mix[kind].field, *wrong = matrix_mix[kind].wrong;
  uint64_t stream = mg_random_stream((unsigned)kind, 0);
  FILE *out = fopen(name, "w");

  fprintf(out, "%%%%MatrixMarket matrix coordinate %s general\n%d %d %d\n",
          field, ROWS, ROWS, ENTRIES);
  for (int k = 0; k < ENTRIES + matrix_mix[kind].more; k++) {
    unsigned a = 1 + below(&stream, ROWS), b = 1 + below(&stream, ROWS);

    if (k == ENTRIES / 2)
      fprintf(out, "%s\n", wrong);
    fprintf(out, "%s%u %u", before, a, b);
    if (*field != 'p')
      fprintf(out, " %.4g", mg_random_uniform(&stream));
    if (*field == 'c')
      fprintf(out, " 1");
    fputc('\n', out);
  }
  fclose(out);
}

/* A zero before a number changes nothing but how it is read. */
START_TEST(entries_in_pieces_are_as_one_by_one)
{
  mg_limits limits;

  mg_limits_init(&limits);
  put_matrix("fast.mtx", _i, "");
  put_matrix("slow.mtx", _i, "0");
  threads_set(2);
  ck_assert_int_eq(read_both("fast.mtx", "slow.mtx", &limits, 0) != MGNN_OK,
                   matrix_mix[_i].fails);
  limits.edges = 10000;
  read_both("fast.mtx", "slow.mtx", &limits, 0);
}
END_TEST

/* ---- tests of edge tables ---- */

START_TEST(pieces_are_as_rows_one_by_one)
{
  const mixture *m = &mix[_i];
  mg_limits limits;

  for (unsigned seed = 1; seed <= (m->rows < 10000 ? 8 : 2); seed++) {
    mg_limits_init(&limits);
    put_table("fast.csv", m, seed + 16 * (unsigned)_i, "");
    put_table("slow.csv", m, seed + 16 * (unsigned)_i, " ");
    pack("fast.csv", "packed.csv.gz");
    for (int threads = 1; threads <= 3; threads += 2) {
      threads_set(threads);
      ck_assert_int_eq(read_both("fast.csv", "slow.csv", &limits, 1) != MGNN_OK,
                       m->fault);
      read_both("fast.csv", "packed.csv.gz", &limits, 0);
    }
    limits.edges = m->rows / 3 + seed;
    read_both("fast.csv", "slow.csv", &limits, 1);
    limits.edges = m->rows;
    limits.nodes = m->nodes / 2 + seed;
    read_both("fast.csv", "slow.csv", &limits, 1);
  }
}
END_TEST

/* Rows, a few of them with other bytes in places or at the end; every other
 * table has no lengths, so that what ends a row may become part of a name. */
static void
put_bytes_of_rows(const char *name, unsigned seed, const char *before)
{
  static const char some[] = "0123456789,,,,  \t\r\r..eE+-;x\f\v'";
  uint64_t stream = mg_random_stream(seed, 7);
  FILE *out = fopen(name, "w");

  ck_assert_ptr_nonnull(out);
  fprintf(out, "source,target%s\n", seed % 2 ? "" : ",length");
  for (int k = 0; k < 40; k++) {
    char row[80];
    int len = sprintf(row, "%u,%u", below(&stream, 9), below(&stream, 99));

    if (seed % 2 == 0)
      len += sprintf(row + len, ",%u.5", below(&stream, 9));
    if (below(&stream, 40) == 0)
      for (unsigned c = 1 + below(&stream, 2); c > 0; c--)
        row[below(&stream, (unsigned)len)] = some[below(&stream, sizeof some - 1)];
    for (unsigned c = below(&stream, 8) == 0 ? 1 + below(&stream, 3) : 0; c > 0; c--)
      row[len++] = " \t\r\r"[below(&stream, 4)];
    fprintf(out, "%s%.*s\n", before, len, row);
  }
  fclose(out);
}

START_TEST(pieces_of_any_bytes_are_as_rows_one_by_one)
{
  mg_limits limits;
  unsigned good = 0;

  mg_limits_init(&limits);
  for (unsigned seed = 0; seed < 500; seed++) {
    put_bytes_of_rows("fast.csv", seed, "");
    put_bytes_of_rows("slow.csv", seed, " ");
    good += read_both("fast.csv", "slow.csv", &limits, 1) == MGNN_OK;
  }
  ck_assert_uint_gt(good, 100);
  ck_assert_uint_lt(good, 400);
}
END_TEST

/* A line that outgrows every buffer, among plain rows. */
START_TEST(long_lines_stand_between_pieces)
{
  enum { ROWS = 200000, LONG = 3000000 };
  FILE *out = fopen("long.csv", "w");
  size_t wrong = 0;
  mg_source src;
  mgnn_error err;

  for (unsigned k = 0; k < ROWS; k++) {
    if (k % 90000 == 89999) {
      fputc('#', out);
      for (int i = 0; i < LONG; i++)
        fputc('x', out);
      fputc('\n', out);
    }
    fprintf(out, "%u,%u,%u.5\n", k, k + 1, k);
  }
  fclose(out);
  ck_assert_int_eq(mg_read(&src, "long.csv", NULL, &err), MGNN_OK);
  ck_assert_uint_eq(src.n, ROWS + 1);
  ck_assert_uint_eq(src.m, ROWS);
  for (unsigned k = 0; k < ROWS; k++)
    wrong += src.ends[2 * k] != k || src.ends[2 * k + 1] != k + 1
             || src.edge.column[0].number[k] != k + 0.5;
  ck_assert_uint_eq(wrong, 0);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 89998), 89999);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 89999), 90001);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, ROWS - 1), ROWS + 2);
  mg_source_free(&src);
}
END_TEST

/* The data of a compressed file is damaged far behind its begin. */
START_TEST(a_fault_met_ahead_is_reported)
{
  mg_source src;
  mgnn_error err;
  FILE *file;
  long size;

  put_table("whole.csv", &mix[6], 1, "");
  pack("whole.csv", "cut.csv.gz");
  file = fopen("cut.csv.gz", "r+");
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  ck_assert_int_eq(ftruncate(fileno(file), size - size / 8), 0);
  fclose(file);
  ck_assert_int_eq(mg_read(&src, "cut.csv.gz", NULL, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "cut.csv.gz: the compressed data ends early");
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  mg_source src;
  long good = 0;
  mgnn_status status;
  mgnn_error err;

  put_table("fuse.csv", &mix[5], 3, "");
  do {
    mg_fuse_set(good);
    status = mg_read(&src, "fuse.csv", NULL, &err);
    ck_assert(status == MGNN_ENOMEM || !mg_fuse_blown());
    good += 1 + good / 8;
  } while (mg_fuse_blown());
  mg_fuse_set(-1);
}
END_TEST

/* Random steps, sometimes back and sometimes not known, beside an array. */
START_TEST(runs_hold_every_line)
{
  enum { ITEMS = 3000 };
  uint64_t stream = mg_random_stream((unsigned)_i, 0);
  static size_t line[ITEMS];
  mg_line_runs runs = { 0 };
  size_t count = 0, at = 1;

  while (count < ITEMS) {
    size_t some = below(&stream, 3) == 0 ? 1 + below(&stream, 50) : 1;
    unsigned what = below(&stream, 40);

    at = what == 0 ? 1 : at + (what < 4 ? below(&stream, 9) : 1);
    some = some < ITEMS - count ? some : ITEMS - count;
    ck_assert_int_eq(mg_line_runs_add(&runs, some, what == 1 ? 0 : at, NULL),
                     MGNN_OK);
    for (size_t k = 0; k < some; k++)
      line[count++] = what == 1 ? 0 : at + k;
    at += some - 1;
  }
  ck_assert_uint_eq(runs.count, ITEMS);
  for (size_t k = 0; k < ITEMS; k++)
    ck_assert_uint_eq(mg_line_runs_find(&runs, k), line[k]);
  ck_assert_uint_eq(mg_line_runs_find(&runs, ITEMS), 0);
  mg_line_runs_free(&runs);
}
END_TEST

/* An edge every fifth line, as in GML, is one run. */
START_TEST(even_steps_are_one_run)
{
  mg_line_runs runs = { 0 };

  for (size_t k = 0; k < 1000; k++)
    ck_assert_int_eq(mg_line_runs_add(&runs, 1, 7 + 5 * k, NULL), MGNN_OK);
  ck_assert_uint_eq(runs.runs, 1);
  ck_assert_uint_eq(mg_line_runs_find(&runs, 999), 7 + 5 * 999);
  mg_line_runs_free(&runs);
}
END_TEST

/* Every byte after up to eight digits, beside strtoul. */
START_TEST(eight_digits_are_read_at_once)
{
  for (int digits = 0; digits <= 8; digits++)
    for (int byte = 0; byte < 256; byte++) {
      char text[16] = "93817264", copy[16];
      uint64_t got = 0;

      if (byte >= '0' && byte <= '9')
        continue;
      memset(text + digits, byte, 8 - (size_t)digits);
      ck_assert_int_eq(mg_number_eight(text, &got), digits);
      memcpy(copy, text, sizeof copy);
      copy[digits] = '\0';
      if (digits > 0)
        ck_assert_uint_eq(got, strtoul(copy, NULL, 10));
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(pieces_are_as_rows_one_by_one, COUNT(mix)),
    TEST(pieces_of_any_bytes_are_as_rows_one_by_one),
    TEST(long_lines_stand_between_pieces),
    TEST(a_fault_met_ahead_is_reported),
    TEST(every_allocation_may_fail),
    TEST_EACH(lengths_in_order_are_as_sorted_ones, COUNT(table_mix)),
    TEST(every_allocation_for_lengths_may_fail),
    TEST_EACH(entries_in_pieces_are_as_one_by_one, COUNT(matrix_mix)),
    TEST_EACH(runs_hold_every_line, 8),
    TEST(even_steps_are_one_run),
    TEST(eight_digits_are_read_at_once)
  };

  return unit_run("plain", tests, COUNT(tests), NULL);
}
