/* Target lengths: every source of them, and what is said where they are
 * missing, contradict one another or make no sense. */
#include "problem/metric.h"
#include "unit.h"

#include <math.h>

/* ---- a graph to try them on ----
 * Written as "AB len=1; BC len=2 w=x": edges of nodes called by one letter,
 * one per line of the file g.gml, with attributes.  A value that is a number
 * is stored as one, unless it is quoted: len='1'. */
static void
make_source(mg_source *src, const char *text)
{
  mgnn_error err;
  size_t top = 0;

  memset(src, 0, sizeof *src);
  mg_limits_init(&src->limits);
  src->path = mg_strdup("g.gml");
  src->ends = mg_alloc(200, sizeof *src->ends);
  while (*text != '\0') {
    size_t e = src->m++;

    for (int k = 0; k < 2; k++) {
      src->ends[2 * e + (size_t)k] = (unsigned)(*text - 'A');
      if ((size_t)(*text - 'A') >= top)
        top = (size_t)(*text - 'A') + 1;
      text++;
    }
    mg_line_runs_add(&src->edge_line, 1, e + 1, &err);
    while (*text == ' ') {
      char name[20] = "", value[20] = "";
      double x;
      char *end;

      ck_assert_int_eq(sscanf(text, " %19[^=]=%19[^ ;]", name, value), 2);
      text += 2 + strlen(name) + strlen(value);
      x = strtod(value, &end);
      if (*end == '\0')
        mg_attribute_number(src, &src->edge, name, e, x, &err);
      else if (value[0] == '\'')
        mg_attribute_text(src, &src->edge, name, e, value + 1,
                          strlen(value) - 2, &err);
      else
        mg_attribute_text(src, &src->edge, name, e, value, strlen(value), &err);
    }
    if (*text == ';')
      text += 2;
  }
  src->n = top;
  for (size_t i = 0; i < src->n; i++) {
    char name = (char)('A' + i);

    mg_attribute_text(src, &src->node, "id", i, &name, 1, &err);
  }
  ck_assert_int_eq(mg_source_name_nodes(src, &err), MGNN_OK);
}

/* Lengths as text: "1 2..3 4", stiffness after *. */
static void
show_lengths(const mg_lengths *l, size_t m, char *out, size_t size)
{
  size_t used = 0;

  out[0] = '\0';
  for (size_t e = 0; e < m; e++) {
    used += (size_t)snprintf(out + used, size - used, "%s%.10g",
                             e > 0 ? " " : "", l->lower[e]);
    if (l->upper != NULL && l->upper[e] != l->lower[e])
      used += (size_t)snprintf(out + used, size - used, "..%.10g", l->upper[e]);
    if (l->stiffness != NULL)
      used += (size_t)snprintf(out + used, size - used, "*%.10g",
                               l->stiffness[e]);
  }
}

typedef struct {
  const char *graph, *spec;
  int lenient;
  const char *lengths;         /* NULL: it fails, with the message below */
  const char *message;         /* or the only notice; NULL: none */
} metric_case;

static const int groups[] = { 0, 0, 1, -1 };
static const double origin[] = { 0, 0,  3, 4,  3, 4,  1e200, 0 };

/* What a program adds to messages. */
static const char *const hints[MG_HINTS] = {
  [MG_HINT_MISSING] = "; lenient?", [MG_HINT_PARALLEL] = "; mean?",
  [MG_HINT_PAIRS] = "; add edges?", [MG_HINT_LABELS] = "; labels?",
  [MG_HINT_FEATURES] = "; features?", [MG_HINT_WEIGHT] = "; by name?",
  [MG_HINT_COLUMN] = "; use "
};

