/* A problem from a file, and problems that are refused. */
#include "base/mem.h"
#include "problem/problem.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

START_TEST(a_problem_is_read_from_a_file)
{
  const char *top = getenv("top_srcdir");
  char path[1000];
  mgnn_problem *p;
  mgnn_error err;

  snprintf(path, sizeof path, "%s/graphs/triangle.gml", top != NULL ? top : ".");
  ck_assert_int_eq(mgnn_problem_read(&p, path, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_problem_nodes(p), 3);
  ck_assert_uint_eq(mgnn_problem_edges(p), 3);
  ck_assert_double_eq(mgnn_problem_lengths(p)[0] + mgnn_problem_lengths(p)[1]
                      + mgnn_problem_lengths(p)[2], 5);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_read(&p, "no-such.gml", &err), MGNN_EIO);
  ck_assert_ptr_null(p);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mgnn_problem_read(&p, path, NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(p);
  }
  mg_fuse_set(-1);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(bad_problems_are_refused)
{
  static const mgnn_node loop[] = { 1, 1 }, far[] = { 0, 9 };
  static const mgnn_node twice[] = { 0, 1,  1, 0 };
  static const double negative[] = { -1 }, nan_length[] = { NAN };
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, loop, NULL, &err), MGNN_EINVAL);
  ck_assert_ptr_null(p);
  ck_assert_str_eq(err.text, "edge 0 joins node 1 to itself");
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, far, NULL, &err), MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 2, twice, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "nodes 0 and 1 are joined twice");
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, twice, negative, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, twice, nan_length, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_null(p);
}
END_TEST

/* The dimension is asked for with each call, and pins bind it. */
START_TEST(a_dimension_that_does_not_fit_is_refused)
{
  static const unsigned char pin[] = { 1, 1,  0, 0 };
  double y[3 * 2] = { 0 };
  mgnn_search_params par;
  mgnn_problem *p;
  mgnn_figures f;
  mgnn_error err;

  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 0, y, NULL, 0, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 0, must be between 1 and 10000");
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_layout(p, 3, &par, y, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 3, but the pins are for 2");
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, NULL, &err), MGNN_OK);
  mgnn_problem_free(p);
}
END_TEST

/* What is set is what is answered. */
START_TEST(all_that_is_set_can_be_asked_for)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  3, 0 };
  static const double lower[] = { 1, 2, 3, 4 }, upper[] = { 1, 3, INFINITY, 4 };
  static const double stiffness[] = { 1, 0, 2, 3 }, volume[] = { NAN, 0.5 };
  static const unsigned char pin[12] = { 1, 1, 1, 0, 0, 1 };
  static const mgnn_node tetrahedra[] = { 0, 1, 2, 3,  1, 0, 3, 2 };
  static const signed char sign[] = { -1, 1 };
  mgnn_node node[4];
  mgnn_problem *p;
  double x;
  size_t dim = 9;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, ends, lower, NULL), MGNN_OK);
  ck_assert_mem_eq(mgnn_problem_upper(p), lower, sizeof lower);
  ck_assert_ptr_null(mgnn_problem_stiffness(p));
  ck_assert_ptr_null(mgnn_problem_weights(p));
  ck_assert_ptr_null(mgnn_problem_pins(p, &dim));
  ck_assert_uint_eq(dim, 0);
  ck_assert_ptr_null(mgnn_problem_noise(p, &x));
  ck_assert_int_eq(mgnn_problem_self_loops(p), 0);
  ck_assert_double_eq(mgnn_problem_min_distance(p), 0);
  ck_assert_uint_eq(mgnn_problem_chirality_count(p), 0);

  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiffness, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 3, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_chirality_set(p, 2, tetrahedra, sign, volume,
                                              NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_min_distance_set(p, 0.25, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_noise_set(p, "absolute", 0.1, NULL), MGNN_OK);
  mgnn_problem_self_loops_set(p, 1);
  ck_assert_mem_eq(mgnn_problem_ends(p), ends, sizeof ends);
  ck_assert_mem_eq(mgnn_problem_lengths(p), lower, sizeof lower);
  ck_assert_mem_eq(mgnn_problem_upper(p), upper, sizeof upper);
  ck_assert_mem_eq(mgnn_problem_stiffness(p), stiffness, sizeof stiffness);
  ck_assert_mem_eq(mgnn_problem_pins(p, &dim), pin, sizeof pin);
  ck_assert_uint_eq(dim, 3);
  ck_assert_str_eq(mgnn_problem_noise(p, &x), "absolute");
  ck_assert_double_eq(x, 0.1);
  ck_assert_int_eq(mgnn_problem_self_loops(p), 1);
  ck_assert_double_eq(mgnn_problem_min_distance(p), 0.25);
  ck_assert_uint_eq(mgnn_problem_chirality_count(p), 2);
  ck_assert_int_eq(mgnn_problem_chirality(p, 0, node, &x), -1);
  ck_assert_mem_eq(node, tetrahedra, sizeof node);
  ck_assert_double_nan(x);
  ck_assert_int_eq(mgnn_problem_chirality(p, 1, node, &x), 1);
  ck_assert_double_eq(x, 0.5);
  mgnn_problem_free(p);
}
END_TEST

