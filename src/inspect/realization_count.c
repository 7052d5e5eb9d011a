/* The number of complex realizations of a minimally rigid graph in the plane, by
 * the recursion of Capco, Gallet, Grasegger, Koutschan, Lubbes and Schicho (The
 * number of realizations of a Laman graph, 2018).
 *
 * It counts for a bigraph: two graphs G and H with the same edges 1 to k, from
 * (G, G) on.  With one edge chosen, the others are dealt out to M and N, which both
 * get the chosen one, in all ways;
 *   count(G, H) = sum of count(G/M, H-M) count(G-N, H/N),
 * where /M contracts the edges of M and -M leaves them out.  A bigraph with a loop
 * counts 0, so does one in which rank G + rank H is not k + 1; one without edges
 * counts 1.  What was counted is kept. */
#include "realization_count.h"

#include "base/hash.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum {
  NODES_MOST = 32,
  EDGES_MOST = 2 * NODES_MOST,
  SLOTS = 1 << 17              /* of what is kept: half of them are used */
};

enum { FREE, IN_M, IN_N };

/* end[0] are the ends of the edges in G, end[1] in H: numbers in the order in which
 * they first come, the smaller end first. */
typedef struct {
  size_t count;
  unsigned char end[2][2 * EDGES_MOST];
} bigraph;

typedef struct {
  unsigned char *key;          /* NULL: the slot is free; belongs to it */
  double count;
} slot;

typedef struct {
  double work;                 /* that is left; below 0: given up */
  slot *slot;
  size_t used;
  mg_hash_key hash;
  mgnn_error *err;
  mgnn_status status;
} counter;

/* One way to deal out the edges, as far as it is decided. */
typedef struct {
  unsigned char side[EDGES_MOST];
  unsigned char part[2][NODES_MOST];   /* of the nodes of G by M, of H by N */
} split;

/* ---- bigraphs ---- */

static void
normalise(unsigned char *end, size_t count)
{
  unsigned char number[NODES_MOST], next = 0;

  memset(number, 255, sizeof number);
  for (size_t k = 0; k < 2 * count; k++) {
    if (number[end[k]] == 255)
      number[end[k]] = next++;
    end[k] = number[end[k]];
  }
  for (size_t e = 0; e < count; e++)
    if (end[2 * e] > end[2 * e + 1]) {
      unsigned char swap = end[2 * e];

      end[2 * e] = end[2 * e + 1];
      end[2 * e + 1] = swap;
    }
}

static void
parts_init(unsigned char *part)
{
  for (size_t i = 0; i < NODES_MOST; i++)
    part[i] = (unsigned char)i;
}

/* Join the parts of two nodes; 0 if they were one. */
static int
parts_join(unsigned char *part, unsigned char a, unsigned char b)
{
  unsigned char from = part[b], to = part[a];

  if (from == to)
    return 0;
  for (size_t i = 0; i < NODES_MOST; i++)
    if (part[i] == from)
      part[i] = to;
  return 1;
}

/* The rank of the edges that are not in `without`; FREE: of all. */
static size_t
rank_of(const bigraph *b, int graph, const unsigned char *side, int without)
{
  unsigned char part[NODES_MOST];
  size_t rank = 0;

  parts_init(part);
  for (size_t e = 0; e < b->count; e++)
    if (without == FREE || side[e] != without)
      rank += (size_t)parts_join(part, b->end[graph][2 * e],
                                 b->end[graph][2 * e + 1]);
  return rank;
}

/* ---- what was counted ---- */

/* (G, H) and (H, G) count the same: the smaller one is the key. */
static void
key_of(const bigraph *b, unsigned char *key)
{
  int swap = memcmp(b->end[0], b->end[1], 2 * b->count) > 0;

  key[0] = (unsigned char)b->count;
  memcpy(key + 1, b->end[swap], 2 * b->count);
  memcpy(key + 1 + 2 * b->count, b->end[!swap], 2 * b->count);
}