static mgnn_status
run(const metric_case *c, int spend, mg_source *src, mg_lengths *l,
    mg_simple *simple, mgnn_error *err)
{
  mg_specification spec = { .lenient = c->lenient, .hint = hints };
  mg_tables tables = { .features = origin, .dim = 2 };
  const mg_metric_input in = { src, simple, &spec, &tables, groups };
  mgnn_status status = MGNN_OK;

  if (!spend && src->edge.count > 0)
    spec.edge_column = src->edge.column[0].name;
  TRY(mg_metric_parse(&spec.metric, c->spec, err));
  TRY(mg_simplify(simple, src->n, src->m, src->ends, err));
  TRY(mg_tables_read(&tables, src, &spec.metric, err));
  TRY(mg_metric_lengths(l, &in, err));
end:
  mg_tables_free(&tables);
  return status;
}

/* Columns may be used up or not: the lengths are the same. */
static void
try_case(const metric_case *c, int spend)
{
  mg_source src;
  mg_lengths l = { 0 };
  mg_simple simple = { 0 };
  mgnn_error err = { 0 };
  mgnn_status status;
  char out[1000];

  make_source(&src, c->graph);
  status = run(c, spend, &src, &l, &simple, &err);
  if (c->lengths == NULL) {
    ck_assert_int_ne(status, MGNN_OK);
    ck_assert_str_eq(err.text, c->message);
    ck_assert_ptr_null(l.lower);
  } else {
    ck_assert_msg(status == MGNN_OK, "%s", err.text);
    show_lengths(&l, simple.m, out, sizeof out);
    ck_assert_str_eq(out, c->lengths);
    ck_assert_uint_eq(src.notes.count, c->message != NULL);
    if (c->message != NULL)
      ck_assert_str_eq(src.notes.text[0], c->message);
  }
  mg_lengths_free(&l);
  mg_simple_free(&simple);
  mg_source_free(&src);
}

