/* The stream of bytes and lines, plain and compressed. */
#include "base/mem.h"
#include "io/text/stream.h"
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <zlib.h>

/* Write a compressed file. */
static const char *
put_gz(const char *name, const char *bytes, size_t len)
{
  gzFile out = gzopen(name, "wb");

  ck_assert_ptr_nonnull(out);
  ck_assert_int_eq(gzwrite(out, bytes, (unsigned)len), (int)len);
  ck_assert_int_eq(gzclose(out), Z_OK);
  return name;
}

/* Read all lines into one text, a bar after each; checks their numbers. */
static mgnn_status
lines(const char *path, char *out, mgnn_error *err)
{
  mg_stream s;
  mgnn_status status = mg_stream_open(&s, path, NULL, err);
  size_t count = 0, len;
  char *line;

  *out = '\0';
  if (status != MGNN_OK)
    return status;
  while ((status = mg_stream_line(&s, &line, &len, err)) == MGNN_OK
         && line != NULL) {
    ck_assert_uint_eq(s.line, ++count);
    ck_assert_uint_eq(strlen(line), len);
    memcpy(out, line, len);
    out += len;
    strcpy(out++, "|");
  }
  mg_stream_close(&s);
  return status;
}

START_TEST(lines_end_in_lf_or_crlf_or_the_file)
{
  static const struct { const char *text, *lines; } cases[] = {
    { "", "" }, { "\n", "|" }, { "a", "a|" }, { "a\n", "a|" },
    { "a\nb", "a|b|" }, { "a\r\nb\r\n", "a|b|" }, { "\n\n", "||" },
    { "\r\n\r\n", "||" }, { "a\rb\n", "a\rb|" }, { "a\r", "a|" },
    { "a\r\r\n", "a|" }, { "\r\r\n", "|" },
    { "\xef\xbb\xbf" "a\n", "a|" }, { "\xef\xbb\xbf", "" },
    { "\xef\xbb", "\xef\xbb|" }, { "a\xef\xbb\xbf\n", "a\xef\xbb\xbf|" },
    { "\x1f", "\x1f|" }
  };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char all[100];
    mgnn_error err;

    put("lines.txt", cases[i].text);
    ck_assert_int_eq(lines("lines.txt", all, &err), MGNN_OK);
    ck_assert_str_eq(all, cases[i].lines);
    put_gz("lines.txt", cases[i].text, strlen(cases[i].text));
    ck_assert_int_eq(lines("lines.txt", all, &err), MGNN_OK);
    ck_assert_str_eq(all, cases[i].lines);
  }
}
END_TEST

/* A text of lines whose lengths cross the end of the buffer at every place. */
static char *
long_text(size_t *size)
{
  static const size_t length[] = {
    0, 1, 100, 65535, 65536, 131071, 131072, 131073, 262142, 262143, 262144,
    262145, 3, 524287, 1000003, 0, 2000000, 7
  };
  char *text, *p;

  *size = 0;
  for (size_t i = 0; i < sizeof length / sizeof *length; i++)
    *size += length[i] + 1;
  p = text = malloc(*size + 1);
  for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
    for (size_t k = 0; k < length[i]; k++)
      *p++ = (char)('a' + (i + k * k) % 26);
    *p++ = '\n';
  }
  *p = '\0';
  return text;
}

START_TEST(lines_of_any_length_pass_plain_and_compressed)
{
  size_t size;
  char *text = long_text(&size), *all = malloc(size + 1);
  mgnn_error err;

  for (int gz = 0; gz < 2; gz++) {
    if (gz)
      put_gz("long", text, size);
    else
      put_bytes("long", text, size);
    ck_assert_int_eq(lines("long", all, &err), MGNN_OK);
    for (size_t i = 0; i < size; i++)
      if (all[i] == '|')
        all[i] = '\n';
    ck_assert_int_eq(memcmp(all, text, size), 0);
  }
  free(text);
  free(all);
}
END_TEST

/* Reading on while keeping a piece, as readers of tokens do: the bytes from
 * `keep` on stay the same wherever they move. */
