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

/* A function that may do something to lists or locks, and whose callers are known: parameters (as bits) that may be elements, those that nobody else has when it is called, and those that its caller has again when it returns;
 * whether what it returns is memory that nobody else has. */
struct list_function {
    LLVMValueRef fn;
    uint32_t elements, own, left;
    bool returns;
};

struct lists {
    struct outliner *b;
    VECTOR(struct list) all;
    struct bitset elements; /* objects with links */
    struct map touches;     /* functions that may do something to a lock, or to a list, by themselves or by what they call */
    struct map written;     /* set of places, and width, to what lists_at() says */
    VECTOR(struct list_function) functions;
    struct map function_of; /* function to its number among these */
    struct map alone;       /* instruction to operands whose memory nobody else has: the address, and the arguments, as bits */
    /* of the current function: */
    struct map number_of;
    uint32_t numbers;
    bool notes, broken,
        dropped; /* notes: fills alone; broken: a list has turned out to be none; dropped: something does not hold of a function */
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
/* What is in a variable at first; NULL if that is not known. */
LLVMValueRef list_initial_of(struct lists *l, struct list_cell cell);
/* These are no lists. */
void lists_break(struct lists *l, uint64_t which);

/* list_paths.c: the number of a value, and where it leads. */
uint32_t list_number_of(struct lists *l, LLVMValueRef v);
struct list_term list_term_of(struct lists *l, const struct list_state *s, LLVMValueRef v);
/* Whether a value may lead to elements of lists; of others nothing is remembered. */
bool list_may_be_element(struct lists *l, LLVMValueRef v);

/* list_candidates.c */
void lists_find_candidates(struct lists *l);
void lists_find_tails(struct lists *l);

/* list_calls.c */
void lists_find_functions(struct lists *l);
struct list_function *list_function_of(struct lists *l, LLVMValueRef fn); /* NULL if it is none */
bool list_calls_any(struct lists *l, LLVMValueRef fn);
void lists_forget_function(struct lists *l, LLVMValueRef fn); /* it cannot be followed */
void list_pass(struct lists *l, struct list_state *s, LLVMValueRef call, struct list_function *f);
void list_enter_function(struct lists *l, struct list_state *s, LLVMValueRef fn);
void list_leave_function(struct lists *l, const struct list_state *s, LLVMValueRef last);
void lists_say_given(struct lists *l); /* to the outline */

/* list_paths.c: on all ways through a function. False if there are too many; or if a list has turned out to be none. */
bool lists_follow(struct lists *l, LLVMValueRef fn);

#endif
