/* GraphML, GEXF, Pajek, NCOL, LGL, METIS, SIF, LEDA and DL: what is read, what is refused and how; and that
 * libxml2 is left as it was found. */
#include "io/text/xml.h"
#include "reading.h"

#include <libxml/xmlerror.h>
#include <locale.h>

typedef struct {
  const char *name, *text, *want;
} file_case;

#define GRAPHML "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
#define KEYS \
  "<key id='k' for='edge' attr.name='len' attr.type='double'/>\n" \
  "<key id='p' for='node' attr.name='pin' attr.type='boolean'/>\n" \
  "<key id='t' for='node' attr.name='label' attr.type='string'/>\n"
#define GRAPH "<graph edgedefault='undirected'>\n"
#define AB "<node id='a'/>\n<node id='b'/>\n"
#define END "</graph></graphml>\n"

static const file_case graphml[] = {
  { "g.graphml", GRAPHML KEYS GRAPH "<node id='a'><data key='t'>A&amp;1</data>"
    "<data key='p'>true</data></node><node id='b'><data key='t'>B</data></node>\n"
    "<edge source='a' target='b'><data key='k'> 1.5 </data></edge>" END,
    "A&1{pin=1,label='A&1',id='a'} B{pin=0,label='B',id='b'}|0-1{len=1.5}" },
  /* what has no value is absent, and inf is kept for whoever uses it */
  { "g.graphml", GRAPHML KEYS GRAPH AB "<edge source='a' target='b'/>\n"
    "<edge source='a' target='b'><data key='k'/></edge>\n"
    "<edge source='a' target='b'><data key='k'>NaN</data></edge>\n"
    "<edge source='a' target='b'><data key='k'>inf</data></edge>" END,
    "a{pin=0,id='a'} b{pin=0,id='b'}|0-1 0-1 0-1 0-1{len=inf}" },
  { "g.graphml", "<graphml><graph edgedefault='directed'>" AB
    "<edge source='a' target='b'/>" END, "directed a{id='a'} b{id='b'}|0-1" },
  { "g.graphml", GRAPHML GRAPH AB "<edge directed='true' source='a' target='b'/>"
    END, "a{id='a'} b{id='b'}|0-1{(directed)=1}" },
  { "g.graphml", GRAPHML GRAPH "<node id='a'><data key='k'>v</data>"
    "<graph edgedefault='directed'><node id='a::b'/><node id='a::c'/>"
    "<edge source='a::b' target='a::c'/></graph></node><node id='d'/>"
    "<edge source='d' target='a::b'/>" END,
    "a{id='a'} a::b{id='a::b',parent='a'} a::c{id='a::c',parent='a'} d{id='d'}|"
    "1-2{(directed)=1} 3-1|g.graphml:3: 1 value without a known key is "
    "ignored" },
  { "g.graphml", GRAPHML GRAPH END, "|" },
  { "g.graphml", "<?xml version='1.0' encoding='ISO-8859-1'?>\n" GRAPHML GRAPH
    "<node id='\xe9'/>" END, "\xc3\xa9{id='\xc3\xa9'}|" },
  { "g.graphml", "<graphml xmlns='http://graphml.example.org/old'>" GRAPH
    "<node id='a'/>" END, "a{id='a'}|" },
  { "g.graphml", GRAPHML GRAPH "<edge source='a' target='b'/>" AB END,
    "a{id='a'} b{id='b'}|0-1" },
  { "g.graphml", GRAPHML GRAPH AB "<!-- <node id='a'/> <edge/> -->\n"
    "<desc><![CDATA[<node>]]></desc><edge source='a' target='b'/>" END,
    "a{id='a'} b{id='b'}|0-1" },
  /* what is left out is said */
  { "g.graphml", GRAPHML GRAPH AB "<hyperedge><endpoint node='a'/></hyperedge>"
    "<hyperedge/>" END, "a{id='a'} b{id='b'}||g.graphml:5: 2 hyperedges "
    "(the first here) are ignored" },
  { "g.graphml", GRAPHML GRAPH "<node id='a'><graph><node id='b'/></graph></node>"
    "</graph><graph><node id='a'/>" END, "a{id='a'} b{id='b',parent='a'}||"
    "g.graphml: of 2 graphs only the first is read" },
  { "g.graphml", GRAPHML "<key id='z' for='node'/>" GRAPH "<node id='a'/>" END,
    "a{id='a'}||g.graphml:2: 1 key without attr.type is ignored" },
  { "g.graphml", GRAPHML "<key id='z' for='all' attr.type='int'/>" GRAPH
    "<node id='a'>\n<data key='z'>1</data><data/></node>" END,
    "a{z=1,id='a'}||g.graphml:4: 1 value without a known key is ignored" },
  { "g.graphml", GRAPHML "<key id='z' for='port' attr.type='int'/>" GRAPH
    "<node id='a'/>" END, "a{id='a'}||g.graphml:2: 1 key for neither nodes, "
    "edges nor the graph is ignored" },
  /* defaults are for those without a value; a key may be called id */
  { "g.graphml", GRAPHML "<key id='z' for='node' attr.name='v' attr.type='int'>"
    "<default> 5 </default></key><key id='y' for='node' attr.name='s' "
    "attr.type='string'><default>d</default></key>" GRAPH "<node id='a'/>"
    "<node id='b'><data key='z'>7</data><data key='y'>e</data></node>"
    "<node id='c'><data key='y'/></node>" END,
    "a{v=5,s='d',id='a'} b{v=7,s='e',id='b'} c{v=5,s='',id='c'}|" },
  { "g.graphml", GRAPHML "<key id='z' for='node' attr.name='id' "
    "attr.type='string'/>" GRAPH "<node id='a'><data key='z'>x</data></node>"
    "<node id='b'/>" END, "x{id='x'} #2|" },
  { "g.graphml", GRAPHML GRAPH AB "<edge id='e' source='a' target='b'/>"
    "<edge source='b' target='a'/>" END,
    "a{id='a'} b{id='b'}|0-1{id='e'} 1-0" },
  /* an id may be empty, as names in DOT may */
  { "g.graphml", GRAPHML GRAPH "<node id=''/><node id='b'/><edge source='' "
    "target='b'/>" END, "{id=''} b{id='b'}|0-1" },
  /* keys of one name are one attribute, of the type that holds both */
  { "g.graphml", GRAPHML "<key id='d0' for='edge' attr.name='w' attr.type='int'/>"
    "<key id='d1' for='edge' attr.name='w' attr.type='double'><default>2.5</default>"
    "</key>" GRAPH AB "<edge source='a' target='b'><data key='d0'>1</data></edge>"
    "<edge source='a' target='b'><data key='d1'>1.5</data></edge>"
    "<edge source='b' target='a'/>" END,
    "a{id='a'} b{id='b'}|0-1{w=1} 0-1{w=1.5} 1-0{w=2.5}" },
  { "g.graphml", GRAPHML "<key id='w' for='edge' attr.name='w' attr.type='long'/>"
    "<key id='w' for='edge' attr.name='w' attr.type='double'/>" GRAPH AB
    "<edge source='a' target='b'><data key='w'>1.5</data></edge>" END,
    "a{id='a'} b{id='b'}|0-1{w=1.5}" },
  { "g.graphml", GRAPHML "<key id='d0' for='node' attr.name='v' attr.type='boolean'/>"
    "<key id='d1' for='node' attr.name='v' attr.type='string'/>" GRAPH
    "<node id='a'><data key='d0'>true</data></node><node id='b'><data key='d1'>x"
    "</data></node><node id='c'/>" END,
    "a{v='true',id='a'} b{v='x',id='b'} c{id='c'}|" },
  /* text is what the element holds itself, in pieces or not */
  { "g.graphml", GRAPHML "<key id='z' for='node' attr.type='string'/>" GRAPH
    "<node id='a'><data key='z'>x<![CDATA[<y>]]>&#122;<k>u</k>w</data></node>"
    END, "a{z='x<y>zw',id='a'}|" },
  /* what is not GraphML is passed over */
  { "g.graphml", GRAPHML GRAPH "<node id='a'><y:x/><port name='p'>"
    "<node id='z'/></port></node><graph xmlns='urn:x'><node id='q'/></graph>"
    END, "a{id='a'}|" },
  /* what is wrong */
  { "g.graphml", "  \n", "! g.graphml: the file is empty" },
  { "g.graphml", "hello", "! g.graphml:1:1: not valid GraphML: Document is empty" },
  { "g.graphml", GRAPHML "</graphml>", "! g.graphml: there is no <graph> in the "
    "file" },
  { "g.graphml", GRAPHML "<graph><node id='a'></graph></graphml>", "! "
    "g.graphml:2:29: not valid GraphML: Opening and ending tag mismatch: node line 2 and graph" },
  { "g.graphml", GRAPHML GRAPH "<node id='caf\xe9'/>" END, "! g.graphml:3:14: "
    "the text is not UTF-8; if it is Latin-1, the first line must be <?xml "
    "version=\"1.0\" encoding=\"ISO-8859-1\"?>" },
  { "g.graphml", GRAPHML GRAPH "<node id='a'/>\n<node/>" END, "! g.graphml:4:1: the "
    "node has no id" },
  { "g.graphml", GRAPHML GRAPH AB "<node id='a'/>" END, "! g.graphml:5:1: node \"a\" "
    "is there already, in line 3" },
  { "g.graphml", GRAPHML GRAPH AB "<edge source='a'/>" END, "! g.graphml:5:1: the "
    "edge has no target" },
  { "g.graphml", GRAPHML GRAPH AB "\n<edge source='zz' target='b'/>" END,
    "! g.graphml:6: an edge ends at node \"zz\", which is not there; --lenient adds such nodes" },
  { "g.graphml", GRAPHML GRAPH AB "<edge source='a&amp;' target='b'/>" END,
    "! g.graphml:5: an edge ends at node \"a&\", which is not there; --lenient adds such nodes" },
  { "g.graphml", GRAPHML GRAPH AB "<edge source='a' target=''/>" END,
    "! g.graphml:5: an edge ends at node \"\", which is not there; --lenient adds such nodes" },
  { "g.graphml", GRAPHML GRAPH "<node id='a'>&nbsp;</node>" END, "! "
    "g.graphml:3:20: not valid GraphML: the entity &nbsp; is not known" },
  { "g.graphml", GRAPHML "<key for='node'/>" GRAPH END, "! g.graphml:2:1: the "
    "key has no id" },
  { "g.graphml", GRAPHML "<key id='k' for='node' attr.type='real'/>" GRAPH END,
    "! g.graphml:2:1: \"real\" is no attr.type; it must be boolean, int, long, "
    "float, double or string" },
  { "g.graphml", GRAPHML "<key id='k' for='node' attr.type='int'/>\n"
    "<key id='k' for='node' attr.name='x' attr.type='int'/>" GRAPH END,
    "! g.graphml:3:1: there is already a key with the id \"k\" for \"node\", in "
    "line 2" },
  { "g.graphml", GRAPHML "<key id='k' for='node' attr.type='int'>\n<default>x"
    "</default></key>" GRAPH END, "! g.graphml:3: the value \"x\" of \"k\" is not "
    "a number" },
  { "g.graphml", GRAPHML KEYS GRAPH AB "<edge source='a' target='b'>\n"
    "<data key='k'>12abc</data></edge>" END, "! g.graphml:9: the value \"12abc\" of "
    "\"len\" is not a number" },
  { "g.graphml", GRAPHML KEYS GRAPH AB "<edge source='a' target='b'>"
    "<data key='k'>\n1e999</data></edge>" END, "! g.graphml:9: the value \"1e999\" "
    "of \"len\" is not within the range of numbers" },
  { "g.graphml", GRAPHML KEYS GRAPH "<node id='a'><data key='p'>maybe</data>"
    "</node>" END, "! g.graphml:6: the value \"maybe\" of \"pin\" is not true or "
    "false" },
};

