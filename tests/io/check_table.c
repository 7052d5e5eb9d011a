/* Tables that go with a graph: positions and labels; what is read, and
 * the message for each bad one. */
#include "io/table/table.h"
#include "unit.h"

#include <math.h>

/* A graph "g.gml" without edges whose nodes are the words of `names`; "": the
 * nodes have no names, and there are three. */
static void
make_source(mg_source *src, const char *names)
{
  mgnn_error err;

  memset(src, 0, sizeof *src);
  mg_limits_init(&src->limits);
  src->path = mg_strdup("g.gml");
  if (*names == '\0')
    src->n = 3;
  while (*names != '\0') {
    size_t len = strcspn(names, " ");

    ck_assert_int_eq(mg_attribute_text(src, &src->node, "id", src->n++, names,
                                       len, &err), MGNN_OK);
    names += len + (names[len] == ' ');
  }
  ck_assert_int_eq(mg_source_name_nodes(src, &err), MGNN_OK);
}

/* ---- positions and features ---- */

static const struct {
  const char *names, *text;
  int dim;
  double x[9];
} good_rows[] = {
  { "A B", "node,x,y\nA,1,2\nB,-3,4e1\n", 2, { 1, 2, -3, 40 } },
  { "A B", "node,x,y\nB,-3,4\nA,1,2\n", 2, { 1, 2, -3, 4 } },
  { "A B", "1,2\n3,4\n", 2, { 1, 2, 3, 4 } },
  { "A B", "x,y,z\n1,2,3\n4,5,6\n", 3, { 1, 2, 3, 4, 5, 6 } },
  { "A B", "x1\n1\n2\n", 1, { 1, 2 } },
  { "A B", "0.5\n2\n", 1, { 0.5, 2 } },
  { "A B", ",f,g\nB,3,4\nA,1,2\n", 2, { 1, 2, 3, 4 } },
  { "1 2 3", "Node;X1\n3;.5\n1;\"7\"\n2;+8\n", 1, { 7, 8, 0.5 } },
  { "", "node x\n1 4\n3 6\n2 5\n", 1, { 4, 5, 6 } },
  { "A_B \"q\"", "# by hand\r\n\"node\"\t\"x\"\r\n\"\"\"q\"\"\"\t2\r\nA_B\t1\r\n", 1,
    { 1, 2 } },
};

START_TEST(rows_are_read)
{
  mg_source src;
  mgnn_error err = { 0 };
  double *x;
  int dim = 0;

  make_source(&src, good_rows[_i].names);
  put("t.csv", good_rows[_i].text);
  ck_assert_msg(mg_read_rows(&src, "t.csv", &x, &dim, &err) == MGNN_OK, "%s",
                err.text);
  ck_assert_int_eq(dim, good_rows[_i].dim);
  for (size_t k = 0; k < src.n * (size_t)dim; k++)
    ck_assert_double_eq(x[k], good_rows[_i].x[k]);
  mg_free(x);
  mg_source_free(&src);
}
END_TEST

