/* Rigid parts in space, from one random motion: the distance of two nodes is
 * fixed by the bars exactly if the motion leaves it alone (x_i - x_j is
 * orthogonal to their difference of velocities), except with probability 1/p.
 * A part is a largest set of nodes with all distances fixed.
 *
 * dim nodes of a part decide which other nodes belong to it.  Two parts may
 * share fewer: in space two nodes, a hinge, and a bar there is in several
 * parts.  Parts without a bar are not looked for. */
#include "framework.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

/* Up to this many tests all nodes are looked at for each part; beyond, only
 * those that bars connect to it within the part.  The difference shows where
 * distances are fixed through other parts only. */
#define LOOKS 2e8

typedef struct {
  const mg_framework *f;
  const uint64_t *motion;
  mg_bar_facts *out;
  unsigned *member;            /* n: nodes of the part that is grown */
  size_t count;
  size_t *mark;                /* n: 1 + the number of that part */
  unsigned *first;             /* n: the last entry of each node's list, */
  struct entry {
    unsigned part, next;       /* a part it is in, and the entry before */
  } *entry;
  size_t entries, cap;
  size_t *both;                /* by part: the last bar found in it, + 1 */
  size_t both_cap;
  double looks;
} crowd;

static int
fixed(const crowd *c, unsigned i, unsigned j)
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

/* Whether j keeps its distance to the first members, at most dim of them. */
static int
fits(const crowd *c, unsigned j)
{
  size_t base = c->count < c->f->dim ? c->count : c->f->dim;

  for (size_t k = 0; k < base; k++)
    if (!fixed(c, c->member[k], j))
      return 0;
  return 1;
}

static void
join(crowd *c, unsigned j)
{
  c->mark[j] = c->out->parts.count + 1;
  c->member[c->count++] = j;
}

/* Take in all nodes that fit, from the neighbours on. */
static void
spread(crowd *c)
{
  const mg_bars *b = c->f->b;
  size_t number = c->out->parts.count + 1;

  for (size_t k = 0; k < c->count; k++) {
    unsigned v = c->member[k];

    for (size_t s = b->row[v]; s < b->row[v + 1]; s++)
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

/* Room for the last part in `both`. */
static mgnn_status
both_grow(crowd *c, mgnn_error *err)
{
  size_t cap = c->out->parts.count * 3 / 2 + 16, *grown;

  if (c->out->parts.count <= c->both_cap)
    return MGNN_OK;
  grown = mg_resize(c->both, cap, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  memset(grown + c->both_cap, 0, (cap - c->both_cap) * sizeof *grown);
  c->both = grown;
  c->both_cap = cap;
  return MGNN_OK;
}

/* Enter the part in the lists of its nodes, and as the part of its bars where
 * it is the largest so far. */
static mgnn_status
enter(crowd *c, mgnn_error *err)
{
  const mg_bars *b = c->f->b;
  mg_parts *parts = &c->out->parts;
  unsigned number = (unsigned)parts->count;

  if (mg_parts_add(parts, c->member, c->count, err) != MGNN_OK
      || both_grow(c, err) != MGNN_OK)
    return MGNN_ENOMEM;
  for (size_t k = 0; k < c->count; k++) {
    unsigned v = c->member[k];
    struct entry *grown = mg_grow(c->entry, c->entries, &c->cap,
                                  sizeof *c->entry);

    if (grown == NULL)
      return mg_fail_memory(err);
    c->entry = grown;
    c->entry[c->entries] = (struct entry){ number, c->first[v] };
    c->first[v] = (unsigned)c->entries++;
    for (size_t s = b->row[v]; s < b->row[v + 1]; s++) {
      unsigned *part = &c->out->part[b->bar[s]];

      if (c->mark[b->to[s]] == number + 1
          && (*part == MG_NOWHERE
              || parts->first[*part + 1] - parts->first[*part] < c->count))
        *part = number;
    }
  }
  return MGNN_OK;
}

/* Mark the parts that bar e is in. */
static void
mark_both(crowd *c, size_t e)
{
  const unsigned *ends = c->f->b->ends + 2 * e;

  for (unsigned k = c->first[ends[0]]; k != MG_NOWHERE; k = c->entry[k].next)
    for (unsigned l = c->first[ends[1]]; l != MG_NOWHERE; l = c->entry[l].next)
      if (c->entry[k].part == c->entry[l].part)
        c->both[c->entry[k].part] = e + 1;
}

/* Whether j is in a part with both ends of bar e. */
static int
known(const crowd *c, size_t e, unsigned j)
{
  for (unsigned k = c->first[j]; k != MG_NOWHERE; k = c->entry[k].next)
    if (c->both[c->entry[k].part] == e + 1)
      return 1;
  return 0;
}

static mgnn_status
grow(crowd *c, size_t e, unsigned third, mgnn_error *err)
{
  const unsigned *ends = c->f->b->ends + 2 * e;
  mgnn_status status;

  c->count = 0;
  join(c, ends[0]);
  join(c, ends[1]);
  if (third != MG_NOWHERE)
    join(c, third);
  spread(c);
  status = enter(c, err);
  if (status == MGNN_OK)
    mark_both(c, e);
  return status;
}

/* All parts of bar e that are not yet known. */
static mgnn_status
grow_all(crowd *c, size_t e, mgnn_error *err)
{
  const mg_bars *b = c->f->b;
  const unsigned *ends = b->ends + 2 * e;
  mgnn_status status = MGNN_OK;

  mark_both(c, e);
  for (int side = 0; side < 2; side++)
    for (size_t s = b->row[ends[side]]; s < b->row[ends[side] + 1]; s++) {
      unsigned j = b->to[s];

      if (j == ends[!side] || known(c, e, j) || !fixed(c, ends[!side], j))
        continue;
      status = grow(c, e, j, err);
      if (status != MGNN_OK)
        return status;
    }
  if (c->out->part[e] == MG_NOWHERE)
    status = grow(c, e, MG_NOWHERE, err);
  return status;
}

mgnn_status
mg_motion_parts(const mg_framework *f, const uint64_t *motion,
                mg_bar_facts *out, mgnn_error *err)
{
  crowd c = { .f = f, .motion = motion, .out = out };
  mgnn_status status = MGNN_OK;

  c.member = mg_alloc(f->b->n, 2 * sizeof *c.member);
  c.mark = mg_zalloc(f->b->n, sizeof *c.mark);
  if (c.member == NULL || c.mark == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  c.first = c.member + f->b->n;
  for (size_t i = 0; i < f->b->n; i++)
    c.first[i] = MG_NOWHERE;
  for (size_t e = 0; e < f->b->m && status == MGNN_OK; e++)
    status = grow_all(&c, e, err);
leave:
  mg_free(c.member);
  mg_free(c.mark);
  mg_free(c.entry);
  mg_free(c.both);
  return status;
}
