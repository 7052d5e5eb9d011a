/* Disjoint sets of nodes as trees: parent[i] leads to the root, which is the
 * lowest node of its set; at first each node is its own. */
#ifndef MG_UNION_FIND_H
#define MG_UNION_FIND_H

/* The root of i's tree.  The path to it is halved, so that later ones are
 * short. */
static inline unsigned
mg_set_root(unsigned *parent, unsigned i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static inline void
mg_sets_join(unsigned *parent, unsigned i, unsigned j)
{
  unsigned a = mg_set_root(parent, i), b = mg_set_root(parent, j);

  parent[a > b ? a : b] = a > b ? b : a;
}

#endif
