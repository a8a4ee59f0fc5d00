/* Variables of a function that count in steps of one, and what is known of threads by them. */
#ifndef HEDDLE_FRONTEND_OUTLINE_COUNTERS_H
#define HEDDLE_FRONTEND_OUTLINE_COUNTERS_H

#include "frontend/front.h"

/* base + offset + index * scale; index NULL: there is none. */
struct indexed {
    LLVMValueRef base, index;
    uint64_t scale;
    int64_t offset;
};

/* False if several indices vary. The index is looked at behind conversions that lose nothing of a number of 32 bits. */
bool indexed_of(const struct front *f, LLVMValueRef pointer, struct indexed *out);
LLVMValueRef behind_conversions(LLVMValueRef number);

/* A counter begins with one constant, and every other value of it is an earlier one plus one. */
struct count_web {
    VECTOR(LLVMValueRef) members; /* phis and additions */
    int64_t first;
};

bool counter_of(LLVMValueRef v, struct count_web *out); /* out is empty if it returns false */
void counter_free(struct count_web *c);
uint32_t counter_member(const struct count_web *c, LLVMValueRef v); /* NONE if it is none */
/* For each edge by which the counter gets its first value. */
void counter_begins(const struct count_web *c, void (*visit)(void *, LLVMBasicBlockRef from, LLVMBasicBlockRef to), void *context);

/* What is certain of a member's value at a point of the function. The number of the thread that a step creates is the member that the step uses.
 * Creation: NOTHING, all threads so far have numbers up to it, or below it. Joining: NOTHING, all threads with numbers below it have been joined, or those up to it. */
enum level {
    LEVEL_NOTHING,
    LEVEL_UP_TO_CREATED,
    LEVEL_BELOW_CREATED,
    LEVEL_BELOW_JOINED = 1,
    LEVEL_UP_TO_JOINED = 2,
    LEVEL_UNREACHED = 3
};

/* Instructions that create a thread (creation), or join one (joining), with the member that numbers it; or NONE: all that was known is void. */
struct count_event {
    LLVMValueRef instruction;
    uint32_t member;
};

struct counting {
    const struct count_web *counter;
    bool joining;
    VECTOR(struct count_event) events;
    struct map blocks;      /* to number */
    VECTOR(uint8_t) begins; /* levels at the beginning of each block, by member */
};

/* Forwards through the function to a fixpoint; requires counter, joining, events. */
void counting_run(struct counting *c, LLVMValueRef function);
/* Before the instruction. */
enum level counting_at(const struct counting *c, LLVMValueRef instruction, uint32_t member);
void counting_free(struct counting *c);

#endif
