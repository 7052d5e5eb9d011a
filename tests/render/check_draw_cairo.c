/* PDF, drawn by Cairo. */
#define _GNU_SOURCE            /* memmem */
#include "sample.h"
#include "unit.h"

START_TEST(pdf_has_no_date)
{
  sample s = sample_new(5, 5, 0);
  mg_style style = plain_style();
  mg_scene scene;
  blob pdf;

  style.title = "A title";
  scene = scene_of(&s.pic, &style, NULL);
  pdf = draw(backend("pdf"), &scene, some_meta);
  ck_assert_int_eq(strncmp(pdf.bytes, "%PDF-", 5), 0);
  ck_assert_ptr_nonnull(memmem(pdf.bytes, pdf.len, "%%EOF", 5));
  ck_assert_ptr_null(memmem(pdf.bytes, pdf.len, "CreationDate", 12));
  ck_assert_ptr_nonnull(memmem(pdf.bytes, pdf.len, "A title", 7));
  /* 800 CSS pixels are 600 points */
  ck_assert_ptr_nonnull(memmem(pdf.bytes, pdf.len, "0 0 600 600", 11));
  free(pdf.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(pdf_has_no_date)
  };

  return unit_run("draw_cairo", tests, COUNT(tests), NULL);
}
