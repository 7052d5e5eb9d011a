/* Components by their lowest names: labels spread along edges, within a rank until
 * nothing changes, then over the borders, and by way of the homes of labels: a shuffled
 * grid of 5 10^6 nodes on two ranks, in blocks, took 40 s of the processor without
 * them. */
#include "shard_components.h"
#include "base/dense.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int64_t label;
  uint64_t count;
} tally;

/* The lowest label of each part of the own nodes that hangs together here: from the
 * root of a forest over own nodes. */
static unsigned
root_of(unsigned *up, unsigned i)
{
  while (up[i] != i)
    i = up[i] = up[up[i]];
  return i;
}

static void
forest_make(const mg_shard *s, unsigned *up)
{
  for (size_t i = 0; i < s->own; i++)
    up[i] = (unsigned)i;
  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      if (s->to[k] < s->own) {
        unsigned a = root_of(up, (unsigned)i), b = root_of(up, s->to[k]);

        if (a != b)
          up[a < b ? b : a] = a < b ? a : b;
      }
}

/* One step: parts and their neighbours get the lowest of their labels.  Whether one
 * changed. */
static int
labels_step(mg_shard_components *c, const mg_shard *s, unsigned *up)
{
  int changed = 0;

  for (size_t i = 0; i < s->own; i++) {
    int64_t *root = &c->label[root_of(up, (unsigned)i)], least = c->label[i];

    for (size_t k = i < s->interior ? s->row[i + 1] : s->row[i]; k < s->row[i + 1]; k++)
      if (s->to[k] >= s->own && c->label[s->to[k]] < least)
        least = c->label[s->to[k]];
    if (least < *root) {
      *root = least;
      changed = 1;
    }
  }
  return changed;
}

/* Where parts are small, as with nodes in random order, a label would take a step for
 * each border on its way.  So the home of a label knows a lower one of its component:
 * parts whose label changed tell it, and all look there. */
typedef struct {
  unsigned *root;              /* the nodes that are roots of parts here */
  size_t roots;
  unsigned *before, *label;    /* their labels before the step, and now */
  unsigned *lower;             /* at home: of each name a label that is not above it */
  unsigned *known;             /* those that are lower, and what is lower than these */
} label_links;

/* A label and a lower one of the same component. */
typedef struct {
  unsigned label, lower;
} label_link;

static mgnn_status
links_init(label_links *l, const mg_shard *s, const mg_owners *owners,
           const unsigned *up, mgnn_error *err)
{
  size_t home = mg_owners_at_home(owners, s->ranks->rank);

  for (size_t i = 0; i < s->own; i++)
    l->roots += up[i] == i;
  l->root = mg_alloc(l->roots, sizeof *l->root);
  l->before = mg_alloc(l->roots, sizeof *l->before);
  l->label = mg_alloc(l->roots, sizeof *l->label);
  l->lower = mg_alloc(home, sizeof *l->lower);
  l->known = mg_alloc(home, 2 * sizeof *l->known);
  if (l->root == NULL || l->before == NULL || l->label == NULL || l->lower == NULL
      || l->known == NULL)
    return mg_fail_memory(err);
  l->roots = 0;
  for (size_t i = 0; i < s->own; i++)
    if (up[i] == i) {
      l->root[l->roots] = (unsigned)i;
      l->before[l->roots++] = s->name[i];
    }
  for (size_t k = 0; k < home; k++)
    l->lower[k] = (unsigned)(owners->first[s->ranks->rank] + k);
  return MGNN_OK;
}

/* Tell the homes of labels that changed. */
static mgnn_status
links_send(label_links *l, const mg_shard *s, const mg_owners *owners, mgnn_error *err)
{
  const mg_ranks *ranks = s->ranks;
  mg_outbox box = { .size = sizeof (label_link) };
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < l->roots && status == MGNN_OK; k++)
    if (l->label[k] != l->before[k])
      status = mg_outbox_add(&box, mg_owners_home(owners, ranks, l->before[k]),
                             &(label_link){ l->before[k], l->label[k] }, err);
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(mg_outbox_send(&box, ranks, &got, err));
  for (size_t k = 0; k < got.total; k++) {
    label_link *of = (label_link *)got.item + k;
    unsigned *lower = &l->lower[of->label - owners->first[ranks->rank]];

    *lower = of->lower < *lower ? of->lower : *lower;
  }
