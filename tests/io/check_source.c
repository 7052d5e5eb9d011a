/* What a file said: attributes, and the choice of the nodes' names. */
#include "base/mem.h"
#include "base/number.h"
#include "io/source.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

START_TEST(attributes_hold_numbers_texts_and_gaps)
{
  mg_source src = { 0 };
  mg_attributes *at = &src.edge;
  const mg_column *col;
  char buf[MG_NUMBER_MAX];
  double x = -1;

  ck_assert_int_eq(mg_attribute_number(&src, at, "len", 40, 1.5, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_attribute_text(&src, at, "len", 2, "2.5x", 3, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_attribute_text(&src, at, "len", 3, "far", 3, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_attribute_number(&src, at, "len", 4, INFINITY, NULL),
                   MGNN_OK);
  ck_assert_ptr_null(mg_attribute_find(at, "lent"));
  ck_assert_ptr_null(mg_attribute_find(&src.node, "len"));
  col = mg_attribute_find(at, "len");
  ck_assert_ptr_nonnull(col);

  ck_assert_int_eq(mg_column_number(col, 40, &x), 1);
  ck_assert(x == 1.5);
  ck_assert_str_eq(mg_column_text(col, 40, buf), "1.5");
  ck_assert_int_eq(mg_column_number(col, 2, &x), 1);
  ck_assert(x == 2.5);
  ck_assert_str_eq(mg_column_text(col, 2, buf), "2.5");
  ck_assert_int_eq(mg_column_number(col, 3, &x), 0);
  ck_assert_int_eq(mg_column_has(col, 3), 1);
  ck_assert_int_eq(mg_column_number(col, 4, &x), 0);
  ck_assert_str_eq(mg_column_text(col, 4, buf), "inf");
  for (size_t i = 0; i < 1000; i++)
    ck_assert_int_eq(mg_column_has(col, i),
                     i == 2 || i == 3 || i == 4 || i == 40);
  ck_assert_ptr_null(mg_column_text(col, 0, buf));
  ck_assert_int_eq(mg_column_has(NULL, 0), 0);
  mg_source_free(&src);
}
END_TEST

START_TEST(a_second_value_replaces_the_first)
{
  mg_source src = { 0 };
  char buf[MG_NUMBER_MAX];

  mg_attribute_number(&src, &src.node, "a", 0, 1, NULL);
  mg_attribute_text(&src, &src.node, "a", 0, "two", 3, NULL);
  ck_assert_str_eq(mg_column_text(mg_attribute_find(&src.node, "a"), 0, buf),
                   "two");
  mg_attribute_number(&src, &src.node, "a", 0, 3, NULL);
  ck_assert_str_eq(mg_column_text(mg_attribute_find(&src.node, "a"), 0, buf),
                   "3");
  mg_source_free(&src);
}
END_TEST

/* Labels and ids of three nodes, NULL where there is none, and what the nodes
 * are then called. */
static const struct {
  const char *label[3], *name[3], *id[3], *chosen[3], *by;
} naming[] = {
  { { "a", "b", "c" }, { 0 }, { "1", "2", "3" }, { "a", "b", "c" }, "label" },
  { { "a", "b", "a" }, { 0 }, { "1", "2", "3" }, { "1", "2", "3" }, "id" },
  { { "a", "b", NULL }, { 0 }, { "7", "8", "9" }, { "7", "8", "9" }, "id" },
  { { "", "", "" }, { 0 }, { "7", "8", "9" }, { "7", "8", "9" }, "id" },
  { { "a", "b", "" }, { "x", "y", "z" }, { 0 }, { "x", "y", "z" }, "name" },
  { { 0 }, { 0 }, { "7", NULL, "9" }, { "7", "#2", "9" }, "id" },
  { { 0 }, { 0 }, { "7", "7", "9" }, { "1", "2", "3" }, "number" },
  { { 0 }, { 0 }, { 0 }, { "1", "2", "3" }, "number" }
};

static mgnn_status
source_fill(mg_source *src, size_t k)
{
  mgnn_status status = MGNN_OK;

  src->n = 3;
  for (size_t i = 0; i < 3 && status == MGNN_OK; i++) {
    const char *text[] = { naming[k].label[i], naming[k].name[i],
                           naming[k].id[i] };
    static const char *const column[] = { "label", "name", "id" };

    for (int c = 0; c < 3 && status == MGNN_OK; c++)
      if (text[c] != NULL)
        status = mg_attribute_text(src, &src->node, column[c], i, text[c],
                                   strlen(text[c]), NULL);
  }
  return status == MGNN_OK ? mg_source_name_nodes(src, NULL) : status;
}

START_TEST(nodes_are_named_by_the_first_unique_attribute)
{
  for (size_t k = 0; k < sizeof naming / sizeof *naming; k++) {
    mg_source src = { 0 };

    ck_assert_int_eq(source_fill(&src, k), MGNN_OK);
    ck_assert_str_eq(src.named_by, naming[k].by);
    ck_assert_uint_eq(src.names.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
      const char *s = naming[k].chosen[i];

      ck_assert_str_eq(src.names.text[i], s);
      ck_assert_uint_eq(mg_source_find(&src, s, strlen(s)), i);
    }
    mg_source_free(&src);
  }
}
END_TEST

START_TEST(a_labelled_node_is_found_by_its_id_too)
{
  mg_source src = { 0 };

  ck_assert_int_eq(source_fill(&src, 0), MGNN_OK);
  ck_assert_uint_eq(mg_source_find(&src, "b", 1), 1);
  ck_assert_uint_eq(mg_source_find(&src, "3", 1), 2);
  ck_assert_uint_eq(mg_source_find(&src, "4", 1), MG_NAMES_NONE);
  mg_source_free(&src);
}
END_TEST

START_TEST(isolated_nodes_can_be_added)
{
  mg_source src = { 0 };
  uint32_t at;

  ck_assert_int_eq(source_fill(&src, 0), MGNN_OK);
  src.node_line = mg_zalloc(3, sizeof *src.node_line);
  ck_assert_int_eq(mg_source_add_node(&src, "d", 1, &at, NULL), MGNN_OK);
  ck_assert_uint_eq(at, 3);
  ck_assert_uint_eq(src.n, 4);
  ck_assert_uint_eq(src.node_line[3], 0);
  ck_assert_int_eq(mg_source_add_node(&src, "b", 1, &at, NULL), MGNN_OK);
  ck_assert_uint_eq(at, 1);
  ck_assert_uint_eq(src.n, 4);
  mg_source_free(&src);
}
END_TEST

START_TEST(a_source_survives_allocation_failure)
{
  for (size_t k = 0; k < sizeof naming / sizeof *naming; k++) {
    mgnn_status status;
    long good = 0;

    do {
      mg_source src = { 0 };

      mg_fuse_set(good++);
      status = source_fill(&src, k);
      ck_assert(status == (mg_fuse_blown() ? MGNN_ENOMEM : MGNN_OK));
      mg_source_free(&src);
    } while (status != MGNN_OK);
    mg_fuse_set(-1);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(attributes_hold_numbers_texts_and_gaps),
    TEST(a_second_value_replaces_the_first),
    TEST(nodes_are_named_by_the_first_unique_attribute),
    TEST(a_labelled_node_is_found_by_its_id_too),
    TEST(isolated_nodes_can_be_added),
    TEST(a_source_survives_allocation_failure)
  };

  return unit_run("source", tests, COUNT(tests), NULL);
}
