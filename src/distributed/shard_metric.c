/* Rows of the matrix are the own nodes of rank 0, of rank 1, ..., in blocks of one node.
 *
 * MUMPS gets a limit of memory per rank and fails rather than exceed it; then
 * this and later systems are solved by conjugate gradients, which take hundreds
 * of iterations for flexible graphs and about ten for rigid ones. */
#include "shard_metric.h"
#include "petsc_calls.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DIM = 8, ITERATIONS = 2000 };

static const double solved = 1e-8;       /* of the right side, by CG */
static const double memory_share = 0.8;  /* of the free memory of a machine */

struct mg_shard_metric {
  mg_shard *s;
  const mg_graph *view;
  size_t dim;
  unsigned char *pin;          /* own + ghosts, or NULL */
  PetscInt *row;               /* own + ghosts: the node's block row in the matrix */
  PetscInt *column;            /* column numbers for the longest row */
  double *value;
  Mat matrix;
  Vec right, solution;
  KSP solver;
  int direct;                  /* try a factorization */
};

void
mg_shard_metric_free(mg_shard_metric *m)
{
  if (m == NULL)
    return;
  KSPDestroy(&m->solver);
  MatDestroy(&m->matrix);
  VecDestroy(&m->right);
  VecDestroy(&m->solution);
  mg_free_all(m->pin, m->row, m->column, m->value, m);
}

#define PETSC(call, what) TRY(mg_petsc(call, what, err))

/* ---- the matrix ---- */

/* Number the own nodes and ghosts, and copy their pins. */
static mgnn_status
nodes_number(mg_shard_metric *m, const unsigned char *pin, mgnn_error *err)
{
  mg_shard *s = m->s;
  size_t all = s->own + s->ghosts, most = 0;
  int64_t first = (int64_t)mg_ranks_before(s->ranks, s->own, NULL);
  int *held = mg_alloc(pin != NULL ? all * m->dim : 0, sizeof *held);
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < s->own; i++)
    most = s->row[i + 1] - s->row[i] > most ? s->row[i + 1] - s->row[i] : most;
  m->row = mg_alloc(all, sizeof *m->row);
  m->column = mg_alloc(most + 1, sizeof *m->column);
  m->value = mg_alloc(most + 1, m->dim * m->dim * sizeof *m->value);
  m->pin = pin != NULL ? mg_alloc(all, m->dim) : NULL;
  TRY(mg_ranks_have(s->ranks, held != NULL && m->row != NULL && m->column != NULL
                    && m->value != NULL && (pin == NULL || m->pin != NULL), err));
  for (size_t i = 0; i < s->own; i++)
    m->row[i] = first + (int64_t)i;
  TRY(mg_shard_exchange(s, MG_INT64, 1, m->row, err));
  if (pin == NULL)
    goto end;
  for (size_t c = 0; c < s->own * m->dim; c++)
    held[c] = pin[c] != 0;
  TRY(mg_shard_exchange(s, MG_INT32, m->dim, held, err));
  for (size_t c = 0; c < all * m->dim; c++)
    m->pin[c] = (unsigned char)held[c];
end:
  mg_free(held);
  return status;
}

/* Count the blocks in each row: count[0] with own nodes, count[1] with ghosts;
 * count[2] and count[3] likewise, but only from the diagonal on. */
static void
blocks_count(const mg_shard_metric *m, PetscInt *const count[4])
{
  const mg_shard *s = m->s;

  for (size_t i = 0; i < s->own; i++) {
    count[0][i] = count[2][i] = 1;
    count[1][i] = count[3][i] = 0;
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      int ghost = s->to[k] >= s->own;

      count[ghost][i]++;
      count[2 + ghost][i] += m->row[s->to[k]] > m->row[i];
    }
  }
}

