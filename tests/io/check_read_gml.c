/* The reader of GML: what is read, what is remarked on, what is refused. */
#include "reading.h"
#include "io/text/gml_scan.h"

#include <sys/wait.h>
#include <unistd.h>

static const struct {
  const char *text, *read;
} good[] = {
  { "graph []", "|" },
  { "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
    "1{id=1} 2{id=2}|0-1" },
  { "graph\n[\n  node\n  [\n    id\t7\n  ]\n]\n", "7{id=7}|" },
  { "graph[node[id 1]node[id 2]edge[source 1target 2]]",
    "! a.gml:1:39: source is \"1target\", which is neither a number nor a text in "
    "quotes" },
  { "graph[node[id 1 label\"x\"]node[id 2]edge[source 1 target 2 len 2.5]]",
    "1{id=1,label='x'} 2{id=2}|0-1{len=2.5}" },
  /* Edges may come first; ids may be sparse, negative, large. */
  { "graph [ edge [ source -5 target 9007199254740993 ] node [ id "
    "9007199254740993 ] node [ id -5 ] ]",
    "9007199254740993{id='9007199254740993'} -5{id=-5}|1-0" },
  { "graph [ node [ id 123456789012345678901234567890 ] node [ id 1e3 ] "
    "edge [ source 1000 target 123456789012345678901234567890 ] ]",
    "123456789012345678901234567890{id='123456789012345678901234567890'} "
    "1000{id=1000}|1-0" },
  /* Ids that are texts; one that spells a number is that number. */
  { "graph [ node [ id \"a b\" ] node [ id \"2\" ] node [ id \"007\" ] "
    "edge [ source 2 target \"a b\" ] edge [ source \"007\" target \"2\" ] ]",
    "a b{id='a b'} 2{id='2'} 007{id='007'}|1-0 2-1" },
  { "graph [\nnode [ id A label \"x\" ]\nnode [ id B ]\n"
    "edge [ source B target A ]\n]",
    "A{id='A',label='x'} B{id='B'}|1-0|a.gml:2: 4 words without quotes (the "
    "first here), read as text" },
  { "graph [\nnode [\nid node 0\n]\nnode [\nid node 1\r\n]\nedge [\nsource "
    "node 0\ntarget node 1\n]\n]",
    "node 0{id='node 0'} node 1{id='node 1'}|0-1|a.gml:3: 4 words without "
    "quotes (the first here), read as text" },
  /* Keys of any case; an "ID" beside an "id" is an attribute. */
  { "GRAPH [ Directed 1 Node [ ID 3 ] NODE [ Id 4 ] EDGE [ Source 3 TARGET 4 "
    "] ]", "directed 3{ID=3,id=3} 4{id=4,Id=4}|0-1{Source=3,TARGET=4}" },
  { "graph [ node [ id 1 ID 9 ] node [ ID 8 id 2 ] ]",
    "1{id=1,ID=9} 2{id=2,ID=8}|" },
  /* Comments, byte order mark, line ends. */
  { "# c [\ngraph # [\n[ # ]\nnode # x\n[ id # y\n1 ] # z\n] # end",
    "1{id=1}|" },
  { "\xef\xbb\xbfgraph [\r\n node [\r\n id 1\r\n label \"a\r\nb\"\r\n]\r\n]\r\n",
    "a\nb{id=1,label='a\nb'}|" },
  { "graph [ node [ id 1 label \"a#b\" ] ]", "a#b{id=1,label='a#b'}|" },
  /* Texts. */
  { "graph [ node [ id 1 label \"&lt;&amp;&gt; &quot;x&quot; &apos;&auml;&#228;"
    "&#xE4;&#x1F600;&#8364;\" ] ]",
    "<&> \"x\" '\xc3\xa4\xc3\xa4\xc3\xa4\xf0\x9f\x98\x80\xe2\x82\xac{id=1,label="
    "'<&> \"x\" '\xc3\xa4\xc3\xa4\xc3\xa4\xf0\x9f\x98\x80\xe2\x82\xac'}|" },
  { "graph [ node [ id 1 label \"& &; &x; &#; &#x; &#0; &#xD800; &#1114112; "
    "&toolongtobeone; &\" ] ]",
    "& &; &x; &#; &#x; &#0; &#xD800; &#1114112; &toolongtobeone; &{id=1,label="
    "'& &; &x; &#; &#x; &#0; &#xD800; &#1114112; &toolongtobeone; &'}|" },
  { "graph [ node [ id 1 label \"say \\\"hi\\\" \\\\ \\n\" ] node [ id 2 label "
    "\"C:\\\\x\\n\" ] ]",
    "say \"hi\" \\ \\n{id=1,label='say \"hi\" \\ \\n'} "
    "C:\\\\x\\n{id=2,label='C:\\\\x\\n'}|" },
  { "graph [ node [ id 1 label \"caf\xe9\" ] node [ id 2 label \"\xc3\xa9\" ] ]",
    "caf\xc3\xa9{id=1,label='caf\xc3\xa9'} \xc3\xa9{id=2,label='\xc3\xa9'}|"
    "|a.gml:1: 1 text not in UTF-8 (the first here), read as Latin-1" },
  { "graph [ node [ id 1 label \"\" ] ]", "1{id=1,label=''}|" },
  /* Lists become dotted names; the last of several values counts. */
  { "graph [ node [ id 1 graphics [ x 1 y -2.5 center [ z 3e2 ] ] ] node [ id 2 "
    "graphics [ y 5 ] ] ]",
    "1{id=1,graphics.x=1,graphics.y=-2.5,graphics.center.z=300} "
    "2{id=2,graphics.y=5}|" },
  { "graph [ node [ id 1 ] edge [ source 1 target 1 graphics [ Line [ point [ x "
    "1 ] point [ x 2 ] ] ] ] ]",
    "1{id=1}|0-0{graphics.Line.point.x=2}" },
  { "graph [\nnode [ id 1 a 1\na 2 b 3\nb 4 ] ]",
    "1{id=1,a=2,b=4}||a.gml:3: 2 repeated values of an attribute (the first "
    "here, of a): the last one counts" },
  { "graph [ node [ id 1 pos 0.5 pos -2 pos 3 ] node [ id 2 pos \"1,2!\" ] ]",
    "1{id=1,pos='0.5,-2,3'} 2{id=2,pos='1,2!'}|" },
  /* Values. */
  { "graph [ node [ id 1 a -0.5 b +3 c .5 d 5. e 1E-2 f \"3\" g 12345678901234567"
    " h -9007199254740992 ] ]",
    "1{id=1,a=-0.5,b=3,c=0.5,d=5,e=0.01,f='3',g='12345678901234567',"
    "h=-9007199254740992}|" },
  { "graph [ node [ id 1 rate 2.5\xe9 ] ]",
    "1{id=1,rate='2.5\xc3\xa9'}||a.gml:1: 1 word without quotes (the first here), "
    "read as text|a.gml:1: 1 text not in UTF-8 (the first here), read as Latin-1" },
  { "graph [ node [ id 1 rate 2.5G ] ]",
    "1{id=1,rate='2.5G'}||a.gml:1: 1 word without quotes (the first here), read "
    "as text" },
  { "graph [ node [ id 1 a_b 1 c-d 2 e3 4 HIDDEN? 5 ] ]",
    "1{id=1,a_b=1,c-d=2,e3=4,HIDDEN?=5}|" },
  { "graph [ node [ id 1 w 5 ] node [ id 2 w \"x\" ] node [ id 3 ] ]",
    "1{id=1,w=5} 2{id=2,w='x'} 3{id=3}|" },
  /* Things around the graph. */
  { "Creator \"me\" Version 1 directed 1 options [ a [ b NaN ] ] graph [ comment "
    "\"x\" style [ node [ id 1 ] ] node [ id 2 ] ] comment \"end\"",
    "directed 2{id=2}|" },
  { "graph [ directed 0 node [ id 2 ] ]\ngraph [ directed 1 node [ id 2 ] edge [ "
    "source 1 ] ] graph [ ]",
    "2{id=2}||a.gml:2: the file holds 3 graphs; only the first is read" },
  { "graph [ node [ id 2 graph [ node [ id 2 ] ] ] ]",
    "2{id=2}||a.gml:1: 1 graph within a node or edge (the first here) ignored" },
  { "graph [\nnode [ id 2 ]\nnode [ ]\nnode [ label \"x\" ] ]",
    "2{id=2} #2 #3{label='x'}||a.gml:3: 2 nodes without an id (the first here): "
    "no edge can name them" },
};

