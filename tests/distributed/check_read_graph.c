/* Graphs read by all ranks have the rows, names and faults of one that reads alone,
 * whatever the chunks. */
#define _POSIX_C_SOURCE 200809L
#include "mpi_unit.h"
#include "distributed/binary_graph.h"
#include "distributed/read_graph.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/numbering.h"
#include "io/read/read.h"
#include "problem/metric_parts.h"
#include "problem/simplify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t chunks[] = { 0, 5, 16, 40, 1000 };
enum { CHUNKS = sizeof chunks / sizeof *chunks };

static char folder[200];       /* where the files are, once there is one */

static void
folder_enter(void)
{
  const char *top = getenv("TMPDIR");

  if (folder[0] != '\0')
    return;
  snprintf(folder, sizeof folder, "%s/mgnn-read.XXXXXX", top != NULL ? top : "/tmp");
  if (all.rank == 0)
    FACT(mkdtemp(folder) != NULL);
  MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, all.comm);
  FACT(chdir(folder) == 0);
}

/* Put a text into a file, on rank 0; all see it then. */
static void
file_put(const char *path, const char *text)
{
  folder_enter();
  if (all.rank == 0 && text != NULL) {
    FILE *f = fopen(path, "w");

    FACT(f != NULL && fputs(text, f) >= 0);
    if (f != NULL)
      fclose(f);
  }
  MPI_Barrier(all.comm);
}

static void
file_end(const char *path)
{
  MPI_Barrier(all.comm);
  if (all.rank == 0)
    unlink(path);
}

/* Edge by edge of the file, the rows that it should come to: node i's neighbours in the
 * order of the file, parallel ones once. */
static void
rows_are_right(const mg_read_result *got, const mg_source *src)
{
  mg_simple simple;
  mg_edge_values from;
  size_t first = (size_t)got->homes.first[all.rank];

  FACT(mg_simplify(&simple, src->n, src->m, src->ends, NULL) == MGNN_OK);
  mg_edge_values_find(&from, src, NULL);
  FACT(got->names.n == src->n && got->rows.n == src->n && got->rows.m == simple.m);
  FACT(got->loops == simple.loops && got->merged == simple.merged);
  for (size_t i = 0; i < got->rows.own; i++) {
    size_t k = got->rows.row[i];
    char buf[MG_NUMBER_MAX];

    FACT(strcmp(mg_node_name(&got->names, i, first + i, buf), src->names.text[first + i])
         == 0);
    for (size_t e = 0; e < simple.m; e++) {
      const unsigned *ends = simple.ends + 2 * e;
      double x[2];

      if (ends[0] != first + i && ends[1] != first + i)
        continue;
      FACT(k < got->rows.row[i + 1]
           && got->rows.to[k] == ends[ends[0] == first + i]);
      if (got->rows.length != NULL && k < got->rows.row[i + 1]) {
        FACT(mg_edge_value(&from, mg_first_of(&simple, e), x, NULL) == MGNN_OK);
        FACT(got->rows.length[k] == x[0]);
        FACT(got->rows.upper == NULL || got->rows.upper[k] == x[1]);
      }
      k++;
    }
    FACT(k == got->rows.row[i + 1]);
  }
  mg_simple_free(&simple);
}

/* Read a text both ways, in chunks of all sizes. */
static void
reads_as_alone(const char *path, const char *text)
{
  char *paths[] = { (char *)path };
  mg_source src;
  mgnn_error alone = { 0 }, err = { 0 };
  mgnn_status expected;

  file_put(path, text);
  expected = mg_read(&src, path, NULL, &alone);
  if (expected == MGNN_OK)
    FACT(mg_source_number(&src, &alone) == MGNN_OK);
  for (size_t c = 0; c < CHUNKS; c++) {
    mg_read_result got;
    mgnn_status status = mg_read_graph(&got, &all, &(mg_read_options){
                           .path = paths, .paths = 1, .chunk = chunks[c] }, &err);

    FACT(status == expected);
    if (status == MGNN_OK && expected == MGNN_OK)
      rows_are_right(&got, &src);
    else
      FACT(strcmp(err.text, alone.text) == 0);
    if (status != expected || (expected != MGNN_OK && strcmp(err.text, alone.text) != 0))
      fprintf(stderr, "# %s, chunks of %zu: \"%s\", alone \"%s\"\n", path, chunks[c],
              err.text, alone.text);
    mg_read_result_free(&got);
  }
  if (expected == MGNN_OK)
    mg_source_free(&src);
  file_end(path);
}

