/* Finds rigid parts in space from one random motion: the bars fix the distance
 * of two nodes exactly if the motion does not change it (x_i - x_j is
 * orthogonal to their difference of velocities), except with probability 1/p.
 * A part is a largest set of nodes with all distances fixed.
 *
 * dim nodes of a part decide which other nodes are in it.  Two parts may share
 * fewer: in space two nodes, a hinge, whose bar is then in several parts.
 * Parts without a bar are not searched. */
#include "framework.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* Up to this many tests each part tests all nodes; beyond, only nodes that bars
 * within the part connect to it.  The results differ only if other parts fix
 * some of the distances. */
#define LOOKS 5e7

/* Nodes with more neighbours are hubs: their neighbours are reached from the
 * other side only, with the same possible difference. */
enum { WIDE = 1000 };

typedef struct {
  const mg_framework *f;
  const uint64_t *motion;
  mg_bar_facts *out;
  unsigned *member;            /* n: nodes of the part being searched */
  size_t count;
  size_t *mark;                /* n: 1 + the last part the node joined */
  unsigned *first;             /* n: last entry of each node's list of parts */
  struct entry {
    unsigned part, next;       /* a part of the node; the previous entry */
  } *entry;
  size_t entries, cap;
  unsigned *both;              /* parts that hold the current bar */
  size_t both_count, both_cap;
  double looks;
} part_search;

static int
fixed(const part_search *c, unsigned i, unsigned j)
{
  const mg_field *field = &c->f->field;
  size_t dim = c->f->dim;
  const uint64_t *xi = c->f->x + i * dim, *xj = c->f->x + j * dim;
  const uint64_t *ui = c->motion + i * dim, *uj = c->motion + j * dim;
  uint64_t sum = 0;

  for (size_t k = 0; k < dim; k++)
    sum = mg_field_add(field, sum,
                       mg_field_mul(field, mg_field_sub(field, xi[k], xj[k]),
                                    mg_field_sub(field, ui[k], uj[k])));
  return sum == 0;
}

/* Whether the motion keeps the distances of j to the first members.  dim
 * members suffice: at generic positions they determine the part. */
static int
fits(const part_search *c, unsigned j)
{
  size_t base = c->count < c->f->dim ? c->count : c->f->dim;

  for (size_t k = 0; k < base; k++)
    if (!fixed(c, c->member[k], j))
      return 0;
  return 1;
}

static void
join(part_search *c, unsigned j)
{
  c->mark[j] = c->out->parts.count + 1;
  c->member[c->count++] = j;
}

/* Add all nodes that fit, by way of neighbours.  If the widest of the first
 * members is a hub its neighbours are skipped: the rest of the part is
 * connected to other members too. */
static void
spread(part_search *c)
{
  const mg_bars *b = c->f->b;
  size_t number = c->out->parts.count + 1;
  unsigned widest = c->member[0];

  for (size_t k = 1; k < c->count; k++)
    if (mg_bars_degree(b, c->member[k]) > mg_bars_degree(b, widest))
      widest = c->member[k];
  if (mg_bars_degree(b, widest) <= WIDE)
    widest = MG_NOWHERE;
  for (size_t k = 0; k < c->count; k++) {
    unsigned v = c->member[k];

    for (size_t s = b->row[v]; s < b->row[v + 1] && v != widest; s++)
      if (c->mark[b->to[s]] != number && fits(c, b->to[s]))
        join(c, b->to[s]);
  }
  c->looks += (double)b->n;
  if (c->looks > LOOKS)
    return;
  for (size_t j = 0; j < b->n; j++)
    if (c->mark[j] != number && fits(c, (unsigned)j))
      join(c, (unsigned)j);
}

/* Add the part to the lists of its nodes.  A bar in several parts, a hinge, is
 * assigned to the largest. */
