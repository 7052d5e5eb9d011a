/* Atoms as nodes, and the search for pairs of atoms that are near or bonded. */
#include "atoms.h"
#include "base/dense.h"
#include "edge_index.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Coordinates beyond this (in Angstrom) are taken for errors. */
#define FAR_AWAY 1e7

static const char *const titles[MG_ATOM_COLUMNS] = {
  "atom", "residue", "chain", "number", "element", "x", "y", "z"
};

void
mg_atoms_init(mg_atoms *a, mg_source *src)
{
  memset(a, 0, sizeof *a);
  a->src = src;
  mg_builder_init(&a->build, src);
}

void
mg_atoms_free(mg_atoms *a)
{
  mg_builder_free(&a->build);
  mg_free(a->x);
}

void
mg_atom_word(char out[MG_ATOM_WORD], const char *s, size_t len)
{
  size_t used = 0;

  while (len > 0 && (*s == ' ' || *s == '\t')) {
    s++;
    len--;
  }
  while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\t'))
    len--;
  for (; used < len && used < MG_ATOM_WORD - 1; used++)
    out[used] = s[used] > ' ' && s[used] < 0x7f ? s[used] : '?';
  out[used] = '\0';
}

size_t
mg_atom_id(char out[MG_ATOM_ID], const mg_atom *atom)
{
  return (size_t)snprintf(out, MG_ATOM_ID, "%s%s%s%s%s", atom->chain,
                          atom->chain[0] != '\0' ? "/" : "", atom->number,
                          atom->number[0] != '\0' ? "/" : "", atom->name);
}

/* Find the element if the file does not give it: the first letter of the name after
 * digits.  Cl, Br, Na, Mg, Zn, Fe, Se and the like must be given by the file. */
static void
element_find(mg_atom *atom)
{
  const char *s = atom->name;

  if (atom->element[0] != '\0') {
    for (char *p = atom->element + 1; *p != '\0'; p++)
      *p = *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p;
    if (atom->element[0] >= 'a' && atom->element[0] <= 'z')
      atom->element[0] = (char)(atom->element[0] - 32);
    return;
  }
  while (*s >= '0' && *s <= '9')
    s++;
  atom->element[0] = *s >= 'a' && *s <= 'z' ? (char)(*s - 32)
                     : *s >= 'A' && *s <= 'Z' ? *s : 'C';
  atom->element[1] = '\0';
}

static mgnn_status
values_put(mg_atoms *a, const mg_atom *atom, unsigned i, mgnn_error *err)
{
  const char *text[MG_ATOM_TEXTS] = { atom->name, atom->residue, atom->chain,
                                      atom->number, atom->element };
  mg_source *src = a->src;

  for (size_t k = 0; k < MG_ATOM_TEXTS; k++) {
    const char *kept;

    if (text[k][0] == '\0')
      continue;
    PASS(mg_allocated(kept = mg_pool_keep(&src->pool, text[k], strlen(text[k])),
                      err));
    PASS(mg_column_put_text(src, &src->node.column[a->column[k]], i, kept, err));
  }
  for (size_t c = 0; c < 3; c++)
    PASS(mg_column_put_number(src, &src->node.column[a->column[MG_ATOM_TEXTS + c]],
                              i, atom->x[c], err));
  return MGNN_OK;
}

mgnn_status
mg_atoms_add(mg_atoms *a, mg_atom *atom, size_t line, unsigned *out,
             mgnn_error *err)
{
  char id[MG_ATOM_ID];
  size_t len = mg_atom_id(id, atom), n = a->src->n;

  for (size_t c = 0; c < 3; c++)
    if (!(fabs(atom->x[c]) <= FAR_AWAY))
      return mg_fail_at(err, a->src->path, line, 0, "coordinate %zu of atom %s "
                        "is %g, must be within -1e7 and 1e7 Angstrom", c + 1, id,
                        atom->x[c]);
  element_find(atom);
  PASS(mg_builder_node(&a->build, id, len, out, err));
  if (a->src->n == n) {
    mg_tally_add(&a->repeated, line);
    *out = MG_NAMES_NONE;
    return MGNN_OK;
  }
  for (size_t k = 0; n == 0 && k < MG_ATOM_COLUMNS; k++)
    PASS(mg_attribute_add(a->src, &a->src->node, titles[k], &a->column[k], err));
  PASS(mg_room(&a->x, n, &a->x_cap, 3 * sizeof *a->x, err));
  memcpy(a->x + 3 * n, atom->x, sizeof atom->x);
  return values_put(a, atom, *out, err);
}

