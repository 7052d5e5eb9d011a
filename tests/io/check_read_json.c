/* JSON: the forms that are read, the types that columns get, what is refused. */
#include "reading.h"

typedef struct {
  const char *text, *want;
} json_case;

enum { ROWS = 10 };             /* where the rows of neighbours begin */

static const json_case cases[] = {
  /* NetworkX; D3, where nodes have no ids; ids and edges without objects */
  { "{\"directed\": true, \"multigraph\": false, \"graph\": {}, \"nodes\": "
    "[{\"id\": 0, \"c\": \"x\"}, {\"id\": 7}], \"links\": [{\"w\": 0.5, "
    "\"source\": 7, \"target\": 0}]}",
    "directed 0{id=0,c='x'} 7{id=7}|1-0{w=0.5}" },
  { "{\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"links\":[{\"source\":1,"
    "\"target\":0,\"value\":3}]}", "a{name='a'} b{name='b'}|1-0{value=3}" },
  { "{\"nodes\":[\"a\",2],\"edges\":[[\"a\",2],[2,2,{\"w\":1}]]}",
    "a{id='a'} 2{id=2}|0-1 1-1" },
  { "{\"links\":[{\"source\":\"b\",\"target\":\"a\"}],\"nodes\":[{\"id\":\"a\"},"
    "{\"id\":\"b\"}]}", "a{id='a'} b{id='b'}|1-0" },
  /* tuples of Python; JSON Graph Format; Cytoscape; Graphviz; our own */
  { "{\"nodes\":[{\"id\":[0, 1]},{\"id\":[0,2]}],\"links\":[{\"source\":[0,1],"
    "\"target\":[0 ,2]}]}", "[0,1]{id='[0,1]'} [0,2]{id='[0,2]'}|0-1" },
  { "{\"graph\":{\"directed\":true,\"nodes\":{\"a\":{\"label\":\"A\"},\"b\":{}},"
    "\"edges\":[{\"source\":\"a\",\"target\":\"b\"}]}}",
    "directed a{id='a',label='A'} b{id='b'}|0-1" },
  { "{\"data\":{\"name\":\"n\"},\"elements\":{\"nodes\":[{\"data\":{\"id\":\"1\","
    "\"name\":\"x\"},\"position\":{\"x\":1.5,\"y\":2},\"selected\":false},"
    "{\"data\":{\"id\":\"2\",\"name\":\"y\"}}],\"edges\":[{\"data\":{\"id\":\"3\","
    "\"source\":\"1\",\"target\":\"2\",\"interaction\":\"pp\"}}]}}",
    "x{id='1',name='x',x=1.5,y=2,selected=0} y{id='2',name='y'}|"
    "0-1{id='3',interaction='pp'}" },
  { "{\"name\":\"g\",\"directed\":true,\"_subgraph_cnt\":1,\"objects\":[{\"name\":"
    "\"cluster_0\",\"_gvid\":0,\"nodes\":[1,2]},{\"_gvid\":1,\"name\":\"a\",\"_draw_"
    "\":[{\"op\":\"c\"}],\"pos\":\"1,2\"},{\"_gvid\":2,\"name\":\"b\"}],\"edges\":"
    "[{\"_gvid\":0,\"tail\":1,\"head\":2,\"len\":\"2\"}]}",
    "directed a{id='a',pos='1,2'} b{id='b'}|0-1{len='2'}" },
  { "{\"space\":\"y\",\"dim\":2,\"nodes\":[{\"id\":0,\"name\":\"a\",\"position\":"
    "[1,2]},{\"id\":1,\"name\":\"b\",\"position\":[3,null]}],\"edges\":[{\"source\":"
    "0,\"target\":1,\"source_name\":\"a\",\"target_name\":\"b\",\"length\":4,"
    "\"achieved\":4}]}", "a{id=0,name='a',x=1,y=2} b{id=1,name='b',x=3}|"
    "0-1{len=4}" },
  /* vis.js; where edges have a source and a target, from and to are values */
  { "{\"nodes\":[{\"id\":1},{\"id\":2}],\"edges\":[{\"from\":2,\"to\":1},{\"from\":7,"
    "\"source\":1,\"target\":2}]}", "1{id=1} 2{id=2}|1-0{from=2,to=1} 0-1{from=7}" },
  /* rows of neighbours: an edge stands in two, in one, or in parallel */
  { "{\"directed\":false,\"multigraph\":false,\"graph\":[[\"name\",\"g\"]],\"nodes\":"
    "[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}],\"adjacency\":[[{\"w\":2,\"id\":\"b\"},"
    "{\"id\":\"a\"}],[{\"w\":2,\"id\":\"a\"},{\"id\":\"c\"}],[{\"w\":3,\"id\":\"a\"}]]}",
    "a{id='a'} b{id='b'} c{id='c'}|0-1{w=2} 0-0 1-2 2-0{w=3}" },
  { "{\"directed\":true,\"graph\":[],\"nodes\":[{\"id\":0},{\"id\":1}],\"adjacency\":"
    "[[{\"id\":1}],[{\"id\":0}]]}", "directed 0{id=0} 1{id=1}|0-1 1-0" },
  { "{\"multigraph\":true,\"nodes\":[{\"id\":0},{\"id\":1}],\"adjacency\":[[{\"id\":1,"
    "\"key\":0},{\"id\":1,\"key\":1}],[{\"id\":0,\"key\":0},{\"id\":0,\"key\":1}]]}",
    "0{id=0} 1{id=1}|0-1{key=0} 0-1{key=1}" },
  { "{\"nodes\":[{\"id\":0},{\"id\":1}],\"relations\":[[0,1]]}", "0{id=0} 1{id=1}||"
    "g.json: there is no list \"links\" or \"edges\", and so no edge; \"relations\" is "
    "kept as an attribute of the graph" },
  { "{\"nodes\":[{\"id\":0}],\"adjacency\":[[],[]]}", "! g.json:1:37: there are more "
    "rows of neighbours than nodes (1)" },
  { "{\"adjacency\":[[]],\"nodes\":[{\"id\":0}]}", "! g.json:1:14: \"adjacency\" must "
    "come once, after \"nodes\"" },
  { "{\"nodes\":[{\"id\":0}],\"adjacency\":[[{\"id\":1}]]}", "! g.json:1: an edge ends at "
    "node \"1\", which is not there; --lenient adds such nodes" },
  { "{\"nodes\":[{\"id\":0}],\"adjacency\":[[{}]]}", "! g.json:1:35: the neighbour that "
    "begins here has no id" },
  { "{\"nodes\":[{\"id\":0}],\"adjacency\":[{}]}", "! g.json:1:34: here must be a list "
    "[ ] of neighbours" },
  /* values: types that mix become JSON, null is none */
  { "{\"nodes\":[{\"id\":1,\"a\":true,\"b\":1,\"c\":[1, {\"k\": \"v\"}],\"d\":null},"
    "{\"id\":2,\"a\":\"x\",\"b\":\"y\",\"c\":3}]}",
    "1{id=1,a='true',b=1,c='[1,{\"k\":\"v\"}]'} 2{id=2,a='\"x\"',b='y',c='3'}|" },
  { "{\"nodes\":[{\"id\":12345678901234567890},{\"id\":1}]}",
    "12345678901234567890{id='12345678901234567890'} 1{id=1}|" },
  { "{\"nodes\":[{\"id\":\"\\u00e9\\n\\ud83d\\ude00\\\"\"}],\"edges\":[]}",
    "\xc3\xa9\n\xf0\x9f\x98\x80\"{id='\xc3\xa9\n\xf0\x9f\x98\x80\"'}|" },
  { "{\"nodes\":[{\"id\":1,\"x\":NaN}]}", "1{id=1}|" },
  { "{\"nodes\":[]}", "|" },
  /* what is refused */
  { " ", "! g.json:1:2: a graph in JSON begins with {" },
  { "[]", "! g.json:1:1: a graph in JSON begins with {; of a list of edges, jq -r '.[] | "
    "[.from, .to, .length] | @csv' makes a table" },
  { "{}", "! g.json: there are no nodes in the file; graphs in JSON have the lists "
    "\"nodes\" and \"links\" or \"edges\"" },
  { "{\"nodes\":[]} x", "! g.json:1:14: \"x\" is no value of JSON; texts are in "
    "double quotes" },
  { "{\"nodes\":[]} 1", "! g.json:1:14: there is more after the }" },
  { "{\"nodes\":[{\"id\":1},{\"id\":\n1}]}", "! g.json:1: the node at line 1 has the "
    "same id \"1\"; ids must differ" },
  { "{\"nodes\":[{\"id\":1},{}]}", "! g.json: 1 of the nodes have an \"id\" and 1 "
    "have none" },
  { "{\"nodes\":[{\"id\":1}],\n\"links\":[{\"source\":1,\"target\":2}]}",
    "! g.json:2: an edge ends at node \"2\", which is not there; --lenient adds such nodes" },
  { "{\"nodes\":[{}],\"links\":[{\"source\":0,\"target\":1}]}", "! g.json:1: an edge "
    "ends at \"1\", but nodes have no \"id\" here, and there are not so many; --lenient "
    "adds such nodes" },
  { "{\"links\":[{\"source\":1}]}", "! g.json:1:11: the edge that begins here has "
    "no target" },
  { "{\"links\":[7]}", "! g.json:1:11: an edge is an object with source and "
    "target" },
  { "{\"nodes\":[{\"id\":true}]}", "! g.json:1:17: a node is named by a text or a "
    "number" },
  { "{\"elements\":[]}", "! g.json:1:13: elements in one list are not read; sort "
    "them into \"nodes\" and \"edges\", as Cytoscape exports them" },
  { "{\"nodes\":[{\"id\":1 \"a\":2}]}", "! g.json:1:19: a , or } is expected here" },
  { "{\"nodes\":[1,]}", "! g.json:1:13: a value is missing here" },
  { "{\"nodes\":[1", "! g.json:1:12: the file ends where a ] is missing" },
  { "{nodes:[]}", "! g.json:1:2: \"nodes\" is no value of JSON; texts are in double "
    "quotes" },
  { "{'nodes':[]}", "! g.json:1:2: a value is expected here, not \"'\"; texts are in "
    "double quotes" },
  { "{1:[]}", "! g.json:1:2: a key in double quotes is expected here" },
  { "{\"nodes\" []}", "! g.json:1:10: after a key there must be a :" },
  { "{\"nodes\":[\"a]}", "! g.json:1:11: the text that begins here is never closed by "
    "a \"" },
  { "{\"nodes\":[\"a\n\"]}", "! g.json:1:11: the text that begins here holds a line "
    "end or another control character; is its \" missing?" },
  { "{\"nodes\":[\"\\x\"]}", "! g.json:1:11: in this text, a backslash is followed by "
    "neither \", \\, /, b, f, n, r, t nor u" },
  { "{\"nodes\":[\"\\u12g4\"]}", "! g.json:1:11: in this text, \\u is not followed by "
    "four hexadecimal digits" },
  { "{\"nodes\":[\"\\u0000\"]}", "! g.json:1:11: this text has the character 0" },
  { "{\"nodes\":[\"\xe9\"]}", "! g.json:1:11: the text is not UTF-8; convert the "
    "file, for example with: iconv -f LATIN1 -t UTF-8" },
  { "{\"nodes\":[{\"id\":1,\"a\":1e999}]}", "! g.json:1:23: the number is out of "
    "range" },
  { "{\"nodes\":[\"a\",2],\"edges\":[[\"a\",2,3.5]]}", "a{id='a'} 2{id=2}|0-1{len=3.5}" }
};