#define GEXF "<gexf xmlns='http://gexf.net/1.3' xmlns:viz='http://gexf.net/1.3/viz' " \
  "version='1.3'>"
#define GEND "</graph></gexf>\n"

static const file_case gexf[] = {
  { "g.gexf", GEXF "<meta><creator>c</creator></meta><graph defaultedgetype="
    "'directed'><attributes class='node'><attribute id='0' title='url' "
    "type='string'/><attribute id='1' title='n' type='integer'><default>5</default>"
    "</attribute></attributes><attributes class='edge'><attribute id='0' title='k' "
    "type='boolean'/></attributes><nodes><node id='a' label='A'><attvalues>"
    "<attvalue for='0' value='u&amp;v'/><attvalue for='1' value='2'/></attvalues>"
    "<viz:color r='255' g='0' b='16' a='0.5'/><viz:position x='1' y='2.5' z='0'/>"
    "<viz:size value='3'/><viz:shape value='disc'/></node><node id='b'/></nodes>"
    "<edges><edge id='7' source='a' target='b' weight='2' label='l'><attvalues>"
    "<attvalue for='0' value='true'/></attvalues></edge>"
    "<edge source='b' target='a' type='undirected'/></edges>" GEND,
    "directed a{url='u&v',n=2,id='a',label='A',viz:alpha=0.5,viz:color='#ff0010',"
    "x=1,y=2.5,z=0,viz:size=3,viz:shape='disc'} b{n=5,id='b'}|0-1{k=1,id='7',label='l',weight=2} "
    "1-0{(directed)=0}" },
  /* an empty value takes the place of a default, an empty label is none */
  { "g.gexf", "<gexf><graph><attributes class='node'><attribute id='0' title='t' "
    "type='string'><default>d</default></attribute></attributes><nodes><node id='' "
    "label=''><attvalues><attvalue for='0' value=''/></attvalues></node>"
    "<node id='b'/></nodes>" GEND, "{t='',id=''} b{t='d',id='b'}|" },
  /* edges first; nodes within nodes, and by pid; older ids of values */
  { "g.gexf", "<gexf><graph><attributes class='node'><attribute id='x' title='t'/>"
    "</attributes><edges><edge source='a' target='c'/></edges><nodes><node id='a'>"
    "<attvalues><attvalue id='x' value='v'/></attvalues><nodes><node id='b'/>"
    "</nodes><edges><edge source='a' target='b'/></edges></node><node id='c' "
    "pid='a'/></nodes>" GEND, "a{t='v',id='a'} c{id='c',parent='a'} "
    "b{id='b',parent='a'}|0-1 0-2" },
  { "g.gexf", "<gexf><graph><nodes><node id='a'><attvalues><attvalue for='9' "
    "value='1'/></attvalues></node></nodes></graph><graph/></gexf>",
    "a{id='a'}||g.gexf: of 2 graphs only the first is read|g.gexf:1: 1 value "
    "without a known attribute is ignored" },
  { "g.gexf", "<gexf/>", "! g.gexf: there is no <graph> in the file; is it GEXF?" },
  { "g.gexf", "<graphml/>", "! g.gexf: there is no <graph> in the file; is it "
    "GEXF?" },
  { "g.gexf", "<gexf><graph><nodes><node/></nodes>" GEND,
    "! g.gexf:1:21: the node has no id" },
  { "g.gexf", "<gexf><graph><nodes><node id='a'/>\n<node id='a'/></nodes>" GEND,
    "! g.gexf:2:1: node \"a\" is there already, in line 1" },
  { "g.gexf", "<gexf><graph><edges><edge source='a' target='b'/></edges>" GEND,
    "! g.gexf:1: an edge ends at node \"a\", which is not there; --lenient adds such nodes" },
  { "g.gexf", "<gexf><graph><edges><edge source='a'/></edges>" GEND,
    "! g.gexf:1:21: the edge has no target" },
  { "g.gexf", "<gexf><graph><attributes class='node'><attribute/></attributes>"
    GEND, "! g.gexf:1:39: the attribute has no id" },
  { "g.gexf", "<gexf><graph><attributes class='node'><attribute id='0' title='n' "
    "type='integer'/></attributes><nodes><node id='a'><attvalues>\n<attvalue "
    "for='0' value='x'/></attvalues></node></nodes>" GEND,
    "! g.gexf:2: the value \"x\" of \"n\" is not a number" },
  { "g.gexf", "<gexf><graph>", "! g.gexf:1:14: not valid GEXF: Extra content at "
    "the end of the document" },
};

