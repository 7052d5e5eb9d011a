/* Parameters of callers that know fewer members, or more. */
#include "base/error.h"
#include "unit.h"

#include <string.h>

typedef struct {
  size_t size;
  double a;
} first_version;

typedef struct {
  size_t size;
  double a, b;
} here;

typedef struct {
  size_t size;
  double a, b, c;
} next_version;

static const here defaults = { .a = 1, .b = 2 };
static const mg_params_kind kind = { "mgnn_some_params", sizeof(here),
                                     sizeof(first_version), &defaults };

START_TEST(an_older_caller_gets_the_defaults_of_what_it_does_not_know)
{
  struct {
    first_version par;
    double after;
  } old = { .after = 7 };
  here own;

  mg_params_init(&kind, &old.par, sizeof old.par);
  ck_assert_double_eq(old.par.a, 1);
  ck_assert_double_eq(old.after, 7);
  old.par.a = 5;
  ck_assert_int_eq(mg_params_take(&kind, &own, &old.par, NULL), MGNN_OK);
  ck_assert_double_eq(own.a, 5);
  ck_assert_double_eq(own.b, 2);
}
END_TEST

START_TEST(a_newer_caller_is_served_unless_it_sets_what_is_new)
{
  next_version par;
  here own;
  mgnn_error err;

  memset(&par, 255, sizeof par);
  mg_params_init(&kind, &par, sizeof par);
  ck_assert_double_eq(par.c, 0);
  par.b = 3;
  ck_assert_int_eq(mg_params_take(&kind, &own, &par, &err), MGNN_OK);
  ck_assert_double_eq(own.b, 3);
  ck_assert_uint_eq(own.size, sizeof own);
  par.c = 1;
  ck_assert_int_eq(mg_params_take(&kind, &own, &par, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "mgnn_some_params"));
  ck_assert_ptr_nonnull(strstr(err.text, "newer library"));
}
END_TEST

START_TEST(without_parameters_there_are_the_defaults)
{
  here own;

  ck_assert_int_eq(mg_params_take(&kind, &own, NULL, NULL), MGNN_OK);
  ck_assert_double_eq(own.a, 1);
  ck_assert_double_eq(own.b, 2);
}
END_TEST

static const size_t none[] = { 0, sizeof(size_t), sizeof(first_version) - 1,
                               (size_t)-1 };

START_TEST(what_was_never_initialised_is_refused)
{
  here par = { .size = none[_i] }, own;
  mgnn_error err;

  ck_assert_int_eq(mg_params_take(&kind, &own, &par, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "call mgnn_some_params_init first"));
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(an_older_caller_gets_the_defaults_of_what_it_does_not_know),
    TEST(a_newer_caller_is_served_unless_it_sets_what_is_new),
    TEST(without_parameters_there_are_the_defaults),
    TEST_EACH(what_was_never_initialised_is_refused, COUNT(none))
  };

  return unit_run("params", tests, COUNT(tests), NULL);
}
