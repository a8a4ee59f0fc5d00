/* What the parts of outline.h share: the outline in the making, and which calls mean synchronisation. */
#ifndef HEDDLE_FRONTEND_OUTLINE_PARTS_H
#define HEDDLE_FRONTEND_OUTLINE_PARTS_H

#include "frontend/front.h"
#include "frontend/outline.h"
#include "frontend/pointsto.h"

struct definition {
    uint32_t value, block;
};

struct outliner {
    struct front *front;
    struct pointsto *pointsto;
    struct outline *out;
    struct map procedure_of; /* function to number */
    struct map object_of;    /* number in the points-to analysis to number + 1 */
    struct map places_of;    /* set of places (pointsto_set) to its first place and their number */
    bool handlers;           /* there may be handlers of signals */
    struct map
        reader_calls; /* outline_readers.c: calls that begin or end a section of readers, to the semaphore; calls on it, to 0 */
    /* of the current procedure: */
    LLVMValueRef function;
    struct map block_of, value_of, create_of; /* create_of: call to step */
    struct map root_of;                       /* phi or select to what it was made from */
    VECTOR(struct definition) definitions;
    uint32_t value_count;
    uint32_t procedure;
    struct intern sums;      /* outline_bases.c */
    struct intern indices;   /* sums without what the array is */
    u32_vector sum_values;   /* the number of each as a value */
    struct intern stripes;   /* numbers by which elements of arrays are found */
    bool creates;            /* threads */
    bool is_left_nowhere;    /* of the current block: nobody comes behind it, since nobody is called there who could jump */
    struct batches *batches; /* outline_batches.c */
    struct owners *owners;   /* outline_owners.c: of all procedures; NULL if there are none */
    struct lists *lists;     /* outline_lists.c: of all procedures */
    struct homes *homes;     /* outline_homes.c: of all procedures */
};

/* A model that outlines know by its name. */
struct sync_call {
    const char *name;
    enum {
        SYNC_LOCK,
        SYNC_TRY,
        SYNC_UNLOCK,
        SYNC_WAIT,
        SYNC_BEGIN,
        SYNC_MAKE,
        SYNC_DESTROY,
        SYNC_CONDITION
    } what; /* wait: handlers of signals end it, and it fails */
    bool shared;
    bool owned;     /* by the thread that takes it */
    uint32_t width; /* bytes that say who holds it */
};

static inline bool has_mark(LLVMValueRef function, const char *mark)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark)) != NULL;
}

/* outline_sync.c */
const struct sync_call *outline_sync_of(LLVMValueRef call); /* NULL if it is none */
bool outline_locks_once(const struct sync_call *s);         /* who has it does not get it again, and is not told so either */
bool outline_tries(const struct outliner *b, const struct sync_call *s);

/* outline_places.c */
static const struct outline_address nowhere = {.base = NONE, .root = NONE};
uint32_t outline_object_number(struct outliner *b, uint32_t object); /* of an object of the points-to analysis */
uint32_t outline_value_number(struct outliner *b, LLVMValueRef v);
static inline uint32_t outline_number_if_value(struct outliner *b, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) || LLVMIsAArgument(v) ? outline_value_number(b, v) : NONE;
}
struct outline_address outline_address_of(struct outliner *b, LLVMValueRef pointer);
bool outline_leads_of(struct outliner *b, LLVMValueRef value,
                      struct outline_address *out); /* its places alone; false if it may be the difference of addresses */
/* Bytes up to the end of the array within a structure that the pointer is made to lead into (an access stays in it, as in places.h); 0: not known. */
uint64_t outline_bytes_behind(const struct front *f, LLVMValueRef pointer);
/* What it was made from by indexing, and by choices that have one source only. */
LLVMValueRef outline_root_of(struct outliner *b, LLVMValueRef pointer);
/* A pointer that is null wherever it comes from, through choices and parameters; to follow it is undefined, and code that is not reached does. */
bool outline_is_null(struct outliner *b, LLVMValueRef pointer);
/* Whether an address as a number is only compared, or made an address again. */
bool outline_comes_back(LLVMValueRef number);

/* outline_bases.c: what an address is made from: a value, and numbers that are each added so many times, made longer or shorter in these ways first. */
enum { MOST_INDICES = 4, MOST_CASTS = 3 };

struct outline_index {
    LLVMValueRef number;
    uint64_t scale;
    LLVMTypeRef types[MOST_CASTS];
    uint32_t casts[MOST_CASTS];
};

struct outline_sum {
    LLVMValueRef base;
    struct outline_index indices[MOST_INDICES];
    uint32_t count;
};

/* The number that an index adds so many times, as it is added. */
struct outline_index outline_index_alone(const struct outline_index *x);
/* The address is the sum, and so many bytes. All bytes of the sum are set. */
void outline_sum_of(const struct front *f, LLVMValueRef pointer, struct outline_sum *s, int64_t *offset);
uint32_t outline_number_of_sum(struct outliner *b,
                               const struct outline_sum *s); /* as a value of the current procedure; NONE if it is none */
/* A number that is equal for values that are found by the same reads, one behind the other. */
uint32_t outline_finding_of(const struct front *f, struct intern *all, LLVMValueRef v);
/* Where an array is found by several reads that may be of one and the same pointer, the sums with what is found by one have names with what is found by the others, too. */
void outline_complete_sums(struct outliner *b);

/* outline_owners.c: records that belong to the thread whose id is in them. Where that id lies (as in struct outline_step), for an access through a pointer. */
void outline_find_owners(struct outliner *b);
void outline_forget_owners(struct outliner *b);
uint32_t outline_owner_of(struct outliner *b, LLVMValueRef access, LLVMValueRef pointer);

/* outline_readers.c: semaphores that readers hold together, counted by hand */
void outline_find_readers(struct outliner *b);

/* outline_lists.c: lists whose elements have one owner at a time. Whether nobody else has the memory that an instruction accesses (operand 0), or that is its argument number operand - 1. */
void outline_find_lists(struct outliner *b);
void outline_forget_lists(struct outliner *b);
bool outline_is_alone(const struct outliner *b, LLVMValueRef instruction, uint32_t operand);

/* outline_homes.c: memory with a home. Says of the access of an instruction to an address where that is. */
void outline_find_homes(struct outliner *b);
void outline_forget_homes(struct outliner *b);
void outline_homes_of(struct outliner *b, LLVMValueRef instruction, LLVMValueRef address, struct outline_step *s);
void outline_homes_rely(struct outliner *b); /* on what, in the current procedure */

/* outline_loops.c: adds the loops of a procedure that count */
void outline_find_loops(struct outliner *b, uint32_t procedure);

/* outline_ids.c: whether a load comes before its use, by one way only, on which nothing is called */
bool outline_is_read_just_before(LLVMValueRef load, LLVMValueRef use);
LLVMValueRef outline_id_store(LLVMValueRef create); /* where the id of a new thread is put; NULL if nowhere, or in several places */
/* The creation whose result is stored, by itself or by way of a local variable; NULL if it is none. */
LLVMValueRef outline_creation_of(LLVMValueRef stored);

/* outline_flags.c: a number that was read just before this block, and was not zero; NULL if there is none. */
LLVMValueRef outline_seen_flag(LLVMBasicBlockRef block);

/* outline_steps.c: adds the steps of an instruction */
void outline_seen(struct outliner *b, LLVMValueRef load);
void outline_instruction(struct outliner *b, LLVMValueRef i);

#endif