static const metric_case cases[] = {
  /* the default */
  { "AB; BC", NULL, 0, "1 1", NULL },
  { "AB len=2; BC len=3", NULL, 0, "2 3", NULL },
  { "AB length=2; BC length='.5'", NULL, 0, "2 0.5", NULL },
  { "AB len=2 length=2; BC len=3", NULL, 0, "2 3", NULL },
  { "AB LEN=2; BC LEN=3", NULL, 0, "2 3", NULL },
  { "AB Distance=2; BC Distance=3", NULL, 0, "2 3", NULL },
  { "AB dist=2; BC dist=3", NULL, 0, "2 3", NULL },
  { "AB len=2 length=2; BC len=3 length=7", NULL, 0, NULL, "g.gml:2: edge \"B\" - "
    "\"C\" has the length 3 by len, but 7 by length; choose one: --metric attr:len" },
  { "AB lower=1 upper=2; BC upper=3; CD lower=4; AD upper=inf; BD upper='inf'",
    NULL, 0, "1..2 0..3 4..inf 0..inf 0..inf", NULL },
  { "AB len=2 lower=1 upper=2; BC lower=3 upper=4", NULL, 0, "2 3..4", NULL },
  { "AB len=5 lower=1 upper=2; BC lower=3 upper=4", NULL, 0, NULL, "g.gml:1: the length "
    "of edge \"A\" - \"B\", 5, is beyond its bound 2" },
  { "AB len=soft; BC len=hard", NULL, 0, "1 1", "g.gml:1: the edge attribute "
    "len is ignored: its values, such as \"soft\", are not numbers" },
  { "AB len=2; BC len=hard", NULL, 0, NULL, "g.gml:2: the len of edge \"B\" - "
    "\"C\", \"hard\", is not a finite number" },
  { "AB; BC len=2; CD", NULL, 0, NULL, "g.gml:1: edge \"A\" - \"B\" has no "
    "len, nor has 1 other; lenient?" },
  { "AB; BC len=2; CD len=5", NULL, 1, "3.5 2 5", "g.gml: 1 edge without len "
    "got the mean of the others, 3.5" },
  { "AB; BC lower=2 upper=4; CD lower=7", NULL, 1, "5 2..4 7..inf", "g.gml: 1 "
    "edge without len got the mean of the others, 5" },
  { "AB len=-1", NULL, 0, NULL, "g.gml:1: the len of edge \"A\" - \"B\" is "
    "-1; it must not be negative" },
  { "AB len=1; BC len=inf", NULL, 0, NULL, "g.gml:2: the len of edge \"B\" - "
    "\"C\", \"inf\", is not a finite number" },
  { "AB lower=3 upper=2", NULL, 0, NULL, "g.gml:1: the lower bound of edge "
    "\"A\" - \"B\", 3, is greater than the upper, 2" },
  { "AB lower=-3 upper=2", NULL, 0, NULL, "g.gml:1: the lower of edge \"A\" - "
    "\"B\" is -3; it must not be negative" },
  /* loops and parallel edges */
  { "AB len=2; AA len=-5; BB; BC len=3", NULL, 0, "2 3", NULL },
  { "AB len=2; BA len=2.0; BC len=3", NULL, 0, "2 3", NULL },
  { "AB len=2; BC len=3; BA len=2.5", NULL, 0, NULL, "g.gml:3: edge \"B\" - "
    "\"A\" is there twice: its len is 2.5 here and 2 in line 1; mean?" },
  { "AB len=2; BC len=3; BA len=4; AB len=9; CB len=3", NULL, 1, "5 3",
    "g.gml: 2 edges differ in len from an earlier one between the same nodes; "
    "the merged edge got the mean" },
  { "AB lower=2; BA lower=3", NULL, 0, NULL, "g.gml:2: edge \"B\" - \"A\" is "
    "there twice: its lower bound is 3 here and 2 in line 1; mean?" },
  { "AB lower=2; BA lower=2 upper=3", NULL, 0, NULL, "g.gml:2: edge \"B\" - "
    "\"A\" is there twice: its upper bound is 3 here and inf in line 1; "
    "mean?" },
  { "AB lower=2; BA lower=4 upper=5", NULL, 1, "3..inf", "g.gml: 1 edge "
    "differs in len from an earlier one between the same nodes; the merged "
    "edge got the mean" },
  { "AB len=.1; AB len=.1; AB len=.1; CD; DC len=.5", NULL, 1, "0.1 0.5",
    NULL },
  /* attr: */
  { "AB weight=2; BC weight=3", "attr:weight", 0, "2 3", NULL },
  { "AB len=2 lower=1; BC lower=3", "attr:len", 0, NULL, "g.gml:2: edge \"B\" "
    "- \"C\" has no len; lenient?" },
  { "AB len=soft; BC len=hard", "attr:len", 0, NULL, "g.gml:1: the len of "
    "edge \"A\" - \"B\", \"soft\", is not a finite number" },
  { "AB w=1 v=2", "attr:u", 0, NULL, "g.gml: there is no edge attribute \"u\" "
    "for the metric; there are: w, v" },
  { "AB", "attr:u", 0, NULL, "g.gml: there is no edge attribute \"u\" for the "
    "metric; there are none" },
  /* const: and labels: */
  { "AB; BC", "const:2.5", 0, "2.5 2.5", NULL },
  { "AB; BC", "const:0", 0, "0 0", NULL },
  { "AB; BC; CA", "labels:0,5", 0, "0 5 5", NULL },
  { "AB; BC; CD", "labels:0,5", 0, NULL, "metric labels:0,5: node \"D\" has "
    "no label, so edge \"C\" - \"D\" gets no length" },
  /* attention: (1-a)/(1+a+eps) |z0_i - z0_j|; A - B are 5 apart, B = C */
  { "AB a=0; AC a=.5; BC a=.5; BA a=0", "attention:a", 0, "5 1.666666667 0",
    NULL },
  { "AB a=1; AC a=-.5", "attention:a", 0, "0 15", NULL },
  { "AB a=1; AC a=-1.5", "attention:a", 0, NULL, "g.gml:2: the a of edge "
    "\"A\" - \"C\" is -1.5; it must be between -1 and 1" },
  { "AB a=1.01", "attention:a", 0, NULL, "g.gml:1: the a of edge \"A\" - "
    "\"B\" is 1.01; it must be between -1 and 1" },
  { "AB a=0; AC a=-1", "attention:a", 0, NULL, "g.gml:2: edge \"A\" - \"C\" "
    "gets no finite length from its a and features; for -1, eps must be "
    "greater than 0" },
  { "AB a=0; AD a=0", "attention:a", 0, NULL, "g.gml:2: edge \"A\" - \"D\" "
    "gets no finite length from its a and features" },
  { "AB a=0; BC", "attention:a", 0, NULL, "g.gml:2: edge \"B\" - \"C\" has no "
    "a; lenient?" },
  { "AB", "attention:a", 0, NULL, "g.gml: there is no edge attribute \"a\" "
    "for the metric; there are none" },
  /* similarities: 1/w, -log w, 1 - w */
  { "AB w=2; BC w=.5; CA w='4'", "inverse:w", 0, "0.5 2 0.25", NULL },
  { "AB w=2; BC w=0", "inverse:w", 0, NULL, "g.gml:2: the w of edge \"B\" - "
    "\"C\" is 0; it must be from 1e-150 to 1e150 for 1/w: leave out edges that "
    "are no tie, or use complement for values from 0 to 1" },
  { "AB w=2; BC w=1e200", "inverse:w", 0, NULL, "g.gml:2: the w of edge \"B\" - "
    "\"C\" is 1e+200; it must be from 1e-150 to 1e150 for 1/w: leave out edges "
    "that are no tie, or use complement for values from 0 to 1" },
  { "AB w=1; BC w=.25; CA w=.5", "neglog:w", 0, "0 1.386294361 0.6931471806",
    NULL },
  { "AB w=1; BC w=1.5", "neglog:w", 0, NULL, "g.gml:2: the w of edge \"B\" - "
    "\"C\" is 1.5; it must be greater than 0 and at most 1 for -log w: leave "
    "out edges that are no tie, and divide by the largest value" },
  { "AB w=1; BC w=0", "neglog:w", 0, NULL, "g.gml:2: the w of edge \"B\" - "
    "\"C\" is 0; it must be greater than 0 and at most 1 for -log w: leave out "
    "edges that are no tie, and divide by the largest value" },
  { "AB w=1; BC w=.25; CA w=0", "complement:w", 0, "0 0.75 1", NULL },
  { "AB w=1; BC w=-1", "complement:w", 0, NULL, "g.gml:2: the w of edge \"B\" - "
    "\"C\" is -1; it must be from 0 to 1 for 1 - w: divide by the largest value, "
    "or use inverse" },
  { "AB w=1; BC", "complement:w", 0, NULL, "g.gml:2: edge \"B\" - \"C\" has no "
    "w; lenient?" },
  { "AB w=1; BC; CA w=.5", "complement:w", 1, "0 0.25 0.5", "g.gml: 1 edge "
    "without w got the mean of the others, 0.75" },
  { "AB v=1", "inverse:w", 0, NULL, "g.gml: there is no edge attribute \"w\" for "
    "the metric; there are: v" },
  { "AB w=soft", "neglog:w", 0, NULL, "g.gml:1: the w of edge \"A\" - \"B\", "
    "\"soft\", is not a finite number" },
  /* jaccard: 1 - J is 0, 1/4, 1/4, 1/2, of mean 1/4; equal for all in K3 */
  { "AB; BC; CA; CD; DC; DD", "jaccard", 0, "0.05 1 1 2", NULL },
  { "AB; BC; CA", "jaccard", 0, "1 1 1", NULL },
  /* coords: */
  { "AB; AC", "coords:x.csv", 0, "5 13", NULL },
  { "AB; AC; CD", "coords:x.csv", 0, NULL, "x.csv: node \"D\" of g.gml has no "
    "row" },
  { "AB; AC", "coords:big.csv", 0, NULL, "big.csv:2: column 2 (\"x\" of "
    "node \"A\"): -1e+308 is beyond 1e152: use another unit" },
  { "AB", "coords:none.csv", 0, NULL, "none.csv: No such file or directory" },
  /* files */
  { "AB; CB", "m.csv", 0, "1 3", "m.csv: 1 pair is no edge of g.gml and was "
    "ignored; add edges?" },
  { "AB; BC; CA; BA", "m.csv", 0, "1 3 2", NULL },
  { "CA; AB; BC", "p.csv", 0, "2..4*7 1*5 3..inf*0", NULL },
  { "AB; CC", "p.csv", 0, "1*5", "p.csv: 2 pairs are no edge of g.gml and "
    "were ignored; add edges?" },
  { "AB; BC; CD; DA", "p.csv", 0, NULL, "p.csv: there is no length for edge "
    "\"C\" - \"D\" (g.gml:3), nor for 1 more of the 4 edges; lenient?" },
  { "AB; AC; CD", "p.csv", 1, "1*5 2..4*7 2*6", "p.csv: 1 pair is no edge of "
    "g.gml and was ignored; add edges?" },
  { "AB", "./x:y", 0, NULL, "./x:y: No such file or directory" },
};

