/* Tables that go with a graph: positions, labels, lengths; what is read, and
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

/* ---- lengths ---- */

/* The table as text: a-b:lower or a-b:lower..upper, *stiffness, @line. */
static void
show_table(const mg_metric_table *t, char *out, size_t capacity)
{
  size_t used = 0;

  out[0] = '\0';
  for (size_t k = 0; k < t->count; k++) {
    const mg_metric_entry *e = &t->entry[k];

    used += (size_t)snprintf(out + used, capacity - used, "%u-%u:%g", e->a,
                             e->b, e->lower);
    if (e->lower != e->upper)
      used += (size_t)snprintf(out + used, capacity - used, "..%g", e->upper);
    if (t->stiffness != NULL)
      used += (size_t)snprintf(out + used, capacity - used, "*%g",
                               t->stiffness[k]);
    used += (size_t)snprintf(out + used, capacity - used, "@%u ", e->line);
  }
}

static const struct {
  const char *names, *text, *table;
} good_metric[] = {
  /* n x n: bare, with a header, with names, with both, in any order */
  { "A B C", "0,1,2\n1,0,3\n2,3,0\n", "0-1:1@1 0-2:2@1 1-2:3@2 " },
  { "A B C", "A,B,C\n0,1,2\n1,0,3\n2,3,0\n", "0-1:1@2 0-2:2@2 1-2:3@3 " },
  { "A B C", "C,B,A\n0,3,2\n3,0,1\n2,1,0\n", "0-1:1@4 0-2:2@4 1-2:3@3 " },
  { "A B C", "A,0,1,2\nB,1,0,3\nC,2,3,0\n", "0-1:1@1 0-2:2@1 1-2:3@2 " },
  { "A B C", "C,0,3,2\nB,3,0,1\nA,2,1,0\n", "0-1:1@3 0-2:2@3 1-2:3@2 " },
  { "A B C", ",A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n", "0-1:1@2 0-2:2@2 1-2:3@3 " },
  { "A B C", "node,B,C,A\nC,3,0,2\nA,1,2,0\nB,0,3,1\n",
    "0-1:1@3 0-2:2@3 1-2:3@4 " },
  { "A B C", "A B C\nC 2 3 0\nA 0 1 2\nB 1 0 3\n", "0-1:1@3 0-2:2@3 1-2:3@4 " },
  /* names that are numbers: only the count of rows says what the first is */
  { "", "0 1 2\n1 0 3\n2 3 0\n", "0-1:1@1 0-2:2@1 1-2:3@2 " },
  { "", "1 2 3\n0 1 2\n1 0 3\n2 3 0\n", "0-1:1@2 0-2:2@2 1-2:3@3 " },
  { "", "0 3 2 1\n3 0 3 2\n2 3 0 1\n1 2 1 0\n", "0-1:1@4 0-2:2@4 1-2:3@3 " },
  { "", "1 0 1 2\n2 1 0 3\n3 2 3 0\n", "0-1:1@1 0-2:2@1 1-2:3@2 " },
  { "0 1 2", "0 1 2\n1 0 3\n2 3 0\n", "0-1:1@1 0-2:2@1 1-2:3@2 " },
  { "A", "0\n", "" },
  { "A", "A\n0\n", "" },
  { "A", "x,A\nA,0\n", "" },
  { "A B", "\"0\",\" 0.25 \"\n2.5e-1,-0\n", "0-1:0.25@1 " },
  /* pairs */
  { "A B C", "source,target,length\nB,A,1\nC,A,2\nB,C,3\n",
    "0-1:1@2 0-2:2@3 1-2:3@4 " },
  { "A B C", "Target,other,Source,LEN\nC,x,B,3\nB,x,A,1\nA,x,B,1.0\nA,x,A,0\n",
    "0-1:1@3 1-2:3@2 " },
  { "A B C", "source,target,lower,upper\nB,A,1,2\nC,A,,2\nB,C,3,\n",
    "0-1:1..2@2 0-2:0..2@3 1-2:3..inf@4 " },
  { "A B C", "source,target,upper,lower,length,stiffness\nC,B,inf,3,,0\n"
    "A,B,Infinity,,4,.5\nC,A,2,2,,1\n", "0-1:4*0.5@3 0-2:2*1@4 1-2:3..inf*0@2 " },
  { "A B C", "source,target,upper\nA,A,5\nA,B,1\n", "0-1:0..1@3 " },
  { "A B C", "source,target,length\n", "" },
};

