/* What may follow --metric. */
#include "problem/metric.h"
#include "unit.h"

static const struct {
  const char *words;
  mg_metric_spec is;
  const char *similarity;      /* NULL: it is none */
} good[] = {
  { NULL, { .kind = MG_METRIC_DEFAULT }, NULL },
  { "m.csv", { .kind = MG_METRIC_FILE, .name = "m.csv" }, NULL },
  { "./x:y", { .kind = MG_METRIC_FILE, .name = "./x:y" }, NULL },
  { "attr:w", { .kind = MG_METRIC_ATTR, .name = "w" }, NULL },
  { "const:2.5", { .kind = MG_METRIC_CONST, .name = "2.5", .a = 2.5 }, NULL },
  { "labels:0,5", { .kind = MG_METRIC_LABELS, .name = "0,5", .b = 5 }, NULL },
  { "attention:a", { .kind = MG_METRIC_ATTENTION, .name = "a" }, NULL },
  { "coords:x.csv", { .kind = MG_METRIC_COORDS, .name = "x.csv" }, NULL },
  { "walk:5", { .kind = MG_METRIC_WALK, .name = "5", .a = 5 }, NULL },
  { "inverse:w", { .kind = MG_METRIC_SIMILARITY, .name = "w" }, "inverse" },
  { "neglog:a:b", { .kind = MG_METRIC_SIMILARITY, .name = "a:b" }, "neglog" },
  { "complement:w", { .kind = MG_METRIC_SIMILARITY, .name = "w" },
    "complement" },
  { "jaccard", { .kind = MG_METRIC_SIMILARITY, .name = "" }, "jaccard" },
  { "./jaccard", { .kind = MG_METRIC_FILE, .name = "./jaccard" }, NULL },
  { "jaccard.csv", { .kind = MG_METRIC_FILE, .name = "jaccard.csv" }, NULL },
  { "inverse", { .kind = MG_METRIC_FILE, .name = "inverse" }, NULL }
};

START_TEST(words_name_a_metric)
{
  const mg_metric_spec *want = &good[_i].is;
  mg_metric_spec spec;

  ck_assert_int_eq(mg_metric_parse(&spec, good[_i].words, NULL), MGNN_OK);
  ck_assert_int_eq(spec.kind, want->kind);
  ck_assert_pstr_eq(spec.name, want->name);
  ck_assert_double_eq(spec.a, want->a);
  ck_assert_double_eq(spec.b, want->b);
  ck_assert_pstr_eq(spec.similarity != NULL ? spec.similarity->name : NULL,
                    good[_i].similarity);
}
END_TEST

static const struct {
  const char *words, *message;
} bad[] = {
  { "const:-1", "--metric \"const:-1\": \"-1\" is negative; lengths are not" },
  { "const:inf", "--metric \"const:inf\": \"inf\" is not a finite number" },
  { "const:", "--metric \"const:\": write const:X, with a length" },
  { "labels:1", "--metric \"labels:1\": write labels:WITHIN,BETWEEN, with two "
    "lengths" },
  { "labels:1,", "--metric \"labels:1,\": \"\" is not a finite number" },
  { "labels:x,2", "--metric \"labels:x,2\": \"x\" is not a finite number" },
  { "attr:", "--metric \"attr:\": write attr:NAME, with the name of an edge "
    "attribute" },
  { "attention:", "--metric \"attention:\": write attention:NAME, with the name "
    "of an edge attribute" },
  { "coords:", "--metric \"coords:\": write coords:FILE, with a table of "
    "positions" },
  { "", "--metric \"\": write a file, or attr:NAME, const:X, "
    "labels:WITHIN,BETWEEN, attention:NAME, coords:FILE, walk:T, inverse:NAME, "
    "neglog:NAME, complement:NAME or jaccard" },
  { "neglog:", "--metric \"neglog:\": write neglog:NAME, with the name of an edge "
    "attribute" },
  { "walk:0", "--metric \"walk:0\": write walk:T, with a number of steps from 1 "
    "to 1000" },
  { "walk:x", "--metric \"walk:x\": write walk:T, with a number of steps from 1 "
    "to 1000" }
};

START_TEST(other_words_are_refused)
{
  mg_metric_spec spec;
  mgnn_error err;

  ck_assert_int_eq(mg_metric_parse(&spec, bad[_i].words, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, bad[_i].message);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(words_name_a_metric, COUNT(good)),
    TEST_EACH(other_words_are_refused, COUNT(bad))
  };

  return unit_run("metric_words", tests, COUNT(tests), NULL);
}