static mgnn_status
enter(part_search *c, mgnn_error *err)
{
  const mg_bars *b = c->f->b;
  mg_node_sets *parts = &c->out->parts;
  unsigned number = (unsigned)parts->count;

  PASS(mg_node_sets_add(parts, c->member, c->count, err));
  for (size_t k = 0; k < c->count; k++) {
    unsigned v = c->member[k];

    PASS(mg_room(&c->entry, c->entries, &c->cap, sizeof *c->entry, err));
    c->entry[c->entries] = (struct entry){ number, c->first[v] };
    c->first[v] = (unsigned)c->entries++;
    for (size_t s = b->row[v]; s < b->row[v + 1]; s++) {
      unsigned *part = &c->out->part[b->bar[s]];

      if (c->mark[b->to[s]] == number + 1
          && (*part == MG_NOWHERE
              || mg_node_sets_size(parts, *part) < c->count))
        *part = number;
    }
  }
  return MGNN_OK;
}

/* By binary search: the nodes of a part are sorted. */
static int
is_in(const mg_node_sets *parts, unsigned part, unsigned v)
{
  size_t low = parts->first[part], high = parts->first[part + 1];

  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;

    if (parts->node[middle] <= v)
      low = middle;
    else
      high = middle;
  }
  return parts->node[low] == v;
}

static mgnn_status
note_part(part_search *c, unsigned part, mgnn_error *err)
{
  PASS(mg_room(&c->both, c->both_count, &c->both_cap, sizeof *c->both, err));
  c->both[c->both_count++] = part;
  return MGNN_OK;
}

static int
known(const part_search *c, unsigned v)
{
  for (size_t k = 0; k < c->both_count; k++)
    if (is_in(&c->out->parts, c->both[k], v))
      return 1;
  return 0;
}

static mgnn_status
find_of(part_search *c, unsigned i, unsigned j, unsigned third, mgnn_error *err)
{
  unsigned number = (unsigned)c->out->parts.count;

  c->count = 0;
  join(c, i);
  join(c, j);
  if (third != MG_NOWHERE)
    join(c, third);
  spread(c);
  PASS(enter(c, err));
  return note_part(c, number, err);
}

/* Find all parts of bar ij that are not yet known.  In space a hinge is in
 * several parts, each with another neighbour of its ends. */
static mgnn_status
find_beside(part_search *c, unsigned i, unsigned j, mgnn_error *err)
{
  const mg_bars *b = c->f->b;

  for (size_t s = b->row[i]; s < b->row[i + 1]; s++)
    if (b->to[s] != j && !known(c, b->to[s]) && fixed(c, j, b->to[s]))
      PASS(find_of(c, i, j, b->to[s], err));
  return MGNN_OK;
}

static mgnn_status
find_all(part_search *c, size_t e, mgnn_error *err)
{
  const mg_bars *b = c->f->b;
  unsigned i = b->ends[2 * e], j = b->ends[2 * e + 1];

  if (mg_bars_degree(b, j) < mg_bars_degree(b, i)) {
    i = j;
    j = b->ends[2 * e];
  }
  /* Collect the known parts with both nodes.  i has fewer neighbours than j,
   * and so a shorter list. */
  c->both_count = 0;
  for (unsigned k = c->first[i]; k != MG_NOWHERE; k = c->entry[k].next)
    if (is_in(&c->out->parts, c->entry[k].part, j))
      PASS(note_part(c, c->entry[k].part, err));
  PASS(find_beside(c, i, j, err));
  if (mg_bars_degree(b, j) <= WIDE)
    PASS(find_beside(c, j, i, err));
  if (c->out->part[e] == MG_NOWHERE)
    PASS(find_of(c, i, j, MG_NOWHERE, err));
  return MGNN_OK;
}

mgnn_status
mg_rigid_components(const mg_framework *f, const uint64_t *motion,
                mg_bar_facts *out, mgnn_error *err)
{
  part_search c = { .f = f, .motion = motion, .out = out };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, c.member = mg_alloc(f->b->n, 2 * sizeof *c.member),
                       MG_ZEROS(c.mark, f->b->n)));
  c.first = c.member + f->b->n;
  for (size_t i = 0; i < f->b->n; i++)
    c.first[i] = MG_NOWHERE;
  for (size_t e = 0; e < f->b->m; e++)
    TRY(find_all(&c, e, err));
end:
  mg_free_all(c.member, c.mark, c.entry, c.both);
  return status;
}
