/* igraph, with what changed in its version 1.0.  Code uses the names of 0.10;
 * igraph_integer_t is still one of 1.0's. */
#ifndef MG_IGRAPH_COMPAT_H
#define MG_IGRAPH_COMPAT_H

#include <igraph.h>

/* 1.0 wants to be set up once before anything else is called. */
#if IGRAPH_VERSION_MAJOR >= 1
#define MG_IGRAPH_SETUP() igraph_setup()
#else
#define MG_IGRAPH_SETUP() ((void)0)
#endif

#endif
