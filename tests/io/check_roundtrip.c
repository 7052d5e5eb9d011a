/* What the writers write, the readers read: the same nodes, names, edges,
 * lengths and positions, to the last bit. */
#include "base/mem.h"
#include "base/number.h"
#include "io/read/read.h"
#include "io/table/table.h"
#include "io/write/write.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

enum { N = 60, M = 100 };

static const char *const odd[] = {
  "a,\"b\" & <c>", "two\nlines", " \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 ",
  "#\\", "&amp;", "%d", "\\\"", "line\r\nend", "tab\there", "-1.50", "1e5",
  "'", "[ ]", "node", "x", "&#228;", "a;b", "\xe5\x8c\x97\xe4\xba\xac"
};

static char text[N][16];
static const char *names[N];
static double x[N * 5], lower[M], upper[M], stiff[M];
static mg_graph graph;
static uint64_t state;

static uint64_t
next(void)
{
  return random_bits(&state) >> 11;
}

/* Any size and sign, with all its bits. */
static double
any(void)
{
  return ldexp((double)next() * 0x1p-52 - 1, (int)(next() % 60) - 30);
}

static void
graph_enter(void)
{
  unsigned *ends = mg_alloc(M, 2 * sizeof *ends);
  unsigned k = 0;

  state = 7;
  for (unsigned i = 0; i < N; i++) {
    size_t count = sizeof odd / sizeof *odd;

    snprintf(text[i], sizeof text[i], "%u", i + 100);
    names[i] = i < count ? odd[i] : text[i];
  }
  for (unsigned i = 0; k < M; i++)
    for (unsigned j = i + 1; j < N && k < M; j += 3, k++) {
      ends[2 * k] = k % 2 ? i : j;
      ends[2 * k + 1] = k % 2 ? j : i;
      lower[k] = fabs(any());
      upper[k] = k % 5 ? lower[k] + fabs(any()) : INFINITY;
      stiff[k] = fabs(any());
    }
  for (size_t c = 0; c < N * 5; c++)
    x[c] = any();
  ck_assert_int_eq(mg_graph_init(&graph, N, M, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&graph, lower, NULL, NULL), MGNN_OK);
}

static void
graph_leave(void)
{
  mg_graph_free(&graph);
}

static mg_record
record(size_t dim)
{
  mg_record r = { &graph, dim, x, x, names, NULL, NULL, "y", 0, NULL, NULL, 0 };

  return r;
}

static void
put_record(const char *word, const mg_record *r)
{
  FILE *out = fopen("written", "w");
  mgnn_error err;

  ck_assert_ptr_nonnull(out);
  ck_assert_msg(mg_writer_find(word)->write(r, out, &err) == MGNN_OK, "%s",
                err.text);
  ck_assert_int_eq(fclose(out), 0);
}

static void
get_source(const char *word, mg_source *src)
{
  mgnn_error err;

  memset(src, 0, sizeof *src);
  ck_assert_msg(mg_read(src, "written", word, &err) == MGNN_OK, "%s", err.text);
  ck_assert_uint_eq(src->n, N);
  ck_assert_uint_eq(src->m, M);
  ck_assert_int_eq(memcmp(src->ends, graph.ends, 2 * M * sizeof *src->ends), 0);
  ck_assert_int_eq(src->directed, 0);
  for (size_t k = 0; k < src->notes.count; k++)
    ck_abort_msg("a remark: %s", src->notes.text[k]);
}

/* The numbers of a column are these; where they are not finite, absent. */
static void
column_is(const mg_attributes *at, const char *name, size_t count,
          const double *value, size_t step)
{
  const mg_column *col = mg_attribute_find(at, name);

  ck_assert_msg(col != NULL, "no column %s", name);
  for (size_t i = 0; i < count; i++) {
    double back;

    if (isfinite(value[i * step])) {
      ck_assert_int_eq(mg_column_number(col, i, &back), 1);
      ck_assert(back == value[i * step]);
    } else
      ck_assert_int_eq(mg_column_has(col, i), 0);
  }
}

/* Every format that is both written and read as a graph. */
static const char *
graph_format(size_t k)
{
  for (const mg_reader *r = mg_readers; r->word != NULL; r++)
    if (mg_writer_find(r->word) != NULL && mg_writer_find(r->word)->attributes == 1
        && k-- == 0)
      return r->word;
  return NULL;
}

