/* Depth-first search without recursion.  igraph has searches for bridges and
 * articulation points too, in a graph of its own: with 10^6 edges that takes
 * 0.11 s and 53 MB to make, and 0.08 to 0.36 s to search, where this takes 0.02 to
 * 0.03 s and 24 bytes per node (bench/libraries). */
#include "depth_first.h"
#include "mem.h"

#include <string.h>

mgnn_status
mg_depth_first_init(mg_depth_first *out, size_t n, mgnn_error *err)
{
  memset(out, 0, sizeof *out);
  out->found = mg_zalloc(n, 4 * sizeof *out->found);
  out->next = mg_alloc(n, sizeof *out->next);
  if (out->found == NULL || out->next == NULL) {
    mg_depth_first_free(out);
    return mg_fail_memory(err);
  }
  out->order = out->found + n;
  out->low = out->order + n;
  out->parent = out->low + n;
  return MGNN_OK;
}

void
mg_depth_first_free(mg_depth_first *d)
{
  mg_free(d->found);
  mg_free(d->next);
  memset(d, 0, sizeof *d);
}

static void
enter(mg_depth_first *d, unsigned i, unsigned parent, const size_t *row)
{
  d->order[d->count] = i;
  d->found[i] = d->low[i] = ++d->count;
  d->parent[i] = parent;
  d->next[i] = row[i];
}

void
mg_depth_first_search(mg_depth_first *d, const size_t *row, const unsigned *to,
                      const unsigned char *gone, unsigned root)
{
  unsigned i = root;

  enter(d, root, root, row);
  for (;;) {
    if (d->next[i] < row[i + 1]) {
      unsigned j = to[d->next[i]++];

      if (j == d->parent[i] || (gone != NULL && gone[j]))
        continue;
      if (d->found[j] == 0) {
        enter(d, j, i, row);
        i = j;
      } else if (d->found[j] < d->low[i]) {
        d->low[i] = d->found[j];
      }
    } else if (i == root) {
      break;
    } else {
      unsigned up = d->parent[i];

      if (d->low[i] < d->low[up])
        d->low[up] = d->low[i];
      i = up;
    }
  }
}

/* A root is a cut node if it has two children; another node, if nothing leads
 * past it out of the subtree of a child. */
void
mg_cut_nodes(const mg_depth_first *d, unsigned char *cut)
{
  unsigned child = 0;          /* of the present root */

  for (unsigned t = 0; t < d->count; t++) {
    unsigned i = d->order[t], up = d->parent[i];

    if (up == i)
      child = 0;
    else if (d->parent[up] == up)
      cut[up] |= child++ > 0;
    else
      cut[up] |= d->low[i] >= d->found[up];
  }
}