START_TEST(files_are_read)
{
  ck_assert_str_eq(read_text("a.gml", good[_i].text), good[_i].read);
}
END_TEST

static const struct {
  const char *text, *reason;
} bad[] = {
  { "\n", "a.gml: there is no graph [ in this file; is it GML?" },
  { " d  1\n", "a.gml: there is no graph [ in this file; is it GML?" },
  { "<?xml version=\"1.0\"?>", "a.gml:1:1: a key is expected here, not \"<?xml\"" },
  { "graph", "a.gml:1:1: the key \"graph\" has no value" },
  { "graph 1", "a.gml:1:7: after graph there must be a [, not a value" },
  { "graph [ node 5 ]",
    "a.gml:1:14: after node there must be a [, not a value" },
  { "graph [\n node [ id 1\n",
    "a.gml:2:2: the list of node that begins here is never closed by a ]" },
  { "graph [\n node [ id 1 ]\n",
    "a.gml:1:1: the list of graph that begins here is never closed by a ]" },
  { "graph [\n node [ id 1\n node [ id 2 ]\n]",
    "a.gml:3:2: node [ within the node that begins at line 2: is its ] missing?" },
  { "graph [ ]\n ]", "a.gml:2:2: a ] without its [" },
  { "graph [ node [ id 1 ] ]\nnode [ id 2 ]",
    "a.gml:2:1: node [ outside of graph [ ]" },
  { "graph [ node [ id ] ]", "a.gml:1:16: the key \"id\" has no value" },
  { "graph [ node [ id 1 ] edge [ target 1 1 ] ]",
    "a.gml:1:39: a key is expected here, not \"1\"" },
  { "graph [ node [ id [ ] ] ]", "a.gml:1:16: id has a list [ ] as its value" },
  { "graph [ directed [ ] ]", "a.gml:1:9: directed has a list [ ] as its value" },
  { "graph [ directed 2 ]", "a.gml:1:18: directed is \"2\", must be 0 or 1" },
  { "graph [ directed \"yes\" ]",
    "a.gml:1:18: directed is \"yes\", must be 0 or 1" },
  { "graph [\nnode [ id 7 ]\nnode [ id 7 ] ]",
    "a.gml:3:11: the node at line 2 has the same id \"7\"; ids must differ" },
  { "graph [\nnode [ id \"x\" ]\nnode [ id \"x\" ] ]",
    "a.gml:3:11: the node at line 2 has the same id \"x\"; ids must differ" },
  { "graph [ node [ id 1 id 2 ] ]", "a.gml:1:24: this node has a second id" },
  { "graph [ node [ id 1.5 ] ]",
    "a.gml:1:19: id is \"1.5\"; it must be a whole number or a text" },
  { "graph [ node [ id \"\" ] ]",
    "a.gml:1:19: id is \"\"; it must be a whole number or a text" },
  { "graph [ node [ id NaN ] ]",
    "a.gml:1:19: id is \"NaN\", which is neither a number nor a text in quotes" },
  { "graph [ node [ id 1 ]\n edge [ source 1 ] ]",
    "a.gml:2:2: this edge has no target" },
  { "graph [ node [ id 1 ]\n edge [ target 1 ] ]",
    "a.gml:2:2: this edge has no source" },
  { "graph [ node [ id 1 ]\n edge [ source 1 source 1 ] ]",
    "a.gml:2:25: this edge has a second source" },
  { "graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]",
    "a.gml:2:25: an edge ends at node \"2\", which is not there; --lenient adds such nodes" },
  { "graph [ node [ id 1 ]\n edge [ source \"x\" target 1 ] ]",
    "a.gml:2:16: an edge ends at node \"x\", which is not there; --lenient adds such nodes" },
  { "graph [ node [ id 1 w nan ] ]",
    "a.gml:1:23: w is \"nan\", which is neither a number nor a text in quotes" },
  { "graph [ node [ id 1 w -Inf ] ]",
    "a.gml:1:23: w is \"-Inf\", which is neither a number nor a text in quotes" },
  { "graph [ node [ id 1 w 1e400 ] ]",
    "a.gml:1:23: the number \"1e400\" is out of range" },
  { "graph [ node [ id 1 label \"x ] ]\n",
    "a.gml:1:27: the text that begins here is never closed by a \" (within a "
    "text, write &quot; for a quote and &#92; for a backslash before one)" },
};

