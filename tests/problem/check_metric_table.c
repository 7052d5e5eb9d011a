/* Tables of lengths: what each shape gives, and the message for each bad one. */
#include "problem/metric.h"
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

/* The pairs of the table at `path` become the edges of src, with its lengths. */
static mgnn_status
read_lengths(mg_source *src, const char *path, mg_simple *simple, mg_lengths *out,
             mgnn_error *err)
{
  const mg_specification spec = { .metric = { .kind = MG_METRIC_FILE, .name = path } };
  mg_tables tables = { .dim = 0 };
  const mg_metric_input in = { src, simple, &spec, &tables, NULL };
  mgnn_status status = MGNN_OK;

  TRY(mg_tables_read(&tables, src, &spec.metric, err));
  TRY(mg_metric_add_edges(src, &tables, &spec.metric, err));
  TRY(mg_simplify(simple, src->n, src->m, src->ends, err));
  TRY(mg_metric_lengths(out, &in, err));
end:
  mg_tables_free(&tables);
  return status;
}

/* The lengths as text: a-b:lower or a-b:lower..upper, *stiffness. */
static void
show_lengths(const mg_simple *simple, const mg_lengths *l, char *out, size_t capacity)
{
  size_t used = 0;

  out[0] = '\0';
  for (size_t e = 0; e < simple->m; e++) {
    used += (size_t)snprintf(out + used, capacity - used, "%u-%u:%g", simple->ends[2 * e],
                             simple->ends[2 * e + 1], l->lower[e]);
    if (l->upper != NULL && l->lower[e] != l->upper[e])
      used += (size_t)snprintf(out + used, capacity - used, "..%g", l->upper[e]);
    if (l->stiffness != NULL)
      used += (size_t)snprintf(out + used, capacity - used, "*%g", l->stiffness[e]);
    used += (size_t)snprintf(out + used, capacity - used, " ");
  }
}