static const file_case pajek[] = {
  { "g.net", "*Vertices 3\n1 \"a b\" 0.5 0.25\n2 c 0.1 0.2 0.3\n*Edges\n1 2 2.5\n"
    "2 3\n", "a b{id='a b',x=0.5,y=0.25} c{id='c',x=0.1,y=0.2,z=0.3} #3|"
    "0-1{weight=2.5} 1-2" },
  { "g.net", "*Vertices 2\r\n*Arcs\r\n1 2 1\r\n", "directed 1 2|0-1{weight=1}" },
  { "g.net", "*vertices 3\n*arcs\n1 2\n*edges\n2 3\n", "directed 1 2 3|0-1 1-2{(directed)=0}" },
  { "g.net", "*Vertices 3\n*Edgeslist\n1 2 3\n", "1 2 3|0-1 0-2" },
  { "g.net", "*Vertices 2\n*Matrix\n0 2\n0 0\n", "directed 1 2|0-1{weight=2}" },
  { "g.net", "\xef\xbb\xbf*Network x\n*Vertices 1\n1 \"caf\xe9\"\n*Edges\n",
    "caf\xc3\xa9{id='caf\xc3\xa9'}||g.net: 1 text is not UTF-8, read as Latin-1" },
  { "g.net", "A title\n\n*Vertices 2\n*Edges :1 \"friends\"\n1 2\n*Edges :2\n1 2\n",
    "1 2|0-1 0-1|g.net: 1 line of text before *Vertices is ignored|g.net:4: the "
    "names of relations are ignored, the edges of all are read" },
  { "g.net", "*Vertices 2\n*Edges 1\n1 2\n*Partition x\n*Vertices 2\n1\n2\n",
    "1 2|0-1|g.net:4: only the first network is read; what follows from "
    "\"*Partition\" on is ignored" },
  { "g.net", "*Vertices 0\n*Edges\n", "|" },
  /* nodes of two kinds; shapes and parameters; what has no value is absent */
  { "g.net", "*Vertices 3 1\n*Matrix\n2 0 4\n", "directed 1{type=0} 2{type=1} "
    "3{type=1}|0-1{weight=2}|g.net:3: entries of the matrix for more than 2 "
    "columns are ignored" },
  { "g.net", "*Vertices 2\n1 a 1 2 box IC Red bc 1 0.5 0 font \"Times New\"\n"
    "2 b triangle x_fact 2\n*Edges\n2 1 w 4\n1 2 3 c 0.1 0.2 0.3 l \"the label\" "
    "p Dots\n", "a{id='a',x=1,y=2,shape='box',color='Red',framecolor-red=1,"
    "framecolor-green=0.5,framecolor-blue=0,font='Times New'} b{id='b',"
    "shape='triangle',xfact=2}|1-0{edgewidth=4} 0-1{weight=3,color-red=0.1,"
    "color-green=0.2,color-blue=0.3,label='the label',linepattern='Dots'}" },
  /* other words are attributes if they have a value */
  { "g.net", "*Vertices 2\n1 0 0.0 0.0 ellipse club \"Mr. Hi\" age 7 ic Red\n2 1\n"
    "*Edges\n1 2 1.5 color red\n1 2 [3-5] w 2 alone\n", "0{id='0',x=0,y=0,"
    "shape='ellipse',club='Mr. Hi',age=7,color='Red'} 1{id='1'}|0-1{weight=1.5,"
    "color='red'} 0-1{edgewidth=2}|g.net:6: 2 words (the first here) that are "
    "neither a parameter of Pajek nor an attribute with its value are ignored" },
  /* line ends of all kinds */
  { "g.net", "*Vertices 3\r*Edges\r1 2\r2 3", "1 2 3|0-1 1-2" },
  { "g.net", "*Vertices 3\n\r*Edges\n\r1 2\n\r2 3\n\r", "1 2 3|0-1 1-2" },
  { "g.net", "", "! g.net: the file is empty" },
  { "g.net", "hello\n", "! g.net: there is no line *Vertices: this is not a Pajek "
    "network" },
  { "g.net", "*Edges\n1 2\n", "! g.net:1:1: a Pajek network starts with *Vertices "
    "and the number of nodes, not with \"*Edges\"" },
  { "g.net", "*Vertices many\n", "! g.net:1:11: after *Vertices there must be the "
    "number of nodes, not \"many\"" },
  { "g.net", "*Vertices 4000000000\n", "! g.net:1: there are more than 10000000 nodes; if that is right, "
    "raise the limit max-nodes" },
  { "g.net", "*Vertices 2\n0 \"a\"\n", "! g.net:2:1: \"0\" is not the number of a "
    "node; nodes have the numbers from 1 to 2" },
  { "g.net", "*Vertices 2\n1 \"a\"\n1 \"b\"\n", "! g.net:3: node 1 has a line "
    "already, line 2" },
  { "g.net", "*Vertices 2\n1 \"a\n", "! g.net:2:3: the label of node 1 has no closing "
    "quote" },
  { "g.net", "*Vertices 2\n*Edges\n0 1\n", "! g.net:3:1: \"0\" is not the number of a "
    "node; nodes have the numbers from 1 to 2" },
  { "g.net", "*Vertices 2\n*Arcslist\n1 2 x\n", "! g.net:3:5: \"x\" is not the number "
    "of a node; nodes have the numbers from 1 to 2" },
  { "g.net", "*Vertices 2\n*Edges\n1\n", "! g.net:3: the edge has only one node" },
  { "g.net", "*Vertices 2\n*Edges\n1 2 inf\n", "! g.net:3:5: the weight \"inf\" is "
    "not a finite number" },
  { "g.net", "*Vertices 2\n*Edges\n1 2 NaN\n", "! g.net:3:5: the weight \"NaN\" is "
    "not a finite number" },
  { "g.net", "*Vertices 2\n*Matrix\n0 nan\n0 0\n", "! g.net:3:3: the entry \"nan\" "
    "is not a finite number" },
  { "g.net", "*Vertices 1 3\n", "! g.net:1:13: the second number after "
    "*Vertices, how many nodes are of the first of two kinds, is \"3\", must be from "
    "0 to 1" },
  { "g.net", "*Vertices 2 1 1\n", "! g.net:1:15: after *Vertices there is \"1\"; "
    "there must be one number, or two" },
  { "g.net", "*Vertices 2\n1 a 0.5\n", "! g.net:2:8: the value is missing" },
  { "g.net", "*Vertices 2\n1 a box x_fact\n", "! g.net:2:9: the parameter "
    "\"x_fact\" has no value" },
  { "g.net", "*Vertices 2\n1 a box size big\n", "! g.net:2:14: the value \"big\" "
    "is not a finite number" },
  { "g.net", "*Vertices 2\n*Matrix\n0 1 1\n", "! g.net:3:5: the matrix has more "
    "than 2 columns" },
  { "g.net", "*Vertices 1\n*Matrix\n0\n0\n", "! g.net:4: the matrix has more "
    "than 1 rows" },

};