START_TEST(faults_are_named)
{
  ck_assert_str_eq(read_text("a.gml", bad[_i].text) + 2, bad[_i].reason);
}
END_TEST

START_TEST(zero_bytes_are_refused)
{
  static const char between[] = "graph [ \0 ]";
  static const char within[] = "graph [ node [ id 1 label \"a\0b\" ] ]";

  ck_assert_str_eq(read_bytes("a.gml", between, sizeof between - 1),
                   "! a.gml:1:9: a key is expected here, not a zero byte");
  ck_assert_str_eq(read_bytes("a.gml", within, sizeof within - 1),
                   "! a.gml:1:27: the text holds a zero byte: this is not a text "
                   "file");
}
END_TEST

START_TEST(nesting_is_bounded)
{
  char text[1000] = "graph [ node [ id 1 ";

  for (int k = 0; k < 150; k++)
    strcat(text, "a [ ");
  ck_assert_str_eq(read_text("a.gml", text), "! a.gml:1:413: lists [ ] are "
                   "nested deeper than 100");
}
END_TEST

START_TEST(attributes_are_bounded)
{
  char *text = malloc(100000);
  int len = sprintf(text, "graph [\nnode [ id 1\n");

  ck_assert_ptr_nonnull(text);
  for (int k = 0; k < 2000; k++)
    len += sprintf(text + len, "a%d 1\n", k);
  ck_assert_str_eq(read_text("a.gml", text), "! a.gml:2002:1: the attribute "
                   "\"a1999\" is one more than the 2000 that a file may have");
  free(text);
}
END_TEST