/* Make a matrix with a block for each slot and each node. */
static mgnn_status
matrix_make(mg_shard_metric *m, const char *type, mgnn_error *err)
{
  const mg_shard *s = m->s;
  PetscInt *space = mg_alloc(4 * s->own, sizeof *space);
  PetscInt *count[4];
  PetscInt size = (PetscInt)(s->own * m->dim);
  PetscBool half;              /* only the upper triangle is stored */
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, mg_allocated(space, err), err));
  for (size_t k = 0; k < 4; k++)
    count[k] = space + k * s->own;
  blocks_count(m, count);
  PETSC(MatDestroy(&m->matrix), "free a matrix");
  PETSC(MatCreate(s->ranks->comm, &m->matrix), "make a matrix");
  PETSC(MatSetSizes(m->matrix, size, size, PETSC_DETERMINE, PETSC_DETERMINE),
        "size a matrix");
  PETSC(MatSetBlockSize(m->matrix, (PetscInt)m->dim), "size a matrix");
  PETSC(MatSetType(m->matrix, type), "make a matrix");
  PETSC(MatSetFromOptions(m->matrix), "follow the options of a matrix");
  PETSC(MatXAIJSetPreallocation(m->matrix, (PetscInt)m->dim, count[0], count[1], count[2],
                                count[3]), "allocate a matrix");
  PETSC(PetscObjectTypeCompareAny((PetscObject)m->matrix, &half, MATSEQSBAIJ,
                                  MATMPISBAIJ, ""), "compare");
  if (half)
    PETSC(MatSetOption(m->matrix, MAT_IGNORE_LOWER_TRIANGULAR, PETSC_TRUE),
          "make a matrix");
  PETSC(MatSetOption(m->matrix, MAT_SPD, PETSC_TRUE), "make a matrix");
end:
  mg_free(space);
  return status;
}

static int
is_pinned(const mg_shard_metric *m, size_t i, size_t c)
{
  return m->pin != NULL && m->pin[i * m->dim + c];
}

/* Write the block of nodes i and j at place `at` of the row of blocks. */
static void
block_put(mg_shard_metric *m, size_t i, size_t j, const double *block, size_t at,
          size_t width)
{
  size_t dim = m->dim;

  for (size_t c = 0; c < dim; c++)
    for (size_t d = 0; d < dim; d++) {
      int held = is_pinned(m, i, c) || is_pinned(m, j, d);

      m->value[c * width + at * dim + d] = held ? i == j && c == d : block[c * dim + d];
    }
  m->column[at] = m->row[j];
}

/* Fill the row of node i: its neighbours in the order of slots, then itself. */
static PetscErrorCode
row_fill(mg_shard_metric *m, size_t i, const double *at, double damping)
{
  const mg_graph *g = m->view;
  size_t dim = m->dim, degree = g->row[i + 1] - g->row[i], width = (degree + 1) * dim;
  double own[DIM * DIM] = { 0 }, block[DIM * DIM];

  for (size_t k = g->row[i], b = 0; k < g->row[i + 1]; k++, b++) {
    const double *x = at + i * dim, *z = at + (size_t)g->to[k] * dim;
    double r = mg_distance(x, z, (int)dim), u[DIM];
    mg_edge_block edge = mg_edge_block_of(g, k, r, 1);

    for (size_t c = 0; c < dim; c++)
      u[c] = r > 0 ? (x[c] - z[c]) / r : 0;
    for (size_t c = 0; c < dim; c++)
      for (size_t d = 0; d < dim; d++) {
        block[c * dim + d] = -mg_edge_block_entry(&edge, u, c, d);
        own[c * dim + d] -= block[c * dim + d];
      }
    block_put(m, i, g->to[k], block, b, width);
  }
  for (size_t c = 0; c < dim; c++)
    own[c * dim + c] += damping * fmax(m->s->degree[i], 1e-300);
  block_put(m, i, i, own, degree, width);
  return MatSetValuesBlocked(m->matrix, 1, &m->row[i], (PetscInt)degree + 1, m->column,
                             m->value, INSERT_VALUES);
}

static mgnn_status
matrix_fill(mg_shard_metric *m, const double *at, double damping, mgnn_error *err)
{
  PetscErrorCode failed = 0;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < m->s->own && !failed; i++)
    failed = row_fill(m, i, at, damping);
  TRY(mg_ranks_agree(m->s->ranks, mg_petsc(failed, "fill a matrix", err), err));
  PETSC(MatAssemblyBegin(m->matrix, MAT_FINAL_ASSEMBLY), "assemble a matrix");
  PETSC(MatAssemblyEnd(m->matrix, MAT_FINAL_ASSEMBLY), "assemble a matrix");
  PETSC(MatSetOption(m->matrix, MAT_SPD, PETSC_TRUE), "assemble a matrix");