START_TEST(lengths_are_read)
{
  mg_source src;
  mgnn_error err = { 0 };
  mg_metric_table t;
  size_t ignored = 9;
  char out[1000];

  make_source(&src, good_metric[_i].names);
  put("t.csv", good_metric[_i].text);
  ck_assert_msg(mg_read_metric(&src, "t.csv", NULL, 0, &t, &ignored, &err)
                == MGNN_OK, "%s", err.text);
  show_table(&t, out, sizeof out);
  ck_assert_str_eq(out, good_metric[_i].table);
  ck_assert_uint_eq(ignored, 0);
  ck_assert_int_eq(t.intervals, strstr(out, "..") != NULL);
  mg_metric_table_free(&t);
  mg_source_free(&src);
}
END_TEST

START_TEST(of_a_matrix_only_wanted_pairs_are_kept)
{
  static const unsigned wanted[] = { 3, 1, 0, 1, 1, 0, 2, 2 };
  mg_source src;
  mgnn_error err;
  mg_metric_table t;
  size_t ignored = 9;
  char out[1000];

  make_source(&src, "A B C D");
  put("t.csv", "0 1 2 3\n1 0 0 5\n2 0 0 0\n3 5 0 0\n");
  ck_assert_int_eq(mg_read_metric(&src, "t.csv", wanted, 4, &t, &ignored, &err),
                   MGNN_OK);
  show_table(&t, out, sizeof out);
  ck_assert_str_eq(out, "0-1:1@1 1-3:5@2 ");
  ck_assert_uint_eq(ignored, 2);
  mg_metric_table_free(&t);
  /* No pair is wanted where a graph has no edges. */
  ck_assert_int_eq(mg_read_metric(&src, "t.csv", wanted, 0, &t, &ignored, &err),
                   MGNN_OK);
  ck_assert_uint_eq(t.count, 0);
  ck_assert_uint_eq(ignored, 4);
  mg_metric_table_free(&t);
  mg_source_free(&src);
}
END_TEST