START_TEST(graphs_come_back)
{
  const char *word;

  ck_assert_ptr_nonnull(graph_format(0));
  for (size_t k = 0; (word = graph_format(k)) != NULL; k++)
    for (size_t dim = 1; dim <= 5; dim++) {
      mg_record r = record(dim);
      mg_source src;

      put_record(word, &r);
      get_source(word, &src);
      ck_assert_str_eq(src.named_by, strcmp(word, "dot") == 0 ? "id"
                       : strcmp(word, "json") == 0 ? "name" : "label");
      for (size_t i = 0; i < N; i++)
        ck_assert_str_eq(src.names.text[i], names[i]);
      column_is(&src.edge, "len", M, lower, 1);
      /* DOT has points, which cli/dot.case looks at */
      for (size_t c = 0; c < dim && strcmp(word, "dot") != 0; c++) {
        char buf[MG_COORDINATE_MAX];

        column_is(&src.node, mg_coordinate_name(dim, c, buf), N, x + c, dim);
      }
      mg_source_free(&src);
    }
}
END_TEST

START_TEST(bounds_and_stiffness_come_back)
{
  const char *word;

  ck_assert_int_eq(mg_graph_lengths_set(&graph, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_stiffness_set(&graph, stiff, NULL), MGNN_OK);
  for (size_t k = 0; (word = graph_format(k)) != NULL; k++) {
    mg_record r = record(2);
    mg_source src;

    put_record(word, &r);
    get_source(word, &src);
    column_is(&src.edge, "lower", M, lower, 1);
    column_is(&src.edge, "upper", M, upper, 1);
    column_is(&src.edge, "stiffness", M, stiff, 1);
    ck_assert_ptr_null(mg_attribute_find(&src.edge, "len"));
    mg_source_free(&src);
  }
}
END_TEST

START_TEST(labels_come_back)
{
  const char *labels[N], *word;

  for (size_t i = 0; i < N; i++)
    labels[i] = i % 3 ? names[i] : NULL;
  for (size_t k = 0; (word = graph_format(k)) != NULL; k++) {
    mg_record r = record(1);
    const mg_column *col;
    mg_source src;

    r.labels = labels;
    r.label_key = "kind";
    put_record(word, &r);
    get_source(word, &src);
    col = mg_attribute_find(&src.node, strcmp(word, "json") == 0 ? "label"
                            : "kind");
    ck_assert_ptr_nonnull(col);
    for (size_t i = 0; i < N; i++) {
      char buf[MG_NUMBER_MAX];

      if (labels[i] == NULL)
        ck_assert_int_eq(mg_column_has(col, i), 0);
      else
        ck_assert_str_eq(mg_column_text(col, i, buf), labels[i]);
    }
    mg_source_free(&src);
  }
}
END_TEST

START_TEST(tables_of_positions_come_back)
{
  mg_record r = record(1);
  mg_source src;

  put_record("gml", &r);
  get_source("gml", &src);
  for (size_t dim = 1; dim <= 5; dim++) {
    double *back;
    mgnn_error err;
    int got;

    r = record(dim);
    put_record("csv", &r);
    ck_assert_msg(mg_read_rows(&src, "written", &back, &got, &err) == MGNN_OK,
                  "%s", err.text);
    ck_assert_int_eq(got, (int)dim);
    ck_assert_int_eq(memcmp(back, x, N * dim * sizeof *back), 0);
    mg_free(back);
  }
  mg_source_free(&src);
}
END_TEST

/* A graph without names is numbered from 0, in the table as well. */
START_TEST(numbers_serve_as_names)
{
  mg_record r = record(2);
  mg_source src;
  double *back;
  int dim;

  r.names = NULL;
  put_record("gml", &r);
  get_source("gml", &src);
  ck_assert_str_eq(src.named_by, "id");
  ck_assert_str_eq(src.names.text[59], "59");
  put_record("csv", &r);
  ck_assert_int_eq(mg_read_rows(&src, "written", &back, &dim, NULL), MGNN_OK);
  ck_assert_int_eq(memcmp(back, x, 2 * N * sizeof *back), 0);
  mg_free(back);
  mg_source_free(&src);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(graphs_come_back),
    TEST(bounds_and_stiffness_come_back),
    TEST(labels_come_back),
    TEST(tables_of_positions_come_back),
    TEST(numbers_serve_as_names)
  };
  const unit_needs needs = { .enter = graph_enter, .leave = graph_leave };

  return unit_run("roundtrip", tests, COUNT(tests), &needs);
}
