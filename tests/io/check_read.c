/* The choice of a reader, and the readers of edge tables, distances and
 * matrices. */
#include "reading.h"
#include "io/numbering.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* @ stands for all words, gml to the last. */
static const struct {
  const char *path, *word, *reason;
} unknown[] = {
  { "graph", NULL, "graph: the name has no suffix that tells the format; give "
    "its format: @" },
  { "a.dir/graph", NULL, "a.dir/graph: the name has no suffix that tells the "
    "format; give its format: @" },
  { ".gml", NULL, ".gml: the name has no suffix that tells the format; give its "
    "format: @" },
  { "a.foo.gz", NULL, "a.foo.gz: the suffix .foo tells no known format; give its "
    "format: @" },
  { "a.gml", "foo", "the input format foo is not known; it must be @" },
  { "a.GDF.gz", NULL, "a.GDF.gz: .GDF files (GUESS GDF) are not read; open it in "
    "Gephi and export it as GraphML or GML" },
  { "a.csv.xz", NULL, "a.csv.xz: .xz files (compressed, but not by gzip) are not "
    "read; decompress it first" },
  { "a.x", "graphdb", "a.x: .graphdb files (GraphDB) are not read; convert it with "
    "python-igraph: Graph.Read_GraphDB(\"a.x\").write_gml(...)" },
};