static const struct {
  const char *names, *text, *lengths;
} good_metric[] = {
  /* n x n: bare, with a header, with names, with both, in any order */
  { "A B C", "0,1,2\n1,0,3\n2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "A,B,C\n0,1,2\n1,0,3\n2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "C,B,A\n0,3,2\n3,0,1\n2,1,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "A,0,1,2\nB,1,0,3\nC,2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "C,0,3,2\nB,3,0,1\nA,2,1,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", ",A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "node,B,C,A\nC,3,0,2\nA,1,2,0\nB,0,3,1\n",
    "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "A B C\nC 2 3 0\nA 0 1 2\nB 1 0 3\n", "0-1:1 0-2:2 1-2:3 " },
  /* names that are numbers: only the count of rows says what the first is */
  { "", "0 1 2\n1 0 3\n2 3 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "", "1 2 3\n0 1 2\n1 0 3\n2 3 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "", "1 0 1 2\n2 1 0 3\n3 2 3 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "0 1 2", "0 1 2\n1 0 3\n2 3 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B", "\"0\",\" 0.25 \"\n2.5e-1,-0\n", "0-1:0.25 " },
  /* pairs */
  { "A B C", "source,target,length\nB,A,1\nC,A,2\nB,C,3\n",
    "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "Target,other,Source,LEN\nC,x,B,3\nB,x,A,1\nA,x,B,1.0\nA,x,A,0\n",
    "0-1:1 1-2:3 " },
  { "A B C", "source,target,lower,upper\nB,A,1,2\nC,A,,2\nB,C,3,\n",
    "0-1:1..2 0-2:0..2 1-2:3..inf " },
  { "A B C", "source,target,upper,lower,length,stiffness\nC,B,inf,3,,0\n"
    "A,B,Infinity,,4,.5\nC,A,2,2,,1\n", "0-1:4*0.5 0-2:2*1 1-2:3..inf*0 " },
  { "A B C", "source,target,upper\nA,A,5\nA,B,1\n", "0-1:0..1 " },
  { "A B C", "source,target,length\n", "" },
  /* what is blank, or a word for it, is no length; one triangle is enough */
  { "A B C", "A,B,C\n0,1,2\n1,0,\n2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "0,,2\n1,0,3\n2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "0,inf,2\n1,0,3\n2,3,0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "0,-,2\nNA,0,nan\n2,,0\n", "0-2:2 " },
  { "A B C", "0\n1 0\n2 3 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "1\n2 3\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C D", "1\n2 3\n4 5 6\n", "0-1:1 0-2:2 0-3:4 1-2:3 1-3:5 2-3:6 " },
  { "A B C", "A 0\nB 1 0\nC 2 3 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "3\nA\nB 1\nC 2 3\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "  A B\nB 1\nC 2 3\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "0 1 2\n0 3\n0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B C", "0 1 2\n0 0 3\n0 0 0\n", "0-1:1 0-2:2 1-2:3 " },
  { "A B", "source,target,distance\nA,B,1\n", "0-1:1 " },
  { "A B", "source,target,length\nA,B,\n", "" },
  { "A B", "source,target,length\nA,B,inf\n", "" },
};

START_TEST(lengths_are_read)
{
  mg_source src;
  mg_simple simple = { 0 };
  mg_lengths l = { 0 };
  mgnn_error err = { 0 };
  char out[1000];

  make_source(&src, good_metric[_i].names);
  put("t.csv", good_metric[_i].text);
  ck_assert_msg(read_lengths(&src, "t.csv", &simple, &l, &err) == MGNN_OK, "%s", err.text);
  show_lengths(&simple, &l, out, sizeof out);
  ck_assert_str_eq(out, good_metric[_i].lengths);
  mg_lengths_free(&l);
  mg_simple_free(&simple);
  mg_source_free(&src);
}
END_TEST

static const struct {
  const char *names, *text, *message;
} bad_metric[] = {
  { "A B C", "0 1\n1 0\n", "t.csv: the lengths are of 2 nodes without names, but "
    "g.gml has 3" },
  { "A B C", "0 1 2\n1 0 3\n", "t.csv:1: no node is called \"0\": the nodes of "
    "g.gml go by their id, the first is \"A\"; rows are read as `source target "
    "length`" },
  { "A B C", "A B C\n0 1 2\n1 0 3\n", "t.csv:2: no node is called \"0\": the "
    "nodes of g.gml go by their id, the first is \"A\"; rows are read as `source "
    "target length`" },
  { "A B C", "0 1 2\n1 0 3\n2 3 0\n1 1 1\n2 2 2\n3 3 3\n", "t.csv:1: no node is "
    "called \"0\": the nodes of g.gml go by their id, the first is \"A\"; rows are "
    "read as `source target length`" },
  { "A B C", "0 1 2\n1 0 3 4\n2 3 0\n", "t.csv:2: this row has 4 columns, line 1 "
    "has 3" },
  { "A B C", "0 1 2\n1 0\n2 3 0\n", "t.csv:2: this row has 2 columns, line 1 has "
    "3" },
  { "A B C", "A B C\nA 0 1 2\nB 1 0\n", "t.csv:3: this row has 3 columns, line 2 "
    "has 4" },
  { "A B C", "A,B,D\n0,1,2\n1,0,3\n2,3,0\n", "t.csv:2: no node is called \"D\": "
    "the nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "A,0,1,2\nB,1,0,3\nD,2,3,0\n", "t.csv:1: no node is called \"D\": "
    "the nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "D,0,1,2\nB,1,0,3\nC,2,3,0\n", "t.csv:1: no node is called \"D\": the "
    "nodes of g.gml go by their id, the first is \"A\"" },
  { "A B C", "A,B,A\n0,1,2\n1,0,3\n2,3,0\n", "t.csv: columns 1 and 3 are both "
    "called \"A\"" },
  { "A B C", "A,0,1,2\nB,1,0,3\nA,2,3,0\n", "t.csv:3: rows 1 and 3 are both "
    "called \"A\"" },
  { "A B C", "0,1,2\n1,0,x\n2,3,0\n", "t.csv:2: column 3: \"x\" is not a number; leave the cell blank if there is no "
    "length" },
  { "A B C", ",C,B,A\nA,0,1,2\nB,1,0,nan\nC,2,3,0\n", "t.csv:4: the length from "
    "node \"C\" to itself is 2; it must be 0 (--lenient ignores it); if entries "
    "are similarities or weights, give -I adjacency" },
  { "A B C", "0,1,2\n1,0,3\n2,1e400,0\n", "t.csv:3: column 2: \"1e400\" is out "
    "of range" },
  { "A B C", "0,1,2\n1,0,-3\n2,3,0\n", "t.csv:2: the length of \"2\" - \"3\" is -3; "
    "it must not be negative" },
  { "A B C", "0,1,2\n1,5,3\n2,3,0\n", "t.csv:1: no node is called \"0\": the "
    "nodes of g.gml go by their id, the first is \"A\"; rows are read as `source "
    "target length`" },
  { "A B C", "0,1,2\n1,0,3\n2,3.5,0\n", "t.csv:2: the matrix is not symmetric: "
    "\"2\" - \"3\" is 3 here, but \"3\" - \"2\" is 3.5 in line 3; --lenient takes "
    "the means" },
  { "A B C", "B,A,C\n0,1,2\n0.9,0,3\n2.1,3.1,0\n", "t.csv:2: the matrix is not "
    "symmetric: \"B\" - \"A\" is 1 here, but \"A\" - \"B\" is 0.9 in line 3 (and 2 "
    "more pairs); --lenient takes the means" },
  { "A B", "0 0.1\n0.10000000000000001 1\n", "t.csv:2: the length from node "
    "\"2\" to itself is 1; it must be 0 (--lenient ignores it); if entries are "
    "similarities or weights, give -I adjacency" },
  { "A B", "0 0.1\n0.1000002 0\n", "t.csv:1: the matrix is not "
    "symmetric: \"1\" - \"2\" is 0.1 here, but \"2\" - \"1\" is "
    "0.1000002 in line 2; --lenient takes the means" },
  /* pairs */
  { "A B", "source,target,length,target\nA,B,1,B\n", "t.csv:1: the columns 2 and "
    "4 are both called target" },
  { "A B", "source,target,length\nA,B\n", "t.csv:2:3: the number of values is 2 "
    "here, but 3 in the header (line 1)" },
  { "A B", "source,target,length\nA,B,1\nA,C,1\n", "t.csv:3: no node is called "
    "\"C\": the nodes of g.gml go by their id, the first is \"A\"" },
  { "A B", "source,target,length\nA,B,x\n", "t.csv:2:5: the length, \"x\", is "
    "not a number" },
  { "A B", "source,target,lower\nA,B,inf\n", "t.csv:2:5: the lower, \"inf\", is "
    "not a finite number" },
  { "A B", "source,target,upper\nA,B,nan\n", "t.csv:2:5: the upper, \"nan\", is "
    "not a finite number" },
  { "A B", "source,target,length\nA,B,-1\n", "t.csv:2: the len of edge \"A\" - "
    "\"B\" is -1; it must not be negative" },
  { "A B", "source,target,lower,upper\nA,B,-1,2\n", "t.csv:2: the lower of edge "
    "\"A\" - \"B\" is -1; it must not be negative" },
  { "A B", "source,target,lower,upper\nA,B,3,2\n", "t.csv:2: the lower bound of "
    "edge \"A\" - \"B\", 3, is greater than the upper, 2" },
  { "A B", "source,target,length,lower,upper\nA,B,3,1,2\n", "t.csv:2: the length "
    "of edge \"A\" - \"B\", 3, is beyond its bound 2" },
  { "A B", "source,target,length,stiffness\nA,B,3,-1\n", "t.csv:2: the stiffness "
    "of edge \"A\" - \"B\" is -1; it must not be negative" },
  { "A B", "source,target,length,stiffness\nA,B,3,\n", "t.csv:2: \"A\" - \"B\" "
    "has a length but no stiffness" },
  { "A B", "source,target,length\nA,A,3\n", "t.csv:2: the length from node \"A\" "
    "to itself is 3; it must be 0" },
  { "A B C", "source,target,length\nC,B,1\nA,B,3\nB,C,1\nB,A,4\n", "t.csv:5: "
    "edge \"B\" - \"A\" is there twice: its len is 4 here and 3 in line 3" },
  { "A B C", "source,target,lower,upper\nC,B,1,2\nB,C,1,\n", "t.csv:3: edge "
    "\"B\" - \"C\" is there twice: its upper bound is inf here and 2 in line 2" },
  { "A B C", "source,target,length,stiffness\nC,B,1,2\nB,C,1,2.5\n", "t.csv:3: "
    "edge \"B\" - \"C\" is there twice: its stiffness is 2.5 here and 2 in line 2" },
};

START_TEST(bad_lengths_are_named)
{
  mg_source src;
  mg_simple simple = { 0 };
  mg_lengths l = { 0 };
  mgnn_error err = { 0 };

  make_source(&src, bad_metric[_i].names);
  put("t.csv", bad_metric[_i].text);
  ck_assert_int_eq(read_lengths(&src, "t.csv", &simple, &l, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, bad_metric[_i].message);
  mg_simple_free(&simple);
  mg_source_free(&src);
}
END_TEST

static const char *const costly[] = {
  ",A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n",
  "source,target,length,stiffness\nB,C,1,1\nA,B,1,1\n",
  "# from to km\nB C 1\nA B 2\n", "A\nB 1\nC 2 3\n", "1 2 3\n0 1 2\n1 0 3\n2 3 0\n"
};

START_TEST(every_allocation_may_fail)
{
  mgnn_error err = { 0 };
  long good;

  put("t.csv", costly[_i]);
  for (good = 0;; good++) {
    mg_source src;
    mg_simple simple = { 0 };
    mg_lengths l = { 0 };
    mgnn_status status;
    int blown;

    make_source(&src, _i == 4 ? "" : "A B C");
    mg_fuse_set(good);
    status = read_lengths(&src, "t.csv", &simple, &l, &err);
    blown = mg_fuse_blown();
    mg_fuse_set(-1);
    mg_lengths_free(&l);
    mg_simple_free(&simple);
    mg_source_free(&src);
    if (!blown) {
      ck_assert_msg(status == MGNN_OK, "%s", err.text);
      break;
    }
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_nonnull(strstr(err.text, "out of memory"));
  }
  ck_assert_int_gt(good, 10);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(lengths_are_read, COUNT(good_metric)),
    TEST_EACH(bad_lengths_are_named, COUNT(bad_metric)),
    TEST_EACH(every_allocation_may_fail, COUNT(costly))
  };

  return unit_run("metric_table", tests, COUNT(tests), NULL);
}