START_TEST(kept_bytes_survive_reading_on)
{
  size_t size, done = 0;
  char *text = long_text(&size);
  mgnn_error err;
  mg_stream s;

  put_gz("kept", text, size);
  ck_assert_int_eq(mg_stream_open(&s, "kept", NULL, &err), MGNN_OK);
  while (done < size) {
    size_t piece = 1 + done * 7 % 300000;
    char *keep = s.p;

    if (piece > size - done)
      piece = size - done;
    while ((size_t)(s.end - s.p) < piece) {
      size_t before = (size_t)(s.end - s.p);

      ck_assert_int_eq(mg_stream_more(&s, &keep, &err), MGNN_OK);
      ck_assert_ptr_eq(s.p, keep);
      ck_assert_int_eq(*s.end, 0);
      ck_assert(s.done == ((size_t)(s.end - s.p) == before));
    }
    ck_assert_int_eq(memcmp(keep, text + done, piece), 0);
    s.p += piece;
    done += piece;
  }
  mg_stream_close(&s);
  free(text);
}
END_TEST

START_TEST(compressed_pieces_in_one_file_are_one_text)
{
  char all[100];
  mgnn_error err;

  put_gz("a.gz", "one\ntw", 6);
  put_gz("b.gz", "o\nthree\n", 8);
  ck_assert_int_eq(system("cat a.gz b.gz >c.gz"), 0);
  ck_assert_int_eq(lines("c.gz", all, &err), MGNN_OK);
  ck_assert_str_eq(all, "one|two|three|");
}
END_TEST

/* The second part begins with what is none; zeros are no part. */
START_TEST(a_damaged_second_part_is_no_end)
{
  static const char *const wrong[] = { "x", "\037", "\037\213", "\035\213\010",
                                       "\037x", "rubbish\n" };
  char all[100];
  mgnn_error err;

  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    put_gz("a.gz", "one\n", 4);
    put("b", wrong[k]);
    ck_assert_int_eq(system("cat a.gz b >c.gz"), 0);
    ck_assert_int_eq(lines("c.gz", all, &err), MGNN_EPARSE);
    ck_assert_int_eq(strncmp(err.text, "c.gz: the compressed data ", 26), 0);
    ck_assert_int_eq(system("head -c 70000 /dev/zero | cat a.gz - b >c.gz"), 0);
    ck_assert_int_eq(lines("c.gz", all, &err), MGNN_EPARSE);
  }
  ck_assert_int_eq(system("head -c 70000 /dev/zero | cat a.gz - >c.gz"), 0);
  ck_assert_int_eq(lines("c.gz", all, &err), MGNN_OK);
  ck_assert_str_eq(all, "one|");
}
END_TEST

/* Wherever a compressed file is cut off, that is noticed; cut so short that
 * its two magic bytes are not there, it is plain text. */
START_TEST(cut_off_compressed_files_are_refused)
{
  char text[400], packed[1000], *all = malloc(sizeof text + 100);
  mgnn_error err;
  size_t size;
  FILE *in;

  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (char)(i % 20 == 19 ? '\n' : 'a' + i * i % 17);
  put_gz("whole.gz", text, sizeof text);
  in = fopen("whole.gz", "rb");
  size = fread(packed, 1, sizeof packed, in);
  ck_assert(size > 20 && size < sizeof packed);
  fclose(in);
  for (size_t len = 2; len < size; len++) {
    put_bytes("cut.gz", packed, len);
    ck_assert_msg(lines("cut.gz", all, &err) == MGNN_EPARSE,
                  "cut after %zu bytes", len);
    ck_assert_str_eq(err.text, "cut.gz: the compressed data ends early");
  }
  /* A changed byte in the checksum. */
  packed[size - 6] ^= 1;
  put_bytes("bad.gz", packed, size);
  ck_assert_int_eq(lines("bad.gz", all, &err), MGNN_EPARSE);
  ck_assert_str_eq(err.text, "bad.gz: the compressed data is damaged "
                   "(incorrect data check)");
  free(all);
}
END_TEST

