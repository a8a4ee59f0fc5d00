/* Which reads of a thread have to do with each other: dependency-guided clustering (section 6.2 of Kusano and Wang).
 * Two edges of a code are in one cluster if one depends on the other by data (a common own cell) or by control; an edge
 * to an error or to what is not modelled is no branch. */
#ifndef HEDDLE_ENGINES_FLOW_CLUSTERS_H
#define HEDDLE_ENGINES_FLOW_CLUSTERS_H

#include "facts/code_graph.h"

struct clusters;

struct clusters *clusters_new(const struct program *p, const struct code_graph *g);
void clusters_free(struct clusters *c);

/* Whether something that can still happen at the location is in the edge's cluster. */
bool clusters_matter(const struct clusters *c, uint32_t location, uint32_t edge);

#endif