static void
put_tables(void)
{
  put("x.csv", "node,x,y\nA,0,0\nC,5,12\nB,3,-4\n");
  put("big.csv", "node,x,y\nA,-1e308,0\nC,5,12\nB,1e308,-4\n");
  put("m.csv", ",A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n");
  put("p.csv", "source,target,length,lower,upper,stiffness\nA,B,1,,,5\n"
      "A,C,,2,4,7\nC,B,,3,inf,0\n");
}

START_TEST(lengths_come_from_every_source)
{
  put_tables();
  if (_i == (int)(sizeof cases / sizeof *cases) - 2) {
    /* two notices: looked at below */
    mg_source src;
    mg_lengths l = { 0 };
    mg_simple simple = { 0 };
    mgnn_error err;

    make_source(&src, cases[_i].graph);
    ck_assert_int_eq(run(&cases[_i], 0, &src, &l, &simple, &err), MGNN_OK);
    ck_assert_uint_eq(src.notes.count, 2);
    ck_assert_str_eq(src.notes.text[0], cases[_i].message);
    ck_assert_str_eq(src.notes.text[1], "p.csv: 1 edge without a length got the "
                     "mean of the others, 2");
    mg_lengths_free(&l);
    mg_simple_free(&simple);
    mg_source_free(&src);
  } else
    for (int spend = 0; spend < 2; spend++)
      try_case(&cases[_i], spend);
}
END_TEST