static void
tables_are_read_as_by_one(void)
{
  reads_as_alone("dense.edges", "0 3\n3 1\n1 2\n2 0\n0 0\n1 3\n");
  reads_as_alone("from-one.edges", "# a comment\n\n4 3 0.5\r\n3 1 0.25\r\n1 2 7\n");
  reads_as_alone("gap.edges", "0 3\n3 1\n1 4\n4 0\n0 1\n");
  reads_as_alone("large.edges", "9000000000 1\n1 2\n2 9000000000\n");
  reads_as_alone("sparse.edges", "100 7\n7 -3\n-3 100\n12 7\n7 12\n100 100\n");
  reads_as_alone("names.csv", "source,target,length\nB,A,2\n\"a, b\",A,0.125\n"
                 "# here\nC,B,1e3\nA,C,4\n007,7,1\nÅ,B,2");
  reads_as_alone("bounds.csv", "target,source,lower,upper\nx,y,1,2\ny,z,0,inf\n"
                 "z,x,3,3\n");
  reads_as_alone("tabs.tsv", "from\tto\tlen\nA B\tC\t1\nC\tD\t2\nA B\tD\t3\n");
  reads_as_alone("dict.edges", "0 1 {'len': 2}\n1 2 {'len': 3, 'kind': 'road'}\n"
                 "2 0 {'len': 1.5}\n");
  reads_as_alone("one.edges", "a b\n");
}

static void
a_matrix_is_read_as_by_one(void)
{
  reads_as_alone("general.mtx", "%%MatrixMarket matrix coordinate real general\n"
                 "% a comment\n5 5 6\n1 2 0.5\n2 1 0.5\n3 1 7\n3 3 1\n5 2 1\n1 5 2\n");
}

/* Faults have their lines, and the first of the file is told. */
static void
faults_are_told_as_by_one(void)
{
  reads_as_alone("short.csv", "source,target,length\nA,B,1\nB,C,2\nC,D\nD,E,x\n");
  reads_as_alone("word.csv", "source,target,length\nA,B,1\nB,C,2\nC,D,3\nD,E,x\n");
  reads_as_alone("empty.csv", "source,target\nA,B\nB,C\nC,D\nD,\n");
  reads_as_alone("header.csv", "source,target,len,len\nA,B,1,1\n");
  reads_as_alone("outside.mtx", "%%MatrixMarket matrix coordinate pattern general\n"
                 "3 3 3\n1 2\n2 3\n3 4\n");
  reads_as_alone("no-such-file.csv", NULL);
}

/* What one program finds when it merges, and this one when slots come home. */
static void
parallel_edges_that_differ_are_refused_or_averaged(void)
{
  static const char text[] = "source,target,length\nA,B,1\nC,B,1\nB,A,4\nA,B,1\n";
  char *paths[] = { "parallel.csv" };
  mgnn_error err = { 0 };

  file_put(paths[0], text);
  for (size_t c = 0; c < CHUNKS; c++) {
    mg_read_options opt = { .path = paths, .paths = 1, .chunk = chunks[c] };
    mg_read_result got;

    FACT(mg_read_graph(&got, &all, &opt, &err) == MGNN_EPARSE);
    FACT(strcmp(err.text, "parallel.csv:4: edge \"B\" - \"A\" is there twice: its len "
                "is 4 here and 1 in line 2; --lenient takes the mean") == 0);
    mg_read_result_free(&got);
    opt.spec.lenient = 1;
    FACT(mg_read_graph(&got, &all, &opt, &err) == MGNN_OK);
    FACT(got.merged == 2 && got.differing == 1 && got.rows.m == 2);
    for (size_t i = 0; i < got.rows.own; i++)
      for (size_t k = got.rows.row[i]; k < got.rows.row[i + 1]; k++)
        FACT(got.rows.length[k]        /* A - B is 2, the other 1 */
             == (got.rows.name[i] + got.rows.to[k] == 1 ? 2 : 1));
    mg_read_result_free(&got);
  }
  file_end(paths[0]);
}

static void
a_length_that_is_missing_is_told(void)
{
  char *paths[] = { "missing.csv" };
  mgnn_error err = { 0 };

  file_put(paths[0], "source,target,length\nA,B,1\nB,C,\nC,A,2\nC,D,\n");
  for (size_t c = 0; c < CHUNKS; c++) {
    mg_read_result got;

    FACT(mg_read_graph(&got, &all, &(mg_read_options){ .path = paths, .paths = 1,
                         .chunk = chunks[c] }, &err) == MGNN_EPARSE);
    FACT(strstr(err.text, "missing.csv:3: edge \"B\" - \"C\" has no len") != NULL);
    mg_read_result_free(&got);
  }
  file_end(paths[0]);
}

/* Files of a pattern are one table after the other, each with its header. */
static void
a_pattern_names_several_files(void)
{
  char *pattern[] = { "part-*.csv" };
  mgnn_error err = { 0 };

  file_put("part-1.csv", "source,target,length\nA,B,1\nB,C,2\n");
  file_put("part-2.csv", "target,source,length\nD,C,3\nA,D,4\n");
  for (size_t c = 0; c < CHUNKS; c++) {
    mg_read_result got;
    static const unsigned to[4][2] = { { 1, 3 }, { 0, 2 }, { 1, 3 }, { 2, 0 } };
    static const double length[4][2] = { { 1, 4 }, { 1, 2 }, { 2, 3 }, { 3, 4 } };

    FACT(mg_read_graph(&got, &all, &(mg_read_options){ .path = pattern, .paths = 1,
                         .chunk = chunks[c] }, &err) == MGNN_OK);
    FACT(got.rows.n == 4 && got.rows.m == 4);
    for (size_t i = 0; i < got.rows.own; i++)
      for (size_t k = 0; k < 2; k++) {
        FACT(got.rows.to[got.rows.row[i] + k] == to[got.rows.name[i]][k]);
        FACT(got.rows.length[got.rows.row[i] + k] == length[got.rows.name[i]][k]);
      }
    mg_read_result_free(&got);
  }
  file_end("part-1.csv");
  file_end("part-2.csv");
}