end:
  mg_outbox_free(&box);
  mg_mail_free(&got);
  return status;
}

/* Homes look where the labels lead that they know, and parts at home. */
static mgnn_status
links_follow(label_links *l, const mg_shard *s, const mg_owners *owners, mgnn_error *err)
{
  const mg_home_table lower = { owners, s->ranks, sizeof *l->lower, l->lower };
  uint64_t first = owners->first[s->ranks->rank];
  size_t home = mg_owners_at_home(owners, s->ranks->rank), count = 0;

  for (size_t k = 0; k < home; k++)
    if (l->lower[k] != first + k)
      l->known[count++] = l->lower[k];
  PASS(mg_home_get(&lower, count, l->known, l->known + count, err));
  for (size_t k = 0, at = count; k < home; k++)
    if (l->lower[k] != first + k)
      l->lower[k] = l->known[at++];
  return mg_home_get(&lower, l->roots, l->label, l->label, err);
}

/* The step again, by way of the homes. */
static mgnn_status
labels_link(mg_shard_components *c, label_links *l, const mg_shard *s,
            const mg_owners *owners, mgnn_error *err)
{
  for (size_t k = 0; k < l->roots; k++)
    l->label[k] = (unsigned)c->label[l->root[k]];
  PASS(links_send(l, s, owners, err));
  for (int times = 0; times < 2; times++)
    PASS(links_follow(l, s, owners, err));
  for (size_t k = 0; k < l->roots; k++)
    c->label[l->root[k]] = l->before[k] = l->label[k];
  return MGNN_OK;
}

static mgnn_status
labels_spread(mg_shard_components *c, mg_shard *s, const mg_owners *owners, unsigned *up,
              mgnn_error *err)
{
  label_links links = { 0 };
  int changed = 1, begun = 0;
  mgnn_status status = MGNN_OK;

  forest_make(s, up);
  for (size_t i = 0; i < s->own; i++)
    root_of(up, (unsigned)i);
  TRY(mg_ranks_agree(s->ranks, links_init(&links, s, owners, up, err), err));
  for (size_t i = 0; i < s->own + s->ghosts; i++)
    c->label[i] = s->name[i];
  while (changed) {
    changed = mg_rank_any(s->ranks, labels_step(c, s, up) || !begun);
    begun = 1;                   /* ghosts know the labels of their parts from here on */
    if (changed && s->ranks->size > 1)
      TRY(labels_link(c, &links, s, owners, err));
    for (size_t i = 0; i < s->own; i++)
      c->label[i] = c->label[root_of(up, (unsigned)i)];
    if (changed)
      TRY(mg_shard_exchange(s, MG_INT64, 1, c->label, err));
  }
end:
  mg_free(links.root);
  mg_free(links.before);
  mg_free(links.label);
  mg_free(links.lower);
  mg_free(links.known);
  return status;
}

/* The labels here, each once, with how many own nodes have it; grouped by the ranks
 * where they are at home. */
static size_t
tallies_make(const mg_shard *s, const int64_t *sorted, const mg_owners *owners,
             tally *out, size_t *send)
{
  size_t count = 0;

  memset(send, 0, (size_t)s->ranks->size * sizeof *send);
  for (size_t i = 0; i < s->own; i++)
    if (i == 0 || sorted[i] != sorted[i - 1]) {
      out[count++] = (tally){ sorted[i], 1 };
      send[mg_owners_home(owners, s->ranks, (uint64_t)sorted[i])]++;
    } else
      out[count - 1].count++;
  return count;                          /* ascending, and so are the homes */
}

/* The large ones, known at home, to all. */
static mgnn_status
large_share(mg_shard_components *c, const mg_ranks *ranks, uint64_t first,
            const uint64_t *total, size_t home, uint64_t large, mgnn_error *err)
{
  size_t mine = 0;
  int64_t *list = mg_alloc(home, sizeof *list);
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, mg_allocated(list, err), err));
  for (size_t k = 0; k < home; k++)
    if (total[k] > large)
      list[mine++] = (int64_t)(first + k);
  TRY(mg_mail_share(&got, ranks, sizeof *list, mine, list, err));
  c->large = got.item;
  c->large_count = got.total;
  got.item = NULL;
  qsort(c->large, c->large_count, sizeof *c->large, mg_ascending_words);