/* Lines of nodes and edges are those of their keys. */
START_TEST(lines_are_kept)
{
  mg_source src;
  mgnn_error err;

  put("a.gml", "graph [\n\nnode [ id 1\nlabel \"two\nlines\" ]\nnode\n[ id 2 ]\n"
      "edge [ source 1\ntarget 2 ]\n edge [ source 2 target 1 ]\n]");
  ck_assert_int_eq(mg_read(&src, "a.gml", NULL, &err), MGNN_OK);
  ck_assert_uint_eq(src.node_line[0], 3);
  ck_assert_uint_eq(src.node_line[1], 6);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 0), 8);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 1), 10);
  mg_source_free(&src);
}
END_TEST

/* Files far larger than the buffer, with blanks of varying width so that every
 * kind of token meets the buffer's end: the ends of edge k and its values
 * follow from k. */
START_TEST(tokens_may_cross_the_buffer)
{
  enum { NODES = 3000, EDGES = 30000 };
  FILE *out = fopen("b.gml", "w");
  const mg_column *w, *t;
  mg_source src;
  mgnn_error err;

  fprintf(out, "graph [\n");
  for (int i = 0; i < NODES; i++)
    fprintf(out, "node [ id %d label \"n%d\" ]\n", 7 * i, i);
  for (int k = 0; k < EDGES; k++)
    fprintf(out, "  edge %*s[ source %d # c\n target %d weight %d.25 text "
            "\"x&amp;%d\" ]\n", k % 13, "", 7 * (k % NODES),
            7 * (k * 7 % NODES), k, k);
  fprintf(out, "# %400000s\n]", "x");
  fclose(out);
  ck_assert_int_eq(mg_read(&src, "b.gml", NULL, &err), MGNN_OK);
  ck_assert_uint_eq(src.n, NODES);
  ck_assert_uint_eq(src.m, EDGES);
  w = mg_attribute_find(&src.edge, "weight");
  t = mg_attribute_find(&src.edge, "text");
  for (unsigned k = 0; k < EDGES; k++) {
    char text[30];

    sprintf(text, "x&%u", k);
    ck_assert_uint_eq(src.ends[2 * k], k % NODES);
    ck_assert_uint_eq(src.ends[2 * k + 1], k * 7 % NODES);
    ck_assert(w->number[k] == k + 0.25);
    ck_assert_str_eq(t->text[k], text);
    ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, k), 2 + NODES + 2 * k);
  }
  ck_assert_uint_eq(mg_source_find(&src, "n17", 3), 17);
  ck_assert_uint_eq(mg_source_find(&src, "119", 3), 17);
  mg_source_free(&src);
}
END_TEST

