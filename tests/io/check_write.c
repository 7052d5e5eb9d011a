/* Positions written in any format read back as they were.  The readers here
 * are igraph's and the table reader: not the writers' own code. */
#include "base/mem.h"
#include "io/text/csv.h"
#include "io/read/read.h"
#include "io/write/write.h"
#include "unit.h"

#include <igraph.h>
#include <math.h>

/* A path of three edges over four nodes. */
static mg_graph graph;
static double x[4 * 5], y[4 * 5];

/* Names that every format has to protect by its own rules. */
static const char *const hostile[4] = {
  "a,\"b\" & <c>", "two\nlines", " \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 ", "#\\"
};
static const char *const plain[4] = { "C1", "Na", "Carol", "x" };
static const char *const labels[4] = { "red", NULL, "007", "7" };

static void
graph_enter(void)
{
  static const double length[3] = { 1, 0, 0.1 };
  unsigned *ends = mg_alloc(6, sizeof *ends);

  for (unsigned k = 0; k < 3; k++) {
    ends[2 * k] = k;
    ends[2 * k + 1] = k + 1;
  }
  ck_assert_int_eq(mg_graph_init(&graph, 4, 3, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&graph, length, NULL, NULL), MGNN_OK);
  for (int k = 0; k < 20; k++) {
    x[k] = k == 0 ? 0 : (k % 2 ? 1 : -1) * sqrt(k) * pow(10, k % 7 - 3);
    y[k] = k;
  }
}

static void
graph_leave(void)
{
  mg_graph_free(&graph);
}

static mg_record
record(size_t dim, const char *const *names)
{
  mg_record r = { &graph, dim, x, y, names, NULL, NULL, "y", 0, NULL, NULL, 0 };

  return r;
}

/* What a writer makes of a record; to be freed. */
static char *
text_of(const char *word, const mg_record *r)
{
  char *text;
  size_t len;
  FILE *out = open_memstream(&text, &len);
  mgnn_error err;

  ck_assert_msg(mg_writer_find(word)->write(r, out, &err) == MGNN_OK, "%s",
                err.text);
  fclose(out);
  return text;
}

static void
writes(const char *word, const mg_record *r, const char *expected)
{
  char *text = text_of(word, r);

  ck_assert_str_eq(text, expected);
  free(text);
}

/* The same, into a file, for those who read files. */
static const char *
file_of(const char *word, const mg_record *r)
{
  FILE *out = fopen("written", "w");

  ck_assert_int_eq(mg_writer_find(word)->write(r, out, NULL), MGNN_OK);
  fclose(out);
  return "written";
}

