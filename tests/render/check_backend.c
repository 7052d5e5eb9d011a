/* Every backend draws every scene: odd positions and pages, the same bytes
 * again, failed writes, no memory. */
#include "render/compose/sheet.h"
#include "fuse.h"
#include "sample.h"
#include "unit.h"

#include <math.h>

/* Nothing of what a drawing can be brings a backend down, and every node is on
 * the page. */
START_TEST(odd_positions_are_drawn)
{
  static const double points[][6] = {
    { 0, 0, 0, 0, 0, 0 },              /* all at one point */
    { 1, 1, 2, 2, 3, 3 },              /* on a line */
    { 0, 5, 0, 6, 0, 7 },              /* on a vertical line */
    { 1e300, -1e300, -1e300, 1e300, 0, 0 },
    { 1.7e308, 0, -1.7e308, 0, 0, 1.7e308 },
    { 1e-300, 0, 0, 2e-300, -1e-300, 0 },
    { 5e-324, 0, 0, 5e-324, 0, 0 },    /* the smallest there are */
    { 1e15, 1e15 + 0.125, 1e15, 1e15, 1e15, 1e15 },
    { NAN, 1, 1, NAN, 0, 0 },
    { INFINITY, 0, -INFINITY, 1, 0, 0 },
    { NAN, NAN, NAN, NAN, NAN, NAN }
  };
  static const unsigned ends[] = { 0, 1, 1, 2 };
  static const char *const names[] = { "one", "two", "three" };

  for (size_t k = 0; k < sizeof points / sizeof points[0]; k++)
    for (size_t n = 0; n <= 3; n++) {
      mg_picture pic = { .n = n, .m = n > 0 ? n - 1 : 0, .xy = points[k],
                         .ends = ends, .names = names };
      mg_style style = plain_style();
      mg_scene scene;
      const mg_panel *p;

      style.labels = k % 2 == 0;
      scene = scene_of(&pic, &style, NULL);
      p = panel_named(&scene, "drawing");
      for (size_t r = 0; r < p->node_runs; r++)
        for (size_t i = 0; i < p->nodes[r].count; i++) {
          mg_point at = p->nodes[r].dot[i].at;

          ck_assert_msg(at.x > 0 && at.x < 80000 && at.y > 0
                        && at.y < 80000, "case %zu: %d %d", k, at.x, at.y);
        }
      for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
        blob out = draw(b, &scene, some_meta);

        ck_assert_uint_gt(out.len, 100);
        free(out.bytes);
      }
      mg_scene_free(&scene);
    }
}
END_TEST

START_TEST(odd_pages_are_drawn)
{
  static const double pages[][2] = { { 1, 1 }, { 5, 3000 }, { 2000, 4 },
                                     { 33.3, 47.1 } };

  for (size_t k = 0; k < 4; k++) {
    sample s = sample_new(10, 10, 4);
    mg_style style = plain_style();
    mg_scene scene;

    style.width = pages[k][0];
    style.height = pages[k][1];
    style.title = "a title that is too long for this page";
    style.labels = 1;
    style.background = k % 2 ? "none" : "#ff000080";
    s.pic.caption = s.pic.note = "a caption";
    scene = scene_of(&s.pic, &style, NULL);
    for (const mg_backend *b = mg_backends; b->name != NULL; b++)
      free(draw(b, &scene, NULL).bytes);
    mg_scene_free(&scene);
    sample_free(&s);
  }
}
END_TEST

START_TEST(same_scene_gives_same_bytes)
{
  sample s = sample_new(50, 120, 14);
  mg_style style = plain_style();

  style.labels = 1;
  style.title = "again";
  for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
    mg_scene one = scene_of(&s.pic, &style, NULL);
    mg_scene two = scene_of(&s.pic, &style, NULL);
    blob first = draw(b, &one, some_meta), second;

    usleep(b->name[0] == 's' ? 0 : 1100000);   /* a clock would show */
    second = draw(b, &two, some_meta);
    ck_assert_uint_eq(first.len, second.len);
    ck_assert_msg(memcmp(first.bytes, second.bytes, first.len) == 0, "%s",
                  b->name);
    free(first.bytes);
    free(second.bytes);
    mg_scene_free(&one);
    mg_scene_free(&two);
  }
  sample_free(&s);
}
END_TEST

START_TEST(failed_writes_stick_to_the_file)
{
  sample s = sample_new(50, 120, 0);
  mg_style style = plain_style();
  mg_scene scene = scene_of(&s.pic, &style, NULL);

  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    for (int buffered = 0; buffered < 2; buffered++) {
      FILE *full = fopen("/dev/full", "w");
      mgnn_error err = { MGNN_OK, "" };

      if (full == NULL)
        return;                /* not every system has it */
      if (!buffered)
        setvbuf(full, NULL, _IONBF, 0);
      ck_assert_msg(b->draw(&scene, NULL, full, &err) == MGNN_OK, "%s: %s",
                    b->name, err.text);
      ck_assert(fflush(full) != 0 || ferror(full));
      fclose(full);
    }
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

START_TEST(fuse)
{
  sample s = sample_new(20, 40, 40);
  mg_style style = plain_style();
  mg_picture pics[4];
  mg_scene scene;
  mgnn_error err;

  style.labels = 1;
  style.title = "short of memory";
  s.pic.caption = s.pic.note = "a caption";
  for (int k = 0; k < 4; k++)
    pics[k] = s.pic;
  for (int sheet = 0; sheet < 2; sheet++)
    for (long good = 0;; good++) {
      mgnn_status status;

      mg_fuse_set(good);
      status = sheet ? mg_sheet_build(&scene, pics, 2, 2, NULL, &style, &err)
                     : mg_scene_build(&scene, &s.pic, &style, NULL, &err);
      if (fuse_held(status)) {
        if (!sheet)
          mg_scene_free(&scene);
        break;
      }
      ck_assert_str_eq(err.text, "out of memory");
      ck_assert_ptr_null(scene.panel);
    }
  /* The last scene built is a sheet; now the backends. */
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    for (long good = 0;; good++) {
      FILE *null = fopen("/dev/null", "w");
      mgnn_status status;

      mg_fuse_set(good);
      status = b->draw(&scene, some_meta, null, &err);
      fclose(null);
      if (fuse_held(status))
        break;
    }
  mg_scene_free(&scene);
  sample_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(odd_positions_are_drawn),
    TEST(odd_pages_are_drawn),
    TEST(same_scene_gives_same_bytes),
    TEST(failed_writes_stick_to_the_file),
    TEST(fuse)
  };
  const unit_needs needs = { .seconds = 400 };

  return unit_run("backend", tests, COUNT(tests), &needs);
}