START_TEST(a_graph_without_nodes_takes_an_empty_table)
{
  mg_source src;
  mgnn_error err;
  mg_metric_table t;
  size_t ignored;

  memset(&src, 0, sizeof src);
  src.path = mg_strdup("g.gml");
  ck_assert_int_eq(mg_source_name_nodes(&src, &err), MGNN_OK);
  ck_assert_int_eq(mg_read_metric(&src, put("t.csv", ""), NULL, 0, &t, &ignored,
                                  &err), MGNN_OK);
  ck_assert_uint_eq(t.count, 0);
  mg_metric_table_free(&t);
  ck_assert_int_eq(mg_read_metric(&src, put("t.csv", "source,target,length\n"
                                            "A,B,1\n"), NULL, 0, &t, &ignored,
                                  &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "t.csv:2: no node is called \"A\": g.gml has no "
                   "nodes");
  mg_source_free(&src);
}
END_TEST

static const struct {
  const char *names, *text, *message;
} bad_metric[] = {
  { "A B C", "# nothing\n", "t.csv: the table is empty; it must hold 3 x 3 "
    "numbers, or start with the header source,target,length" },
  { "A B C", "0 1\n1 0\n", "t.csv:1: the first row has 2 columns; a matrix for "
    "the 3 nodes of g.gml has 3, or 4 if its rows start with names; a table of "
    "pairs starts with the header source,target,length" },
  { "A B C", "0 1 2\n1 0 3\n", "t.csv: the matrix has 2 rows and 3 columns of "
    "numbers; for the 3 nodes of g.gml it must have 3 of both" },
  { "A B C", "A B C\n0 1 2\n1 0 3\n", "t.csv: the matrix has 2 rows and 3 columns "
    "of numbers; for the 3 nodes of g.gml it must have 3 of both" },
  { "A B C", "0 1 2\n1 0 3\n2 3 0\n1 1 1\n2 2 2\n3 3 3\n", "t.csv: the matrix has "
    "6 rows and 3 columns of numbers; for the 3 nodes of g.gml it must have 3 of "
    "both" },
  { "A B C", "0 1 2\n1 0 3 4\n2 3 0\n", "t.csv:2: no node is called \"1\": the "
    "nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "0 1 2\n1 0\n2 3 0\n", "t.csv:2: this row has 2 columns, line 1 has "
    "3" },
  { "A B C", "A B C\nA 0 1 2\nB 1 0\n", "t.csv:3: this row has 3 columns, line 2 "
    "has 4" },
  { "A B C", "A,B,D\n0,1,2\n1,0,3\n2,3,0\n", "t.csv:1: no node is called \"D\": "
    "the nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "A,0,1,2\nB,1,0,3\nD,2,3,0\n", "t.csv:3: no node is called \"D\": the "
    "nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "D,0,1,2\nB,1,0,3\nC,2,3,0\n", "t.csv:1: no node is called \"D\": the "
    "nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "A,B,A\n0,1,2\n1,0,3\n2,3,0\n", "t.csv: the header names node \"A\" "
    "twice, above columns 1 and 3" },
  { "A B C", "A,0,1,2\nB,1,0,3\nA,2,3,0\n", "t.csv:3: node \"A\" has a row "
    "already, in line 1" },
  { "A B C", "A,B,C\n0,1,2\n1,0,\n2,3,0\n", "t.csv:3: column 3: the length of "
    "\"B\" - \"C\" is empty; a matrix needs a number for every pair, a table of "
    "pairs (source,target,length) does not" },
  { "A B C", "0,,2\n1,0,3\n2,3,0\n", "t.csv:1: column 2: the length of \"A\" - "
    "\"B\" is empty; a matrix needs a number for every pair, a table of pairs "
    "(source,target,length) does not" },
  { "A B C", "0,1,2\n1,0,x\n2,3,0\n", "t.csv:2: column 3: the length of \"B\" - "
    "\"C\", \"x\", is not a number" },
  { "A B C", ",C,B,A\nA,0,1,2\nB,1,0,nan\nC,2,3,0\n", "t.csv:3: column 4: the "
    "length of \"B\" - \"A\", \"nan\", is not a finite number" },
  { "A B C", "0,inf,2\n1,0,3\n2,3,0\n", "t.csv:1: column 2: the length of \"A\" - "
    "\"B\", \"inf\", is not a finite number" },
  { "A B C", "0,1,2\n1,0,3\n2,1e400,0\n", "t.csv:3: column 2: the length of \"C\" "
    "- \"B\", \"1e400\", is out of range" },
  { "A B C", "0,1,2\n1,0,-3\n2,3,0\n", "t.csv:2: column 3: the length of \"B\" - "
    "\"C\" is -3; it must not be negative" },
  { "A B C", "0,1,2\n1,5,3\n2,3,0\n", "t.csv:2: column 2: the length from node "
    "\"B\" to itself is 5; the diagonal must be 0" },
  { "A B C", "0,1,2\n1,0,3\n2,3.5,0\n", "t.csv:2: the matrix is not symmetric: "
    "\"B\" - \"C\" is 3 here, but \"C\" - \"B\" is 3.5 in line 3" },
  { "A B C", "B,A,C\n0,1,2\n0.9,0,3\n2.1,3.1,0\n", "t.csv:3: the matrix is not "
    "symmetric: \"A\" - \"B\" is 0.9 here, but \"B\" - \"A\" is 1 in line 2 (and 2 "
    "more pairs)" },
  { "A B", "0 0.1\n0.10000000000000001 1\n", "t.csv:2: column 2: the length from "
    "node \"B\" to itself is 1; the diagonal must be 0" },
  { "A B", "0 0.1\n0.10000000000000002 0\n", "t.csv:1: the matrix is not "
    "symmetric: \"A\" - \"B\" is 0.1 here, but \"B\" - \"A\" is "
    "0.10000000000000002 in line 2" },
  /* pairs */
  { "A B", "source,target,distance\nA,B,1\n", "t.csv:1: the header has no column "
    "called length, lower or upper" },
  { "A B", "source,target,length,target\nA,B,1,B\n", "t.csv:1: columns 2 and 4 "
    "are both called target" },
  { "A B", "source,target,length\nA,B\n", "t.csv:2: this row has 2 columns, line "
    "1 has 3" },
  { "A B", "source,target,length\nA,B,1\nA,C,1\n", "t.csv:3: no node is called "
    "\"C\": the nodes of g.gml go by their id, the first is \"A\"" },
  { "A B", "source,target,length\nA,B,\n", "t.csv:2: \"A\" - \"B\" has no length" },
  { "A B", "source,target,length,lower\nA,B,,\n", "t.csv:2: \"A\" - \"B\" has no "
    "length and no bound" },
  { "A B", "source,target,length\nA,B,x\n", "t.csv:2: column 3 (length): \"x\" is "
    "not a number" },
  { "A B", "source,target,length\nA,B,inf\n", "t.csv:2: column 3 (length): "
    "\"inf\" is not a finite number" },
  { "A B", "source,target,lower\nA,B,inf\n", "t.csv:2: column 3 (lower): \"inf\" "
    "is not a finite number" },
  { "A B", "source,target,upper\nA,B,nan\n", "t.csv:2: column 3 (upper): \"nan\" "
    "is not a finite number" },
  { "A B", "source,target,length\nA,B,-1\n", "t.csv:2: the length of \"A\" - "
    "\"B\" is -1; it must not be negative" },
  { "A B", "source,target,lower,upper\nA,B,-1,2\n", "t.csv:2: the lower of \"A\" - "
    "\"B\" is -1; it must not be negative" },
  { "A B", "source,target,lower,upper\nA,B,3,2\n", "t.csv:2: the lower bound of "
    "\"A\" - \"B\", 3, is greater than the upper, 2" },
  { "A B", "source,target,length,lower,upper\nA,B,3,1,2\n", "t.csv:2: the length "
    "of \"A\" - \"B\", 3, is not between its bounds 1 and 2" },
  { "A B", "source,target,length,stiffness\nA,B,3,-1\n", "t.csv:2: the stiffness "
    "of \"A\" - \"B\" is -1; it must not be negative" },
  { "A B", "source,target,length,stiffness\nA,B,3,\n", "t.csv:2: column 4 "
    "(stiffness) is empty" },
  { "A B", "source,target,length\nA,A,3\n", "t.csv:2: the length from node \"A\" "
    "to itself is 3; it must be 0" },
  { "A B C", "source,target,length\nC,B,1\nA,B,3\nB,C,1\nB,A,4\n", "t.csv:5: the "
    "length of \"A\" - \"B\" is 4 here and 3 in line 3" },
  { "A B C", "source,target,lower,upper\nC,B,1,2\nB,C,1,\n", "t.csv:3: the "
    "length of \"B\" - \"C\" is between 1 and inf here and between 1 and 2 in "
    "line 2" },
  { "A B C", "source,target,length,stiffness\nC,B,1,2\nB,C,1,2.5\n", "t.csv:3: "
    "the stiffness of \"B\" - \"C\" is 2.5 here and 2 in line 2" },
};

START_TEST(bad_lengths_are_named)
{
  mg_source src;
  mgnn_error err = { 0 };
  mg_metric_table t;
  size_t ignored;

  make_source(&src, bad_metric[_i].names);
  put("t.csv", bad_metric[_i].text);
  ck_assert_int_eq(mg_read_metric(&src, "t.csv", NULL, 0, &t, &ignored, &err),
                   MGNN_EPARSE);
  ck_assert_str_eq(err.text, bad_metric[_i].message);
  ck_assert_ptr_null(t.entry);
  mg_source_free(&src);
}
END_TEST

/* All pairs of 40 nodes in a scrambled order, some of them twice, come out
 * sorted and once. */
START_TEST(pairs_are_sorted)
{
  enum { N = 40, PAIRS = N * (N - 1) / 2 };
  mg_source src;
  mgnn_error err;
  mg_metric_table t;
  size_t ignored, k = 0;
  FILE *out = fopen("t.csv", "w");
  char names[N * 4 + 1] = "";

  for (int i = 0; i < N; i++)
    sprintf(names + strlen(names), "n%d ", i);
  make_source(&src, names);
  fputs("source,target,length,stiffness\n", out);
  for (int r = 0; r < 2 * PAIRS; r++) {
    int at = (int)((long)r * 7919 % (2 * PAIRS)) % PAIRS, a = 0, b;

    for (b = at; b >= N - 1 - a; a++)
      b -= N - 1 - a;
    b += a + 1;
    fprintf(out, "n%d,n%d,%d,%d\n", r % 2 ? a : b, r % 2 ? b : a, at, at + 1);
  }
  fclose(out);
  ck_assert_int_eq(mg_read_metric(&src, "t.csv", NULL, 0, &t, &ignored, &err),
                   MGNN_OK);
  ck_assert_uint_eq(t.count, PAIRS);
  for (unsigned a = 0; a < N; a++)
    for (unsigned b = a + 1; b < N; b++, k++) {
      ck_assert_uint_eq(t.entry[k].a, a);
      ck_assert_uint_eq(t.entry[k].b, b);
      ck_assert_double_eq(t.entry[k].lower, (double)k);
      ck_assert_double_eq(t.stiffness[k], (double)k + 1);
    }
  mg_metric_table_free(&t);
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

static mgnn_status
read_metric_once(mg_source *src, const char *path, mgnn_error *err)
{
  mg_metric_table t;
  size_t ignored;
  mgnn_status status = mg_read_metric(src, path, NULL, 0, &t, &ignored, err);

  mg_metric_table_free(&t);
  return status;
}

static mgnn_status
read_matrix_once(mg_source *src, mgnn_error *err)
{
  return read_metric_once(src, "matrix.csv", err);
}

static mgnn_status
read_pairs_once(mg_source *src, mgnn_error *err)
{
  return read_metric_once(src, "pairs.csv", err);
}

static mgnn_status (*const calls[])(mg_source *, mgnn_error *) = {
  read_rows_once, read_labels_once, read_matrix_once, read_pairs_once
};

START_TEST(every_allocation_may_fail)
{
  mgnn_error err = { 0 };
  long good;

  put("rows.csv", "node,x,y\nA,1,2\nB,3,4\nC,5,6\n");
  put("labels.csv", "node,label\nA,1\nX,2\n");
  put("matrix.csv", ",A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n");
  put("pairs.csv", "source,target,length,stiffness\nB,C,1,1\nA,B,1,1\n");
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
    TEST_EACH(lengths_are_read, COUNT(good_metric)),
    TEST(of_a_matrix_only_wanted_pairs_are_kept),
    TEST(a_graph_without_nodes_takes_an_empty_table),
    TEST_EACH(bad_lengths_are_named, COUNT(bad_metric)),
    TEST(pairs_are_sorted),
    TEST_EACH(every_allocation_may_fail, COUNT(calls))
  };

  return unit_run("table", tests, COUNT(tests), NULL);
}