static slot *
slot_find(const counter *c, const unsigned char *key)
{
  size_t len = 1 + 4 * (size_t)key[0];
  size_t at = (size_t)mg_hash(&c->hash, key, len) % SLOTS;

  while (c->slot[at].key != NULL && (c->slot[at].key[0] != key[0]
                                     || memcmp(c->slot[at].key, key, len) != 0))
    at = (at + 1) % SLOTS;
  return &c->slot[at];
}

static void
keep(counter *c, const unsigned char *key, double count)
{
  slot *s = slot_find(c, key);
  size_t len = 1 + 4 * (size_t)key[0];

  if (s->key != NULL || c->used > SLOTS / 2)
    return;
  s->key = mg_alloc(len, 1);
  if (s->key == NULL) {
    c->status = mg_fail_memory(c->err);
    return;
  }
  memcpy(s->key, key, len);
  s->count = count;
  c->used++;
}

/* ---- the recursion ---- */

static double count_of(counter *c, bigraph *b);

/* The edge with the most edges parallel to it, in one of the graphs, comes first: it
 * decides about these. */
static void
choose(bigraph *b)
{
  size_t best = 0, most = 0;

  for (size_t e = 0; e < b->count; e++) {
    size_t alike = 0;

    for (size_t k = 0; k < 2 * b->count; k++)
      alike += memcmp(b->end[k & 1] + 2 * e, b->end[k & 1] + 2 * (k / 2), 2) == 0;
    if (alike > most) {
      most = alike;
      best = e;
    }
  }
  for (int graph = 0; graph < 2; graph++) {
    unsigned char *end = b->end[graph], pair[2] = { end[2 * best],
                                                    end[2 * best + 1] };

    memmove(end + 2, end, 2 * best);
    memcpy(end, pair, 2);
  }
}

/* Edges that M spans in G would be loops in G/M, unless they are in M; the same for
 * N in H.  Returns 0 where an edge would have to be in both. */
static int
close_sides(const bigraph *b, split *s)
{
  for (size_t e = 1; e < b->count; e++) {
    const unsigned char *g = b->end[0] + 2 * e, *h = b->end[1] + 2 * e;
    int by_m = s->part[0][g[0]] == s->part[0][g[1]];
    int by_n = s->part[1][h[0]] == s->part[1][h[1]];

    if ((by_m && (by_n || s->side[e] == IN_N)) || (by_n && s->side[e] == IN_M))
      return 0;
    if (by_m || by_n)
      s->side[e] = by_m ? IN_M : IN_N;
  }
  return 1;
}

/* The bigraph of the edges that are not in `away`, which are contracted in one graph
 * and left out of the other; returns 0 if its ranks do not fit. */
static int
minor_make(const bigraph *b, const split *s, int away, bigraph *out)
{
  int graph = away == IN_N;    /* the one in which they are contracted */
  size_t rank = rank_of(b, !graph, s->side, away), all, left;

  all = rank_of(b, graph, s->side, FREE);
  /* The edges of `away` and the chosen one: those that are not in the other. */
  left = rank_of(b, graph, s->side, away == IN_M ? IN_N : IN_M);
  out->count = 0;
  for (size_t e = 1; e < b->count; e++) {
    if (s->side[e] == away)
      continue;
    for (size_t k = 0; k < 2; k++) {
      out->end[graph][2 * out->count + k] = s->part[graph][b->end[graph][2 * e + k]];
      out->end[!graph][2 * out->count + k] = b->end[!graph][2 * e + k];
    }
    out->count++;
  }
  normalise(out->end[0], out->count);
  normalise(out->end[1], out->count);
  return out->count == 0 || all - left + rank == out->count + 1;
}