START_TEST(missing_labels_and_features_are_asked_for)
{
  mg_source src;
  mg_lengths l;
  mg_simple simple;
  mgnn_error err;
  mg_specification spec = { .hint = hints };
  mg_tables tables = { .dim = 0 };
  const mg_metric_input in = { &src, &simple, &spec, &tables, NULL };

  make_source(&src, "AB a=0");
  mg_simplify(&simple, src.n, src.m, src.ends, &err);
  mg_metric_parse(&spec.metric, "labels:0,1", &err);
  ck_assert_int_eq(mg_metric_lengths(&l, &in, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the metric labels:0,1 needs labels; labels?");
  mg_metric_parse(&spec.metric, "attention:a", &err);
  ck_assert_int_eq(mg_metric_lengths(&l, &in, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the metric attention:a needs features; features?");
  spec.hint = NULL;
  ck_assert_int_eq(mg_metric_lengths(&l, &in, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the metric attention:a needs features");
  mg_simple_free(&simple);
  mg_source_free(&src);
}
END_TEST

START_TEST(only_the_default_without_lengths_is_not_given)
{
  static const metric_case tries[] = {
    { "AB", NULL, 0, "1", NULL }, { "AB len=1", NULL, 0, "1", NULL },
    { "AB", "const:1", 0, "1", NULL }
  };

  for (int k = 0; k < 3; k++) {
    mg_source src;
    mg_lengths l;
    mg_simple simple;
    mgnn_error err;

    make_source(&src, tries[k].graph);
    ck_assert_int_eq(run(&tries[k], 1, &src, &l, &simple, &err), MGNN_OK);
    ck_assert_int_eq(l.given, k > 0);
    mg_lengths_free(&l);
    mg_simple_free(&simple);
    mg_source_free(&src);
  }
}
END_TEST

static const struct {
  const char *graph;
  int lenient;
  double sum[3];               /* -1: it fails */
  const char *message;
} stiff[] = {
  { "AB w=1; BA w=2; BC w=.5; CC w=9; CA w='4'", 0, { 3, .5, 4 }, NULL },
  { "AB w=1; BC; CA", 0, { -1 }, "g.gml:2: edge \"B\" - \"C\" has no w, nor has 1 "
    "other; lenient?" },
  { "AB w=1; BA; BC; CA w=3", 1, { 3, 2, 3 }, "g.gml: 2 edges without w got the "
    "mean of the others, 2" },
  { "AB w=1; BC w=-2", 0, { -1 }, "g.gml:2: the w of edge \"B\" - \"C\" is -2; it "
    "must not be negative" },
  { "AB w=1; BC w=two", 0, { -1 }, "g.gml:2: the w of edge \"B\" - \"C\", \"two\", "
    "is not a finite number" },
  { "AB v=1", 0, { -1 }, "g.gml: there is no edge attribute \"w\" for the stiffness; "
    "there are: v" },
};

START_TEST(stiffness_is_added_up)
{
  mg_source src;
  mg_simple simple;
  mgnn_error err;
  double *sum;
  const mg_specification spec = { .stiffness = "w", .hint = hints,
                                  .lenient = stiff[_i].lenient };
  const mg_metric_input in = { &src, &simple, &spec, NULL, NULL };
  mgnn_status status;

  make_source(&src, stiff[_i].graph);
  mg_simplify(&simple, src.n, src.m, src.ends, &err);
  status = mg_metric_stiffness(&sum, &in, 0, &err);
  if (stiff[_i].sum[0] < 0) {
    ck_assert_int_ne(status, MGNN_OK);
    ck_assert_str_eq(err.text, stiff[_i].message);
    ck_assert_ptr_null(sum);
  } else {
    ck_assert_int_eq(status, MGNN_OK);
    ck_assert_uint_eq(simple.m, 3);
    for (int e = 0; e < 3; e++)
      ck_assert_double_eq(sum[e], stiff[_i].sum[e]);
    ck_assert_uint_eq(src.notes.count, stiff[_i].message != NULL);
    if (stiff[_i].message != NULL)
      ck_assert_str_eq(src.notes.text[0], stiff[_i].message);
  }
  mg_free(sum);
  mg_simple_free(&simple);
  mg_source_free(&src);
}
END_TEST

/* Of the usual name, unless it was used for lengths or a table had its own. */
START_TEST(stiffness_is_found_unasked)
{
  static const struct {
    const char *graph, *spec;
    int have;
    double first;              /* 0: none is taken */
    const char *message;
  } tries[] = {
    { "AB stiffness=3; BA stiffness=1; BC stiffness=2", NULL, 0, 4, NULL },
    { "AB stiffness=3; BC stiffness=2", "const:2", 0, 3, NULL },
    { "AB stiffness=3; BC stiffness=2", "attr:stiffness", 0, 0, NULL },
    { "AB stiffness=3; BC stiffness=2", "inverse:stiffness", 0, 0, NULL },
    { "AB stiffness=3; BC stiffness=2", "p.csv", 1, 0, NULL },
    { "AB weight=3; BC weight=2", NULL, 0, 0, NULL },
    { "AB stiffness=3; BC", NULL, 0, -1, "g.gml:2: edge \"B\" - \"C\" has no "
      "stiffness; lenient?" },
    { "AB stiffness=3; BC stiffness=-2", NULL, 0, -1, "g.gml:2: the stiffness of "
      "edge \"B\" - \"C\" is -2; it must not be negative" },
    { "AB stiffness=soft; BC stiffness=hard", NULL, 0, 0, "g.gml:1: the edge "
      "attribute stiffness is ignored: its values, such as \"soft\", are not "
      "numbers" }
  };

  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    mg_source src;
    mg_simple simple;
    mgnn_error err = { 0 };
    mg_specification spec = { .hint = hints };
    const mg_metric_input in = { &src, &simple, &spec, NULL, NULL };
    double *sum;

    make_source(&src, tries[k].graph);
    mg_metric_parse(&spec.metric, tries[k].spec, &err);
    mg_simplify(&simple, src.n, src.m, src.ends, &err);
    ck_assert_int_eq(mg_metric_stiffness(&sum, &in, tries[k].have, &err)
                     == MGNN_OK, tries[k].first >= 0);
    ck_assert_int_eq(sum != NULL, tries[k].first > 0);
    if (sum != NULL)
      ck_assert_double_eq(sum[0], tries[k].first);
    if (tries[k].message != NULL)
      ck_assert_str_eq(tries[k].first < 0 ? err.text : src.notes.text[0],
                       tries[k].message);
    mg_free(sum);
    mg_simple_free(&simple);
    mg_source_free(&src);
  }
}
END_TEST

START_TEST(an_unused_weight_is_remarked)
{
  static const struct {
    const char *graph, *spec, *stiffness;
    size_t notes;
  } tries[] = {
    { "AB weight=1", NULL, NULL, 1 }, { "AB weight=1", "m.csv", "w", 1 },
    { "AB weight=1", "attr:weight", NULL, 0 },
    { "AB weight=1", "attention:weight", NULL, 0 },
    { "AB weight=1", "neglog:weight", NULL, 0 },
    { "AB weight=1", "jaccard", NULL, 1 },
    { "AB weight=1", NULL, "weight", 0 }, { "AB len=1", NULL, NULL, 0 }
  };

  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    mg_source src;
    mg_specification spec = { .stiffness = tries[k].stiffness, .hint = hints };
    const mg_metric_input in = { &src, NULL, &spec, NULL, NULL };
    mgnn_error err;

    make_source(&src, tries[k].graph);
    mg_metric_parse(&spec.metric, tries[k].spec, &err);
    ck_assert_int_eq(mg_metric_unused_note(&in, 1, &src.notes, &err), MGNN_OK);
    ck_assert_uint_eq(src.notes.count, tries[k].notes);
    if (tries[k].notes > 0)
      ck_assert_str_eq(src.notes.text[0], "g.gml: the edge attribute weight is "
                       "ignored: it means length to some tools and stiffness to "
                       "others; by name?");
    mg_source_free(&src);
  }
}
END_TEST

/* Numbers of edges that are not used may have been meant as lengths. */
START_TEST(an_unused_column_is_remarked)
{
  for (int all = 0; all < 2; all++)
    for (int hinted = 0; hinted < 2; hinted++) {
      const mg_specification spec = { .hint = hinted ? hints : NULL };
      mg_source src;
      const mg_metric_input in = { &src, NULL, &spec, NULL, NULL };
      mgnn_error err;

      make_source(&src, "AB stiffness=2 far=3 len=1 kind=x; BC far=5 one=1 penwidth=2");
      ck_assert_int_eq(mg_metric_unused_note(&in, all, &src.notes, &err), MGNN_OK);
      ck_assert_uint_eq(src.notes.count, 1);
      ck_assert_str_eq(src.notes.text[0], all ? hinted
                       ? "g.gml: far, 3 to 5, is not used; use far"
                       : "g.gml: far, 3 to 5, is not used"
                       : hinted ? "g.gml: far is not used; use far"
                       : "g.gml: far is not used");
      mg_source_free(&src);
    }
}
END_TEST

/* Read a table for all pairs, and add those. */
static mgnn_status
add_edges(mg_source *src, const char *path, mgnn_error *err)
{
  const mg_metric_spec metric = { .kind = MG_METRIC_FILE, .name = path };
  mg_tables tables = { .dim = 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_tables_read(&tables, src, &metric, err));
  TRY(mg_metric_add_edges(src, &tables, &metric, err));
end:
  mg_tables_free(&tables);
  return status;
}

START_TEST(pairs_of_a_table_become_edges)
{
  static const unsigned want[] = { 1, 0, 2, 2, 0, 1, 0, 2, 1, 2 };
  mg_source src;
  mgnn_error err;

  put_tables();
  make_source(&src, "BA len=1; CC; AB");
  ck_assert_int_eq(add_edges(&src, "m.csv", &err), MGNN_OK);
  ck_assert_uint_eq(src.m, 5);
  for (int k = 0; k < 10; k++)
    ck_assert_uint_eq(src.ends[k], want[k]);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 2), 3);
  ck_assert_uint_eq(mg_line_runs_find(&src.edge_line, 3), 0);
  ck_assert_int_eq(mg_column_has(mg_attribute_find(&src.edge, "len"), 3), 0);
  ck_assert_uint_eq(src.notes.count, 1);
  ck_assert_str_eq(src.notes.text[0], "m.csv: 2 edges added");
  /* Nothing is left to add. */
  ck_assert_int_eq(add_edges(&src, "p.csv", &err), MGNN_OK);
  ck_assert_uint_eq(src.m, 5);
  ck_assert_uint_eq(src.notes.count, 1);
  ck_assert_int_eq(add_edges(&src, "none.csv", &err), MGNN_EIO);
  mg_source_free(&src);
}
END_TEST

/* ---- allocations ---- */

static const metric_case costly[] = {
  { "AB; CB", "m.csv", 0, NULL, NULL },
  { "AB; BC; CD", "p.csv", 1, NULL, NULL },
  { "AB; BC", "coords:x.csv", 0, NULL, NULL },
  { "AB len=1; BA len=2; CD lower=3; DA", NULL, 1, NULL, NULL },
  { "AB len=soft", NULL, 0, NULL, NULL },
  { "AB a=1; BC a=.5", "attention:a", 0, NULL, NULL },
  { "AB; BC; CA; CD", "jaccard", 0, NULL, NULL },
  { "AB w=1; BC w=.5; BA w=1", "complement:w", 0, NULL, NULL },
};

START_TEST(every_allocation_may_fail)
{
  long good;

  put_tables();
  for (good = 0;; good++) {
    mg_source src;
    mg_lengths l = { 0 };
    mg_simple simple = { 0 };
    mgnn_error err = { 0 };
    mgnn_status status;
    double *sum = NULL;
    int blown;

    make_source(&src, costly[_i].graph);
    mg_fuse_set(good);
    status = run(&costly[_i], 0, &src, &l, &simple, &err);
    if (status == MGNN_OK && _i == 3) {
      const mg_specification spec = { .stiffness = "len", .lenient = 1 };
      const mg_metric_input in = { &src, &simple, &spec, NULL, NULL };

      status = mg_metric_stiffness(&sum, &in, 0, &err);
    }
    if (status == MGNN_OK && _i == 0)
      status = add_edges(&src, "m.csv", &err);
    blown = mg_fuse_blown();
    mg_fuse_set(-1);
    mg_free(sum);
    mg_lengths_free(&l);
    mg_simple_free(&simple);
    mg_source_free(&src);
    if (!blown) {
      ck_assert_msg(status == MGNN_OK, "%s", err.text);
      break;
    }
    ck_assert_int_eq(status, MGNN_ENOMEM);
  }
  ck_assert_int_gt(good, 3);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(lengths_come_from_every_source, COUNT(cases)),
    TEST(missing_labels_and_features_are_asked_for),
    TEST(only_the_default_without_lengths_is_not_given),
    TEST_EACH(stiffness_is_added_up, COUNT(stiff)),
    TEST(stiffness_is_found_unasked),
    TEST(an_unused_weight_is_remarked),
    TEST(an_unused_column_is_remarked),
    TEST(pairs_of_a_table_become_edges),
    TEST_EACH(every_allocation_may_fail, COUNT(costly))
  };

  return unit_run("metric", tests, COUNT(tests), NULL);
}
