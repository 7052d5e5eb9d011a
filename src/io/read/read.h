/* Reads graph files of all supported formats into a source. */
#ifndef MG_READ_H
#define MG_READ_H

#include "io/source.h"

/* A reader fills *out (zeroed by the caller, but for its path and limits) from the file
 * at path; "-" is standard input.  It does not name the nodes.  If it fails it may
 * leave *out half filled: the caller frees it. */
typedef struct {
  const char *word;            /* the name of the format, as in options */
  const char *suffixes;        /* ".edges .edgelist .txt", without .gz */
  mgnn_status (*read)(mg_source *out, const char *path, mgnn_error *err);
  int positions;               /* nodes may have positions, so the file can be
                                  used instead of a table of positions */
} mg_reader;

extern const mg_reader mg_readers[];   /* ends with word NULL */
const char *mg_reader_word(size_t k);  /* of the k-th; NULL at the end */

/* Read a graph and name its nodes.  `word` is the format; NULL: chosen by the
 * suffix of path (before .gz).  Fails with MGNN_EINVAL if the format is unknown
 * or not supported, with advice on how to convert it; with MGNN_EIO and
 * MGNN_EPARSE as the readers do.  On failure *out is left zeroed. */
mgnn_status mg_read(mg_source *out, const char *path, const char *word,
                    mgnn_error *err);

/* The same with given limits, which may also name bytes in memory to read instead. */
mgnn_status mg_read_within(mg_source *out, const char *path, const char *word,
                           const mg_limits *limits, mgnn_error *err);

/* The reader for the suffix of a path, or NULL if the suffix is not known. */
const mg_reader *mg_reader_of(const char *path);

/* The readers, each in the file named after its format. */
typedef mgnn_status mg_read_call(mg_source *out, const char *path, mgnn_error *err);
mg_read_call mg_read_gml, mg_read_dot, mg_read_json, mg_read_gexf, mg_read_metis,
  mg_read_sif, mg_read_leda, mg_read_dl, mg_read_table, mg_read_dist, mg_read_ampl,
  mg_read_pdb, mg_read_cif, mg_read_sdf, mg_read_xyz, mg_read_upl, mg_read_lol,
  mg_read_tbl, mg_read_nmrstar, mg_read_mtx, mg_read_graphml, mg_read_pajek, mg_read_ncol,
  mg_read_numpy, mg_read_lgl;

/* Add a note if the first row of a table may be a header with unknown titles. */
mgnn_status mg_header_doubt(mg_notes *notes, const char *path, size_t line,
                            const char *source, const char *target, mgnn_error *err);

#endif