START_TEST(formats_that_are_not_read_are_refused)
{
  const char *mark = strchr(unknown[_i].reason, '@');
  char reason[1000];
  mg_source src;
  mgnn_error err;

  strcpy(reason, unknown[_i].reason);
  if (mark != NULL) {
    reason[mark - unknown[_i].reason] = '\0';
    for (const mg_reader *r = mg_readers; r->word != NULL; r++) {
      strcat(reason, r == mg_readers ? "" : r[1].word != NULL ? ", " : " or ");
      strcat(reason, r->word);
    }
  }
  ck_assert(mkdir("a.dir", 0777) == 0 || errno == EEXIST);
  if (strcmp(unknown[_i].path, "-") != 0)
    put(unknown[_i].path, "");
  ck_assert_int_eq(mg_read(&src, unknown[_i].path, unknown[_i].word, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, reason);
  ck_assert_ptr_null(src.path);
}
END_TEST

START_TEST(files_that_cannot_be_read_are_named)
{
  mg_source src;
  mgnn_error err;

  for (const mg_reader *r = mg_readers; r->word != NULL; r++) {
    ck_assert_int_eq(mg_read(&src, "none", r->word, &err), MGNN_EIO);
    ck_assert_str_eq(err.text, "none: No such file or directory");
    ck_assert_int_eq(mg_read(&src, ".", r->word, &err), MGNN_EIO);
    ck_assert_str_eq(err.text, ".: is a directory");
  }
  ck_assert_int_eq(mg_read(&src, "none", NULL, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, "none: No such file or directory");
  ck_assert_int_eq(mg_read(&src, "none.foo", NULL, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, "none.foo: No such file or directory");
  ck_assert_int_eq(mg_read(&src, ".", NULL, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, ".: is a directory");
}
END_TEST

START_TEST(empty_files_are_refused)
{
  mg_source src;
  mgnn_error err;

  put("e", "");
  for (const mg_reader *r = mg_readers; r->word != NULL; r++) {
    ck_assert_int_eq(mg_read(&src, "e", r->word, &err), MGNN_EPARSE);
    ck_assert_str_eq(err.text, "e: the file is empty");
  }
}
END_TEST

/* The word wins over the suffix; suffixes are known in any case. */
START_TEST(words_and_suffixes_choose)
{
  mg_source src;
  mgnn_error err;

  put("a.gml", "1 2\n");
  ck_assert_int_eq(mg_read(&src, "a.gml", "EdgeList", &err), MGNN_OK);
  ck_assert_uint_eq(src.m, 1);
  mg_source_free(&src);
  ck_assert_str_eq(read_text("a.b.TXT", "1 2\n"), "1{id='1'} 2{id='2'}|0-1");
}
END_TEST

static const struct {
  const char *name, *text, *read;
} table[] = {
  { "a.txt", "#\n", "|" },
  { "a.txt", "# nothing\n\n% here\n", "|" },
  { "a.txt", "5 3\n3 5\n5 5\n", "5{id='5'} 3{id='3'}|0-1 1-0 0-0" },
  { "a.txt", "1 2 0.5\n2 3 1e1", "1{id='1'} 2{id='2'} 3{id='3'}|0-1{len=0.5} "
    "1-2{len=10}" },
  { "a.txt", " 1\t 2 \r\n\t2  3\t\r\n", "1{id='1'} 2{id='2'} 3{id='3'}|0-1 1-2" },
  { "a.txt", "1,2,3\n2 , 1 ,4\n", "1{id='1'} 2{id='2'}|0-1{len=3} 1-0{len=4}" },
  { "a.txt", "1;2;3\n2; 1; 4\n", "1{id='1'} 2{id='2'}|0-1{len=3} 1-0{len=4}" },
  { "a.txt", "a;b c\n", "a{id='a'} b c{id='b c'}|0-1" },
  { "a.txt", "1 2\t7.5\n", "1{id='1'} 2{id='2'}|0-1{len=7.5}" },
  { "a.txt", "1 2 # one\n2 3 % two\n# three\n", "1{id='1'} 2{id='2'} 3{id='3'}|"
    "0-1 1-2" },
  /* Tokens name nodes as they are spelt. */
  { "a.txt", "007 7\n7 +7\n-1 7\n", "007{id='007'} 7{id='7'} +7{id='+7'} "
    "-1{id='-1'}|0-1 1-2 3-1" },
  { "a.txt", "\"New York\" Boston\nBoston \"a \"\"b\"\"\"\n",
    "New York{id='New York'} Boston{id='Boston'} a \"b\"{id='a \"b\"'}|0-1 1-2" },
  { "a.csv", "New York,Boston,3\n\"Boston\",\"x,\ny\",4\n",
    "New York{id='New York'} Boston{id='Boston'} x,\ny{id='x,\ny'}|0-1{len=3} "
    "1-2{len=4}" },
  { "a.tsv", "New York\ta,b\t3\n", "New York{id='New York'} a,b{id='a,b'}|"
    "0-1{len=3}" },
  { "a.csv", "caf\xe9,b\n", "caf\xc3\xa9{id='caf\xc3\xa9'} b{id='b'}|0-1|"
    "a.csv:1: the text is not UTF-8; it is read as Latin-1" },
  { "a.csv", "1,2,\n2,3,4\n", "1{id='1'} 2{id='2'} 3{id='3'}|0-1 1-2{len=4}" },
  { "a.csv", "12345678901234567890,1\n1,12345678901234567890\n",
    "12345678901234567890{id='12345678901234567890'} 1{id='1'}|0-1 1-0" },
  /* Headers. */
  { "a.csv", "source,target\n1,2\n", "1{id='1'} 2{id='2'}|0-1" },
  { "a.csv", "Source,TARGET,Length\n1,2,3\n", "1{id='1'} 2{id='2'}|0-1{len=3}" },
  { "a.txt", "from to len\n1 2 3\n", "1{id='1'} 2{id='2'}|0-1{len=3}" },
  { "a.csv", "\"\",\"from\",\"to\",\"w\"\n\"1\",\"a\",\"b\",2\n",
    "a{id='a'} b{id='b'}|0-1{w=2}" },
  { "a.csv", "kind,target,lower,upper,source,stiffness\nroad,b,1,2,a,5\n"
    ",c,0,inf,a,\n007,d,1,1,a,0\n\"7\",e,1,1,a,0\n12345678901234567,f,,,a,\n",
    "a{id='a'} b{id='b'} c{id='c'} d{id='d'} e{id='e'} f{id='f'}|"
    "0-1{kind='road',lower=1,upper=2,stiffness=5} 0-2{lower=0,upper=inf} "
    "0-3{kind='007',lower=1,upper=1,stiffness=0} "
    "0-4{kind='7',lower=1,upper=1,stiffness=0} 0-5{kind='12345678901234567'}" },
  { "a.csv", "source;target;length\n1;2;3.5\n", "1{id='1'} 2{id='2'}|"
    "0-1{len=3.5}" },
  { "a.txt", "source target 5\n", "source{id='source'} target{id='target'}|"
    "0-1{len=5}" },
  { "a.txt", "a b\n", "a{id='a'} b{id='b'}|0-1" },
  { "a.txt", "a b weight\n1 2 3\n", "1{id='1'} 2{id='2'}|0-1{weight=3}|a.txt:1: "
    "the first row is read as a header: \"a\" and \"b\" name the nodes" },
  { "a.txt", "1 2 3\n1 2 nan\n", "1{id='1'} 2{id='2'}|0-1{len=3} 0-1" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 0\n", "r1{id='r1'} "
    "r2{id='r2'} c1{id='c1'} c2{id='c2'} c3{id='c3'}||a.mtx: the matrix has 2 rows "
    "and 3 columns, which are read as two kinds of nodes, r1, ... and c1, ..." },
  { "a.csv", "note,level\n1,2\n3,4\n", "1{id='1'} 2{id='2'} 3{id='3'} "
    "4{id='4'}|0-1 2-3|a.csv:1: the first row is read as a header: \"note\" and "
    "\"level\" name the nodes" },
  /* As NetworkX writes them. */
  { "a.edgelist", "# c\n0 4 {'weight': 0.25, \"kind\": 'a b', 'ok': True}\n\n"
    "4 1 {}\n1 0 {'ok': False,'none': None}\n",
    "0{id='0'} 4{id='4'} 1{id='1'}|0-1{weight=0.25,kind='a b',ok=1} 1-2 "
    "2-0{ok=0}" },
  /* Distances. */
  { "a.dist", "\n", "|" },
  { "a.dist", "# c\n1 2 0.5\n2 3 1.5 x\n", "1{id='1'} 2{id='2'} 3{id='3'}|"
    "0-1{len=0.5} 1-2{len=1.5}" },
  { "a.dgsol", "1 2 0.5 0.5\n3 1 2 2\n", "1{id='1'} 2{id='2'} 3{id='3'}|"
    "0-1{len=0.5} 2-0{len=2}" },
  { "a.dist", "1 2 1 1\n2 3 1 2\n1 3 0 inf\n", "1{id='1'} 2{id='2'} "
    "3{id='3'}|0-1{lower=1,upper=1} 1-2{lower=1,upper=2} 0-2{lower=0,upper=inf}" },
  { "a.nmr", "   1    2    1.45   1.45 N   CA  ALA  ALA \n 2 3 1.5 1.5 C N 7 8\n",
    "1{id='1',atom='N',residue='ALA',number='1'} "
    "2{id='2',atom='CA',residue='ALA',number='1'} "
    "3{id='3',atom='N',residue='8',number='2'}|0-1{len=1.45} 1-2{len=1.5}" },
  { "a.nmr", "  2   1   1   1   1.040   1.040  H1   N  ALA  ALA\n"
    "  3   1   2   1   1.0   2.5  H2   N  ALA  ALA\n",
    "1{id='1',atom='N',residue='ALA',number='1'} "
    "2{id='2',atom='H1',residue='ALA',number='1'} "
    "3{id='3',atom='H2',residue='ALA',number='2'}|1-0{lower=1.04,upper=1.04} "
    "2-0{lower=1,upper=2.5}" },
  { "a.dist", "1 2 0.5 1 7 8\n", "1{id='1'} 2{id='2'}|0-1{lower=0.5,upper=1}" },
  /* Matrices. */
  { "a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n\n"
    " 3 3 2\n2 1\n\n3 3 \n", "1 2 3|1-0 2-2" },
  { "a.mtx", "%%matrixmarket MATRIX Coordinate Real General\r\n2 2 2\r\n"
    "1 2 -1.5e3\r\n2 1 NaN\r\n", "1 2|0-1{value=-1500} 1-0" },
  { "a.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n"
    "2 1 1 -.5", "1 2|1-0|a.mtx: the values are complex and not used" },
  { "a.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 0\n",
    "1 2|" },
  { "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n", "|" },
};

START_TEST(tables_are_read)
{
  ck_assert_str_eq(read_text(table[_i].name, table[_i].text), table[_i].read);
}
END_TEST

static const struct {
  const char *name, *text, *reason;
} bad_table[] = {
  { "a.txt", "1\n", "a.txt:1: the row has one value only; it must have a source "
    "and a target" },
  { "a.txt", "1 2\n 3\n", "a.txt:2:2: the number of values is 1 here, but 2 in "
    "the first row (line 1)" },
  { "a.txt", "1 2 3\n2 3\n", "a.txt:2:3: the number of values is 2 here, but 3 "
    "in the first row (line 1)" },
  { "a.csv", "source,target\n2,3,4\n", "a.csv:2: the number of values is 3 here, "
    "but 2 in the header (line 1)" },
  { "a.txt", "1 2 3 4\n", "a.txt: there are 4 columns and 1 row: a matrix of "
    "distances is square, and more than source, target and length need a header "
    "that names them: source,target,length,...; for `i j lower upper` give -I dist" },
  { "a.txt", "a b c d\n", "a.txt:1: it is not clear which of the 4 columns name "
    "the two nodes of an edge: call these source and target in a header; names that "
    "contain blanks need quotes, or commas or tabs between the columns" },
  { "a.csv", "node,label\n1,2\n", "a.csv:1: this is a table of nodes, by its header; "
    "give the table of edges, and this one for the labels" },
  { "a.txt", "1 2 3\n1 2 x3\n", "a.txt:2:5: the length, \"x3\", is not a number" },
  { "a.txt", "1 2 3\n1 2 1e999\n", "a.txt:2:5: the length \"1e999\" is out of "
    "range" },
  { "a.csv", "source;target;length\n1;2;3,5,\n", "a.csv:2:5: the length, "
    "\"3,5,\", is not a number (decimals are written with a point)" },
  { "a.csv", "source,target,Lower\n1,2,inf\n", "a.csv:2:5: the Lower, \"inf\", "
    "is not a finite number" },
  { "a.csv", "source,target,len,length\n", "a.csv:1: the columns 3 and 4 are "
    "both called len" },
  { "a.csv", "1,2\n,2\n", "a.csv:2:1: the source is empty" },
  { "a.csv", "1,2\n3,\n", "a.csv:2:3: the target is empty" },
  { "a.csv", "1,2\n3,4 # c\n", "a.csv:2:3: is \"4 # c\" one name? Then put it in "
    "quotes; a comment needs a line of its own where commas separate" },
  { "a.txt", "1 2, 3\n", "a.txt:1:1: is \"1 2\" one name? Then put it in quotes; "
    "a comment needs a line of its own where commas separate" },
  { "a.csv", "1,2\n\"3,4\n", "a.csv:2: a quote (\") is opened in this row and "
    "never closed" },
  { "a.txt", "0 1 {}\n1 2\n", "a.txt:2:4: the first row is of the form source "
    "target {...}, but this one is not" },
  { "a.txt", "0 1 {'a': [1]}\n", "a.txt:1:6: the values of this edge are not of "
    "the form {'name': value, ...} with numbers and texts" },
  { "a.txt", "0 1 {'a': nan}\n", "a.txt:1:6: the values of this edge are not of "
    "the form {'name': value, ...} with numbers and texts" },
  { "a.txt", "0 1 {'a': 1\n", "a.txt:1:6: the values of this edge are not of "
    "the form {'name': value, ...} with numbers and texts" },
  { "a.txt", "0 1 {} x\n", "a.txt:1:8: there is text after the }" },
  { "a.txt", "0 1 {'caf\xe9': 1}\n", "a.txt:1: the text is not UTF-8; convert "
    "it, for example with: iconv -f LATIN1 -t UTF-8" },
  /* Distances. */
  { "a.dist", "1 2\n", "a.dist:1: the row has 2 values; it must be `i j length` "
    "or `i j lower upper`" },
  { "a.dist", "i j d\n1 2 3\n", "a.dist:1:5: the length is \"d\", must be a "
    "number" },
  { "a.dist", "1 2 3\n1 2\n", "a.dist:2: this row is not of the form `i j "
    "length` that line 1 has" },
  { "a.dist", "1 2 3\n1 2 3 4\n", "a.dist:2: this row is not of the form `i j "
    "length` that line 1 has" },
  { "a.dist", "1 2 3 4\n1 2 3 x\n", "a.dist:2: this row is not of the form `i j "
    "lower upper` that line 1 has" },
  { "a.dist", "1 2 -3\n", "a.dist:1:5: the length is \"-3\", must be finite and "
    "not negative" },
  { "a.dist", "1 2 inf inf\n", "a.dist:1:5: the lower bound is \"inf\", must be "
    "finite and not negative" },
  { "a.dist", "1 2 3 2.5\n", "a.dist:1:7: the upper bound \"2.5\" is less than "
    "the lower one" },
  { "a.nmr", "2 1 1 1 1.04 1.04\n", "a.nmr:1:5: columns 3 and 4 may be bounds or "
    "numbers of groups; keep the columns `i j lower upper` only, for example "
    "with: awk '{ print $1, $2, $3, $4 }'" },
  { "a.nmr", "2 1 1 1 1 2 H1 N ALA ALA\n", "a.nmr:1:5: columns 3 and 4 may be "
    "bounds or numbers of groups; keep the columns `i j lower upper` only, for "
    "example with: awk '{ print $1, $2, $3, $4 }'" },
  { "a.nmr", "2 1 1 1 1.0 2.0 H1 N ALA ALA\n2 3 1.0 2.0 H1 N ALA ALA\n",
    "a.nmr:2: this row is not of the form `i j group group lower upper name name "
    "groupname groupname` that line 1 has" },
  /* Matrices. */
  { "a.mtx", "\n", "a.mtx:1: the first line must be %%MatrixMarket matrix "
    "coordinate ..." },
  { "a.mtx", "2 2 1\n1 2\n", "a.mtx:1: the first line must be %%MatrixMarket "
    "matrix coordinate ..." },
  { "a.mtx", "%%MatrixMarket vector coordinate real general\n", "a.mtx:1:16: the "
    "file holds \"vector\", must be a matrix" },
  { "a.mtx", "%%MatrixMarket matrix array real general\n", "a.mtx: the line with "
    "the size of the matrix is missing" },
  { "a.mtx", "%%MatrixMarket matrix\n", "a.mtx:1:22: the format is missing, must "
    "be coordinate or array" },
  { "a.mtx", "%%MatrixMarket matrix coordinate bool general\n", "a.mtx:1:34: the "
    "entries are \"bool\", must be real, integer, complex or pattern" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real upper\n", "a.mtx:1:39: the "
    "symmetry is \"upper\", must be general, symmetric, skew-symmetric or "
    "hermitian" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n% c\n", "a.mtx: the "
    "line with the size of the matrix is missing" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2\n", "a.mtx:2: "
    "this line must give the numbers of rows, columns and entries" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n4000000000 "
    "4000000000 9\n", "a.mtx:2: there are more than 10000000 nodes; if that is "
    "right, raise the limit max-nodes" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n5000000000 "
    "5000000000 5000000000\n", "a.mtx:2: there are more than 10000000 nodes; if "
    "that is right, raise the limit max-nodes" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n",
    "a.mtx:3:3: the column is \"3\", must be a whole number from 1 to 2" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1\n",
    "a.mtx:3:1: the row is \"0\", must be a whole number from 1 to 2" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1\n",
    "a.mtx:3: the column is missing in this line" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 x\n",
    "a.mtx:3:5: the value is \"x\", must be a number (the matrix is real)" },
  { "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n",
    "a.mtx:3:4: the value is missing, must be a number (the matrix is real)" },
  { "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 5\n",
    "a.mtx:3:5: there is \"5\" after the entry (the matrix is pattern)" },
  { "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n",
    "a.mtx:3: the file ends after 1 of 2 entries" },
  { "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n2 1\n",
    "a.mtx:4: there are more entries than the 1 of the size line" },
};

START_TEST(faults_of_tables_are_named)
{
  ck_assert_str_eq(read_text(bad_table[_i].name, bad_table[_i].text) + 2,
                   bad_table[_i].reason);
}
END_TEST

START_TEST(nodes_of_tables_are_open)
{
  mg_source src;
  mgnn_error err;

  put("a.txt", "# c\n1 2\n\n2 3\n");
  ck_assert_int_eq(mg_read(&src, "a.txt", NULL, &err), MGNN_OK);
  ck_assert_int_eq(src.open_nodes, 1);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 0), 2);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 1), 4);
  mg_source_free(&src);
}
END_TEST

