/* The names of igraph 1.0 that mgnn-sbm uses, as its changelog and manual give them:
 * for a compiler that reads, not for a linker.  CI compiles against it, as Debian
 * has igraph 0.10. */
#ifndef IGRAPH_H
#define IGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#define IGRAPH_VERSION_MAJOR 1
#define IGRAPH_UNDIRECTED 0
#define IGRAPH_SUCCESS 0
#define IGRAPH_ENOMEM 2
#define VECTOR(v) ((v).stor_begin)
#define MATRIX(m, i, j) ((m).data.stor_begin[(m).nrow * (j) + (i)])
#define IGRAPH_FROM(g, e) (VECTOR((g)->from)[e])
#define IGRAPH_TO(g, e) (VECTOR((g)->to)[e])

typedef int64_t igraph_int_t;          /* was igraph_integer_t */
typedef uint64_t igraph_uint_t;
typedef double igraph_real_t;
typedef bool igraph_bool_t;
typedef int igraph_error_t;
typedef unsigned int igraph_edge_type_sw_t;
enum { IGRAPH_SIMPLE_SW = 0 };

typedef struct { igraph_int_t *stor_begin, *stor_end, *end; } igraph_vector_int_t;
typedef struct { igraph_real_t *stor_begin, *stor_end, *end; } igraph_vector_t;
typedef struct { igraph_vector_t data; igraph_int_t nrow, ncol; } igraph_matrix_t;
typedef struct { igraph_int_t n; igraph_vector_int_t from, to; } igraph_t;
typedef struct { int unused; } igraph_rng_t;
typedef void igraph_error_handler_t(const char *reason, const char *file, int line,
                                    igraph_error_t code);

igraph_error_handler_t igraph_error_handler_ignore;
igraph_error_handler_t *igraph_set_error_handler(igraph_error_handler_t *handler);
const char *igraph_strerror(igraph_error_t code);
igraph_error_t igraph_matrix_init(igraph_matrix_t *m, igraph_int_t nrow, igraph_int_t ncol);
void igraph_matrix_destroy(igraph_matrix_t *m);
igraph_error_t igraph_vector_int_init(igraph_vector_int_t *v, igraph_int_t size);
void igraph_vector_int_destroy(igraph_vector_int_t *v);
igraph_rng_t *igraph_rng_default(void);
igraph_error_t igraph_rng_seed(igraph_rng_t *rng, igraph_uint_t seed);
igraph_int_t igraph_ecount(const igraph_t *g);
void igraph_destroy(igraph_t *g);
igraph_error_t igraph_sbm_game(igraph_t *g, const igraph_matrix_t *pref_matrix,
                               const igraph_vector_int_t *block_sizes,
                               igraph_bool_t directed,
                               igraph_edge_type_sw_t allowed_edge_types);

#endif