static const file_case lists[] = {
  { "g.ncol", "a b 1.5\nb c -2\n", "a{id='a'} b{id='b'} c{id='c'}|0-1{weight=1.5} "
    "1-2{weight=-2}" },
  { "g.ncol", "# a comment\n\n  a\tb \r\n% b c\nb c 3", "a{id='a'} b{id='b'} "
    "c{id='c'}|0-1 1-2{weight=3}" },
  { "g.ncol", "#tag a\na b\n", "a{id='a'} b{id='b'}|0-1|g.ncol:1: 1 line with # or "
    "% at the first name was taken for comments" },
  { "g.ncol", "\xe9 b\n", "\xc3\xa9{id='\xc3\xa9'} b{id='b'}|0-1|g.ncol: 1 text is "
    "not UTF-8, read as Latin-1" },
  { "g.ncol", "\n", "|" },
  { "g.ncol", "a\n", "! g.ncol:1: this line has 1 word; an edge is two names, which "
    "have no blanks in them, and perhaps a weight" },
  { "g.ncol", "a b\nNew York Paris 3\n", "! g.ncol:2: this line has 4 words; an "
    "edge is two names, which have no blanks in them, and perhaps a weight" },
  { "g.ncol", "a b inf\n", "! g.ncol:1:5: the weight \"inf\" is not a finite number" },
  { "g.ncol", "a b\na c x\n", "! g.ncol:2:5: the weight \"x\" is not a finite "
    "number" },
  { "g.ncol", "a b\na \x01 1\n", "! g.ncol:2:3: the line holds a control character "
    "(byte 1)" },
  { "g.lgl", "# a\nb 1\nc\n\n#d\n# e\n\na 3\n", "a{id='a'} b{id='b'} c{id='c'} "
    "d{id='d'} e{id='e'}|0-1{weight=1} 0-2 4-0{weight=3}" },
  { "g.lgl", "\n", "|" },
  { "g.lgl", "\na\n", "! g.lgl:2: before the first neighbour there must be a line "
    "with # and the name of a node" },
  { "g.lgl", "# a b\n", "! g.lgl:1: after # there must be one name, without blanks "
    "and # in it" },
  { "g.lgl", "#\n", "! g.lgl:1: after # there must be one name, without blanks and "
    "# in it" },
  { "g.lgl", "# a\nb#c\n", "! g.lgl:2: a neighbour is one name, without blanks and "
    "# in it, and perhaps a weight" },
  { "g.lgl", "# a\nb 1 2\n", "! g.lgl:2: a neighbour is one name, without blanks "
    "and # in it, and perhaps a weight" },
  { "g.lgl", "# a\nb nan\n", "! g.lgl:2:3: the weight \"nan\" is not a finite "
    "number" },
  { "none.ncol", NULL, "! none.ncol: No such file or directory" },
};

