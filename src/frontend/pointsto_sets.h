/* The sets that the points-to analysis computes: one a node, growing only; struct pointsto notes when one has grown. Nodes are
 * indices: making one may move the sets. Internal to the points-to analysis. */
#ifndef HEDDLE_FRONTEND_POINTSTO_SETS_H
#define HEDDLE_FRONTEND_POINTSTO_SETS_H

#include "frontend/pointsto.h"

uint32_t points_node(struct pointsto *p); /* a new one, empty */
bool points_grown(const struct pointsto *p, uint32_t node, uint64_t since);
bool points_stored(const struct pointsto *p, uint32_t pointer,
                   uint64_t since); /* what is stored in the objects that it leads to has grown */
void points_add(struct pointsto *p, uint32_t node, uint32_t place);
void points_include(struct pointsto *p, uint32_t to, uint32_t from);
void points_include_part(struct pointsto *p, uint32_t to, uint32_t from);       /* as include, but too few bytes for a distance */
void points_smear(struct pointsto *p, uint32_t to, uint32_t from);              /* as include, but anywhere in the objects */
void points_distance(struct pointsto *p, uint32_t to, uint32_t from);           /* how far it is from there */
void points_moved(struct pointsto *p, uint32_t to, uint32_t from, uint32_t by); /* what an addition makes of one of its operands */

uint32_t points_memory(struct pointsto *p, uint32_t place, uint64_t width); /* the node for what is stored there */
void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width);
void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width);
void points_copy(struct pointsto *p, uint32_t to, uint32_t from, uint64_t bytes); /* memory to memory, as memcpy does */

#endif