end:
  return status;
}

/* ---- the solver ---- */

/* Bytes of memory available, according to the system. */
static double
memory_available(void)
{
  double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  FILE *about = fopen("/proc/meminfo", "r");
  char line[128];
  unsigned long long kilobytes;

  while (about != NULL && fgets(line, sizeof line, about) != NULL)
    if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1)
      bytes = 1024.0 * (double)kilobytes;
  if (about != NULL)
    fclose(about);
  return bytes;
}

/* Megabytes a rank may use: its share of the free memory of its machine. */
static PetscInt
memory_free(const mg_ranks *ranks)
{
  MPI_Comm machine;
  int here;
  double least;

  MPI_Comm_split_type(ranks->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &here);
  MPI_Comm_free(&machine);
  least = -mg_ranks_most_real(ranks, -memory_share * memory_available() / here / 1e6);
  return least > 1 ? (PetscInt)least : 1;
}

static mgnn_status
direct_choose(mg_shard_metric *m, PC pc, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  PETSC(KSPSetType(m->solver, KSPPREONLY), "choose a solver");
  PETSC(PCSetType(pc, PCCHOLESKY), "choose a factorization");
  PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS), "choose a factorization");
end:
  return status;
}

static mgnn_status
iterative_choose(mg_shard_metric *m, PC pc, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  PETSC(KSPSetType(m->solver, KSPCG), "choose a solver");
  PETSC(KSPSetTolerances(m->solver, solved, PETSC_DEFAULT, PETSC_DEFAULT, ITERATIONS),
        "set a solver");
#ifdef PETSC_HAVE_HYPRE
  PETSC(PCSetType(pc, PCHYPRE), "choose hypre");
#else
  PETSC(PCSetType(pc, PCGAMG), "choose GAMG");
#endif
end:
  return status;
}

/* Set the memory limit of MUMPS, unless PETSc's options choose otherwise. */
static mgnn_status
memory_limit(mg_shard_metric *m, PC pc, mgnn_error *err)
{
  PetscInt most = memory_free(m->s->ranks);
  PetscBool factors, told;
  MatSolverType type = NULL;
  Mat factor;
  mgnn_status status = MGNN_OK;

  PETSC(PetscObjectTypeCompareAny((PetscObject)pc, &factors, PCCHOLESKY, PCLU, ""),
        "compare");
  PETSC(PetscOptionsHasName(NULL, NULL, "-mat_mumps_icntl_23", &told), "compare");
  if (!factors || told)
    goto end;
  PETSC(PCFactorGetMatSolverType(pc, &type), "find a factorization");
  if (type == NULL || strcmp(type, MATSOLVERMUMPS) != 0)
    goto end;
  PETSC(PCFactorSetUpMatSolverType(pc), "set up a factorization");
  PETSC(PCFactorGetMatrix(pc, &factor), "set up a factorization");
#ifdef PETSC_HAVE_MUMPS
  PETSC(MatMumpsSetIcntl(factor, 23, most), "limit a factorization");
#endif
end:
  return status;
}

static mgnn_status
solver_make(mg_shard_metric *m, mgnn_error *err)
{
  PetscBool factored;
  PC pc;
  mgnn_status status = MGNN_OK;

  TRY(matrix_make(m, m->direct ? MATSBAIJ : MATAIJ, err));
  PETSC(KSPDestroy(&m->solver), "free a solver");
  PETSC(KSPCreate(m->s->ranks->comm, &m->solver), "make a solver");
  PETSC(KSPSetOperators(m->solver, m->matrix, m->matrix), "set a solver");
  PETSC(KSPGetPC(m->solver, &pc), "set a solver");
  TRY(m->direct ? direct_choose(m, pc, err) : iterative_choose(m, pc, err));
  PETSC(KSPSetFromOptions(m->solver), "follow the options of a solver");
  PETSC(PetscObjectTypeCompare((PetscObject)pc, PCCHOLESKY, &factored), "compare");
  if (m->direct && !factored) {          /* PETSc's options chose another */
    m->direct = 0;
    TRY(solver_make(m, err));
  } else
    TRY(memory_limit(m, pc, err));
end:
  return status;
}