static const file_case short_ones[] = {
  /* METIS: each edge is there twice; weights of nodes are skipped */
  { "g.graph", "% c\n3 2\n2 3\n1\n1\n", "1 2 3|0-1 0-2" },
  { "g.graph", "3 1 001\n2 7\n1 7\n", "1 2 3|0-1{weight=7}" },
  { "g.graph", "2 1 011 2\n5 6 2 1.5\n5 6 1 1.5\n", "1 2|0-1{weight=1.5}" },
  { "g.graph", "2 5\n1 2\n1\n", "1 2|0-0 0-1|g.graph: there are 2 edges, the first "
    "line says 5" },
  { "g.graph", "", "! g.graph: the file is empty" },
  { "g.graph", "x 1\n", "! g.graph:1:1: the number of nodes is \"x\", must be a "
    "whole number from 0 to 4294967294" },
  { "g.graph", "3\n", "! g.graph:1: the number of edges is missing in this line" },
  { "g.graph", "3 1\n2\n", "! g.graph:2: there are lines for 1 nodes only, the "
    "first line says 3" },
  { "g.graph", "2 1\n3\n1\n", "! g.graph:2:1: a neighbour is \"3\", must be a whole "
    "number from 1 to 2; --lenient leaves such edges "
    "out" },
  /* SIF: blanks or tabs */
  { "g.sif", "a pp b c\nd\nb pd b\n", "a{id='a'} b{id='b'} c{id='c'} d{id='d'}|"
    "0-1{interaction='pp'} 0-2{interaction='pp'} 1-1{interaction='pd'}" },
  { "g.sif", "a x\tp p\tb\n", "a x{id='a x'} b{id='b'}|0-1{interaction='p p'}" },
  { "g.sif", "a pp\n", "! g.sif:1: a line has a source, a kind of interaction and "
    "targets; the target is missing" },
  /* LEDA */
  { "g.leda", "# c\nLEDA.GRAPH\nstring\nint\n-1\n2\n|{a b}|\n|{c}|\n\n1\n1 2 0 "
    "|{7}|\n", "directed a b{label='a b'} c{label='c'}|0-1{label='7'}" },
  { "g.leda", "LEDA.GRAPH\nvoid\nvoid\n-2\n2\n|{}|\n|{}|\n1\n2 1 0 |{}|\n",
    "1 2|1-0" },
  { "g.leda", "LEDA\n", "! g.leda:1:1: the file must begin with LEDA.GRAPH" },
  { "g.leda", "LEDA.GRAPH\nvoid\nvoid\n0\n", "! g.leda:4:1: here must be -1 for a "
    "directed or -2 for an undirected graph" },
  { "g.leda", "LEDA.GRAPH\nvoid\nvoid\n-1\n2\n|{}|\n", "! g.leda: the file ends "
    "before all nodes" },
  { "g.leda", "LEDA.GRAPH\nvoid\nvoid\n-1\n1\nx\n", "! g.leda:6: the value "
    "|{...}| is missing" },
  { "g.leda", "LEDA.GRAPH\nvoid\nvoid\n-1\n1\n|{x\n", "! g.leda:6: the value that "
    "begins with |{ has no }|" },
  { "g.leda", "LEDA.GRAPH\nvoid\nvoid\n-1\n1\n|{}|\n1\n1 2 0 |{}|\n",
    "! g.leda:8:3: the target is \"2\", must be a whole number from 1 to 1; "
    "--lenient leaves such edges out" },
};