/* Lengths 1 and 7 with relative errors: the weights are (u/l)^2, u^2 = 25, times the
 * stiffnesses, which stay. */
START_TEST(relative_noise_weighs_lengths)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3 };
  static const double length[] = { 1, 7, 5 }, zero[] = { 0, 1, 1 };
  static const double stiffness[] = { 2, 49, 3 };
  mgnn_problem *p, *q;
  mgnn_error err;
  double sigma;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_noise_set(p, "relative", 0.05, NULL), MGNN_OK);
  ck_assert_ptr_null(mgnn_problem_stiffness(p));
  ck_assert_double_eq_tol(mgnn_problem_weights(p)[0], 25, 1e-12);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiffness, NULL), MGNN_OK);
  ck_assert_mem_eq(mgnn_problem_stiffness(p), stiffness, sizeof stiffness);
  ck_assert_double_eq_tol(mgnn_problem_weights(p)[0], 50, 1e-12);
  ck_assert_double_eq_tol(mgnn_problem_weights(p)[1], 25, 1e-12);
  ck_assert_double_eq_tol(mgnn_problem_weights(p)[2], 3, 1e-12);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, length, length, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the errors are relative to lengths, which therefore "
                   "stay: set the noise after the bounds");
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mgnn_problem_noise_set(p, NULL, 0, NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_str_eq(mgnn_problem_noise(p, &sigma), "relative");
    ck_assert_double_eq(sigma, 0.05);
    ck_assert_double_eq_tol(mgnn_problem_weights(p)[0], 50, 1e-12);
  }
  mg_fuse_set(-1);
  ck_assert_mem_eq(mgnn_problem_weights(p), stiffness, sizeof stiffness);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mgnn_problem_noise_set(p, "relative", 0, NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(mgnn_problem_noise(p, NULL));
    ck_assert_mem_eq(mgnn_problem_weights(p), stiffness, sizeof stiffness);
  }
  mg_fuse_set(-1);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&q, 4, 3, ends, zero, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_noise_set(q, "relative", 0.1, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "edge 0 has the length 0, to which no error is relative: "
                   "noise must be absolute");
  ck_assert_int_eq(mgnn_problem_noise_set(q, "poisson", 0.1, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the kind of noise is \"poisson\", must be absolute or "
                   "relative");
  ck_assert_int_eq(mgnn_problem_noise_set(q, "absolute", NAN, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the standard deviation of lengths is nan, must be at "
                   "least 0 (not known) and finite");
  ck_assert_int_eq(mgnn_problem_noise_set(q, "absolute", -1, &err), MGNN_EINVAL);
  mgnn_problem_free(q);
}
END_TEST

/* A file of each kind of reader, as it is and by its bytes. */
START_TEST(memory_is_read_as_a_file_is)
{
  static const struct {
    const char *name, *format;
  } files[] = {
    { "triangle.gml", "gml" }, { "cities.csv", "csv" }, { "net1000.dist", "dist" },
    { "helix.pdb", "pdb" }, { "manuscript.dot", "dot" }, { "dwt_1005.txt", "edgelist" },
    { "commanche.edges.gz", "edgelist" }, { "jagmesh7.mtx", "mtx" }
  };
  const char *top = getenv("top_srcdir");
  static char bytes[10000000];
  size_t read = 0;

  for (size_t k = 0; k < COUNT(files); k++) {
    char path[1000];
    mgnn_problem *p, *q;
    size_t size, m;
    FILE *f;

    snprintf(path, sizeof path, "%s/graphs/%s", top != NULL ? top : ".",
             files[k].name);
    f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    ck_assert_int_eq(mgnn_problem_read(&p, path, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_problem_read_memory(&q, bytes, size, files[k].format,
                                              NULL), MGNN_OK);
    m = mgnn_problem_edges(p);
    ck_assert_uint_eq(mgnn_problem_nodes(q), mgnn_problem_nodes(p));
    ck_assert_uint_eq(mgnn_problem_edges(q), m);
    ck_assert_mem_eq(mgnn_problem_ends(q), mgnn_problem_ends(p),
                     2 * m * sizeof(mgnn_node));
    ck_assert_mem_eq(mgnn_problem_lengths(q), mgnn_problem_lengths(p),
                     m * sizeof(double));
    mgnn_problem_free(p);
    mgnn_problem_free(q);
    read++;
  }
  ck_assert_uint_eq(read, COUNT(files));
}
END_TEST

START_TEST(nodes_of_a_file_keep_their_names)
{
  static const char text[] = "source,target\nb,a\na,a long name\n";
  static const char numbers[] = "graph [ node [ id 7 ] node [ id 5 ] ]";
  static const mgnn_node ends[] = { 0, 1 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_read_memory(&p, text, sizeof text - 1, "csv", NULL),
                   MGNN_OK);
  ck_assert_str_eq(mgnn_problem_node_name(p, 0), "b");
  ck_assert_str_eq(mgnn_problem_node_name(p, 1), "a");
  ck_assert_str_eq(mgnn_problem_node_name(p, 2), "a long name");
  ck_assert_ptr_null(mgnn_problem_node_name(p, 3));
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_read_memory(&p, numbers, sizeof numbers - 1, "gml",
                                            NULL), MGNN_OK);
  ck_assert_str_eq(mgnn_problem_node_name(p, 0), "7");
  ck_assert_str_eq(mgnn_problem_node_name(p, 1), "5");
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, NULL, NULL), MGNN_OK);
  ck_assert_ptr_null(mgnn_problem_node_name(p, 0));
  mgnn_problem_free(p);
}
END_TEST

