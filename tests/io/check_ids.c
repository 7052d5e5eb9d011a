/* The table of ids, whole numbers distinguished from texts, and tokens that are met in
 * one piece of a file after the other. */
#include "base/number.h"
#include "io/read/read.h"
#include "io/text/stream.h"
#include "io/tokens.h"
#include "unit.h"

/* Against a slow search, over ids of all sizes in a scattered order. */
START_TEST(ids_are_found_again)
{
  enum { COUNT = 3000 };
  static int64_t id[COUNT];
  mg_ids ids = { 0 };
  uint64_t state = 1;

  for (uint32_t k = 0; k < COUNT; k++) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    id[k] = k % 3 == 0 ? (int64_t)state : k % 3 == 1 ? (int64_t)(state >> 48)
            : -(int64_t)(state >> 40) * 4096;
    if (mg_ids_find(&ids, id[k]) != MG_NAMES_NONE)
      id[k] = INT64_MIN + k;   /* was there already */
    ck_assert_uint_eq(mg_ids_find(&ids, id[k]), MG_NAMES_NONE);
    ck_assert_int_eq(mg_ids_add(&ids, id[k], k, NULL), MGNN_OK);
  }
  for (uint32_t k = 0; k < COUNT; k++) {
    char text[30];

    ck_assert_uint_eq(mg_ids_find(&ids, id[k]), k);
    sprintf(text, "%lld", (long long)id[k]);
    ck_assert_uint_eq(mg_ids_find_text(&ids, text, strlen(text)), k);
  }
  mg_ids_free(&ids);
}
END_TEST

START_TEST(whole_numbers_are_distinguished_from_texts)
{
  static const struct {
    const char *text;
    int is_whole;
    int64_t whole;
  } row[] = {
    { "0", 1, 0 }, { "-3", 1, -3 }, { "12", 1, 12 },
    { "9223372036854775807", 1, INT64_MAX },
    { "-9223372036854775808", 1, INT64_MIN },
    { "9223372036854775808", 0, 0 }, { "-9223372036854775809", 0, 0 },
    { "99999999999999999999", 0, 0 }, { "", 0, 0 }, { "-", 0, 0 },
    { "-0", 0, 0 }, { "007", 0, 0 }, { "+1", 0, 0 }, { "1.0", 0, 0 },
    { "1a", 0, 0 }, { " 1", 0, 0 }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    int64_t whole = 0;

    ck_assert_int_eq(mg_ids_integer(row[k].text, strlen(row[k].text), &whole),
                     row[k].is_whole);
    ck_assert(whole == row[k].whole || !row[k].is_whole);
  }
}
END_TEST

START_TEST(tokens_keep_their_numbers_and_spelling)
{
  static const char *const text[] = { "7", "a", "-12", "007", "9000000000", "b c", "0" };
  mg_tokens tokens = { 0 };
  char buf[MG_NUMBER_MAX];
  uint32_t at;

  for (int pass = 0; pass < 2; pass++)
    for (uint32_t k = 0; k < COUNT(text); k++) {
      ck_assert_int_eq(mg_tokens_add(&tokens, text[k], 10 * pass + k, &at, NULL),
                       MGNN_OK);
      ck_assert_uint_eq(at, k);
      ck_assert_str_eq(mg_tokens_text(&tokens, k, buf), text[k]);
      ck_assert_uint_eq(tokens.place[k], k);    /* of the first time */
    }
  ck_assert_uint_eq(tokens.count, COUNT(text));
  mg_tokens_free(&tokens);
}
END_TEST

static mgnn_status
piece_read(mg_source *src, const char *body, mg_tokens *tokens, uint64_t place)
{
  static const char head[] = "source,target,length\n";
  const mg_piece piece = { head, body, strlen(head), strlen(body), 2, tokens, place,
                           strlen(head), 0 };
  mgnn_status status;

  *src = (mg_source){ .path = "pieces.csv" };
  mg_limits_init(&src->limits);
  src->limits.piece = &piece;
  status = mg_read_table(src, src->path, NULL);
  src->limits.piece = NULL;
  src->path = NULL;
  return status;
}

/* By hand: x y 3 and 1 are tokens 0 to 3; the second piece brings z and 2. */
START_TEST(pieces_of_a_file_share_their_tokens)
{
  static const unsigned first[] = { 0, 1, 2, 3 }, second[] = { 1, 4, 3, 5, 4, 0 };
  static const char *const text[] = { "x", "y", "3", "1", "z", "2" };
  mg_tokens tokens = { 0 };
  mg_source src;
  char buf[MG_NUMBER_MAX];

  ck_assert_int_eq(piece_read(&src, "x,y,1\n3,1,2\n", &tokens, 100), MGNN_OK);
  ck_assert_uint_eq(src.m, 2);
  ck_assert_mem_eq(src.ends, first, sizeof first);
  mg_source_free(&src);
  ck_assert_int_eq(piece_read(&src, "y,z,1\n1,2,2\nz,x,4\n", &tokens, 200), MGNN_OK);
  ck_assert_uint_eq(src.m, 3);
  ck_assert_mem_eq(src.ends, second, sizeof second);
  ck_assert_double_eq(src.edge.column[0].number[2], 4);
  mg_source_free(&src);
  ck_assert_uint_eq(tokens.count, COUNT(text));
  for (size_t k = 0; k < COUNT(text); k++) {
    ck_assert_str_eq(mg_tokens_text(&tokens, k, buf), text[k]);
    ck_assert_uint_eq(tokens.place[k], k < 4 ? 100 + k : 200 + k - 4);
  }
  ck_assert_int_ne(piece_read(&src, "w,z,1\n1,2\n", &tokens, 300), MGNN_OK);
  mg_source_free(&src);
  mg_tokens_free(&tokens);     /* the tokens are whole after a failure too */
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(tokens_keep_their_numbers_and_spelling),
    TEST(pieces_of_a_file_share_their_tokens),
    TEST(ids_are_found_again),
    TEST(whole_numbers_are_distinguished_from_texts)
  };

  return unit_run("ids", tests, COUNT(tests), NULL);
}