/* Many rows, some of them not plain, across the buffer's end. */
START_TEST(long_tables_are_read)
{
  enum { ROWS = 100000 };
  FILE *out = fopen("long.csv", "w");
  mg_source src;
  mgnn_error err;
  const mg_column *len;

  for (unsigned k = 0; k < ROWS; k++)
    fprintf(out, k % 1000 == 7 ? "\"%u\", %u ,%u.5\n" : "%u,%u,%u.5\n",
            k % 5003, k * 17 % 5003, k);
  fclose(out);
  ck_assert_int_eq(mg_read(&src, "long.csv", NULL, &err), MGNN_OK);
  ck_assert_uint_eq(src.n, 5003);
  ck_assert_uint_eq(src.m, ROWS);
  len = mg_attribute_find(&src.edge, "len");
  for (unsigned k = 0; k < ROWS; k++) {
    char a[20], b[20];

    sprintf(a, "%u", k % 5003);
    sprintf(b, "%u", k * 17 % 5003);
    ck_assert_uint_eq(src.ends[2 * k], mg_source_find(&src, a, strlen(a)));
    ck_assert_uint_eq(src.ends[2 * k + 1], mg_source_find(&src, b, strlen(b)));
    ck_assert(len->number[k] == k + 0.5);
    ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, k), k + 1);
  }
  mg_source_free(&src);
}
END_TEST

