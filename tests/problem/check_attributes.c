/* Positions, pins and labels out of node attributes. */
#include "base/mem.h"
#include "io/source.h"
#include "problem/attributes.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

static void
text(mg_source *s, const char *name, size_t i, const char *value)
{
  ck_assert_int_eq(mg_attribute_text(s, &s->node, name, i, value, strlen(value),
                                     NULL), MGNN_OK);
}

static void
number(mg_source *s, const char *name, size_t i, double value)
{
  ck_assert_int_eq(mg_attribute_number(s, &s->node, name, i, value, NULL),
                   MGNN_OK);
}

START_TEST(positions_come_from_the_first_source_there_is)
{
  mg_source s = { .n = 2, .path = NULL };
  double x[6];
  unsigned char has[2];

  text(&s, "pos", 0, "1.5,-2!");
  text(&s, "pos", 1, "3 4 5");
  ck_assert_uint_eq(mg_attribute_positions(&s, 2, x, has), 2);
  ck_assert_double_eq(x[0], 1.5);
  ck_assert_double_eq(x[1], -2);
  ck_assert_double_eq(x[3], 4);
  ck_assert_uint_eq(mg_attribute_positions(&s, 3, x, has), 1);
  ck_assert_int_eq(has[0], 0);
  ck_assert_double_eq(x[5], 5);
  number(&s, "graphics.x", 0, 7);
  number(&s, "graphics.y", 0, 8);
  ck_assert_uint_eq(mg_attribute_positions(&s, 2, x, has), 1);
  ck_assert_double_eq(x[1], 8);
  text(&s, "x", 1, "9");                /* a number in quotes */
  number(&s, "y", 1, 10);
  ck_assert_uint_eq(mg_attribute_positions(&s, 2, x, has), 1);
  ck_assert_int_eq(has[1], 1);
  ck_assert_double_eq(x[2], 9);
  mg_source_free(&s);
}
END_TEST

static mg_source
named(size_t n)
{
  mg_source s = { .n = n };

  s.path = mg_strdup("test.gml");
  ck_assert_int_eq(mg_source_name_nodes(&s, NULL), MGNN_OK);
  return s;
}

START_TEST(pins_hold_nodes_or_single_coordinates)
{
  static const unsigned char expect[] = { 1, 1,  0, 0,  0, 1,  1, 1,  0, 0 };
  mg_source s = named(5);
  unsigned char pin[10];
  size_t count;

  number(&s, "pin", 0, 1);
  number(&s, "pin", 1, 0);
  text(&s, "pin", 2, "y");
  text(&s, "pos", 3, "1,2!");
  text(&s, "pos", 4, "1,2");
  ck_assert_int_eq(mg_attribute_pins(&s, NULL, 2, pin, &count, NULL), MGNN_OK);
  ck_assert_uint_eq(count, 3);
  ck_assert_int_eq(memcmp(pin, expect, sizeof pin), 0);
  mg_source_free(&s);
}
END_TEST

START_TEST(odd_pins_are_a_notice_unless_asked_for)
{
  mg_source s = named(2);
  unsigned char pin[4];
  size_t count;
  mgnn_error err;

  text(&s, "pin", 0, "north");
  ck_assert_int_eq(mg_attribute_pins(&s, NULL, 2, pin, &count, &err), MGNN_OK);
  ck_assert_uint_eq(count, 0);
  ck_assert_uint_eq(s.notes.count, 1);
  ck_assert_int_eq(mg_attribute_pins(&s, "pin", 2, pin, &count, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "test.gml: the pin of node \"1\" is \"north\", "
                   "must be 0, 1, or letters out of x, y, z");
  ck_assert_int_eq(mg_attribute_pins(&s, "hold", 2, pin, &count, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "test.gml: there is no node attribute \"hold\" for "
                   "the pins (nor a file of that name: a table node,x,y); there are: pin");
  mg_source_free(&s);
}
END_TEST

START_TEST(numeric_labels_are_sorted_by_value)
{
  mg_source s = named(4);
  mg_groups g;

  number(&s, "block", 0, 10);
  number(&s, "block", 1, 2);
  text(&s, "block", 3, "10");
  ck_assert_int_eq(mg_groups_read(&g, &s, "block", NULL), MGNN_OK);
  ck_assert_uint_eq(g.count, 2);
  ck_assert_str_eq(g.name[0], "2");
  ck_assert_str_eq(g.name[1], "10");
  ck_assert_int_eq(g.group[0], 1);
  ck_assert_int_eq(g.group[1], 0);
  ck_assert_int_eq(g.group[2], -1);
  ck_assert_int_eq(g.group[3], 1);
  mg_groups_free(&g);
  text(&s, "block", 2, "a");
  ck_assert_int_eq(mg_groups_read(&g, &s, "block", NULL), MGNN_OK);
  ck_assert_str_eq(g.name[0], "10");    /* the order of the nodes */
  mg_groups_free(&g);
  mg_source_free(&s);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(positions_come_from_the_first_source_there_is),
    TEST(pins_hold_nodes_or_single_coordinates),
    TEST(odd_pins_are_a_notice_unless_asked_for),
    TEST(numeric_labels_are_sorted_by_value)
  };

  return unit_run("attributes", tests, COUNT(tests), NULL);
}