START_TEST(csv_reads_back)
{
  for (size_t dim = 1; dim <= 5; dim++) {
    mg_record r = record(dim, hostile);
    mg_csv in;

    ck_assert_int_eq(mg_csv_open(&in, file_of("csv", &r), 0, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mg_csv_row(&in, NULL), MGNN_OK);
    ck_assert_uint_eq(in.count, 1 + dim);
    ck_assert_str_eq(in.cell[0].text, "node");
    ck_assert_str_eq(in.cell[dim].text, dim == 1 ? "x" : dim == 2 ? "y"
                     : dim == 3 ? "z" : dim == 4 ? "x4" : "x5");
    for (size_t i = 0; i < 4; i++) {
      ck_assert_int_eq(mg_csv_row(&in, NULL), MGNN_OK);
      ck_assert_uint_eq(in.count, 1 + dim);
      ck_assert_str_eq(in.cell[0].text, hostile[i]);
      for (size_t c = 0; c < dim; c++)
        ck_assert(strtod(in.cell[1 + c].text, NULL) == x[i * dim + c]);
    }
    ck_assert_int_eq(mg_csv_row(&in, NULL), MGNN_OK);
    ck_assert_uint_eq(in.count, 0);
    mg_csv_close(&in);
  }
}
END_TEST

START_TEST(csv_quotes_only_where_needed)
{
  static const char *const names[4] = { "a b", "50%", "say \"hi\"", "% x" };
  mg_record r = record(1, names);

  r.x = y;
  writes("csv", &r,
         "node,x\na b,0\n50%,1\n\"say \"\"hi\"\"\",2\n\"% x\",3\n");
  r.names = NULL;
  r.dim = 2;
  writes("csv", &r, "node,x,y\n0,0,1\n1,2,3\n2,4,5\n3,6,7\n");
}
END_TEST

#define GRAPHICS(x, y) \
  "    graphics [\n      x " x "\n      y " y "\n    ]\n"

START_TEST(gml_as_it_should_look)
{
  static const double upper[3] = { 1, INFINITY, 2 }, stiff[3] = { 1, 2, 0.5 };
  mg_record r = record(2, hostile);

  r.x = y;
  r.labels = labels;
  writes("gml", &r,
         "graph [\n  directed 0\n  space \"y\"\n"
         "  node [\n    id 0\n    label \"a,&quot;b&quot; &amp; <c>\"\n"
         "    class \"red\"\n    x 0\n    y 1\n" GRAPHICS("0", "1") "  ]\n"
         "  node [\n    id 1\n    label \"two\nlines\"\n"
         "    x 2\n    y 3\n" GRAPHICS("2", "3") "  ]\n"
         "  node [\n    id 2\n    label \" \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"
         " \"\n    class \"007\"\n    x 4\n    y 5\n" GRAPHICS("4", "5") "  ]\n"
         "  node [\n    id 3\n    label \"#&#92;\"\n"
         "    class 7\n    x 6\n    y 7\n" GRAPHICS("6", "7") "  ]\n"
         "  edge [\n    source 0\n    target 1\n    len 1\n"
         "    achieved 2.8284271247461903\n  ]\n"
         "  edge [\n    source 1\n    target 2\n    len 0\n"
         "    achieved 2.8284271247461903\n  ]\n"
         "  edge [\n    source 2\n    target 3\n    len 0.1\n"
         "    achieved 2.8284271247461903\n  ]\n]\n");

  ck_assert_int_eq(mg_graph_lengths_set(&graph, stiff, (double[]){ 1, 2, 0.5 },
                                        NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&graph, (double[]){ 1, 0, 1 }, upper,
                                        NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_stiffness_set(&graph, stiff, NULL), MGNN_OK);
  r = record(1, NULL);
  r.x = y;
  r.y = NULL;
  r.space = NULL;
  writes("gml", &r,
         "graph [\n  directed 0\n"
         "  node [\n    id 0\n    x 0\n    graphics [\n      x 0\n    ]\n  ]\n  node [\n    id 1\n    x 1\n    graphics [\n      x 1\n    ]\n  ]\n"
         "  node [\n    id 2\n    x 2\n    graphics [\n      x 2\n    ]\n  ]\n  node [\n    id 3\n    x 3\n    graphics [\n      x 3\n    ]\n  ]\n"
         "  edge [\n    source 0\n    target 1\n    lower 1\n    upper 1\n"
         "    stiffness 1\n  ]\n"
         "  edge [\n    source 1\n    target 2\n    lower 0\n"
         "    stiffness 2\n  ]\n"
         "  edge [\n    source 2\n    target 3\n    lower 1\n    upper 2\n"
         "    stiffness 0.5\n  ]\n]\n");
}
END_TEST

/* Labels keep the name of their attribute where that can be a key. */
START_TEST(label_keys_are_safe)
{
  static const struct { const char *asked, *used; } rows[] = {
    { "block", "block" }, { "my_group2", "my_group2" }, { NULL, "class" },
    { "label", "class" }, { "x", "class" }, { "x12", "class" },
    { "xx", "xx" }, { "x1a", "x1a" }, { "two words", "class" },
    { "2nd", "class" }, { "_a", "class" }, { "", "class" },
    { "Gr\xc3\xb6\xc3\x9f" "e", "class" }, { "id", "class" }
  };
  mg_record r = record(1, plain);

  r.labels = labels;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char expected[40], *text;

    r.label_key = rows[k].asked;
    snprintf(expected, sizeof expected, "\n    %s \"red\"\n", rows[k].used);
    text = text_of("gml", &r);
    ck_assert_msg(strstr(text, expected) != NULL, "%s", text);
    free(text);
    snprintf(expected, sizeof expected, " attr.name=\"%s\" ", rows[k].used);
    text = text_of("graphml", &r);
    ck_assert_msg(strstr(text, expected) != NULL, "%s", text);
    free(text);
  }
}
END_TEST

/* igraph's readers find the same graph, names, lengths and positions. */
START_TEST(igraph_reads_back)
{
  static const char *const words[] = { "gml", "graphml" };

  igraph_set_attribute_table(&igraph_cattribute_table);
  for (size_t k = 0; k < 2; k++)
    for (size_t dim = 1; dim <= 5; dim++) {
      mg_record r = record(dim, hostile);
      FILE *in;
      igraph_t g;

      r.labels = labels;
      in = fopen(file_of(words[k], &r), "r");
      ck_assert_int_eq(k == 0 ? igraph_read_graph_gml(&g, in)
                       : igraph_read_graph_graphml(&g, in, 0), IGRAPH_SUCCESS);
      fclose(in);
      ck_assert(!igraph_is_directed(&g));
      ck_assert_int_eq(igraph_vcount(&g), 4);
      ck_assert_int_eq(igraph_ecount(&g), 3);
      ck_assert_str_eq(GAS(&g, "space"), "y");
      for (size_t i = 0; i < 4; i++) {
        /* igraph knows no numbered entities in GML */
        if (k == 1 || i < 3)
          ck_assert_str_eq(VAS(&g, "label", i), hostile[i]);
        ck_assert_str_eq(VAS(&g, "class", i),
                         labels[i] != NULL ? labels[i] : "");
        for (size_t c = 0; c < dim; c++) {
          char buf[MG_COORDINATE_MAX];

          ck_assert(VAN(&g, mg_coordinate_name(dim, c, buf), i)
                    == x[i * dim + c]);
        }
      }
      for (size_t e = 0; e < 3; e++) {
        double sum = 0;

        for (size_t c = 0; c < dim; c++)
          sum += (double)(dim * dim);
        ck_assert_int_eq(IGRAPH_FROM(&g, e) + IGRAPH_TO(&g, e), 2 * e + 1);
        ck_assert(EAN(&g, "len", e) == graph.target[e]);
        ck_assert(EAN(&g, "achieved", e) == sqrt(sum));
      }
      igraph_destroy(&g);
    }
}
END_TEST

START_TEST(graphml_leaves_out_what_xml_forbids)
{
  static const char *const names[4] = {
    "a\001b", "\xe9", "\xef\xbf\xbf", "tab\tand\r"
  };
  mg_record r = record(1, names);
  char *text = text_of("graphml", &r);

  ck_assert_ptr_nonnull(strstr(text, ">a\xef\xbf\xbd" "b</data>"));
  ck_assert_ptr_nonnull(strstr(text, "<node id=\"n1\"><data key=\"node_label\">"
                               "\xef\xbf\xbd</data>"));
  ck_assert_ptr_nonnull(strstr(text, "<node id=\"n2\"><data key=\"node_label\">"
                               "\xef\xbf\xbd</data>"));
  ck_assert_ptr_nonnull(strstr(text, ">tab\tand&#13;</data>"));
  free(text);
}
END_TEST

START_TEST(graphml_declares_what_it_uses)
{
  mg_record r = record(2, plain);

  r.x = y;
  ck_assert_int_eq(mg_graph_lengths_set(&graph, (double[]){ 1, 0, 1 },
                   (double[]){ INFINITY, 2, 3 }, NULL), MGNN_OK);
  writes("graphml", &r,
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n"
    "    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
    "    xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns"
    " http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n"
    "  <key id=\"graph_space\" for=\"graph\" attr.name=\"space\""
    " attr.type=\"string\"/>\n"
    "  <key id=\"node_label\" for=\"node\" attr.name=\"label\""
    " attr.type=\"string\"/>\n"
    "  <key id=\"node_x\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>\n"
    "  <key id=\"node_y\" for=\"node\" attr.name=\"y\" attr.type=\"double\"/>\n"
    "  <key id=\"edge_lower\" for=\"edge\" attr.name=\"lower\""
    " attr.type=\"double\"/>\n"
    "  <key id=\"edge_upper\" for=\"edge\" attr.name=\"upper\""
    " attr.type=\"double\"/>\n"
    "  <key id=\"edge_achieved\" for=\"edge\" attr.name=\"achieved\""
    " attr.type=\"double\"/>\n"
    "  <graph edgedefault=\"undirected\">\n"
    "    <data key=\"graph_space\">y</data>\n"
    "    <node id=\"n0\"><data key=\"node_label\">C1</data>"
    "<data key=\"node_x\">0</data><data key=\"node_y\">1</data></node>\n"
    "    <node id=\"n1\"><data key=\"node_label\">Na</data>"
    "<data key=\"node_x\">2</data><data key=\"node_y\">3</data></node>\n"
    "    <node id=\"n2\"><data key=\"node_label\">Carol</data>"
    "<data key=\"node_x\">4</data><data key=\"node_y\">5</data></node>\n"
    "    <node id=\"n3\"><data key=\"node_label\">x</data>"
    "<data key=\"node_x\">6</data><data key=\"node_y\">7</data></node>\n"
    "    <edge source=\"n0\" target=\"n1\"><data key=\"edge_lower\">1</data>"
    "<data key=\"edge_achieved\">2.8284271247461903</data></edge>\n"
    "    <edge source=\"n1\" target=\"n2\"><data key=\"edge_lower\">0</data>"
    "<data key=\"edge_upper\">2</data>"
    "<data key=\"edge_achieved\">2.8284271247461903</data></edge>\n"
    "    <edge source=\"n2\" target=\"n3\"><data key=\"edge_lower\">1</data>"
    "<data key=\"edge_upper\">3</data>"
    "<data key=\"edge_achieved\">2.8284271247461903</data></edge>\n"
    "  </graph>\n</graphml>\n");
}
END_TEST

START_TEST(json_as_it_should_look)
{
  mg_record r = record(3, hostile);

  r.x = y;
  r.labels = labels;
  writes("json", &r,
    "{\n  \"space\": \"y\",\n  \"dim\": 3,\n  \"nodes\": [\n"
    "    {\"id\": 0, \"name\": \"a,\\\"b\\\" & <c>\", \"label\": \"red\","
    " \"position\": [0, 1, 2]},\n"
    "    {\"id\": 1, \"name\": \"two\\nlines\", \"label\": null,"
    " \"position\": [3, 4, 5]},\n"
    "    {\"id\": 2, \"name\": \" \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \","
    " \"label\": \"007\", \"position\": [6, 7, 8]},\n"
    "    {\"id\": 3, \"name\": \"#\\\\\", \"label\": \"7\","
    " \"position\": [9, 10, 11]}\n  ],\n  \"edges\": [\n"
    "    {\"source\": 0, \"target\": 1,"
    " \"source_name\": \"a,\\\"b\\\" & <c>\", \"target_name\": \"two\\nlines\","
    " \"length\": 1, \"achieved\": 5.196152422706632},\n"
    "    {\"source\": 1, \"target\": 2, \"source_name\": \"two\\nlines\","
    " \"target_name\": \" \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \","
    " \"length\": 0, \"achieved\": 5.196152422706632},\n"
    "    {\"source\": 2, \"target\": 3,"
    " \"source_name\": \" \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \","
    " \"target_name\": \"#\\\\\","
    " \"length\": 0.1, \"achieved\": 5.196152422706632}\n  ]\n}\n");
}
END_TEST

START_TEST(json_says_null_for_what_is_not_finite)
{
  mg_record r = record(1, plain);
  char *text;

  ck_assert_int_eq(mg_graph_lengths_set(&graph, (double[]){ 1, 0, 1 },
                   (double[]){ INFINITY, 2, 3 }, NULL), MGNN_OK);
  x[3] = y[3] = NAN;
  text = text_of("json", &r);
  ck_assert_ptr_nonnull(strstr(text, "\"name\": \"x\", \"position\": [null]}"));
  ck_assert_ptr_nonnull(strstr(text, "\"lower\": 1, \"upper\": null, "
                               "\"achieved\": 1}"));
  ck_assert_ptr_nonnull(strstr(text, "\"lower\": 1, \"upper\": 3, "
                               "\"achieved\": null}"));
  free(text);
}
END_TEST

START_TEST(xyz_as_molecule_viewers_want_it)
{
  static const char *const names[4] = { "CA", "Cl-", "Uu", "H" };
  mg_record r = record(2, plain);

  r.x = y;
  writes("xyz", &r, "4\nmgnn-layout, space y\nC 0 1 0\nNa 2 3 0\nC 4 5 0\n"
         "C 6 7 0\n");
  r.names = names;
  r.dim = 3;
  r.space = NULL;
  writes("xyz", &r, "4\nmgnn-layout\nC 0 1 2\nCl 3 4 5\nC 6 7 8\nH 9 10 11\n");
  r.names = NULL;
  r.dim = 1;
  writes("xyz", &r, "4\nmgnn-layout\nC 0 0 0\nC 1 0 0\nC 2 0 0\nC 3 0 0\n");
}
END_TEST

/* The columns are those of the PDB format description, version 3.3: name 13 to
 * 16, residue 18 to 20, chain 22, number 23 to 26, insertion 27, coordinates
 * from 31 on in eights, element 77 to 78. */
START_TEST(pdb_is_read_back_and_has_its_columns)
{
  static const char pdb[] =
    "REMARK   1 mgnn-layout\n"
    "ATOM      1  CA  ALA B   7A      0.000   1.000   2.000  1.00  0.00          "
    " C\n"
    "ATOM      2 ZN   GLY B   8      -3.000   4.000   5.125  1.00  0.00          "
    "ZN\nTER\nEND\n";
  mg_source src;
  mg_graph g;
  mg_given given = { .src = &src };
  double at[] = { 0, 1, 2, -3, 4, 5.125 };
  const double both[] = { 0, 1, 2, -3, 4, 5.125, 1, 1, 2, -3, 4, 5.125 };
  mg_record r = { .graph = &g, .dim = 3, .x = at, .given = &given };
  char *text = NULL;
  size_t size;
  FILE *out;

  put("a.pdb", pdb);
  ck_assert_int_eq(mg_read(&src, "a.pdb", NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_init(&g, 2, 0, NULL, NULL), MGNN_OK);
  r.names = (const char *const *)src.names.text;
  given.ends = src.ends;
  out = open_memstream(&text, &size);
  ck_assert_int_eq(mg_write_pdb(&r, out, NULL), MGNN_OK);
  fclose(out);
  ck_assert_str_eq(text, pdb);
  free(text);
  r.models = both;
  r.model_count = 2;
  out = open_memstream(&text, &size);
  ck_assert_int_eq(mg_write_pdb(&r, out, NULL), MGNN_OK);
  fclose(out);
  ck_assert_ptr_nonnull(strstr(text, "\nMODEL        2\nATOM      1  CA "));
  free(text);
  out = open_memstream(&text, &size);
  ck_assert_int_eq(mg_write_xyz(&r, out, NULL), MGNN_OK);
  fclose(out);
  ck_assert_str_eq(text, "2\nmgnn-layout, model 1\nC 0 1 2\nZn -3 4 5.125\n"
                   "2\nmgnn-layout, model 2\nC 1 1 2\nZn -3 4 5.125\n");
  free(text);
  r.models = NULL;
  at[0] = -1000;
  ck_assert_int_eq(mg_write_pdb(&r, NULL, NULL), MGNN_EINVAL);
  mg_graph_free(&g);
  mg_source_free(&src);
}
END_TEST

START_TEST(what_a_format_cannot_hold_is_refused)
{
  mg_record r = record(4, plain);
  mgnn_error err;

  ck_assert_int_eq(mg_writer_find("xyz")->write(&r, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "xyz files hold at most 3 dimensions, the "
                   "positions have 4; write csv");
  ck_assert_ptr_null(mg_writer_find("doc"));
  r.dim = 2;
  for (const mg_writer *w = mg_writers; w->word != NULL; w++) {
    if (strcmp(w->word, "json") == 0)
      continue;
    x[3] = INFINITY;
    ck_assert_int_eq(w->write(&r, NULL, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, "node Na: its coordinate y is infinite: the "
                     "positions have diverged, and only json can hold that");
    x[3] = NAN;
    ck_assert_int_eq(w->write(&r, NULL, &err), MGNN_EINVAL);
    ck_assert_str_eq(err.text, "node Na: its coordinate y is not a number: the "
                     "positions have diverged, and only json can hold that");
  }
}
END_TEST

START_TEST(empty_graph_is_written)
{
  static const struct {
    const char *word, *text;
  } expected[] = {
    { "csv", "node,x,y\n" }, { "gml", "graph [\n  directed 0\n]\n" },
    { "dot", "graph {\n  graph [inputscale=72];\n}\n" },
    { "json", "{\n  \"dim\": 2,\n  \"nodes\": [],\n  \"edges\": []\n}\n" },
    { "xyz", "0\nmgnn-layout\n" }, { "svm", "" }
  };
  mg_graph none;
  mg_record r = { &none, 2, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0 };

  ck_assert_int_eq(mg_graph_init(&none, 0, 0, mg_alloc(0, 1), NULL), MGNN_OK);
  for (size_t k = 0; mg_writers[k].word != NULL; k++) {
    char *text = text_of(mg_writers[k].word, &r);

    for (size_t e = 0; e < COUNT(expected); e++)
      if (strcmp(expected[e].word, mg_writers[k].word) == 0)
        ck_assert_str_eq(text, expected[e].text);
    free(text);
  }
  mg_graph_free(&none);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(csv_reads_back),
    TEST(csv_quotes_only_where_needed),
    TEST(gml_as_it_should_look),
    TEST(label_keys_are_safe),
    TEST(igraph_reads_back),
    TEST(graphml_leaves_out_what_xml_forbids),
    TEST(graphml_declares_what_it_uses),
    TEST(json_as_it_should_look),
    TEST(json_says_null_for_what_is_not_finite),
    TEST(xyz_as_molecule_viewers_want_it),
    TEST(pdb_is_read_back_and_has_its_columns),
    TEST(what_a_format_cannot_hold_is_refused),
    TEST(empty_graph_is_written)
  };
  const unit_needs needs = { .enter = graph_enter, .leave = graph_leave };

  return unit_run("write", tests, COUNT(tests), &needs);
}
