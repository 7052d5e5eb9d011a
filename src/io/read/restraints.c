/* Turns restraints between atoms, or groups of atoms, into edges with bounds. */
#include "restraints.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RESIDUE_MAX = 1000, BONDS_MAX = 16 };

/* ---- the structure ---- */

static const char *
text_of(const mg_source *src, const char *column, size_t i)
{
  const mg_column *col = mg_attribute_find(&src->node, column);

  return col != NULL && col->text != NULL && i < col->cap && col->text[i] != NULL
         ? col->text[i] : "";
}

static mgnn_status
residue_enter(mg_restraints *r, const char *chain, const char *number,
              uint32_t node, mgnn_error *err)
{
  char key[MG_ATOM_ID];
  size_t len = (size_t)snprintf(key, sizeof key, "%s%s%s/", chain,
                                chain[0] != '\0' ? "/" : "", number);

  if (mg_ids_find_text(&r->residues, key, len) != MG_NAMES_NONE)
    return MGNN_OK;
  return mg_ids_add_text(&r->residues, key, len, node, err);
}

static mgnn_status
residues_enter(mg_restraints *r, mgnn_error *err)
{
  const mg_source *src = r->atoms.src;

  for (size_t i = 0; i < src->n; i++) {
    const char *chain = text_of(src, "chain", i);
    const char *number = text_of(src, "number", i);

    if (i > 0 && strcmp(chain, text_of(src, "chain", i - 1)) == 0
        && strcmp(number, text_of(src, "number", i - 1)) == 0)
      continue;
    PASS(residue_enter(r, "", number, (uint32_t)i, err));
    if (chain[0] != '\0')
      PASS(residue_enter(r, chain, number, (uint32_t)i, err));
  }
  return MGNN_OK;
}

/* The neighbours of each atom along bonds, in compressed rows. */
typedef struct {
  uint32_t *row, *to;
} adjacency;

static mgnn_status
adjacency_make(adjacency *adj, const mg_source *src, mgnn_error *err)
{
  PASS(mg_allocated_all(err, MG_ZEROS(adj->row, src->n + 2),
                        MG_NEW(adj->to, 2 * src->m + 1)));
  for (size_t k = 0; k < 2 * src->m; k++)
    adj->row[src->ends[k] + 2]++;
  for (size_t i = 2; i < src->n + 2; i++)
    adj->row[i] += adj->row[i - 1];
  for (size_t k = 0; k < 2 * src->m; k++)
    adj->to[adj->row[src->ends[k] + 1]++] = src->ends[k ^ 1];
  return MGNN_OK;
}

/* Join two atoms bonded to the same one: the angle there fixes their distance. */
static mgnn_status
angles_add(mg_restraints *r, mgnn_error *err)
{
  mg_source *src = r->atoms.src;
  adjacency adj = { NULL, NULL };
  mgnn_status status = MGNN_OK;
  uint32_t found;

  TRY(adjacency_make(&adj, src, err));
  for (size_t i = 0; i < src->n; i++) {
    const uint32_t *to = adj.to + adj.row[i];
    size_t degree = adj.row[i + 1] - adj.row[i];

    for (size_t p = 0; p < degree && degree <= BONDS_MAX; p++)
      for (size_t q = p + 1; q < degree; q++) {
        size_t m = src->m;

        if (to[p] == to[q])
          continue;
        TRY(mg_edge_index_pair(&r->known, to[p], to[q], (uint32_t)src->m, &found, err));
        if (found == m)
          TRY(mg_atoms_join(&r->atoms, to[p], to[q], 0, err));
      }
  }
end:
  mg_free_all(adj.row, adj.to);
  return status;
}

static mgnn_status
structure_read(mg_restraints *r, mgnn_error *err)
{
  mg_source *src = r->atoms.src;
  const char *path = src->limits.topology;
  char *own = src->path;
  mgnn_status status = MGNN_OK;

  src->path = (char *)path;    /* so that messages name this file */
  TRY(strstr(path, ".cif") != NULL || strstr(path, ".mmcif") != NULL
      ? mg_atoms_read_cif(&r->atoms, path, err)
      : mg_atoms_read_pdb(&r->atoms, path, err));
  TRY(residues_enter(r, err));
  TRY(mg_edge_index_pairs(&r->known, src->m, src->ends, err));
  if (src->limits.cutoff == 0)
    TRY(angles_add(r, err));
  r->structure = 1;
  r->given = src->m;
end:
  src->path = own;
  return status;
}