static int
same_array(const void *a, const void *b, size_t bytes)
{
  return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, bytes) == 0);
}

static void
same_graphs(const mg_read_result *a, const mg_read_result *b)
{
  size_t own = a->rows.own, slots = a->rows.row[own];
  char name[2][MG_NUMBER_MAX];

  FACT(b->rows.own == own && b->rows.n == a->rows.n && b->rows.m == a->rows.m);
  FACT(b->loops == a->loops && b->merged == a->merged);
  FACT(same_array(a->rows.row, b->rows.row, (own + 1) * sizeof *a->rows.row));
  FACT(same_array(a->rows.to, b->rows.to, slots * sizeof *a->rows.to));
  FACT(same_array(a->rows.length, b->rows.length, slots * sizeof(double)));
  FACT(same_array(a->rows.upper, b->rows.upper, slots * sizeof(double)));
  FACT(same_array(a->rows.weight, b->rows.weight, slots * sizeof(double)));
  for (size_t i = 0; i < own; i++)
    FACT(strcmp(mg_node_name(&a->names, i, a->rows.name[i], name[0]),
                mg_node_name(&b->names, i, b->rows.name[i], name[1])) == 0);
}

/* Flip a bit of byte k of a file. */
static void
byte_change(const char *path, uint64_t k)
{
  MPI_Barrier(all.comm);
  if (all.rank == 0) {
    FILE *f = fopen(path, "r+");
    int byte;

    FACT(f != NULL && fseek(f, (long)k, SEEK_SET) == 0 && (byte = getc(f)) != EOF
         && fseek(f, (long)k, SEEK_SET) == 0 && putc(byte ^ 16, f) != EOF);
    if (f != NULL)
      fclose(f);
  }
  MPI_Barrier(all.comm);
}

/* Written and read again it is the same graph; any byte that is changed, or missing at
 * the end, is found. */
static void
the_binary_form_keeps_all_and_is_checked(void)
{
  static const char *const text[] = {
    ("source,target,lower,upper,stiffness\nB,A,1,2,1\n\"a, b\",A,0,inf,2\nC,B,3,3,0\n"
     "A,A,1,1,1\nB,A,1,2,5\n"),
    "source,target\n0,3\n3,1\n1,2\n", "source,target\n9,-4\n"
  };
  char *paths[] = { "text.csv" }, *binary = "graph.mgnn";

  for (size_t t = 0; t < sizeof text / sizeof *text; t++) {
    mg_read_result a, b;
    mgnn_error err = { 0 };

    file_put(paths[0], text[t]);
    FACT(mg_read_graph(&a, &all, &(mg_read_options){ .path = paths, .paths = 1 }, &err)
         == MGNN_OK);
    FACT(mg_binary_write(&a, &all, binary, &err) == MGNN_OK);
    FACT(mg_binary_is(binary) && !mg_binary_is(paths[0]));
    FACT(mg_binary_read(&b, &all, binary, &err) == MGNN_OK);
    same_graphs(&a, &b);
    for (uint64_t k = 0; k < b.bytes; k += 7) {
      mg_read_result c;

      byte_change(binary, k);
      /* padding at the ends of sections is not looked at */
      if (mg_binary_read(&c, &all, binary, &err) == MGNN_OK)
        same_graphs(&a, &c);
      else
        FACT(strncmp(err.text, "graph.mgnn: ", 12) == 0);
      mg_read_result_free(&c);
      byte_change(binary, k);
    }
    if (all.rank == 0)
      FACT(truncate(binary, (long)b.bytes - 8) == 0);
    MPI_Barrier(all.comm);
    mg_read_result_free(&b);
    FACT(mg_binary_read(&b, &all, binary, &err) == MGNN_EPARSE);
    FACT(strstr(err.text, "cut off") != NULL);
    mg_read_result_free(&a);
    mg_read_result_free(&b);
    file_end(paths[0]);
    file_end(binary);
  }
}

/* Every test has taken its files away, and so has what it tested. */
static void
nothing_is_left_behind(void)
{
  MPI_Barrier(all.comm);
  if (all.rank == 0)
    FACT(chdir("/") == 0 && rmdir(folder) == 0);
}

int
main(void)
{
  static const mpi_test tests[] = {
    MPI_TEST(tables_are_read_as_by_one),
    MPI_TEST(a_matrix_is_read_as_by_one),
    MPI_TEST(faults_are_told_as_by_one),
    MPI_TEST(parallel_edges_that_differ_are_refused_or_averaged),
    MPI_TEST(a_length_that_is_missing_is_told),
    MPI_TEST(a_pattern_names_several_files),
    MPI_TEST(the_binary_form_keeps_all_and_is_checked),
    MPI_TEST(nothing_is_left_behind)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