static double
product(counter *c, const bigraph *b, const split *s)
{
  bigraph part[2];
  double count;
  size_t small;

  /* The chosen edge goes with both: left out of neither, contracted in both. */
  for (int away = IN_M; away <= IN_N; away++) {
    split own = *s;

    own.side[0] = (unsigned char)away;
    if (!minor_make(b, &own, away, &part[away - IN_M]))
      return 0;
  }
  small = part[1].count < part[0].count;
  count = count_of(c, &part[small]);
  return count > 0 ? count * count_of(c, &part[!small]) : 0;
}

/* All ways to deal out the edges that are still free. */
static double
deal(counter *c, const bigraph *b, const split *s)
{
  double sum = 0;
  size_t e = 1;

  c->work -= (double)b->count;
  if (c->work < 0 || c->status != MGNN_OK)
    return 0;
  while (e < b->count && s->side[e] != FREE)
    e++;
  if (e == b->count)
    return product(c, b, s);
  for (int side = IN_M; side <= IN_N; side++) {
    int graph = side == IN_N;
    split next = *s;

    next.side[e] = (unsigned char)side;
    parts_join(next.part[graph], b->end[graph][2 * e], b->end[graph][2 * e + 1]);
    if (close_sides(b, &next))
      sum += deal(c, b, &next);
  }
  return sum;
}

/* b is in normal form, and its edges are reordered. */
static double
count_of(counter *c, bigraph *b)
{
  unsigned char key[1 + 4 * EDGES_MOST];
  split s = { .side = { FREE } };
  const slot *known;
  double sum;

  if (b->count == 0)
    return 1;
  for (size_t e = 0; e < b->count; e++)
    if (b->end[0][2 * e] == b->end[0][2 * e + 1]
        || b->end[1][2 * e] == b->end[1][2 * e + 1])
      return 0;
  if (b->count == 1)
    return 1;
  key_of(b, key);
  known = slot_find(c, key);
  if (known->key != NULL)
    return known->count;
  choose(b);
  for (int graph = 0; graph < 2; graph++) {
    parts_init(s.part[graph]);
    parts_join(s.part[graph], b->end[graph][0], b->end[graph][1]);
  }
  sum = close_sides(b, &s) ? deal(c, b, &s) : 0;
  if (c->work >= 0)
    keep(c, key, sum);
  return sum;
}

/* ---- the graph ---- */

typedef struct {
  size_t n, m;                 /* nodes that are left, edges */
  unsigned *ends;              /* 2m */
  unsigned *degree;            /* nodes */
} bar_graph;

/* A node with two edges doubles the number, and is taken off; returns how often. */
static size_t
reduce(bar_graph *s, size_t nodes)
{
  size_t doubled = 0, before;

  do {
    before = doubled;
    for (unsigned i = 0; i < nodes && s->n > 2; i++) {
      size_t kept = 0;

      if (s->degree[i] != 2)
        continue;
      for (size_t e = 0; e < s->m; e++) {
        const unsigned pair[2] = { s->ends[2 * e], s->ends[2 * e + 1] };

        if (pair[0] == i || pair[1] == i) {
          s->degree[pair[0]]--;
          s->degree[pair[1]]--;
          continue;
        }
        memcpy(s->ends + 2 * kept++, pair, sizeof pair);
      }
      s->m = kept;
      s->n--;
      doubled++;
    }
  } while (doubled > before);
  return doubled;
}

/* The bars, and with two pinned nodes or more a strip of triangles on these: each
 * but the first two is joined to these. */
static mgnn_status
bar_graph_make(bar_graph *s, const mg_bars *b, mgnn_error *err)
{
  unsigned base[2] = { 0, 0 };
  size_t have = 0;
  mgnn_status status = MGNN_OK;

  s->n = b->n;
  TRY(mg_allocated(s->ends = mg_alloc(b->real + 2 * b->pinned, 2 * sizeof *s->ends),
                   err));
  TRY(mg_allocated(s->degree = mg_zalloc(b->n, sizeof *s->degree), err));
  for (size_t k = 0; k < b->real; k++)
    if (!b->pin[b->ends[2 * k]] || !b->pin[b->ends[2 * k + 1]])
      memcpy(s->ends + 2 * s->m++, b->ends + 2 * k, 2 * sizeof *s->ends);
  for (unsigned i = 0; i < b->n; i++) {
    if (!b->pin[i])
      continue;
    for (size_t k = 0; k < have; k++) {
      s->ends[2 * s->m] = base[k];
      s->ends[2 * s->m++ + 1] = i;
    }
    if (have < 2)
      base[have++] = i;
  }
  for (size_t k = 0; k < 2 * s->m; k++)
    s->degree[s->ends[k]]++;
end:
  return status;
}