/* A text that takes many pieces of a pipe is read again from its beginning
 * whenever more has come: all that is looked at is less than four times its
 * length. */
START_TEST(long_texts_from_a_pipe_are_not_read_many_times)
{
  enum { LENGTH = 8000000 };
  mg_gml_scan scan = { 0 };
  mgnn_error err;
  char name[40];
  size_t looked = 0;
  int ends[2];
  pid_t pid;

  ck_assert_int_eq(pipe(ends), 0);
  pid = fork();
  if (pid == 0) {
    FILE *out = fdopen(ends[1], "w");

    close(ends[0]);
    for (int i = 0; i < LENGTH; i++)
      putc('x', out);
    fclose(out);
    _exit(0);
  }
  close(ends[1]);
  snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
  ck_assert_int_eq(mg_stream_open(&scan.in, name, NULL, &err), MGNN_OK);
  while (!scan.in.done) {
    ck_assert_int_eq(mg_gml_more(&scan, &err), MGNN_OK);
    looked += (size_t)(scan.in.end - scan.in.p);
  }
  ck_assert_int_eq(scan.in.end - scan.in.p, LENGTH);
  ck_assert_uint_lt(looked, 4 * (size_t)LENGTH);
  mg_stream_close(&scan.in);
  close(ends[0]);
  waitpid(pid, NULL, 0);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  read_with_fuse("a.gml", "graph [ edge [ source 5 target \"b\" w 1 v \"&amp;\" ] "
                 "node [ id 5 graphics [ x 1 ] pos 1 pos 2 ] node [ id \"b\" "
                 "label \"caf\xe9\" ] node [ ID -7 ] node [ a 1 a 2 ] edge [ "
                 "source 9999999 target 5 ] node [ id 9999999 ] ]");
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(files_are_read, COUNT(good)),
    TEST_EACH(faults_are_named, COUNT(bad)),
    TEST(zero_bytes_are_refused),
    TEST(nesting_is_bounded),
    TEST(attributes_are_bounded),
    TEST(lines_are_kept),
    TEST(tokens_may_cross_the_buffer),
    TEST(long_texts_from_a_pipe_are_not_read_many_times),
    TEST(every_allocation_may_fail)
  };

  return unit_run("read_gml", tests, COUNT(tests), NULL);
}
