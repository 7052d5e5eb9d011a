/* Sorts the nodes of a source by their names, if these are the numbers from 0 or 1. */
#ifndef MG_NUMBERING_H
#define MG_NUMBERING_H

#include "source.h"

/* If the nodes of a source are in the order of their first appearance, and are called 0
 * to n-1 or 1 to n, sort them by these numbers, so that row k of a table without
 * names belongs to node k.  Call this after nodes were added, before anything stores
 * node numbers.  Takes a pass over the edges.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_source_number(mg_source *src, mgnn_error *err);

/* Fail if the rows of the table at `path`, which do not name their nodes, cannot be
 * matched, because the nodes are in the order of first appearance, which the author of
 * the table cannot know.  `remedy` tells how to name the nodes. */
mgnn_status mg_source_rows_check(const mg_source *src, const char *path,
                                 const char *remedy, mgnn_error *err);

#endif