mgnn_status
mg_restraints_init(mg_restraints *r, mg_source *src, mgnn_error *err)
{
  memset(r, 0, sizeof *r);
  mg_atoms_init(&r->atoms, src);
  src->dim = 3;
  src->unordered = src->limits.topology == NULL;
  return src->limits.topology != NULL ? structure_read(r, err) : MGNN_OK;
}

void
mg_restraints_free(mg_restraints *r)
{
  mg_atoms_free(&r->atoms);
  mg_ids_free(&r->residues);
  mg_edge_index_free(&r->known);
}

/* ---- names ---- */

/* Whether a name in a restraint means an atom: the same name; H for HN, or HN
 * for H; before #, * or %, all names that begin so; QB or MB, the hydrogens
 * HB...; QQG, those of both methyl groups, HG.... */
static int
name_means(const char *name, const char *atom)
{
  size_t len = strlen(name), skip = 0;
  char last = len > 0 ? name[len - 1] : '\0';

  if (strcmp(name, atom) == 0
      || (strcmp(name, "HN") == 0 && strcmp(atom, "H") == 0)
      || (strcmp(name, "H") == 0 && strcmp(atom, "HN") == 0))
    return 1;
  if (last == '#' || last == '*' || last == '%') {
    while (len > 0 && strchr("#*%", name[len - 1]) != NULL)
      len--;
    return strncmp(name, atom, len) == 0;
  }
  while (skip < len && (name[skip] == 'Q' || (name[0] == 'M' && skip == 0)))
    skip++;
  return skip > 0 && skip < len && atom[0] == 'H'
         && strncmp(name + skip, atom + 1, len - skip) == 0;
}

static void
group_put(mg_atom_group *group, const mg_source *src, unsigned node)
{
  unsigned first = group->node[0];

  for (size_t k = 0; k < group->count; k++)
    if (group->node[k] == node)
      return;
  if (group->count == MG_GROUP_MAX
      || (group->count > 0
          && (strcmp(text_of(src, "number", node), text_of(src, "number", first))
              != 0 || strcmp(text_of(src, "chain", node),
                             text_of(src, "chain", first)) != 0)))
    group->spread = 1;
  else
    group->node[group->count++] = node;
}

/* Add the atoms called `name` in the residue that begins at `node`. */
static void
residue_search(const mg_restraints *r, unsigned node, const char *name,
               mg_atom_group *group)
{
  const mg_source *src = r->atoms.src;
  const char *chain = text_of(src, "chain", node);
  const char *number = text_of(src, "number", node);
  size_t exact = group->count;

  for (int pass = 0; pass < 2 && group->count == exact; pass++)
    for (size_t i = node; i < src->n && i < node + RESIDUE_MAX
         && strcmp(text_of(src, "number", i), number) == 0
         && strcmp(text_of(src, "chain", i), chain) == 0; i++) {
      const char *atom = text_of(src, "atom", i);

      if (pass == 0 ? strcmp(atom, name) == 0 : name_means(name, atom))
        group_put(group, src, (unsigned)i);
    }
}

mgnn_status
mg_restraints_find(mg_restraints *r, const mg_atom_reference *ref,
                   mg_atom_group *group, mgnn_error *err)
{
  mg_atom atom = { .name = "" };
  char key[MG_ATOM_ID];
  size_t len, before = group->count;
  uint32_t node;

  memcpy(atom.chain, ref->chain, sizeof atom.chain);
  memcpy(atom.number, ref->number, sizeof atom.number);
  len = mg_atom_id(key, &atom);
  if (r->structure) {
    node = mg_ids_find_text(&r->residues, key, len);
    if (node == MG_NAMES_NONE)  /* chains may have other names in the structure */
      node = mg_ids_find_text(&r->residues, key + strlen(ref->chain)
                              + (ref->chain[0] != '\0'),
                              strlen(ref->number) + 1);
    if (node != MG_NAMES_NONE)
      residue_search(r, node, ref->name, group);
    if (group->count == before && !group->spread && r->absent.count == 0)
      snprintf(r->first_absent, sizeof r->first_absent, "%.30s%s", key,
               ref->name);
    return MGNN_OK;
  }
  memcpy(atom.name, ref->name, sizeof atom.name);
  len = mg_atom_id(key, &atom);
  if (group->count == MG_GROUP_MAX) {
    group->spread = 1;
    return MGNN_OK;
  }
  return mg_builder_node(&r->atoms.build, key, len,
                         &group->node[group->count++], err);
}

