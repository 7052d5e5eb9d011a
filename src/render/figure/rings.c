/* Which nodes are drawn at one place, and the rings around them.  Edges of
 * length 0 give most of it in O(m); nodes that no edge joins are found by
 * comparing all with each ring, as long as that is quick. */
#include "rings.h"

#include <math.h>
#include <stdio.h>

/* Beyond so many comparisons only nodes that edges join are counted. */
enum { COMPARE_MOST = 20000000 };

/* The sets that edges of length 0 join. */
typedef struct {
  unsigned *with;              /* n: towards the first node of the set */
  size_t *size;                /* n: nodes of the set that begins here */
  unsigned char *done;         /* n: in a ring already */
} node_sets;

/* The first node of i's set; the path to it is halved by the search. */
static unsigned
first_of(unsigned *with, unsigned i)
{
  while (with[i] != i)
    i = with[i] = with[with[i]];
  return i;
}

/* Whether nodes are closer on the page than the eye can resolve. */
static int
is_near(const mg_figure *f, size_t i, size_t j)
{
  mg_point a = f->at[i], b = f->at[j];

  return hypot(a.x - b.x, a.y - b.y)
         <= MG_UNITS * fmax(0.15 * f->page->look.node, 0.05);
}

/* Join the ends of edges of length 0 that are drawn at one place. */
static void
join_ends(const mg_figure *f, node_sets *s)
{
  const mg_picture *pic = f->pic;

  for (size_t i = 0; i < pic->n; i++)
    s->with[i] = (unsigned)i;
  for (size_t e = 0; e < pic->m; e++) {
    unsigned i = pic->ends[2 * e], j = pic->ends[2 * e + 1];

    if (!pic->joined[e] || !is_near(f, i, j))
      continue;
    i = first_of(s->with, i);
    j = first_of(s->with, j);
    s->with[i > j ? i : j] = i > j ? j : i;
  }
  for (size_t i = 0; i < pic->n; i++)
    s->size[s->with[i] = first_of(s->with, (unsigned)i)]++;
}

/* How many nodes are where node i is, in depth too; they are done. */
static size_t
count_nodes(const mg_figure *f, node_sets *s, size_t i)
{
  size_t count = 0;

  for (size_t j = 0; j < f->pic->n; j++)
    if (!s->done[j]
        && (s->with[j] == i
            || (is_near(f, i, j) && fabs(mg_figure_nearness(f, i)
                                         - mg_figure_nearness(f, j)) < 0.01))) {
      s->done[j] = 1;
      count++;
    }
  return count;
}

mgnn_status
mg_rings_find(const mg_figure *f, mg_ring *out, size_t *count, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  size_t n = f->pic->n;
  node_sets s = { NULL, NULL, NULL };
  mgnn_status status = MGNN_OK;

  *count = 0;
  if (f->pic->joined == NULL || !(look->node > 0))
    return MGNN_OK;
  TRY(mg_allocated(s.with = mg_alloc(n, sizeof *s.with), err));
  TRY(mg_allocated(s.size = mg_zalloc(n, sizeof *s.size), err));
  TRY(mg_allocated(s.done = mg_zalloc(n, 1), err));
  join_ends(f, &s);
  for (size_t i = 0; i < n; i++)
    if (s.size[i] > 1 && !s.done[i]) {
      double radius = 0.5 * look->node * mg_figure_magnified(f, i)
                      + 2.2 * look->outline_width + 1;

      out[*count] = (mg_ring){ (unsigned)i, s.size[i], mg_units(radius) };
      if ((*count + 1) * n <= COMPARE_MOST)
        out[*count].count = count_nodes(f, &s, i);
      ++*count;
    }
end:
  mg_free(s.done);
  mg_free(s.size);
  mg_free(s.with);
  return status;
}

int
mg_rings_width(const mg_figure *f)
{
  return mg_units(fmax(f->page->look.outline_width, 0.7));
}

mgnn_status
mg_rings_put(const mg_figure *f, const mg_ring *ring, size_t count,
             mg_remark *remark, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  mg_panel *panel = f->panel;
  mg_dot *dot = panel->dot + f->pic->n;
  mgnn_status status = MGNN_OK;

  if (count == 0)
    return MGNN_OK;
  for (size_t k = 0; k < count; k++) {
    unsigned i = ring[k].i;
    char text[40];

    dot[k] = (mg_dot){ f->at[i], NULL, ring[k].radius };
    remark[k] = (mg_remark){ i, i, 0, NULL };
    snprintf(text, sizeof text, "\xc3\x97%zu", ring[k].count); /* times sign */
    TRY(mg_page_keep(f->page, text, &remark[k].text, err));
  }
  panel->nodes[panel->node_runs++] = (mg_node_run){
    .name = "ring", .outline = look->ink, .radius = mg_units(look->node),
    .outline_width = mg_rings_width(f), .mark = MG_DISC, .count = count,
    .dot = dot
  };
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].node_runs = panel->node_runs;
end:
  return status;
}
