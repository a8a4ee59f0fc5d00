/* The sets that the points-to analysis computes: one a node, growing only; struct pointsto notes when one has grown. Nodes are
 * indices: making one may move the sets. Internal to the points-to analysis. */
#ifndef HEDDLE_FRONTEND_POINTSTO_SETS_H
#define HEDDLE_FRONTEND_POINTSTO_SETS_H

#include "frontend/pointsto.h"

uint32_t points_node(struct pointsto *p); /* a new one, empty */
bool points_grown(const struct pointsto *p, uint32_t node, uint32_t since);
bool points_object_stored(const struct pointsto *p, uint32_t object, uint32_t since); /* what is stored in it has grown */
bool points_stored(const struct pointsto *p, uint32_t pointer,
                   uint32_t since); /* what is stored in the objects that it leads to has grown */
uint32_t points_first_new(const struct pointsto *p, uint32_t node, uint32_t since); /* from there on, its places are new */
/* The places of a set that changes while they are gone through, which may move them; those from first_new on are new. The caller frees it. */
u32_vector points_now(const struct pointsto *p, uint32_t node, uint32_t since, uint32_t *first_new);
void points_add(struct pointsto *p, uint32_t node, uint32_t place);

/* All of them do what is to be done for what has grown since then (0: for everything). */
void points_include(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since);
void points_include_part(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since); /* but too few bytes for a distance */
void points_smear(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since);        /* but anywhere in the objects */
void points_distance(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since);     /* how far it is from there */
void points_moved(struct pointsto *p, uint32_t to, uint32_t from, uint32_t by,
                  uint32_t since); /* what an addition makes of one of its operands */

uint32_t points_memory(struct pointsto *p, uint32_t place, uint64_t width); /* the node for what is stored there */
void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width, uint32_t since);
void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width, uint32_t since);
void points_copy(struct pointsto *p, uint32_t to, uint32_t from, uint64_t bytes,
                 uint32_t since); /* memory to memory, as memcpy does */

/* pointsto.c */
uint32_t pointsto_node(struct pointsto *p, LLVMValueRef v);

/* pointsto_outside.c */
void points_elsewhere(struct pointsto *p, uint32_t node);
void points_into_library(struct pointsto *p, uint32_t node);
void points_any_contents(struct pointsto *p, uint32_t pointer, uint32_t beneath, uint32_t since); /* __heddle_havoc */
void points_reach(struct pointsto *p, LLVMValueRef call, uint32_t since);                         /* __heddle_reach */

#endif