static const file_case dl[] = {
  /* lists of edges: by number, with labels, by embedded labels, with values */
  { "g.dl", "DL n=3\nformat = edgelist1\ndata:\n1 2\n3 1 -0.5\n",
    "directed 1 2 3|0-1 2-0{weight=-0.5}" },
  { "g.dl", "dl N = 3, Format=EdgeList1\nLabels:\na, \"b c\"\nd\nData:\n1,2\n\n2 3\n",
    "directed a{id='a'} b c{id='b c'} d{id='d'}|0-1 1-2" },
  { "g.dl", "DL n=3 format = edgelist1\nlabels:\na,b,c\nlabels embedded:\ndata:\n"
    "c a 2\n", "directed a{id='a'} b{id='b'} c{id='c'}|2-0{weight=2}" },
  { "g.dl", "DL n=2\nformat = edgelist1\nlabels embedded\ndata:\nx y\n",
    "directed x{id='x'} y{id='y'}|0-1" },
  { "g.dl", "DL n=3\nformat=nodelist1\ndata:\n1 2 3\n3 3\n2\n",
    "directed 1 2 3|0-1 0-2 2-2" },
  /* matrices: a symmetric one has no direction, and 1 is no weight */
  { "g.dl", "DL n=3\ndata:\n0 1 0\n1 1 1\n0 1 0\n", "1 2 3|0-1 1-1 1-2" },
  { "g.dl", "DL n=2 nm=1\nformat = fullmatrix\ndata:\n0 2.5\n2.5 0\n",
    "1 2|0-1{weight=2.5}" },
  { "g.dl", "DL n=2\ndata:\n0 1\n0 1\n", "directed 1 2|0-1 1-1" },
  { "g.dl", "DL n=2\nlabels embedded\ndata:\na b\nA 0 2\nB 1 0\n",
    "directed a{id='a'} b{id='b'}|0-1{weight=2} 1-0{weight=1}" },
  /* labels that are words of the head */
  { "g.dl", "DL n=2 format=el1\nlabels:\ndata n\ndata:\n1 2\n",
    "directed data{id='data'} n{id='n'}|0-1" },
  { "g.dl", "\n", "! g.dl:1: the file must begin with DL" },
  { "g.dl", "n=5\n", "! g.dl:1: the file must begin with DL" },
  { "g.dl", "DL n=5\n", "! g.dl: there is no data: in the file" },
  { "g.dl", "DL\ndata:\n", "! g.dl: the head does not say the number of nodes, as "
    "in n = 5" },
  { "g.dl", "DL n=0\ndata:\n", "! g.dl:1:6: the number of nodes is \"0\", must be a "
    "whole number from 1 to 4294967294" },
  { "g.dl", "DL nr=2 nc=3\ndata:\n", "! g.dl:1:4: \"nr\" is no word of the head of "
    "DL that is read; there are n, nm, format, labels and data" },
  { "g.dl", "DL n=2 nm=3\ndata:\n", "! g.dl:1:11: there are 3 matrices; write each "
    "to a file of its own" },
  { "g.dl", "DL n=2 format=upperhalf\ndata:\n", "! g.dl:1:15: the format "
    "\"upperhalf\" is not read; fullmatrix, edgelist1 and nodelist1 are" },
  { "g.dl", "DL n=2\nlabels:\na b c\ndata:\n", "! g.dl:3:5: there are more labels "
    "than the 2 nodes of n" },
  { "g.dl", "DL n=3\nlabels:\na b\ndata:\n", "! g.dl: there are 2 labels for 3 "
    "nodes" },
  { "g.dl", "DL n=3\nlabels:\na b a\ndata:\n", "! g.dl:3: the label of node 3 is "
    "that of node 1 too" },
  { "g.dl", "DL n=2 format=el1\ndata:\n1 3\n", "! g.dl:3:3: a node is \"3\", must "
    "be a whole number from 1 to 2; --lenient leaves such edges "
    "out" },
  { "g.dl", "DL n=2 format=el1\ndata:\n1\n", "! g.dl:3: an edge has two nodes and "
    "perhaps a value; there is one node in this line" },
  { "g.dl", "DL n=2 format=el1\ndata:\n1 2 3 4\n", "! g.dl:3:7: an edge has two "
    "nodes and perhaps a value; this is more" },
  { "g.dl", "DL n=2 format=el1\nlabels embedded\ndata:\na b\na c\n", "! g.dl:5:3: "
    "\"c\" is one name more than the 2 nodes of n" },
  { "g.dl", "DL n=2\ndata:\n0 1\n", "! g.dl: the matrix has 1 rows, must have 2" },
  { "g.dl", "DL n=2\ndata:\n0\n", "! g.dl:3: this row of the matrix has 1 values, "
    "must have 2" },
  { "g.dl", "DL n=1\ndata:\n0 1\n", "! g.dl:3:3: this row of the matrix has more "
    "than 1 values" },
  { "g.dl", "DL n=1\ndata:\n0\n0\n", "! g.dl:4:1: the matrix has more than 1 rows" },
  { "g.dl", "DL n=2\nlabels embedded\ndata:\na\n0 1\n", "! g.dl:4: there are 1 "
    "labels for 2 nodes above the matrix" },
  { "g.dl", "DL n=1\nlabels:\na\nlabels embedded\ndata:\n0\n", "! g.dl: labels stand "
    "in the head and are said to be embedded too; leave one out" },
};

static void
try_case(const file_case *c)
{
  if (c->text != NULL)
    ck_assert_str_eq(read_text(c->name, c->text), c->want);
  else {
    mg_source src;
    mgnn_error err;

    ck_assert_int_eq(mg_read(&src, c->name, NULL, &err), MGNN_EIO);
    ck_assert_str_eq(err.text, c->want + 2);
  }
}

START_TEST(graphml_is_read_or_refused)
{
  try_case(&graphml[_i]);
}
END_TEST

START_TEST(gexf_is_read_or_refused)
{
  try_case(&gexf[_i]);
}
END_TEST

START_TEST(short_formats_are_read_or_refused)
{
  try_case(&short_ones[_i]);
}
END_TEST

START_TEST(dl_is_read_or_refused)
{
  try_case(&dl[_i]);
}
END_TEST

START_TEST(pajek_is_read_or_refused)
{
  try_case(&pajek[_i]);
}
END_TEST

START_TEST(ncol_and_lgl_are_read_or_refused)
{
  try_case(&lists[_i]);
}
END_TEST

