/* Nodes in the order of their numbers, where their names are numbers. */
#ifndef MG_NUMBERING_H
#define MG_NUMBERING_H

#include "source.h"

/* If the nodes of a source stand in the order of their first appearance, and
 * are called 0 to n-1 or 1 to n, put them in the order of these numbers, so
 * that row k of a table without names is that of node k.  To be called when
 * the nodes, or more of them, have become known, before anything keeps node
 * numbers.  Costs a pass over the edges.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_source_number(mg_source *src, mgnn_error *err);

/* Fail, if rows of the table at `path` that do not name their nodes cannot be
 * those of the nodes in their order: nobody knows the order of first
 * appearance.  `remedy` says how to name them. */
mgnn_status mg_source_rows_check(const mg_source *src, const char *path,
                                 const char *remedy, mgnn_error *err);

#endif
