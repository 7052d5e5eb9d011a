/* Colours by name, palettes and scales. */
#include "render/canvas/palette.h"
#include "unit.h"

#include <math.h>

START_TEST(colours_are_read_in_every_form)
{
  static const struct {
    const char *text;
    mg_colour want;
  } row[] = {
    { "#fff", { 255, 255, 255, 255 } },
    { "#1a2", { 0x11, 0xaa, 0x22, 255 } },
    { "#1a2c", { 0x11, 0xaa, 0x22, 0xcc } },
    { "#0072B2", { 0, 0x72, 0xb2, 255 } },
    { "#0072b280", { 0, 0x72, 0xb2, 0x80 } },
    { "black", { 0, 0, 0, 255 } },
    { "SteelBlue", { 70, 130, 180, 255 } },
    { "yellowgreen", { 154, 205, 50, 255 } },
    /* Where CSS and X11 differ. */
    { "green", { 0, 128, 0, 255 } },
    { "gray", { 128, 128, 128, 255 } },
    { "maroon", { 128, 0, 0, 255 } },
    { "purple", { 128, 0, 128, 255 } },
    { "rebeccapurple", { 0x66, 0x33, 0x99, 255 } },
    { "none", { 0, 0, 0, 0 } },
    { "transparent", { 0, 0, 0, 0 } }
  };

  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    mg_colour got = { 1, 2, 3, 4 };

    ck_assert_int_eq(mg_colour_parse(row[k].text, &got, NULL), MGNN_OK);
    ck_assert_msg(memcmp(&got, &row[k].want, sizeof got) == 0, "%s",
                  row[k].text);
  }
}
END_TEST

START_TEST(what_is_no_colour_is_refused)
{
  static const char *const bad[] = { "", "#", "#12", "#12345", "#1234567",
                                     "#ggg", "blu", "bluee", "#fff ", "\xff" };
  mgnn_error err;

  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    mg_colour got = { 1, 2, 3, 4 };

    ck_assert_int_eq(mg_colour_parse(bad[k], &got, &err), MGNN_EINVAL);
    ck_assert_int_eq(got.b, 3);
  }
  mg_colour_parse("blu", &(mg_colour){ 0, 0, 0, 0 }, &err);
  ck_assert_str_eq(err.text, "'blu' is not a colour: write #rgb, #rrggbb, "
                   "#rrggbbaa, a CSS colour name such as 'steelblue', or "
                   "'none'");
}
END_TEST

START_TEST(colours_of_a_palette_differ)
{
  for (const mg_palette *p = mg_palettes; p->name != NULL; p++) {
    ck_assert_uint_gt(p->count, 0);
    ck_assert_uint_le(p->count, MG_PALETTE_MAX);
    for (size_t i = 0; i < p->count; i++)
      for (size_t j = 0; j < i; j++)
        ck_assert_msg(p->node[i] != p->node[j], "%s: %zu, %zu", p->name, i, j);
  }
}
END_TEST

/* What somebody without one kind of cones sees of a colour, in linear light:
 * Vienot, Brettel and Mollon 1999.  kind 0: without L, 1: without M. */
static void
seen_without(int kind, mg_colour c, double *out)
{
  static const double keep[2][2] = { { 0.11238, 0.88762 },
                                     { 0.29275, 0.70725 } };
  double r = pow(c.r / 255.0, 2.2), g = pow(c.g / 255.0, 2.2);

  out[0] = out[1] = keep[kind][0] * r + keep[kind][1] * g;
  out[2] = pow(c.b / 255.0, 2.2);
  for (int k = 0; k < 3; k++)
    out[k] = pow(out[k], 1 / 2.2);
}

START_TEST(scales_are_read_by_the_colour_blind)
{
  for (const mg_scale *s = mg_scales; s->name != NULL; s++) {
    int diverging = strcmp(s->name, "diverging") == 0;

    ck_assert_ptr_eq(mg_scale_find(s->name, s->dark), s);
    for (int k = 0; k < 40; k++) {
      mg_colour a = mg_scale_colour(s, k / 40.0);
      mg_colour b = mg_scale_colour(s, (k + 1) / 40.0);
      double rise = mg_colour_lightness(b) - mg_colour_lightness(a);
      int up = !diverging || (k < 20) != s->dark;

      ck_assert_msg(up ? rise > 0 : rise < 0, "%s %d, step %d", s->name,
                    s->dark, k);
    }
    for (int kind = 0; diverging && kind < 2; kind++)
      for (double t = 0.1; t <= 0.5; t += 0.1) {
        double a[3], b[3], apart = 0;

        seen_without(kind, mg_scale_colour(s, 0.5 - t), a);
        seen_without(kind, mg_scale_colour(s, 0.5 + t), b);
        for (int k = 0; k < 3; k++)
          apart += (a[k] - b[k]) * (a[k] - b[k]);
        ck_assert_msg(sqrt(apart) > 0.1, "%d: %g at %g", s->dark, sqrt(apart),
                      t);
      }
  }
}
END_TEST

START_TEST(scales_pass_through_their_stops)
{
  const mg_scale *s = mg_scale_find("diverging", 0);
  static const double beyond[] = { -1, -HUGE_VAL, 2, HUGE_VAL, NAN };
  static const int end[] = { 0, 0, MG_SCALE_STOPS - 1, MG_SCALE_STOPS - 1,
                             MG_SCALE_STOPS / 2 };

  for (int k = 0; k < MG_SCALE_STOPS; k++) {
    mg_colour got = mg_scale_colour(s, k / (MG_SCALE_STOPS - 1.0));
    mg_colour want = mg_colour_rgb(s->stop[k]);

    ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "stop %d", k);
  }
  for (int k = 0; k < 5; k++) {
    mg_colour got = mg_scale_colour(s, beyond[k]);
    mg_colour want = mg_colour_rgb(s->stop[end[k]]);

    ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "%g", beyond[k]);
  }
  ck_assert_ptr_null(mg_scale_find("rainbow", 0));
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(colours_are_read_in_every_form),
    TEST(what_is_no_colour_is_refused),
    TEST(colours_of_a_palette_differ),
    TEST(scales_are_read_by_the_colour_blind),
    TEST(scales_pass_through_their_stops)
  };

  return unit_run("palette", tests, COUNT(tests), NULL);
}