/* Of what is left when nodes of degree 2 are off. */
static mgnn_status
count_rest(const bar_graph *s, double work, mg_realization_count *out, mgnn_error *err)
{
  counter c = { .work = work, .hash = mg_hash_key_new(), .err = err };
  unsigned *number = NULL, next = 0;
  bigraph b = { .count = s->m };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(number = mg_alloc(2 * s->m, sizeof *number), err));
  TRY(mg_allocated(c.slot = mg_zalloc(SLOTS, sizeof *c.slot), err));
  for (size_t k = 0; k < 2 * s->m; k++) {
    size_t before = 0;

    while (before < k && s->ends[before] != s->ends[k])
      before++;
    number[k] = before < k ? number[before] : next++;
    b.end[0][k] = b.end[1][k] = (unsigned char)number[k];
  }
  normalise(b.end[0], b.count);
  normalise(b.end[1], b.count);
  out->count = count_of(&c, &b);
  TRY(c.status);
  if (c.work < 0) {
    out->count = NAN;
    out->unknown = "too much work";
  }
end:
  for (size_t k = 0; k < SLOTS && c.slot != NULL; k++)
    mg_free(c.slot[k].key);
  mg_free(c.slot);
  mg_free(number);
  return status;
}

static mgnn_status
count_plane(const mg_bars *b, double work, mg_realization_count *out,
            mgnn_error *err)
{
  size_t body = b->pinned > 2 ? b->pinned - 2 : 0, doubled;
  bar_graph s = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(bar_graph_make(&s, b, err));
  if (s.m + 3 != 2 * s.n) {
    out->unknown = "not minimally rigid";
    goto end;
  }
  doubled = reduce(&s, b->n);
  if (s.n > NODES_MOST)
    out->unknown = "too many nodes";
  else
    TRY(count_rest(&s, work, out, err));
  out->count = ldexp(out->count, (int)(doubled < 2000 ? doubled : 2000)
                                 - (int)(body < 2000 ? body : 2000));
  if (isinf(out->count)) {
    out->count = NAN;
    out->unknown = "too large a number";
  }
end:
  mg_free(s.ends);
  mg_free(s.degree);
  return status;
}

/* A tree on the line: each edge to the one side or the other; paths between pinned
 * nodes would be redundant. */
static void
count_line(const mg_bars *b, const mgnn_rigidity *r, mg_realization_count *out)
{
  if (r->redundant > 0)
    out->unknown = "not minimally rigid";
  else if (b->real > 1000)
    out->unknown = "too large a number";
  else
    out->count = ldexp(1, (int)b->real);
}

mgnn_status
mg_realization_count_find(const mgnn_problem *p, const mgnn_rigidity *r, double work,
                          mg_realization_count *out, mgnn_error *err)
{
  mg_bars b = { 0 };
  mgnn_status status = MGNN_OK;

  *out = (mg_realization_count){ NAN, NULL };
  if (r->dim > 2)
    out->unknown = "more than two dimensions";
  else if (!r->rigid)
    out->unknown = "flexible";
  else if (p->graph.n < 2)
    out->count = 1;
  if (out->unknown != NULL || out->count == 1)
    return MGNN_OK;
  TRY(mg_bars_init(&b, &p->graph, r->dim, p->pin, err));
  if (r->dim == 1)
    count_line(&b, r, out);
  else
    TRY(count_plane(&b, work, out, err));
end:
  mg_bars_free(&b);
  return status;
}