/* Set the rigid motions, translations and rotations at the positions, which
 * multigrid must preserve. */
static mgnn_status
rigid_motions_set(mg_shard_metric *m, const double *at, mgnn_error *err)
{
  Vec place = NULL;
  PetscScalar *x;
  MatNullSpace moves = NULL;
  mgnn_status status = MGNN_OK;

  if (m->dim > 3)
    return MGNN_OK;
  PETSC(VecDuplicate(m->right, &place), "make a vector");
  PETSC(VecGetArray(place, &x), "fill a vector");
  memcpy(x, at, m->s->own * m->dim * sizeof *x);
  PETSC(VecRestoreArray(place, &x), "fill a vector");
  PETSC(MatNullSpaceCreateRigidBody(place, &moves), "make rigid motions");
  PETSC(MatSetNearNullSpace(m->matrix, moves), "set rigid motions");
end:
  MatNullSpaceDestroy(&moves);
  VecDestroy(&place);
  return status;
}

static mgnn_status
vectors_make(mg_shard_metric *m, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  PETSC(VecCreate(m->s->ranks->comm, &m->right), "make a vector");
  PETSC(VecSetSizes(m->right, (PetscInt)(m->s->own * m->dim), PETSC_DETERMINE),
        "make a vector");
  PETSC(VecSetBlockSize(m->right, (PetscInt)m->dim), "make a vector");
  PETSC(VecSetType(m->right, VECSTANDARD), "make a vector");
  PETSC(VecDuplicate(m->right, &m->solution), "make a vector");
end:
  return status;
}

mgnn_status
mg_shard_metric_init(mg_shard_metric **out, mg_shard *s, const mg_graph *view, size_t dim,
                     const unsigned char *pin, mgnn_error *err)
{
  mg_shard_metric *m = mg_zalloc(1, sizeof *m);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_ranks_agree(s->ranks, mg_allocated(m, err), err));
#ifdef PETSC_HAVE_MUMPS
  m->direct = 1;
#endif
  m->s = s;
  m->view = view;
  m->dim = dim;
  TRY(nodes_number(m, pin, err));
  TRY(vectors_make(m, err));
  TRY(solver_make(m, err));
  *out = m;
end:
  if (*out == NULL)
    mg_shard_metric_free(m);
  return status;
}

static mgnn_status
system_solve(mg_shard_metric *m, const double *at, double damping,
             KSPConvergedReason *reason, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(matrix_fill(m, at, damping, err));
  if (!m->direct)
    TRY(rigid_motions_set(m, at, err));
  PETSC(KSPSolve(m->solver, m->right, m->solution), "solve a system");
  PETSC(KSPGetConvergedReason(m->solver, reason), "solve a system");
end:
  return status;
}

mgnn_status
mg_shard_metric_solve(mg_shard_metric *m, const double *at, double damping,
                      const double *grad, double *step, mgnn_error *err)
{
  size_t size = m->s->own * m->dim;
  KSPConvergedReason reason;
  PetscScalar *x;
  mgnn_status status = MGNN_OK;

  PETSC(VecGetArray(m->right, &x), "fill a vector");
  for (size_t c = 0; c < size; c++)
    x[c] = m->pin != NULL && m->pin[c] ? 0 : -grad[c];
  PETSC(VecRestoreArray(m->right, &x), "fill a vector");
  TRY(system_solve(m, at, damping, &reason, err));
  if (reason == KSP_DIVERGED_PC_FAILED && m->direct) {
    m->direct = 0;
    TRY(solver_make(m, err));
    TRY(system_solve(m, at, damping, &reason, err));
  }
  if (reason == KSP_DIVERGED_PC_FAILED)
    TRY(mg_fail(err, MGNN_ENOMEM, "the factorization of PETSc's options does not fit in "
                "memory: leave -pc_type out, or take more ranks"));
  PETSC(VecGetArray(m->solution, &x), "read a vector");
  memcpy(step, x, size * sizeof *x);
  PETSC(VecRestoreArray(m->solution, &x), "read a vector");
end:
  return status;
}
