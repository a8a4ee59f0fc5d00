/* What every value may point to: an inclusion-based analysis of the whole module, flow-insensitive, by byte offsets. After
 * inlining it is as good as context-sensitive. Andersen, "Program Analysis and Specialization for the C Programming Language"
 * (1994), chapter 4; fields as offsets as in Pearce, Kelly, Hankin (TOPLAS 30(1), 2007). Integers may carry pointers. */
#ifndef HEDDLE_FRONTEND_POINTSTO_H
#define HEDDLE_FRONTEND_POINTSTO_H

#include "frontend/pointsto_values.h"

/* Where an address within memory beneath other memory may lie (__heddle_havoc): at multiples of the stride, so many. */
enum { BENEATH_STRIDE = 64, BENEATH_COUNT = 8 };

struct looked { /* an instruction */
    LLVMValueRef at, function;
    LLVMOpcode opcode;
    bool looked_at; /* ever, and when last */
    uint32_t last;
    uint32_t operands, operand_count; /* their nodes; NONE: not yet asked for */
};

struct pointsto {
    struct places places;
    struct place_sets sets;
    u32_vector set_of;     /* node to set */
    struct map node_of;    /* value to node */
    struct map content_of; /* object to its first entry in memory, chained */
    VECTOR(struct memory_node {
        uint32_t place, node, next;
        uint64_t width;
    })
    memory;
    VECTOR(LLVMValueRef) live; /* functions that may run, main first */
    struct map live_set;
    VECTOR(LLVMValueRef) threads; /* functions that threads may be created with */
    uint32_t outside;             /* node: what functions that nobody defines know of */
    uint32_t nothing;             /* node that stays empty */
    uint32_t results;             /* node: what threads return */
    struct map returns;           /* function to node of its result */
    struct map carriers;          /* outlines: integers that may carry addresses */
    bool changed;
    /* So that only what has changed is looked at again: a clock that counts growth, when a node has last grown, when what is stored in an object has (by its memory nodes), and when an
     * instruction was last looked at. */
    uint32_t clock;
    VECTOR(struct node_stamp { uint32_t grown, home; }) stamps; /* home: of a memory node, its object plus 1 */
    u32_vector stored;
    uint32_t last_stored;                                          /* when what is stored anywhere has */
    VECTOR(struct looked) instructions;                            /* of live functions, as far as they may hand addresses on */
    u32_vector operands;                                           /* nodes */
    struct intern done;                                            /* stores and copies, by the sets that take part */
    u32_vector done_at;                                            /* when */
    VECTOR(struct points_read { uint32_t result, looked; }) reads; /* what is read through a set, as far as it was known then */
};

struct pointsto *pointsto_run(struct front *f);
void pointsto_free(struct pointsto *p);

const u32_vector *pointsto_of(struct pointsto *p, LLVMValueRef v);              /* place ids */
const u32_vector *pointsto_returned(struct pointsto *p, LLVMValueRef function); /* what it may return */
const u32_vector *pointsto_at(const struct pointsto *p, uint32_t node);
uint32_t pointsto_set(struct pointsto *p, LLVMValueRef v); /* a number that is equal where the places are the same */

/* carriers.c: of all functions */
void find_carriers(struct front *f, struct map *carried);

/* escapes.c: marks the objects whose address may reach another thread or another procedure; part of pointsto_run. */
void find_escapes(struct pointsto *p);

#endif