START_TEST(what_cannot_be_opened_is_named)
{
  mgnn_error err;
  mg_stream s;

  ck_assert_int_eq(mg_stream_open(&s, "absent", NULL, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, "absent: No such file or directory");
  ck_assert_ptr_null(s.buf);
  ck_assert_int_eq(mg_stream_open(&s, ".", NULL, &err), MGNN_EIO);
  ck_assert_str_eq(err.text, ".: is a directory");
  ck_assert_int_eq(mg_stream_open(&s, "absent", NULL, NULL), MGNN_EIO);
}
END_TEST

/* In either byte order: characters of one to four bytes in UTF-8, half a pair, half a
 * unit at the end. */
START_TEST(utf16_is_read)
{
  static const unsigned units[] = { 0xfeff, 'a', 0xe9, '\n', 0x4e2d, 0xd83d, 0xde00,
                                    0xd83d, 'b' };

  for (int big = 0; big < 2; big++) {
    char bytes[2 * sizeof units / sizeof *units + 1], all[100];
    const mg_limits limits = { .memory = bytes, .size = sizeof bytes };
    mgnn_error err;
    mg_stream s;
    char *line;
    size_t len, used = 0;

    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
      bytes[2 * k + !big] = (char)(units[k] >> 8);
      bytes[2 * k + big] = (char)units[k];
    }
    bytes[sizeof bytes - 1] = 'x';
    ck_assert_int_eq(mg_stream_open(&s, "wide", &limits, &err), MGNN_OK);
    for (;;) {
      ck_assert_int_eq(mg_stream_line(&s, &line, &len, &err), MGNN_OK);
      if (line == NULL)
        break;
      used += (size_t)sprintf(all + used, "%s|", line);
    }
    ck_assert_str_eq(all, "a\xc3\xa9|\xe4\xb8\xad\xf0\x9f\x98\x80\xef\xbf\xbd" "b|");
    mg_stream_close(&s);
  }
}
END_TEST

START_TEST(standard_input_is_a_stream_too)
{
  char all[100];
  mgnn_error err;
  int host = dup(0), fd;

  put("in", "x\ny\n");
  fd = open("in", O_RDONLY);
  ck_assert_int_eq(dup2(fd, 0), 0);
  ck_assert_int_eq(lines("-", all, &err), MGNN_OK);
  ck_assert_str_eq(all, "x|y|");
  /* It was read through a copy and is still open. */
  ck_assert_int_ge(fcntl(0, F_GETFD), 0);
  put_bytes("in", "\xff\xfez", 4);
  ck_assert_int_eq((int)lseek(0, 0, SEEK_SET), 0);
  ck_assert_int_eq(lines("-", all, &err), MGNN_OK);
  ck_assert_str_eq(all, "z|");
  close(fd);
  dup2(host, 0);
  close(host);
}
END_TEST

START_TEST(a_stream_survives_allocation_failure)
{
  size_t size;
  char *text = long_text(&size), *all = malloc(size + 1);
  mgnn_status status;
  mgnn_error err;
  long good = 0;

  put_bytes("long", text, size);
  do {
    mg_fuse_set(good++);
    status = lines("long", all, &err);
    ck_assert(status == (mg_fuse_blown() ? MGNN_ENOMEM : MGNN_OK));
  } while (status != MGNN_OK);
  mg_fuse_set(-1);
  ck_assert_int_gt(good, 2);
  free(text);
  free(all);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(lines_end_in_lf_or_crlf_or_the_file),
    TEST(lines_of_any_length_pass_plain_and_compressed),
    TEST(kept_bytes_survive_reading_on),
    TEST(compressed_pieces_in_one_file_are_one_text),
    TEST(a_damaged_second_part_is_no_end),
    TEST(cut_off_compressed_files_are_refused),
    TEST(what_cannot_be_opened_is_named),
    TEST(utf16_is_read),
    TEST(standard_input_is_a_stream_too),
    TEST(a_stream_survives_allocation_failure)
  };

  return unit_run("stream", tests, COUNT(tests), NULL);
}