/* The lines of edges and nodes serve later messages. */
START_TEST(lines_are_known)
{
  static const struct {
    const char *name, *text;
    unsigned node, edge;       /* lines of the last ones; 0: not known */
  } tries[] = {
    { "g.graphml", GRAPHML GRAPH AB "\n\n<edge source='a'\n target='b'/>" END, 4,
      7 },
    { "g.graphml", GRAPHML GRAPH "<edge source='a' target='b'/>" AB END, 4, 3 },
    { "g.net", "t\n*Vertices 2\n1 a\n2 b\n*Edges\n\n1 2\n", 4, 7 },
    { "g.net", "*Vertices 2\n1 a\n*Edgeslist\n%\n1 2 2\n", 0, 5 },
    { "g.ncol", "# c\na b\n\nb c\n", 0, 4 },
    { "g.lgl", "# a\n\nb 1\n", 0, 3 },
  };

  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    mg_source src;
    mgnn_error err;

    put(tries[k].name, tries[k].text);
    ck_assert_int_eq(mg_read(&src, tries[k].name, NULL, &err), MGNN_OK);
    ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, src.m - 1), tries[k].edge);
    ck_assert_uint_eq(src.node_line != NULL ? src.node_line[src.n - 1] : 0,
                      tries[k].node);
    ck_assert_int_eq(src.open_nodes, strcmp(tries[k].name, "g.ncol") == 0);
    mg_source_free(&src);
  }
}
END_TEST

/* Larger than the buffers on the way, with values that could go wrong. */
START_TEST(large_files_come_whole)
{
  enum { N = 8000 };
  static const char *const names[] = { "g.graphml", "g.net", "g.ncol", "g.lgl" };

  for (int k = 0; k < 4; k++) {
    FILE *out = fopen(names[k], "w");
    const mg_column *weight;
    size_t right = 0;          /* one assertion for each would take seconds */
    mg_source src;
    mgnn_error err;

    if (k == 0)
      fputs(GRAPHML "<key id='w' for='edge' attr.name='weight' "
            "attr.type='double'/>" GRAPH, out);
    if (k == 1)
      fprintf(out, "*Vertices %d\n", N);
    if (k < 2)
      for (int i = 1; i <= N; i++)
        fprintf(out, k == 0 ? "<node id='%d'/>\n" : "%d \"v\"\n", i);
    if (k == 1)
      fputs("*Edges\n", out);
    for (int i = 1; i < N; i++)
      if (k == 0)
        fprintf(out, "<edge source='%d' target='%d'><data key='w'>%d.25</data>"
                "</edge>\n", i, i + 1, i);
      else if (k == 3)
        fprintf(out, "# %d\n%d %d.25\n", i, i + 1, i);
      else
        fprintf(out, "%d %d %d.25\n", i, i + 1, i);
    if (k == 0)
      fputs(END, out);
    fclose(out);
    ck_assert_msg(mg_read(&src, names[k], NULL, &err) == MGNN_OK, "%s",
                  err.text);
    ck_assert_uint_eq(src.n, N);
    ck_assert_uint_eq(src.m, N - 1);
    weight = mg_attribute_find(&src.edge, "weight");
    for (size_t e = 0; e < src.m; e++) {
      unsigned a = src.ends[2 * e], b = src.ends[2 * e + 1];
      double x;

      right += a == e && b == e + 1 && mg_column_number(weight, e, &x)
               && x == (double)e + 1.25;
    }
    ck_assert_uint_eq(right, N - 1);
    mg_source_free(&src);
  }
}
END_TEST

/* Where there is a locale with a decimal comma, it changes nothing. */
START_TEST(locales_change_nothing)
{
  static const char *const comma[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                       "fr_FR.utf8", "de_DE" };

  for (size_t k = 0; k < sizeof comma / sizeof *comma; k++)
    if (setlocale(LC_ALL, comma[k]) != NULL)
      break;
  ck_assert_str_eq(read_text("g.ncol", "a b 1.5\n"),
                   "a{id='a'} b{id='b'}|0-1{weight=1.5}");
  ck_assert_str_eq(read_text("g.net", "*Vertices 2\n*Edges\n1 2 1.5\n"),
                   "1 2|0-1{weight=1.5}");
  try_case(&graphml[0]);
  setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  static const file_case *const some[] = { &graphml[0], &graphml[9], &pajek[0],
                                           &pajek[5], &lists[1], &lists[3],
                                           &lists[10], &gexf[0], &gexf[1],
                                           &graphml[4], &short_ones[1],
                                           &short_ones[9], &short_ones[12] };

  read_with_fuse(some[_i]->name, some[_i]->text);
}
END_TEST

/* ---- XML ---- */

