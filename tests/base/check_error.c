/* Messages: a failure keeps its status and text, notes their order. */
#include "base/error.h"
#include "base/mem.h"
#include "unit.h"

START_TEST(a_failure_keeps_its_status_and_text)
{
  mgnn_error err;
  char big[2000];

  ck_assert_int_eq(mg_fail(&err, MGNN_EIO, "%s: %d", "f", 3), MGNN_EIO);
  ck_assert_int_eq(err.status, MGNN_EIO);
  ck_assert_str_eq(err.text, "f: 3");
  ck_assert_int_eq(mg_fail(NULL, MGNN_EPARSE, "unwanted"), MGNN_EPARSE);
  ck_assert_int_eq(mg_fail_memory(&err), MGNN_ENOMEM);
  ck_assert_str_eq(err.text, "out of memory");

  memset(big, 'y', sizeof big - 1);
  big[sizeof big - 1] = '\0';
  mg_fail(&err, MGNN_EINVAL, "%s", big);
  ck_assert_uint_eq(strlen(err.text), sizeof err.text - 1);
  ck_assert_str_eq(err.text + sizeof err.text - 5, "y...");
  big[sizeof err.text - 1] = '\0';      /* just fits */
  mg_fail(&err, MGNN_EINVAL, "%s", big);
  ck_assert_str_eq(err.text, big);
}
END_TEST

/* A terminal obeys C1 controls as characters, and some as single bytes; what
 * belongs to a character is left alone. */
START_TEST(terminals_are_told_nothing)
{
  static const char *const text[][2] = {
    { "a\033[31mb\x7f", "a?[31mb?" }, { "a\x9b" "31m", "a?31m" },
    { "\xc2\x9b" "31m", "?31m" }, { "\xc3\x9b", "\xc3\x9b" },
    { "\xc3\x9b\x9b", "\xc3\x9b?" }, { "\xc0\x9b", "\xc0?" },
    { "\xe0\x80\x9b", "\xe0??" }, { "\xe2\x82\xac", "\xe2\x82\xac" },
    { "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80" },
    { "\xf0\x9f\x98", "\xf0??" }, { "\xe2\x80\xae" "x", "?x" },
    { "caf\xe9", "caf\xe9" }
  };

  for (size_t k = 0; k < COUNT(text); k++) {
    char buf[40];

    strcpy(buf, text[k][0]);
    mg_text_sanitize(buf);
    ck_assert_str_eq(buf, text[k][1]);
  }
}
END_TEST

START_TEST(every_status_has_a_text)
{
  for (int a = MGNN_OK; a <= MGNN_ENOCONV; a++) {
    ck_assert_str_ne(mgnn_status_text((mgnn_status)a), "unknown status");
    for (int b = MGNN_OK; b < a; b++)
      ck_assert_str_ne(mgnn_status_text((mgnn_status)a),
                       mgnn_status_text((mgnn_status)b));
  }
  ck_assert_str_eq(mgnn_status_text((mgnn_status)99), "unknown status");
}
END_TEST

START_TEST(notes_are_kept_in_order)
{
  mg_notes notes = { 0 };
  mgnn_error err;
  char big[2000];

  memset(big, 'z', sizeof big - 1);
  big[sizeof big - 1] = '\0';
  ck_assert_int_eq(mg_note(&notes, &err, "first %d", 1), MGNN_OK);
  ck_assert_int_eq(mg_note(&notes, &err, "%s", big), MGNN_OK);
  for (int good = 0; good < 2; good++) {
    mg_fuse_set(good);
    ck_assert_int_eq(mg_note(&notes, &err, "lost"), MGNN_ENOMEM);
    mg_fuse_set(-1);
  }
  ck_assert_int_eq(mg_note(&notes, &err, "last"), MGNN_OK);
  ck_assert_uint_eq(notes.count, 3);
  ck_assert_str_eq(notes.text[0], "first 1");
  ck_assert_uint_eq(strlen(notes.text[1]), 999);
  ck_assert_str_eq(notes.text[1] + 995, "z...");
  ck_assert_str_eq(notes.text[2], "last");
  mg_notes_free(&notes);
  ck_assert_uint_eq(notes.count, 0);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_failure_keeps_its_status_and_text),
    TEST(terminals_are_told_nothing),
    TEST(every_status_has_a_text),
    TEST(notes_are_kept_in_order)
  };

  return unit_run("error", tests, COUNT(tests), NULL);
}