/* Nodes called 0 to n-1 are in that order, also where the large numbers come first: a
 * path from its last node down. */
START_TEST(numbers_are_in_their_order_whichever_comes_first)
{
  enum { NODES = 4300 };
  FILE *f = fopen("down.edges", "w");
  mg_source src;
  mgnn_error err;

  ck_assert_ptr_nonnull(f);
  for (int i = NODES - 1; i > 0; i--)
    fprintf(f, "%d %d\n", i, i - 1);
  fclose(f);
  ck_assert_int_eq(mg_read(&src, "down.edges", NULL, &err), MGNN_OK);
  ck_assert_int_eq(mg_source_number(&src, &err), MGNN_OK);
  ck_assert(!src.unordered);
  for (int i = 0; i < NODES; i++)
    ck_assert_int_eq(atoi(src.names.text[i]), i);
  mg_source_free(&src);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  static const struct {
    const char *name, *text;
  } row[] = {
    { "a.csv", "source,target,length,kind\na,b,1,x\n\"c\nd\",caf\xe9,2,y\n" },
    { "a.txt", "1 2 3\n2 99999999 4\n99999999 1 5\n" },
    { "a.edgelist", "a b {'x': 'y', 'z': 1}\n" },
    { "b.csv", "a,b\n1,2\n" },
    { "a.dist", "1 2 1 1\n2 3 1 2\n" },
    { "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n" },
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    read_with_fuse(row[k].name, row[k].text);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(formats_that_are_not_read_are_refused, COUNT(unknown)),
    TEST(files_that_cannot_be_read_are_named),
    TEST(empty_files_are_refused),
    TEST(words_and_suffixes_choose),
    TEST_EACH(tables_are_read, COUNT(table)),
    TEST_EACH(faults_of_tables_are_named, COUNT(bad_table)),
    TEST(nodes_of_tables_are_open),
    TEST(long_tables_are_read),
    TEST(numbers_are_in_their_order_whichever_comes_first),
    TEST(every_allocation_may_fail)
  };

  return unit_run("read", tests, COUNT(tests), NULL);
}