double
mg_atoms_distance(const mg_atoms *a, unsigned i, unsigned j)
{
  const double *p = a->x + 3 * (size_t)i, *q = a->x + 3 * (size_t)j;

  return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])
              + (p[2] - q[2]) * (p[2] - q[2]));
}

mgnn_status
mg_atoms_join(mg_atoms *a, unsigned i, unsigned j, size_t line, mgnn_error *err)
{
  double d = mg_atoms_distance(a, i, j);

  PASS(mg_builder_edge(&a->build, i, j, line, err));
  return mg_bounds_put(&a->bounds, a->src, d, d, err);
}

/* ---- near pairs ---- */

/* Atoms sorted by the cells of a grid, row after row, so that neighbouring
 * cells along z form a range. */
typedef struct {
  int64_t cell[3];
  uint32_t atom;
} place;

typedef struct {
  mg_atoms *a;
  double reach;                /* side of a cell; no pair is further apart */
  place *order;
  double *radius;              /* of each atom, to guess bonds; NULL: use reach */
  mg_edge_index known;         /* edges that exist already */
  uint32_t *near;              /* the atoms near one atom */
  size_t near_cap;
} atom_grid;

static int
place_compare(const void *p, const void *q)
{
  const place *a = p, *b = q;

  for (int c = 0; c < 3; c++)
    if (a->cell[c] != b->cell[c])
      return a->cell[c] < b->cell[c] ? -1 : 1;
  return a->atom < b->atom ? -1 : a->atom > b->atom;
}

/* Covalent radii in Angstrom (Cordero and others, Dalton Transactions 2008);
 * 1.5 for elements that are not listed. */
static double
covalent_radius(const char *element)
{
  static const struct {
    const char *symbol;
    double radius;
  } known[] = {
    { "H", .31 }, { "D", .31 }, { "C", .76 }, { "N", .71 }, { "O", .66 },
    { "S", 1.05 }, { "P", 1.07 }, { "F", .57 }, { "Cl", 1.02 }, { "Br", 1.2 },
    { "I", 1.39 }, { "Se", 1.2 }, { "B", .84 }, { "Si", 1.11 }, { "Na", 1.66 },
    { "Mg", 1.41 }, { "K", 2.03 }, { "Ca", 1.76 }, { "Mn", 1.39 },
    { "Fe", 1.32 }, { "Co", 1.26 }, { "Ni", 1.24 }, { "Cu", 1.32 },
    { "Zn", 1.22 }
  };

  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcmp(element, known[k].symbol) == 0)
      return known[k].radius;
  return 1.5;
}

/* As in Open Babel: atoms are bonded if they are closer than the sum of their radii
 * plus this slack; if they are closer than BOND_LEAST, they are one atom twice. */
#define BOND_SLACK .45
#define BOND_LEAST .4

static mgnn_status
radii_find(atom_grid *g, mgnn_error *err)
{
  const mg_column *col = mg_attribute_find(&g->a->src->node, "element");
  size_t n = g->a->src->n;
  double most = 0;

  PASS(mg_allocated(g->radius = mg_alloc(n, sizeof *g->radius), err));
  for (size_t i = 0; i < n; i++) {
    g->radius[i] = covalent_radius(col->text[i]);
    most = fmax(most, g->radius[i]);
  }
  g->reach = 2 * most + BOND_SLACK;
  return MGNN_OK;
}

static mgnn_status
grid_make(atom_grid *g, mgnn_error *err)
{
  size_t n = g->a->src->n;

  PASS(mg_allocated(g->order = mg_alloc(n, sizeof *g->order), err));
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < 3; c++)
      g->order[i].cell[c] = (int64_t)floor(g->a->x[3 * i + c] / g->reach);
    g->order[i].atom = (uint32_t)i;
  }
  qsort(g->order, n, sizeof *g->order, place_compare);
  return MGNN_OK;
}