/* ---- bounds ---- */

/* The largest distance between the first atom of a group and another one. */
static double
group_reach(const mg_restraints *r, const mg_atom_group *group)
{
  double most = 0;

  for (size_t k = 1; k < group->count && r->structure; k++)
    most = fmax(most, mg_atoms_distance(&r->atoms, group->node[0], group->node[k]));
  return most;
}

/* Apply a second restraint to the same pair: the tighter bounds count. */
static mgnn_status
tighten(mg_restraints *r, uint32_t e, double lower, double upper, size_t line,
        mgnn_error *err)
{
  mg_source *src = r->atoms.src;
  double *low = &src->edge.column[0].number[e], *high = low;

  if (r->atoms.bounds.intervals)
    high = &src->edge.column[1].number[e];
  lower = fmax(lower, *low);
  upper = fmin(upper, *high);
  if (lower > upper)
    return mg_fail_at(err, src->path, line, 0, "the distance must be at least %g "
                      "and at most %g, by this restraint and the one in line %u",
                      lower, upper, mg_line_runs_find(&src->edge_line, e));
  *low = lower;
  *high = upper;
  return MGNN_OK;
}

mgnn_status
mg_restraints_add(mg_restraints *r, const mg_atom_group end[2],
                  const double bound[2], size_t line, mgnn_error *err)
{
  mg_source *src = r->atoms.src;
  unsigned a = end[0].node[0], b = end[1].node[0];
  size_t pairs = end[0].count * end[1].count;
  double reach = group_reach(r, &end[0]) + group_reach(r, &end[1]);
  double lower = fmax(0, bound[0] - reach);
  double upper = bound[1] * pow((double)pairs, 1. / 6) + reach;
  uint32_t found;

  r->count++;
  if (end[0].spread || end[1].spread || (!r->structure && pairs > 1)) {
    mg_tally_add(&r->ambiguous, line);
    return MGNN_OK;
  }
  if (pairs == 0 || a == b) {
    mg_tally_add(pairs == 0 ? &r->absent : &r->inner, line);
    return MGNN_OK;
  }
  PASS(mg_edge_index_pair(&r->known, a, b, (uint32_t)r->atoms.src->m, &found, err));
  if (found < r->given)
    mg_tally_add(&r->known_pairs, line);
  else if (found < src->m)
    PASS(tighten(r, found, lower, upper, line, err));
  else {
    PASS(mg_builder_edge(&r->atoms.build, a, b, line, err));
    PASS(mg_bounds_put(&r->atoms.bounds, src, lower, upper, err));
  }
  return MGNN_OK;
}

static mgnn_status
tell(const mg_restraints *r, const mg_tally *t, const char *what, mgnn_error *err)
{
  mg_source *src = r->atoms.src;

  if (t->count == 0)
    return MGNN_OK;
  return mg_note(&src->notes, err, "%s:%zu: %zu of %zu restraints %s left out: "
                 "%s", src->path, t->line, t->count, r->count,
                 t->count == 1 ? "is" : "are", what);
}

mgnn_status
mg_restraints_finish(mg_restraints *r, mgnn_error *err)
{
  mg_source *src = r->atoms.src;
  char what[2 * MG_ATOM_ID + 100];

  if (r->count > 0 && r->absent.count == r->count)
    PASS(mg_fail(err, MGNN_EPARSE, "%s:%zu: no restraint names two atoms of %s; "
                 "the first that is not there is %s", src->path, r->absent.line,
                 src->limits.topology, r->first_absent));
  snprintf(what, sizeof what, "the structure lacks their atoms, such as %s",
           r->first_absent);
  PASS(tell(r, &r->absent, what, err));
  PASS(tell(r, &r->ambiguous, "they may be met by atoms of several residues",
            err));
  PASS(tell(r, &r->inner, "both ends are the same atom or group", err));
  PASS(tell(r, &r->known_pairs, "the structure has the distance of their atoms",
            err));
  return mg_atoms_finish(&r->atoms, err);
}