START_TEST(elements_are_found)
{
  static const char text[] =
    "<?xml version='1.0'?><!DOCTYPE x>\n<!-- <no> -->\n<a xmlns:p='urn:p'><y:b c = "
    "'d>e' p:f='1' f=\"g\"\n/>x<p:h>1<i>2</i>3</p:h ><![CDATA[<h>]]>\n <j k=''/></a>";
  const mg_xml_tag *tag;
  const char *s;
  mgnn_error err;
  mg_xml *x;
  size_t len;

  put("g.xml", text);
  ck_assert_int_eq(mg_xml_open(&x, "g.xml", "XML", &(mg_limits){ .bytes = 1000 }, &err), MGNN_OK);
  ck_assert_int_eq(mg_xml_child(x, 0, &tag, &err), MGNN_OK);
  ck_assert_str_eq(tag->name, "a");
  ck_assert_ptr_null(tag->space);
  ck_assert_uint_eq(tag->line, 3);
  ck_assert_uint_eq(tag->column, 1);
  ck_assert_int_eq(mg_xml_child(x, 1, &tag, &err), MGNN_OK);
  ck_assert_str_eq(tag->name, "b");
  ck_assert_str_eq(tag->space, "y");
  ck_assert_uint_eq(tag->line, 3);
  ck_assert_uint_eq(tag->column, 20);
  ck_assert_uint_eq(tag->text_line, 4);
  ck_assert_str_eq(mg_xml_value(x, "c"), "d>e");
  ck_assert_str_eq(mg_xml_value(x, "f"), "g");
  ck_assert_ptr_null(mg_xml_value(x, "k"));
  ck_assert_int_eq(mg_xml_child(x, 1, &tag, &err), MGNN_OK);
  ck_assert_str_eq(tag->name, "h");
  ck_assert_str_eq(tag->space, "urn:p");
  ck_assert_int_eq(mg_xml_text(x, &s, &len, &err), MGNN_OK);
  ck_assert_str_eq(s, "13");
  ck_assert_uint_eq(len, 2);
  ck_assert_int_eq(mg_xml_child(x, 1, &tag, &err), MGNN_OK);
  ck_assert_str_eq(tag->name, "j");
  ck_assert_uint_eq(tag->column, 2);
  ck_assert_str_eq(mg_xml_value(x, "k"), "");
  ck_assert_int_eq(mg_xml_fail(x, &err, "%d", 7), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "g.xml:5:2: 7");
  ck_assert_int_eq(mg_xml_child(x, 1, &tag, &err), MGNN_OK);
  ck_assert_ptr_null(tag);
  ck_assert_int_eq(mg_xml_child(x, 0, &tag, &err), MGNN_OK);
  ck_assert_ptr_null(tag);
  mg_xml_close(x);
}
END_TEST

/* A document in each encoding, with the byte order mark where it has one. */
START_TEST(encodings_are_known)
{
  static const char want[] = "\xc3\xa9{id='\xc3\xa9'}|";
  static const char ascii[] = "<graphml><graph><node id='?'/></graph></graphml>";
  char wide[2 * sizeof ascii + 2];
  size_t len = 2;

  ck_assert_str_eq(read_text("g.graphml", "\xef\xbb\xbf<graphml><graph><node id="
                             "'\xc3\xa9'/></graph></graphml>"), want);
  ck_assert_str_eq(read_text("g.graphml", "<?xml version='1.0' encoding="
                             "'iso-8859-1'?><graphml><graph><node id='\xe9'/>"
                             "</graph></graphml>"), want);
  memcpy(wide, "\xff\xfe", 2);
  for (const char *p = ascii; *p != '\0'; p++) {
    wide[len++] = *p != '?' ? *p : '\xe9';
    wide[len++] = '\0';
  }
  ck_assert_str_eq(read_bytes("g.graphml", wide, len), want);
  for (size_t k = 0; k < len; k += 2) {
    char c = wide[k];

    wide[k] = wide[k + 1];
    wide[k + 1] = c;
  }
  ck_assert_str_eq(read_bytes("g.graphml", wide, len), want);
}
END_TEST

/* Others are refused before anything is read: in UTF-7 < may be +ADw-. */
START_TEST(other_encodings_are_refused)
{
  static const char *const other[] = { "UTF-7", "utf-7", "Shift_JIS",
                                       "ISO-8859-15", "windows-1252" };

  for (size_t k = 0; k < COUNT(other); k++) {
    char text[300], want[300];

    snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?>\n"
             "<graphml><graph><node id='a'/></graph></graphml>", other[k]);
    snprintf(want, sizeof want, "! g.graphml:1:%zu: the encoding is %s, must "
             "be UTF-8, UTF-16, ISO-8859-1 or US-ASCII; convert the file, for "
             "example with iconv", strlen(other[k]) + 34, other[k]);
    ck_assert_str_eq(read_text("g.graphml", text), want);
  }
}
END_TEST

/* Long after line 65535, and on lines of any length, the place is right. */
START_TEST(places_are_right_far_on)
{
  FILE *out = fopen("g.graphml", "w");
  mg_source src;
  mgnn_error err;

  fputs("<graphml><graph>", out);
  for (int i = 0; i < 70000; i++)
    fprintf(out, "<node id='%d'/>\n", i);
  fputs("  <node/></graph></graphml>", out);
  fclose(out);
  ck_assert_int_eq(mg_read(&src, "g.graphml", NULL, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "g.graphml:70001:3: the node has no id");
}
END_TEST

/* Errors of libxml2 go nowhere but into the message, and its handler is left
 * as it was found. */
static void
host_xml_error(void *ctx, xmlErrorPtr error)
{
  (void)error;
  ++*(int *)ctx;
}

START_TEST(libxml2_is_left_as_found)
{
  static const char lone[] = "\xff\xfe<\0g\0r\0 \0a\0=\0'\0\0\xd8'\0/\0>\0";
  int count = 0;

  xmlSetStructuredErrorFunc(&count, (xmlStructuredErrorFunc)host_xml_error);
  ck_assert_str_eq(read_bytes("g.graphml", lone, sizeof lone - 1),
                   "! g.graphml:1: not valid GraphML: input conversion failed "
                   "due to input error, bytes 0x00 0xD8 0x27 0x00");
  ck_assert_int_eq(count, 0);
  ck_assert_ptr_eq(xmlStructuredErrorContext, &count);
  xmlSetStructuredErrorFunc(NULL, NULL);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(graphml_is_read_or_refused, COUNT(graphml)),
    TEST_EACH(gexf_is_read_or_refused, COUNT(gexf)),
    TEST_EACH(short_formats_are_read_or_refused, COUNT(short_ones)),
    TEST_EACH(dl_is_read_or_refused, COUNT(dl)),
    TEST_EACH(pajek_is_read_or_refused, COUNT(pajek)),
    TEST_EACH(ncol_and_lgl_are_read_or_refused, COUNT(lists)),
    TEST(lines_are_known),
    TEST(large_files_come_whole),
    TEST_EACH(every_allocation_may_fail, 13),
    TEST(elements_are_found),
    TEST(encodings_are_known),
    TEST(other_encodings_are_refused),
    TEST(places_are_right_far_on),
    TEST(libxml2_is_left_as_found),
    TEST(locales_change_nothing)
  };

  return unit_run("read_foreign", tests, COUNT(tests), NULL);
}