START_TEST(a_problem_has_the_notes_about_its_file)
{
  static const char text[] = "source,target,weight\na,b,2\n";
  static const mgnn_node ends[] = { 0, 1 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_read_memory(&p, text, sizeof text - 1, "csv", NULL),
                   MGNN_OK);
  ck_assert_ptr_nonnull(strstr(mgnn_problem_note(p, 0), "weight"));
  ck_assert_ptr_null(mgnn_problem_note(p, 1));
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, NULL, NULL), MGNN_OK);
  ck_assert_ptr_null(mgnn_problem_note(p, 0));
  mgnn_problem_free(p);
}
END_TEST

START_TEST(lengths_come_from_the_attribute_named)
{
  static const char text[] = "source,target,len,miles,trust\na,b,9,3,1\nb,c,9,4,2\n";
  mgnn_read_params par;
  mgnn_problem *p;
  mgnn_error err;

  mgnn_read_params_init(&par);
  par.bytes = text;
  par.bytes_size = sizeof text - 1;
  par.format = "csv";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, NULL), MGNN_OK);
  ck_assert_double_eq(mgnn_problem_lengths(p)[1], 9);
  ck_assert_ptr_null(mgnn_problem_stiffness(p));
  mgnn_problem_free(p);
  par.lengths = "miles";
  par.stiffness = "trust";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, NULL), MGNN_OK);
  ck_assert_double_eq(mgnn_problem_lengths(p)[0], 3);
  ck_assert_double_eq(mgnn_problem_upper(p)[1], 4);
  ck_assert_double_eq(mgnn_problem_stiffness(p)[1], 2);
  mgnn_problem_free(p);
  par.lengths = "km";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "there are: len, miles, trust"));
  ck_assert_ptr_null(p);
}
END_TEST

static void
file_put(const char *name, const char *text)
{
  FILE *f = fopen(name, "w");

  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
}

