/* What the parts of outline_lists.c share: the lists, what instructions write of them, and following all ways through a function. */
#ifndef HEDDLE_FRONTEND_LIST_PATHS_H
#define HEDDLE_FRONTEND_LIST_PATHS_H

#include "frontend/list_states.h"
#include "frontend/outline_parts.h"

enum { TAILS = MOST_LISTS, LINKS = 2 * MOST_LISTS }; /* bits of lists_at() */

/* A place in an object of the points-to analysis. */
struct list_cell {
    uint32_t object;
    uint64_t first;
};

struct list {
    struct list_cell head, tail, lock;
    struct list_shape shape;
    u32_vector links; /* places where links lie */
    bool holds;
};

struct lists {
    struct outliner *b;
    VECTOR(struct list) all;
    struct bitset elements; /* objects with links */
    struct map touches;     /* functions that may do something to a lock, or to a list, by themselves or by what they call */
    struct map written;     /* set of places, and width, to what lists_at() says */
    struct map alone;       /* instruction to operands whose memory nobody else has: the address, and the arguments, as bits */
    /* of the current function: */
    struct map number_of;
    uint32_t numbers;
    bool notes, broken; /* notes: fills alone; broken: a list has turned out to be none */
};

/* outline_lists.c */
static inline bool list_is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }
/* The one place that a pointer leads to; false if there are several. */
bool list_leads_to(struct lists *l, LLVMValueRef pointer, struct list_cell *out);
bool list_is_cell(struct lists *l, LLVMValueRef pointer, struct list_cell c);
/* What an address is made from at a constant distance. */
LLVMValueRef list_base_of(struct lists *l, LLVMValueRef address, int64_t *offset);
/* What a call locks or unlocks; NULL if that excludes nobody. */
LLVMValueRef list_mutex_of(LLVMValueRef call);
/* What an instruction writes; NULL if nothing. width: 0 if it is not known. */
LLVMValueRef list_written_by(struct lists *l, LLVMValueRef i, uint64_t *width);
/* Lists whose heads, tails (from bit TAILS on) or links (from bit LINKS on) may be written by so many bytes there; 0: any number. */
uint64_t lists_at(struct lists *l, LLVMValueRef pointer, uint64_t width);
/* These are no lists. */
void lists_break(struct lists *l, uint64_t which);

/* list_paths.c: on all ways through a function. False if there are too many; or if a list has turned out to be none. */
bool lists_follow(struct lists *l, LLVMValueRef fn);

#endif
