/* --compare: measures our layout beside those of igraph and of other programs, on the
 * same graph and by the same figures. */
#ifndef MG_PEERS_H
#define MG_PEERS_H

#include "measure/plane_figures.h"
#include "cli/common/options.h"
#include "pictures.h"

typedef struct {
  const char *list;            /* --compare: names and files; or NULL */
  const char *table, *sheet;
} mg_peers_options;

extern const mg_option mg_peers_rows[];

/* One of the compared drawings. */
typedef struct {
  char *name;                  /* title of an igraph layout, or a file */
  int from_file;
  double *xy;                  /* 2*n, scaled to fit the lengths */
  double seconds;              /* NAN: not known */
  mg_plane_figures figures;
} mg_peer;

/* All compared drawings, ours first.  Empty if zeroed. */
typedef struct {
  mg_peer *item;
  size_t count;
  const mg_backend *backend;   /* of the sheet, or NULL */
} mg_peers;

/* Check the options, before anything is read. */
mgnn_status mg_peers_check(mg_peers *p, const mg_peers_options *opt,
                           mgnn_error *err);

/* Read the drawings that are files.  Run the layouts of igraph, each within the time
 * limit, and measure all drawings.  seconds: the time our layout took. */
mgnn_status mg_peers_read(mg_peers *p, const mg_input *in, mgnn_error *err);
mgnn_status mg_peers_run(mg_peers *p, const mg_results *runs, const mgnn_control *control,
                         double seconds, mgnn_error *err);

/* Write the table (to standard output if no file is named) and the sheet. */
mgnn_status mg_peers_write(const mg_peers *p, const mg_peers_options *opt,
                           mg_pictures *pictures, mgnn_error *err);
void mg_peers_free(mg_peers *p);

#endif
