/* DOT: what is read, what is refused and how.  That the same nodes, edges and
 * values come out as with Graphviz's own library is the work of cli/dot.case. */
#include "reading.h"

typedef struct {
  const char *text, *want;
} dot_case;

static const dot_case cases[] = {
  { "graph {}", "|" },
  { "digraph g { a -> b -> c; b -> b }",
    "directed a{id='a'} b{id='b'} c{id='c'}|0-1 1-2 1-1" },
  { "graph { 1 -- 2; 2 -- 1 -- 1 }", "1{id='1'} 2{id='2'}|0-1 1-0 0-0" },
  /* names: words, numbers, texts, HTML; numbers end where they end */
  { "graph { \"a b\" -- -.5 -- <i> -- \"\" }",
    "a b{id='a b'} -.5{id='-.5'} i{id='i'} {id=''}|0-1 1-2 2-3" },
  { "graph { 12ab }", "12{id='12'} ab{id='ab'}|" },
  { "graph { \"a\\\"b\\n\" \"c\" + \"d\" \"e\\\nf\" }",
    "a\"b\\n{id='a\"b\\n'} cd{id='cd'} ef{id='ef'}|" },
  { "graph { a [label=<x<b>y</b>>] }", "a{id='a',label='<x<b>y</b>>'}|" },
  /* comments */
  { "/* c */ graph { // d\n# e\n a # f\n}", "a{id='a'}|" },
  /* attributes, numbers among them where their spelling can be had back */
  { "graph { a -- b [len=1.5, w=2; c=007 d=\"3\"] [e=1.0] }",
    "a{id='a'} b{id='b'}|0-1{len=1.5,w=2,c='007',d='3',e='1.0'}" },
  { "graph { a, b [x=1] c }", "a{id='a',x=1} b{id='b',x=1} c{id='c'}|" },
  { "graph { a [id=n1] }", "a{id='a',dot:id='n1'}|" },
  /* defaults hold from where they stand, for what is new, in their group */
  { "graph { a; node [c=1]; b; { node [c=2]; d; b } e }",
    "a{id='a'} b{id='b',c=1} d{id='d',c=2} e{id='e',c=1}|" },
  { "graph { edge [k=v]; a--b; {edge [k=w]; a--b [k=x]; a--c} b--c }",
    "a{id='a'} b{id='b'} c{id='c'}|0-1{k='v'} 0-1{k='x'} 0-2{k='w'} "
    "1-2{k='v'}" },
  /* groups as ends, in the order of their nodes, each once */
  { "digraph { a b; {b a b} -> {c d} }",
    "directed a{id='a'} b{id='b'} c{id='c'} d{id='d'}|0-2 0-3 1-2 1-3" },
  { "graph { subgraph s {a b}  c -- subgraph s {d} -- e }",
    "a{id='a'} b{id='b'} c{id='c'} d{id='d'} e{id='e'}|2-0 2-1 2-3 0-4 1-4 "
    "3-4" },
  { "graph { a -- {b -- {c d}} }",
    "a{id='a'} b{id='b'} c{id='c'} d{id='d'}|1-2 1-3 0-1 0-2 0-3" },
  { "graph { a -- {} -- b }", "a{id='a'} b{id='b'}|" },
  /* strict graphs and keys: the same edge again */
  { "strict graph { a--b [x=1]; b--a [y=2]; a--a; a--a }",
    "a{id='a'} b{id='b'}|0-1{x=1,y=2} 0-0" },
  { "strict digraph { a->b; b->a; a->b }",
    "directed a{id='a'} b{id='b'}|0-1 1-0" },
  { "graph { a--b [key=k]; b--a [key=k,z=1]; a--b [key=l] }",
    "a{id='a'} b{id='b'}|0-1{key='k',z=1} 0-1{key='l'}" },
  /* ports */
  { "digraph { a:p:n -> b:w, c }", "directed a{id='a'} b{id='b'} c{id='c'}|"
    "0-1{tailport='p:n',headport='w'} 0-2{tailport='p:n'}" },
  /* clusters: the innermost, of those side by side the first */
  { "graph { subgraph cluster_a { x; subgraph cluster_b {y} } z; subgraph "
    "cluster_c {z y} }", "x{id='x',cluster='cluster_a'} y{id='y',cluster="
    "'cluster_b'} z{id='z',cluster='cluster_c'}|" },
  /* a label is for show, the name is the id; numbers are put in order */
  { "graph { b [label=L]; a [label=M] }", "b{id='b',label='L'} a{id='a',"
    "label='M'}|" },
  { "graph { 2 -- 0; 1 }", "0{id='0'} 1{id='1'} 2{id='2'}|2-0" },
  { "graph { a=1; graph [b=\"x y\"] node [] }", "|" },
  { "GRAPH { a Edge [x=1] } graph { b }",
    "a{id='a'}||g.dot:1: what follows the first graph is not read" },
  { "graph { \"\xe9\" }", "\xc3\xa9{id='\xc3\xa9'}||g.dot:1: 1 text not in UTF-8 "
    "(the first here), read as Latin-1" },
  /* what is refused */
  { " ", "! g.dot:1:2: a DOT file begins with graph or digraph, but the file ends "
    "here" },
  { "graf {}", "! g.dot:1:1: a DOT file begins with graph or digraph, not "
    "\"graf\"" },
  { "graph a b {}", "! g.dot:1:9: the statements of the graph are in { }, not "
    "\"b\"" },
  { "graph {\n a", "! g.dot:2:3: a statement must begin with a node, a group { } "
    "or one of graph, node, edge, but the file ends here" },
  { "graph { a -> b }", "! g.dot:1:11: the edges of a graph are written --, not "
    "->; is it a digraph?" },
  { "digraph { a -- b }", "! g.dot:1:13: the edges of a digraph are written ->, "
    "not --" },
  { "graph { a -- }", "! g.dot:1:14: an edge ends at a node or a group { }, not "
    "\"}\"" },
  { "graph { a [b] }", "! g.dot:1:13: after the name of an attribute there must "
    "be =, not \"]\"" },
  { "graph { a [b=] }", "! g.dot:1:14: after = there must be a value, in quotes "
    "if it is more than a word or a number, not \"]\"" },
  { "graph { a [=] }", "! g.dot:1:12: between [ and ] there must be name=value, "
    "not \"=\"" },
  { "graph { x = }", "! g.dot:1:13: after = there must be a value, in quotes if "
    "it is more than a word or a number, not \"}\"" },
  { "graph { a: }", "! g.dot:1:12: after : there must be a port, not \"}\"" },
  { "graph { a, }", "! g.dot:1:12: after , there must be a node, not \"}\"" },
  { "graph { node }", "! g.dot:1:14: after graph, node and edge there must be [ "
    "with attributes, not \"}\"" },
  { "graph { subgraph s }", "! g.dot:1:20: a subgraph has its statements in { }, "
    "not \"}\"" },
  { "graph { \"a }", "! g.dot:1:9: the text that begins here is never closed by a "
    "\"" },
  { "graph { <a }", "! g.dot:1:9: the text that begins here is never closed by a "
    ">" },
  { "graph { \"a\" + b }", "! g.dot:1:15: after + there must be a text in "
    "quotes" },
  { "graph { /* }", "! g.dot:1:9: the comment that begins here is never closed by "
    "*/" },
  { "graph { a / b }", "! g.dot:1:11: a / by itself; a comment starts with // or "
    "/*" },
  { "graph { a - b }", "! g.dot:1:11: a - by itself; edges are written -> or --" },
  { "graph { . }", "! g.dot:1:9: \".\" is no number" },
  { "graph { a% }", "! g.dot:1:10: \"%\" means nothing here; a name that has it "
    "must be in quotes" },
};