/* Pairs in any order, a matrix, a column of several: the tables that --metric takes. */
START_TEST(lengths_come_from_a_table)
{
  static const char text[] = "source,target\na,b\nb,c\n";
  static const char *const tables[] = { "pairs.csv", "matrix.csv", "both.csv:km" };
  mgnn_read_params par;
  mgnn_problem *p;
  mgnn_error err;

  file_put("pairs.csv", "from,to,km\nc,b,4\nb,a,3\n");
  file_put("matrix.csv", ",a,b,c\na,0,3,\nb,3,0,4\nc,,4,0\n");
  file_put("both.csv", "from,to,km,miles,stiffness\na,b,3,2,5\nb,c,4,3,6\nc,a,9,9,9\n");
  mgnn_read_params_init(&par);
  par.bytes = text;
  par.bytes_size = sizeof text - 1;
  par.format = "csv";
  for (size_t k = 0; k < 3; k++) {
    par.metric = tables[k];
    ck_assert_int_eq(mgnn_problem_read_by(&p, &par, NULL), MGNN_OK);
    ck_assert_double_eq(mgnn_problem_lengths(p)[0], 3);
    ck_assert_double_eq(mgnn_problem_lengths(p)[1], 4);
    if (k == 2)
      ck_assert_double_eq(mgnn_problem_stiffness(p)[1], 6);
    if (k == 2)
      ck_assert_str_eq(mgnn_problem_note(p, 0), "both.csv: 1 pair is no edge of memory and "
                       "was ignored");
    mgnn_problem_free(p);
  }
  par.metric = "both.csv";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, &err), MGNN_EPARSE);
  ck_assert_ptr_nonnull(strstr(err.text, "several columns have numbers: km, miles"));
  par.metric = "none.csv";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, &err), MGNN_EIO);
  par.lengths = "km";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "both lengths and metric are given; FILE:COLUMN names a column "
                   "of a table");
  ck_assert_ptr_null(p);
}
END_TEST

/* The word of a format counts more than the suffix; bytes may have a name. */
START_TEST(a_format_may_be_given)
{
  static const char text[] = "a b\nb c\n";
  mgnn_read_params par;
  mgnn_problem *p;
  mgnn_error err;

  file_put("graph.data", text);
  mgnn_read_params_init(&par);
  par.path = "graph.data";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "tells no known format; give its format: gml,"));
  par.format = "edgelist";
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_problem_nodes(p), 3);
  mgnn_problem_free(p);
  par = (mgnn_read_params){ .size = sizeof par, .path = "sent.edges", .bytes = "a", .bytes_size = 1 };
  ck_assert_int_eq(mgnn_problem_read_by(&p, &par, &err), MGNN_EPARSE);
  ck_assert_int_eq(strncmp(err.text, "sent.edges:1:", 13), 0);
  ck_assert_int_eq(mgnn_problem_read_by(&p, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "neither a path nor bytes are given to read");
  ck_assert_int_eq(mgnn_problem_read(&p, NULL, NULL), MGNN_EINVAL);
  ck_assert_ptr_null(p);
}
END_TEST

START_TEST(memory_that_is_no_graph_is_refused)
{
  static const char text[] = "source,target,length\na,b,1\nb,c,-2\n";
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_read_memory(&p, text, sizeof text - 1, "csv", &err),
                   MGNN_EPARSE);
  ck_assert_int_eq(strncmp(err.text, "memory:3:", 9), 0);
  ck_assert_ptr_null(p);
  ck_assert_int_eq(mgnn_problem_read_memory(&p, text, sizeof text - 1, "csw", &err),
                   MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "the input format csw is not known"));
  ck_assert_int_eq(mgnn_problem_read_memory(&p, text, sizeof text - 1, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_read_memory(&p, NULL, 0, "gml", &err), MGNN_EPARSE);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mgnn_problem_read_memory(&p, text, 27, "csv", NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(p);
  }
  mg_fuse_set(-1);
  ck_assert_uint_eq(mgnn_problem_edges(p), 1);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_problem_is_read_from_a_file),
    TEST(bad_problems_are_refused),
    TEST(a_dimension_that_does_not_fit_is_refused),
    TEST(all_that_is_set_can_be_asked_for),
    TEST(relative_noise_weighs_lengths),
    TEST(memory_is_read_as_a_file_is),
    TEST(nodes_of_a_file_keep_their_names),
    TEST(a_problem_has_the_notes_about_its_file),
    TEST(lengths_come_from_the_attribute_named),
    TEST(lengths_come_from_a_table),
    TEST(a_format_may_be_given),
    TEST(memory_that_is_no_graph_is_refused)
  };

  return unit_run("problem", tests, COUNT(tests), NULL);
}
