/* What may follow --metric. */
#include "cli/metric_words.h"
#include "unit.h"

static const struct {
  const char *words;
  mg_metric_spec is;
} good[] = {
  { NULL, { MG_METRIC_DEFAULT, NULL, 0, 0 } },
  { "m.csv", { MG_METRIC_FILE, "m.csv", 0, 0 } },
  { "x:y", { MG_METRIC_FILE, "x:y", 0, 0 } },
  { "attr:w", { MG_METRIC_ATTR, "w", 0, 0 } },
  { "const:2.5", { MG_METRIC_CONST, "2.5", 2.5, 0 } },
  { "labels:0,5", { MG_METRIC_LABELS, "0,5", 0, 5 } },
  { "attention:a", { MG_METRIC_ATTENTION, "a", 0, 0 } },
  { "coords:x.csv", { MG_METRIC_COORDS, "x.csv", 0, 0 } }
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
    "labels:WITHIN,BETWEEN, attention:NAME or coords:FILE" }
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
