/* Which set of places each node of the points-to analysis has: growing only; struct pointsto notes when one has grown. Internal to the points-to analysis. */
#ifndef HEDDLE_FRONTEND_POINTSTO_SETS_H
#define HEDDLE_FRONTEND_POINTSTO_SETS_H

#include "frontend/pointsto.h"

uint32_t points_node(struct pointsto *p); /* a new one, empty */
bool points_grown(const struct pointsto *p, uint32_t node, uint32_t since);
void points_add(struct pointsto *p, uint32_t node, uint32_t place);
void points_add_set(struct pointsto *p, uint32_t node, uint32_t set);
void points_add_part(struct pointsto *p, uint32_t node, uint32_t set); /* but too few bytes for a distance */

void points_include(struct pointsto *p, uint32_t to, uint32_t from);
void points_include_part(struct pointsto *p, uint32_t to, uint32_t from);
void points_smear(struct pointsto *p, uint32_t to, uint32_t from);              /* but anywhere in the objects */
void points_distance(struct pointsto *p, uint32_t to, uint32_t from);           /* how far it is from there */
void points_moved(struct pointsto *p, uint32_t to, uint32_t from, uint32_t by); /* what an addition makes of one of its operands */
void points_indexed(struct pointsto *p, uint32_t to, LLVMValueRef gep, bool direct); /* what a getelementptr makes of its base */

uint32_t points_memory(struct pointsto *p, uint32_t place, uint64_t width); /* the node for what is stored there */
void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width);
void points_contents(struct pointsto *p, uint32_t known); /* whatever is stored in the objects that it leads to is known, too */
void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width);
void points_copy(struct pointsto *p, uint32_t to, uint32_t from, uint64_t bytes); /* memory to memory, as memcpy does */
/* Whether something is to be done for these sets, because it was not, or what is stored has grown since; then it counts as done. */
bool points_begin(struct pointsto *p, const uint64_t what[4], bool again_if_stored);

/* pointsto.c */
uint32_t pointsto_node(struct pointsto *p, LLVMValueRef v);

/* pointsto_outside.c */
void points_elsewhere(struct pointsto *p, uint32_t node);
void points_into_library(struct pointsto *p, uint32_t node);
/* __heddle_havoc; whole: also what lies before the pointer */
void points_any_contents(struct pointsto *p, uint32_t pointer, uint32_t beneath, bool whole);
void points_reach(struct pointsto *p, LLVMValueRef call, bool first); /* __heddle_reach */

#endif