START_TEST(dot_is_read_or_refused)
{
  ck_assert_str_eq(read_text("g.dot", cases[_i].text), cases[_i].want);
}
END_TEST

START_TEST(attributes_of_the_graph_are_kept)
{
  mg_source src;
  mgnn_error err;
  char buf[MG_NUMBER_MAX];

  put("g.gv", "digraph G { rankdir=LR; graph [size=\"1,2\"] { label=no } size=3 }");
  ck_assert_int_eq(mg_read(&src, "g.gv", NULL, &err), MGNN_OK);
  ck_assert_str_eq(src.format, "dot");
  ck_assert_str_eq(mg_column_text(mg_attribute_find(&src.graph, "name"), 0, buf),
                   "G");
  ck_assert_str_eq(mg_column_text(mg_attribute_find(&src.graph, "rankdir"), 0,
                                  buf), "LR");
  ck_assert_str_eq(mg_column_text(mg_attribute_find(&src.graph, "size"), 0, buf),
                   "3");
  ck_assert_ptr_null(mg_column_text(mg_attribute_find(&src.graph, "label"), 0,
                                    buf));
  mg_source_free(&src);
}
END_TEST

/* A default before all nodes costs nothing per node. */
START_TEST(default_before_all_is_that_of_the_column)
{
  mg_source src;
  mgnn_error err;
  const mg_column *shape;

  put("g.dot", "graph { node [shape=box]; a; b; c [shape=point] }");
  ck_assert_int_eq(mg_read(&src, "g.dot", NULL, &err), MGNN_OK);
  shape = mg_attribute_find(&src.node, "shape");
  ck_assert_int_eq(shape->has_default, 1);
  ck_assert_str_eq(shape->default_text, "box");
  ck_assert_ptr_null(shape->text[0]);
  ck_assert_str_eq(shape->text[2], "point");
  mg_source_free(&src);
}
END_TEST