static const struct {
  const char *names, *text, *message;
} bad_rows[] = {
  { "A B", "", "t.csv: the table is empty; it must hold a row for each of the 2 "
    "nodes of g.gml" },
  { "A B", "A,1,2\nB,3,4\n", "t.csv:1: the table starts with a row of numbers "
    "that has a name; rows with names need the header node,x,y above them" },
  { "A B", "city,x,y\nA,1,2\nB,3,4\n", "t.csv:1: the first column is called "
    "\"city\"; it must be \"node\", and name the node of each row, or \"x\"" },
  { "A B", "node\nA\nB\n", "t.csv:1: the rows have 0 coordinates; there must be "
    "1 to 10000" },
  { "A B", "node,x,y\nA,1,2\nB,3\n", "t.csv:3: this row has 2 columns, line 1 "
    "has 3" },
  { "A B", "1,2\n3\n", "t.csv:2: this row has 1 column, line 1 has 2" },
  { "A B", "node,x,y\nA,1,2\nC,3,4\n", "t.csv:3: no node is called \"C\": the "
    "nodes of g.gml go by their id, the first is \"A\"" },
  { "", "node,x\n0,1\n", "t.csv:2: no node is called \"0\": the nodes of g.gml "
    "are numbered from 1 to 3" },
  { "A B", "node,x\n,1\n", "t.csv:2: the name of the node is empty" },
  { "A B", "node,x\nA,1\nB,2\nA,1\n", "t.csv:4: node \"A\" has a row already, in "
    "line 2" },
  { "A B", "node,x\nB,1\n", "t.csv: node \"A\" of g.gml has no row" },
  { "A B C", "node,x\nB,1\n", "t.csv: node \"A\" and 1 more of the 3 nodes of "
    "g.gml have no row" },
  { "A B C", "1\n2\n", "t.csv: the table has 2 rows without names, but g.gml has "
    "3 nodes" },
  { "A", "1\n2\n3\n", "t.csv: the table has 3 rows without names, but g.gml has 1 "
    "node" },
  { "A B", "node,x,y\nA,1,\nB,3,4\n", "t.csv:2: column 3 (\"y\" of node \"A\") is "
    "empty" },
  { "A B", "1,2\n3,x\n", "t.csv:2: column 2 (node \"B\"): \"x\" is not a number" },
  { "A B", "1,2\n3,-inf\n", "t.csv:2: column 2 (node \"B\"): \"-inf\" is not a "
    "finite number" },
  { "A B", "1,2\nNaN,3\n", "t.csv:2: column 1 (node \"B\"): \"NaN\" is not a "
    "finite number" },
  { "A B", "1,2\n3,1e999\n", "t.csv:2: column 2 (node \"B\"): \"1e999\" is out of "
    "range" },
  { "A B", "node;x\nA;1,5,\n", "t.csv:2: column 2 (\"x\" of node \"A\"): \"1,5,\" is "
    "not a number (decimals are written with a point)" },
};

