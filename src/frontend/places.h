/* Objects of memory, and places in them: what a pointer may point to.
 *
 * A place is one offset (stride 0) or the offsets first, first + stride, ... below end, within [start, end) of its object: a
 * pointer that moves by variable amounts stays within the array that it started in. (An access checks that; see lower_memory.c.) */
#ifndef HEDDLE_FRONTEND_PLACES_H
#define HEDDLE_FRONTEND_PLACES_H

#include "base/map.h"
#include "frontend/front.h"

#define LARGEST_OBJECT (UINT64_C(1) << 48) /* bytes */

enum object_kind { OBJECT_GLOBAL, OBJECT_THREAD_LOCAL, OBJECT_STACK, OBJECT_HEAP, OBJECT_FUNCTION };

struct object {
    enum object_kind kind;
    LLVMValueRef value;    /* the global, alloca, call that allocates, or function */
    LLVMValueRef function; /* stack, heap, thread-local: whose code it belongs to */
    uint64_t size;         /* of one; if it is known only at run time, more than it has room for */
    bool is_variable;      /* stack, heap: that is so */
    uint64_t alignment;
    uint32_t twin;    /* heap: which of those with its name it is, from 1 on; 0: the only one (members.c) */
    LLVMTypeRef type; /* NULL if unknown; the object is then size / type size of these */
    LLVMTypeRef
        called; /* heap without a type: the largest structure that some access takes it for, to give its bytes names, and for nothing else */
    const char *contents; /* NULL, or what a byte of it is that any value stands for */
    bool zeroed;          /* from calloc, or to be filled before it is read */
    bool loosened;        /* zeroed, but its cell holds anything at first (region_cells.c) */
    bool escapes;         /* stack, heap, thread-local: another thread or procedure may get its address (pointsto.c) */
    /* Layout (layout.c): instance n of the owner's template has it at base + n * instance_stride, and, where many is set, its
     * k-th incarnation at + k * spacing, k < capacity. Each has room for so many bytes. */
    bool many;
    bool in_turn;      /* heap: allocated again and again at one address (incarnations.h) */
    bool thread_each;  /* many: there are no more of them than threads, and one */
    uint32_t given_to; /* many: the template whose n-th thread is given the n-th of them, or 0 (given_blocks.h) */
    bool given_again;  /* and the same one is allocated again where no thread was created */
    uint64_t base, room, instance_stride, instance_limit, spacing, capacity;
    uint32_t counter;  /* cell that counts the incarnations, or NONE */
    bool freed;        /* heap: it may be given to free */
    bool mortal;       /* it may end before the program does, and somebody may look (lower_lives.c, lower_reuse.c) */
    bool begins_again; /* a local variable of a loop */
    bool watched;      /* and one of its rounds lies at another address, so that it can be told apart (rounds.h) */
    uint32_t address;  /* watched: cell with where it lies now */
    bool
        strayed; /* some pointer is moved out of it by a known distance: nobody knows any more what it leads to, and it may come back */
    uint32_t ended;  /* cell that says whether it has, or NONE */
    uint32_t live;   /* cell with how many are there, or NONE (lower_leaks.c) */
    uint32_t length; /* cell with the size that was asked for, or NONE (lower_alloc.c) */
};

struct place {
    uint32_t object;
    uint64_t first, stride; /* stride 0: exactly first */
    uint64_t start, end;    /* stride != 0 only: of the array */
    /* Outlines, stride != 0 only, as distances from the beginning of an element: inner != 0: anywhere in an array in the element, in steps of inner, from from on and below to. inner 0, to != 0:
     * at the beginning of the array, which ends there. */
    uint64_t inner, from, to;
    bool distance; /* no address: how far it is from such a place to another one (outlines only) */
    bool in_array; /* stride != 0 only: the program names the array that the index is for, and leaving it is undefined */
    bool
        by_bytes; /* it was computed in bytes: from there all bytes of the object may be gone through, not those of an array alone */
};

struct places {
    struct front *front;
    VECTOR(struct object) objects;
    struct map object_of; /* value, or value and function, to object */
    struct intern table;  /* of struct place */
    uint32_t elsewhere;   /* object, or 0 if it was not asked for: its number plus 1 */
    uint32_t library;     /* the same */
};

uint32_t places_object(struct places *p, enum object_kind kind, LLVMValueRef value, LLVMValueRef function);
uint32_t place_id(struct places *p, struct place place);
const struct place *place_get(const struct places *p, uint32_t id);
uint32_t place_exact(struct places *p, uint32_t object, uint64_t offset);
uint32_t place_anywhere(struct places *p, uint32_t object);
uint32_t place_from_here(struct places *p, uint32_t place); /* all bytes from there on, and none before */
uint32_t place_distance(struct places *p, uint32_t object);
/* Whether a pointer that goes byte by byte through an array may leave it for other parts of its object: its address may be that of a structure that begins with it, or
 * was computed in bytes. */
bool place_leaves_array(const struct places *p, const struct place *at);

/* Memory that heddle knows to be there but not what it is: objects of size 0. Wherever a pointer into it moves, it stays in it. */
bool object_is_elsewhere(const struct object *o);
uint32_t places_elsewhere(struct places *p); /* an object of this kind for whatever has none of its own */
uint32_t places_library(struct places *p);   /* and one for memory that the library gives, and that is none of the program's */

uint64_t place_room(const struct place *p); /* up to the end of the array in an element that it is in, or 0 */
bool place_overlaps(const struct place *a, uint64_t width_a, const struct place *b, uint64_t width_b);
bool place_within(const struct place *inner, const struct place *outer);

/* The place that a getelementptr leads to; direct: its base is the object itself and not a pointer variable. NONE: outside. */
uint32_t place_index(struct places *p, uint32_t place, LLVMValueRef gep, bool direct);

#endif