/* Few bytes cannot ask for many edges, however groups are nested or named. */
START_TEST(few_bytes_cannot_cost_much)
{
  enum { N = 4000 };
  static const char *const joins[] = { " -- {", " -- subgraph s {} -- {" };

  for (int k = 0; k < 2; k++) {
    FILE *out = fopen("g.dot", "w");
    mg_source src;
    mgnn_error err;

    fputs("graph { subgraph s {", out);
    for (int i = 0; i < N; i++)
      fprintf(out, "a%d ", i);
    fprintf(out, "}%s", joins[k]);
    for (int i = 0; i < N; i++)
      fprintf(out, "b%d ", i);
    fputs("} }", out);
    fclose(out);
    ck_assert_int_eq(mg_read(&src, "g.dot", NULL, &err), MGNN_EPARSE);
    ck_assert_str_eq(err.text, "g.dot:1: groups { } joined by edges make too many "
                     "of them for so small a file; write the edges one by one");
  }
}
END_TEST

START_TEST(limits_and_depth_hold)
{
  mg_limits limits;
  mg_source src;
  mgnn_error err;
  char deep[500] = "graph {";

  mg_limits_init(&limits);
  limits.edges = 3;
  put("g.dot", "graph { {a b} -- {c d} }");
  ck_assert_int_eq(mg_read_within(&src, "g.dot", NULL, &limits, &err),
                   MGNN_EPARSE);
  ck_assert_str_eq(err.text, "g.dot:1: there are more than 3 edges; if that is "
                   "right, raise the limit max-edges");
  limits.edges = 4;
  limits.nodes = 3;
  ck_assert_int_eq(mg_read_within(&src, "g.dot", NULL, &limits, &err),
                   MGNN_EPARSE);
  memset(deep + 7, '{', 201);
  put("g.dot", deep);
  ck_assert_int_eq(mg_read(&src, "g.dot", NULL, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "g.dot:1:208: groups { } are nested deeper than 200");
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  read_with_fuse("g.dot", "strict digraph g { node [a=1]; subgraph cluster_x { "
                 "edge [b=c]; x -> {y z} [d=\"\xe9\"] } subgraph cluster_x {w:p "
                 "-> x} l=2 }");
  read_with_fuse("g.dot", "graph { a -- b [key=k] b -- a [key=k] }");
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(dot_is_read_or_refused, COUNT(cases)),
    TEST(attributes_of_the_graph_are_kept),
    TEST(default_before_all_is_that_of_the_column),
    TEST(few_bytes_cannot_cost_much),
    TEST(limits_and_depth_hold),
    TEST(every_allocation_may_fail)
  };

  return unit_run("read_dot", tests, COUNT(tests), NULL);
}
