/* PNG, read back by libpng, and compared with SVG through librsvg. */
#include "image.h"
#include "sample.h"
#include "scratch.h"
#include "unit.h"

static image
png_of(const mg_scene *scene, const mg_meta *meta)
{
  blob png = draw(backend("png"), scene, meta);

  put_bytes("x.png", png.bytes, png.len);
  free(png.bytes);
  return image_read("x.png");
}

START_TEST(png_says_what_it_is)
{
  sample s = sample_new(5, 5, 0);
  mg_style style = plain_style();
  mg_scene scene;
  image im;

  style.width = 200;
  style.height = 100;
  style.dpi = 192;
  style.title = "A title";
  scene = scene_of(&s.pic, &style, NULL);
  im = png_of(&scene, some_meta);
  ck_assert_uint_eq(im.width, 400);
  ck_assert_uint_eq(im.height, 200);
  ck_assert_int_eq(im.channels, 3);
  ck_assert_uint_eq(im.per_metre, 7559);       /* 192 / 0.0254 */
  ck_assert_int_eq(im.timed, 0);
  ck_assert_int_eq(im.texts, 4);
  ck_assert_str_eq(im.text[0], "command=mgnn-layout a.gml -o <x>.svg");
  ck_assert_str_eq(im.text[1], "seed=1");
  ck_assert_str_eq(im.text[2], "label=Stra\xc3\x9f" "e & \"Weg\"");
  ck_assert_str_eq(im.text[3], "Title=A title");
  free(im.pixel);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(png_background_may_be_clear)
{
  sample s = sample_new(1, 0, 0);
  mg_style style = plain_style();
  mg_scene scene;
  image im;
  const unsigned char *middle;

  style.width = style.height = 100;
  style.background = "none";
  scene = scene_of(&s.pic, &style, NULL);
  im = png_of(&scene, NULL);
  ck_assert_int_eq(im.channels, 4);
  ck_assert_int_eq(im.pixel[3], 0);
  middle = im.pixel + 4 * (50 * 100 + 50);
  ck_assert_int_eq(middle[0], 0x00);
  ck_assert_int_eq(middle[1], 0x72);
  ck_assert_int_eq(middle[2], 0xb2);
  ck_assert_int_eq(middle[3], 255);
  free(im.pixel);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(too_large_png_is_refused)
{
  sample s = sample_new(2, 1, 0);
  mg_style style = plain_style();
  mg_scene scene;
  mgnn_error err;
  blob out;
  FILE *f = open_memstream(&out.bytes, &out.len);

  style.dpi = 9600;
  scene = scene_of(&s.pic, &style, NULL);
  ck_assert_int_eq(backend("png")->draw(&scene, NULL, f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "a picture of 80000 x 80000 pixels is too large "
                   "for PNG: at most 32767 on a side; choose a smaller page or "
                   "resolution, or SVG or PDF");
  fclose(f);
  ck_assert_uint_eq(out.len, 0);
  free(out.bytes);
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

/* Small and large graphs, so that both forms of edges are seen. */
START_TEST(png_and_svg_show_the_same)
{
  static const size_t nodes[] = { 3, 40, 2000 }, edges[] = { 3, 100, 8000 };

  if (!have("rsvg-convert")) {
    fprintf(stderr, "# skipped: rsvg-convert is not there\n");
    return;
  }
  for (int k = 0; k < 3; k++) {
    sample s = sample_new(nodes[k], edges[k], k == 1 ? 30 : 0);
    mg_style style = plain_style();
    mg_scene scene;
    blob svg;
    image a, b;

    style.labels = k < 2;
    style.title = "twice";
    style.palette = k == 1 ? "paper" : "safe";
    scene = scene_of(&s.pic, &style, NULL);
    svg = draw(backend("svg"), &scene, NULL);
    put_bytes("a.svg", svg.bytes, svg.len);
    ck_assert_int_eq(system("rsvg-convert a.svg -o a.png"), 0);
    a = image_read("a.png");
    b = png_of(&scene, NULL);
    /* Thin lines and small letters are smoothed in different ways: that is
     * most where there are words everywhere. */
    ck_assert_double_lt(difference(&a, &b), k == 1 ? 1.5 : 1.1);
    free(a.pixel);
    free(b.pixel);
    free(svg.bytes);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(png_says_what_it_is),
    TEST(png_background_may_be_clear),
    TEST(too_large_png_is_refused),
    TEST(png_and_svg_show_the_same)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("draw_png", tests, COUNT(tests), &needs);
}