end:
  mg_mail_free(&got);
  mg_free(list);
  return status;
}

/* How many nodes each component has; `sorted` are the labels of own nodes. */
static mgnn_status
sizes_find(mg_shard_components *c, const mg_shard *s, const mg_owners *owners,
           uint64_t large, mgnn_error *err)
{
  const mg_ranks *ranks = s->ranks;
  uint64_t first = owners->first[ranks->rank];
  size_t home = mg_owners_at_home(owners, ranks->rank), count;
  int64_t *sorted = mg_alloc(s->own, sizeof *sorted), all = 0;
  tally *mine = mg_alloc(s->own, sizeof *mine), *from;
  uint64_t *total = mg_zalloc(home, sizeof *total);
  size_t *send = mg_alloc((size_t)ranks->size, sizeof *send);
  mg_mail got = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, sorted != NULL && mine != NULL && total != NULL
                    && send != NULL, err));
  memcpy(sorted, c->label, s->own * sizeof *sorted);
  qsort(sorted, s->own, sizeof *sorted, mg_ascending_words);
  count = tallies_make(s, sorted, owners, mine, send);
  TRY(mg_mail_send(&got, ranks, sizeof *mine, send, mine, err));
  from = got.item;                       /* at home the tallies of a label are added */
  for (size_t k = 0; k < got.total; k++)
    total[(uint64_t)from[k].label - first] += from[k].count;
  for (size_t k = 0; k < got.total; k++)
    from[k].count = total[(uint64_t)from[k].label - first];
  mg_mail_answer(&got, ranks, sizeof *mine, got.item, send, mine);
  for (size_t i = 0; i < s->own; i++) {
    const tally *t = bsearch(&c->label[i], mine, count, sizeof *mine, mg_ascending_words);

    c->size[i] = t->count;
  }
  for (size_t k = 0; k < home; k++)
    all += total[k] > 0;
  mg_rank_counts(ranks, &all, 1);
  c->count = (uint64_t)all;
  TRY(large_share(c, ranks, first, total, home, large, err));
end:
  mg_mail_free(&got);
  mg_free(sorted);
  mg_free(mine);
  mg_free(total);
  mg_free(send);
  return status;
}

mgnn_status
mg_shard_components_find(mg_shard_components *out, mg_shard *s,
                         const mg_owners *owners, uint64_t large, mgnn_error *err)
{
  unsigned *up = mg_alloc(s->own, sizeof *up);
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->label = mg_alloc(s->own + s->ghosts, sizeof *out->label);
  out->size = mg_alloc(s->own, sizeof *out->size);
  TRY(mg_ranks_have(s->ranks, up != NULL && out->label != NULL
                    && out->size != NULL, err));
  TRY(labels_spread(out, s, owners, up, err));
  TRY(sizes_find(out, s, owners, large, err));
end:
  mg_free(up);
  return status;
}

void
mg_shard_components_free(mg_shard_components *c)
{
  mg_free(c->label);
  mg_free(c->size);
  mg_free(c->large);
  memset(c, 0, sizeof *c);
}

mgnn_status
mg_shard_component(mg_shard *out, const mg_shard *s, const mg_shard_components *c,
                   int64_t label, const mg_owners *owners, unsigned **at,
                   mgnn_error *err)
{
  size_t own = 0;
  mg_shard_rows rows = { .own = 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  *at = mg_alloc(s->own, sizeof **at);
  TRY(mg_ranks_agree(s->ranks, mg_allocated(*at, err), err));
  for (size_t i = 0; i < s->own; i++)
    if (c->label[i] == label)
      (*at)[own++] = (unsigned)i;
  TRY(mg_ranks_agree(s->ranks, mg_shard_rows_copy(&rows, s, own, *at, err), err));
  TRY(mg_shard_make(out, s->ranks, &rows, owners, err));
  TRY(mg_shard_match(s, out, *at, err));
end:
  mg_shard_rows_free(&rows);
  return status;
}