START_TEST(bad_rows_are_named)
{
  mg_source src;
  mgnn_error err = { 0 };
  double here, *x = &here;
  int dim = 77;

  make_source(&src, bad_rows[_i].names);
  put("t.csv", bad_rows[_i].text);
  ck_assert_int_eq(mg_read_rows(&src, "t.csv", &x, &dim, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, bad_rows[_i].message);
  ck_assert_ptr_null(x);
  ck_assert_int_eq(dim, 77);
  mg_source_free(&src);
}
END_TEST

START_TEST(rows_may_be_ten_thousand_wide)
{
  mg_source src;
  mgnn_error err;
  double *x;
  int dim;

  make_source(&src, "A");
  for (int width = 10000; width <= 10001; width++) {
    FILE *out = fopen("t.csv", "w");

    for (int k = 0; k < width; k++)
      fprintf(out, "%d ", k);
    fclose(out);
    if (width > 10000)
      break;
    ck_assert_int_eq(mg_read_rows(&src, "t.csv", &x, &dim, &err), MGNN_OK);
    ck_assert_int_eq(dim, 10000);
    ck_assert_double_eq(x[9999], 9999);
    mg_free(x);
  }
  ck_assert_int_eq(mg_read_rows(&src, "t.csv", &x, &dim, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "t.csv:1: the rows have 10001 coordinates; there "
                   "must be 1 to 10000");
  mg_source_free(&src);
}
END_TEST

/* ---- labels ---- */

static const char *
label_of(const mg_source *src, const char *node)
{
  static char buf[64];
  uint32_t i = mg_source_find(src, node, strlen(node));

  ck_assert_uint_lt(i, src->n);
  return mg_column_text(mg_attribute_find(&src->node, "group"), i, buf);
}

START_TEST(labels_are_read)
{
  mg_source src;
  mgnn_error err;

  make_source(&src, "A B C");
  put("t.csv", "node,label\nC,007\nA,\"x y\"\nB,\nA,x y\n");
  ck_assert_int_eq(mg_read_labels(&src, "t.csv", "group", &err), MGNN_OK);
  ck_assert_str_eq(label_of(&src, "A"), "x y");
  ck_assert_ptr_null(label_of(&src, "B"));
  ck_assert_str_eq(label_of(&src, "C"), "007");
  /* A second table replaces the first; other columns are passed over. */
  put("t.csv", "size\tlabel\tnode\n3\tz\tB\n");
  ck_assert_int_eq(mg_read_labels(&src, "t.csv", "group", &err), MGNN_OK);
  ck_assert_ptr_null(label_of(&src, "A"));
  ck_assert_str_eq(label_of(&src, "B"), "z");
  put("t.csv", "node class\nA 1\n");
  ck_assert_int_eq(mg_read_labels(&src, "t.csv", "group", &err), MGNN_OK);
  ck_assert_str_eq(label_of(&src, "A"), "1");
  ck_assert_uint_eq(src.notes.count, 0);
  mg_source_free(&src);
}
END_TEST

START_TEST(labels_may_add_nodes_to_an_edge_list)
{
  mg_source src;
  mgnn_error err;

  make_source(&src, "A B");
  src.open_nodes = 1;
  put("t.csv", "node,label\nB,1\nX,2\nA,1\nY,3\n");
  ck_assert_int_eq(mg_read_labels(&src, "t.csv", "group", &err), MGNN_OK);
  ck_assert_uint_eq(src.n, 4);
  ck_assert_str_eq(label_of(&src, "X"), "2");
  ck_assert_str_eq(label_of(&src, "Y"), "3");
  ck_assert_uint_eq(src.notes.count, 1);
  ck_assert_str_eq(src.notes.text[0], "t.csv: 2 nodes are in no edge of g.gml "
                   "and were added (first: \"X\")");
  mg_source_free(&src);
}
END_TEST

static const struct {
  const char *text, *message;
} bad_labels[] = {
  { "\n", "t.csv: the table is empty; it must start with the header node,label" },
  { "A,1\nB,2\n", "t.csv:1: a table of labels must start with the header "
    "node,label" },
  { "node,a,b\n", "t.csv:1: a table of labels must start with the header "
    "node,label" },
  { "node,label\nA,1\nB\n", "t.csv:3: this row has 1 column, line 1 has 2" },
  { "node,label\nA,1\nZ,2\n", "t.csv:3: no node is called \"Z\": the nodes of "
    "g.gml go by their id, the first is \"A\"" },
  { "node,label\nA,1\nA,2\n", "t.csv:3: node \"A\" has the label \"2\" here and "
    "\"1\" in line 2" },
  { "node,label\nA,\nA,2\n", "t.csv:3: node \"A\" has the label \"2\" here and "
    "\"\" in line 2" },
};

START_TEST(bad_labels_are_named)
{
  mg_source src;
  mgnn_error err;

  make_source(&src, "A B");
  put("t.csv", bad_labels[_i].text);
  ck_assert_int_eq(mg_read_labels(&src, "t.csv", "group", &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, bad_labels[_i].message);
  mg_source_free(&src);
}
END_TEST

/* ---- allocations ---- */

static mgnn_status
read_rows_once(mg_source *src, mgnn_error *err)
{
  double *x;
  int dim;
  mgnn_status status = mg_read_rows(src, "rows.csv", &x, &dim, err);

  mg_free(x);
  return status;
}

static mgnn_status
read_labels_once(mg_source *src, mgnn_error *err)
{
  return mg_read_labels(src, "labels.csv", "group", err);
}

static mgnn_status (*const calls[])(mg_source *, mgnn_error *) = {
  read_rows_once, read_labels_once
};

START_TEST(every_allocation_may_fail)
{
  mgnn_error err = { 0 };
  long good;

  put("rows.csv", "node,x,y\nA,1,2\nB,3,4\nC,5,6\n");
  put("labels.csv", "node,label\nA,1\nX,2\n");
  for (good = 0;; good++) {
    mg_source src;
    mgnn_status status;
    int blown;

    make_source(&src, "A B C");
    src.open_nodes = 1;
    mg_fuse_set(good);
    status = calls[_i](&src, &err);
    blown = mg_fuse_blown();
    mg_fuse_set(-1);
    mg_source_free(&src);
    if (!blown) {
      ck_assert_msg(status == MGNN_OK, "%s", err.text);
      break;
    }
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_nonnull(strstr(err.text, "out of memory"));
  }
  ck_assert_int_gt(good, 4);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(rows_are_read, COUNT(good_rows)),
    TEST_EACH(bad_rows_are_named, COUNT(bad_rows)),
    TEST(rows_may_be_ten_thousand_wide),
    TEST(labels_are_read),
    TEST(labels_may_add_nodes_to_an_edge_list),
    TEST_EACH(bad_labels_are_named, COUNT(bad_labels)),
    TEST_EACH(every_allocation_may_fail, COUNT(calls))
  };

  return unit_run("table", tests, COUNT(tests), NULL);
}