/* The first place in `order` whose cell is not before this one. */
static size_t
place_find(const atom_grid *g, const int64_t cell[3])
{
  place want = { .cell = { cell[0], cell[1], cell[2] }, .atom = 0 };
  size_t from = 0, to = g->a->src->n;

  while (from < to) {
    size_t middle = from + (to - from) / 2;

    if (place_compare(&g->order[middle], &want) < 0)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static int
is_near(const atom_grid *g, uint32_t i, uint32_t j)
{
  double d = mg_atoms_distance(g->a, i, j);

  if (g->radius == NULL)
    return d <= g->reach;
  return d >= BOND_LEAST && d <= g->radius[i] + g->radius[j] + BOND_SLACK;
}

/* Find the atoms after i that are near it, in ascending order. */
static mgnn_status
near_find(atom_grid *g, uint32_t i, size_t *count, mgnn_error *err)
{
  enum { CROWD = 2000 };       /* more atoms than fit into a few cells */
  const double *x = g->a->x + 3 * (size_t)i;
  int64_t cell[3];
  size_t looked = 0;

  *count = 0;
  for (int row = 0; row < 9; row++) {
    cell[0] = (int64_t)floor(x[0] / g->reach) + row / 3 - 1;
    cell[1] = (int64_t)floor(x[1] / g->reach) + row % 3 - 1;
    cell[2] = (int64_t)floor(x[2] / g->reach) - 1;
    for (size_t k = place_find(g, cell); k < g->a->src->n; k++) {
      const place *p = &g->order[k];

      if (p->cell[0] != cell[0] || p->cell[1] != cell[1]
          || p->cell[2] > cell[2] + 2)
        break;
      if (g->radius != NULL && ++looked > CROWD)
        return mg_fail(err, MGNN_EPARSE, "%s: atom %zu has more than %d atoms "
                       "within %.3g Angstrom: these are no coordinates of a "
                       "molecule, so no bonds can be told; give a cutoff",
                       g->a->src->path, (size_t)i + 1, CROWD, g->reach);
      if (p->atom <= i || !is_near(g, i, p->atom))
        continue;
      PASS(mg_room(&g->near, *count, &g->near_cap, sizeof *g->near, err));
      g->near[(*count)++] = p->atom;
    }
  }
  if (*count > 1)
    qsort(g->near, *count, sizeof *g->near, mg_ascending_nodes);
  return MGNN_OK;
}

mgnn_status
mg_atoms_edges(mg_atoms *a, int guess, mgnn_error *err)
{
  atom_grid g = { .a = a, .reach = a->src->limits.cutoff };
  mgnn_status status = MGNN_OK;

  if (a->src->n == 0 || (g.reach == 0 && !guess))
    return MGNN_OK;
  if (g.reach == 0)
    TRY(radii_find(&g, err));
  TRY(grid_make(&g, err));
  TRY(mg_edge_index_pairs(&g.known, a->src->m, a->src->ends, err));
  for (uint32_t i = 0; i < a->src->n; i++) {
    size_t count;

    TRY(near_find(&g, i, &count, err));
    for (size_t k = 0; k < count; k++) {
      uint32_t fresh = (uint32_t)a->src->m, found = fresh;

      if (g.known.used > 0)
        TRY(mg_edge_index_pair(&g.known, i, g.near[k], fresh, &found, err));
      if (found == fresh)
        TRY(mg_atoms_join(a, i, g.near[k], 0, err));
    }
  }
end:
  mg_free_all(g.order, g.radius, g.near);
  mg_edge_index_free(&g.known);
  return status;
}

mgnn_status
mg_atoms_finish(mg_atoms *a, mgnn_error *err)
{
  const mg_tally *t = &a->repeated;

  if (t->count > 0)
    PASS(mg_note(&a->src->notes, err, "%s:%zu: %zu atom%s left out that stand%s "
                 "there already, as alternate locations do", a->src->path,
                 t->line, t->count, t->count == 1 ? " is" : "s are",
                 t->count == 1 ? "s" : ""));
  a->src->dim = 3;
  mg_bounds_done(&a->bounds, a->src);
  mg_builder_done(&a->build);
  return MGNN_OK;
}