START_TEST(json_is_read_or_refused)
{
  ck_assert_str_eq(read_text("g.json", cases[_i].text), cases[_i].want);
}
END_TEST

START_TEST(types_are_those_of_the_values)
{
  static const struct {
    const char *name;
    mg_value_type type;
  } want[] = {
    { "i", MG_TYPE_INT }, { "r", MG_TYPE_DOUBLE }, { "t", MG_TYPE_TEXT },
    { "b", MG_TYPE_BOOLEAN }, { "m", MG_TYPE_NONE }, { "j", MG_TYPE_JSON },
    { "l", MG_TYPE_LONG }
  };
  mg_source src;
  mgnn_error err;

  put("g.cyjs", "{\"nodes\":[{\"id\":1,\"i\":1,\"r\":1,\"t\":\"a\",\"b\":true,\"m\":1,"
      "\"j\":{},\"l\":1},{\"id\":2,\"i\":2,\"r\":1.5,\"t\":\"b\",\"b\":false,\"m\":\"c\","
      "\"j\":1,\"l\":9007199254740993}]}");
  ck_assert_int_eq(mg_read(&src, "g.cyjs", NULL, &err), MGNN_OK);
  for (size_t k = 0; k < COUNT(want); k++)
    ck_assert_int_eq(mg_attribute_find(&src.node, want[k].name)->type,
                     want[k].type);
  mg_source_free(&src);
}
END_TEST

START_TEST(nesting_is_bounded)
{
  char deep[400] = "{\"nodes\":[{\"id\":1,\"a\":";

  memset(deep + strlen(deep), '[', 200);
  ck_assert_str_eq(read_text("g.json", deep), "! g.json:1:120: values are nested "
                   "deeper than 100");
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  read_with_fuse("g.json", cases[0].text);
  read_with_fuse("g.json", cases[6].text);
  read_with_fuse("g.json", cases[ROWS + 9].text);
  read_with_fuse("g.json", cases[4].text);
  read_with_fuse("g.json", cases[ROWS].text);
  read_with_fuse("g.json", cases[ROWS - 1].text);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(json_is_read_or_refused, COUNT(cases)),
    TEST(types_are_those_of_the_values),
    TEST(nesting_is_bounded),
    TEST(every_allocation_may_fail)
  };

  return unit_run("read_json", tests, COUNT(tests), NULL);
}
