/* A whole program in outline: its procedures stay procedures, and of what they do there is what an analysis of threads needs: who calls
 * whom, which memory is accessed through which pointer, which locks are taken, which threads are created and joined. Values of integers and
 * the conditions of branches are not in it: every branch may go either way. It is the wide one of the two resolutions of a program
 * (docs/architecture.md); program.h is the close one.
 *
 * Sizes are near-linear in the source: nothing is inlined but small functions. */
#ifndef HEDDLE_PROGRAM_OUTLINE_H
#define HEDDLE_PROGRAM_OUTLINE_H

#include "base/map.h"
#include "program/program.h"

struct text;

enum outline_object_kind { OUTLINE_GLOBAL, OUTLINE_THREAD_LOCAL, OUTLINE_STACK, OUTLINE_HEAP, OUTLINE_FUNCTION };

/* Object number 0 stands for being in an atomic section, which excludes others as a lock does; it has the first place. What it links to is
 * what threads return. */
enum { OUTLINE_ATOMIC_SECTION = 0 };

struct outline_object {
    uint8_t kind;
    bool constant;                 /* never written */
    bool zeroed;                   /* global: all zero at first */
    uint32_t filled, filled_count; /* global, not all zero: into outline.filled; none: nothing is known of it */
    bool elsewhere;                /* stands for memory that the program does not show: anything may be there */
    const char *name;              /* "count", "malloc@12" */
    uint64_t size;
    uint32_t procedure; /* stack, heap: where it is made; function: itself; else NONE */
    uint32_t block;     /* stack, heap: of the procedure */
    struct position pos;
};

/* Offsets first, first + stride, ... below end of an object; stride 0: first alone. */
struct outline_place {
    uint32_t object;
    uint64_t first, stride, end;
    uint64_t within; /* accesses of unknown width end here, where the array ends that it leads into; 0: with the object */
    /* room not 0: in each element there is an array, so many bytes of it from there on. It leads to its first byte there; or, inner not 0, to any that is a multiple of inner behind it. */
    uint64_t inner, room;
    const char *member; /* ".head", "[].next", "" */
};

/* Where a pointer leads: in this activation of the procedure it is value base plus offset (base NONE: unknown), and it points to one of
 * the places [places, places + place_count) of the outline. No places: nothing is known of it. root: the value that it was made from by
 * indexing alone, so that it points into the same object; NONE if there is none. */
struct outline_address {
    uint32_t base, root;
    int64_t offset;
    uint32_t places, place_count;
    bool
        alone; /* access, argument: nobody else has that memory, or only who waits for a lock that is held here (struct outline_list) */
};

enum outline_step_kind {
    OUTLINE_ACCESS,
    OUTLINE_LOCK, /* blocks until it is there */
    OUTLINE_UNLOCK,
    OUTLINE_CALL, /* of one of the procedures in callees; where it may be left in both ways there are two such steps, in two blocks */
    OUTLINE_CREATE,   /* a thread for one of the procedures in callees; address: where the id goes */
    OUTLINE_JOIN,     /* of the thread that step created made; or, if that is NONE, of one whose id lies at address (or anyone) */
    OUTLINE_ALLOCATE, /* address.root is new memory, which nobody else knows */
    OUTLINE_PUBLISH,  /* address.root may be known elsewhere from now on */
    OUTLINE_BATCH,    /* a batch begins */
    OUTLINE_TRY,      /* may take the lock at address; whether it has is known behind the block, if at all */
    OUTLINE_WAIT,     /* for a condition variable, with the mutex at address, which is given back and taken again */
    OUTLINE_DESTROY,  /* of the lock at address, which nobody may hold */
    OUTLINE_FAIL,     /* a lock is used wrongly, unless the outline leaves out what excludes it */
    OUTLINE_ASSUME,   /* goes on if something holds; in an atomic section that is to wait for it */
    OUTLINE_SEEN,     /* what was read at address in the step before, in the one block that leads here, was not zero */
    OUTLINE_RETURN,
    OUTLINE_HALT, /* the program ends */
};

/* How a procedure is left: by a return, or by a jump to some activation below it. */
enum outline_end { OUTLINE_EITHER_END, OUTLINE_BY_RETURN, OUTLINE_BY_JUMP, OUTLINE_ENDS };

struct outline_step {
    uint8_t kind;
    uint8_t end;        /* return: how; call: how what is called is left, if the thread goes on behind this step */
    bool write, atomic; /* access */
    bool shared;        /* lock: for reading */
    bool owned;         /* lock, unlock: of a lock that the thread owns which takes it; a semaphore nobody owns */
    bool once;          /* lock, try: who has it already waits for ever, or does not get it; none has it twice */
    bool counted;       /* lock, unlock: of a semaphore that readers hold together, by one of them (outline_readers) */
    bool frees;         /* access: the memory is given back */
    bool aside;     /* create: a handler (of a signal, of the end), which may run in the middle of a thread, with what that holds */
    bool local;     /* allocate: a local variable, the same one as long as the procedure runs */
    bool zero;      /* access: writes zero */
    bool of_create; /* access: puts the id of the thread there that step created, or one of the same block, creates */
    bool reads_now; /* join: its id is read from address with nothing but it in between */
    bool ends_thread; /* return: of the whole thread, not of the procedure alone */
    uint32_t width;   /* access: bytes; 0: unknown, to the end of the object; lock, try, unlock: bytes that say who holds it */
    uint32_t batch;   /* batch, create: which; access: to what belongs to one of its threads that does not live; or NONE */
    uint32_t index;   /* access: of an object at from + index * scale, where index is a parameter; or NONE */
    int64_t index_at; /* if index_read: where index is read so many bytes behind the parameter */
    bool index_read;
    bool puts_number; /* access with batch: puts a thread's number there, at number_at behind what is its argument */
    uint64_t scale;   /* access with batch or index: bytes of what belongs to one thread */
    uint32_t value;   /* access: of the procedure, an address that is read or written here; or NONE */
    int64_t from;     /* and where in the object, or from what the thread has as its argument, the access to thread number 0's is */
    uint32_t
        owner; /* access: in the object that it is to, at this address (into outline.arguments) was the id of the thread; or NONE */
    struct outline_address address;
    uint32_t homes, home_count;     /* access: where the homes of what it is to are, into outline.homes */
    uint32_t created;               /* join, access: a step of this procedure, or NONE */
    uint32_t leads, lead_count;     /* access: where addresses lead that are read or written there, into outline.places */
    bool copies;                    /* access: more than one value, or by more than reading or writing; addresses are not known */
    uint32_t callees, callee_count; /* call, create: procedures, into outline.numbers */
    uint32_t arguments, argument_count; /* call, create: into outline.arguments */
    struct position pos;
};

struct outline_block {
    uint32_t steps, step_count;   /* into outline.steps */
    uint32_t nexts, next_count;   /* into outline.numbers: blocks of this procedure, by their number in it */
    uint32_t values, value_count; /* into outline.numbers: values that get a new meaning when this block is entered */
    /* The step before the end tries to lock: next number try_next is where it has succeeded; NONE if it tries nothing. */
    uint32_t try_next;
    bool try_shared;
    struct outline_address try_lock;
    /* Into outline.numbers, pairs: on the way to this next all threads of this batch have been joined. */
    uint32_t joined, joined_count;
};

/* The threads that a step in a loop creates between one step OUTLINE_BATCH and the next. They are numbered, each has another number; and what is said of them holds
 * if none was alive at its beginning, and as long as none of the places is written. */
struct outline_batch {
    uint32_t create;
    uint32_t places, place_count; /* into outline.arguments */
    uint64_t slot;   /* the argument of thread n is n times so many bytes behind that of thread 0; 0: it is not known to be */
    bool is_number;  /* the argument is the number */
    bool has_ids;    /* ids lie in an array by number: they must not be written either, except by the step */
    bool has_number; /* each thread finds its number at number_at behind its argument, if nobody else writes there */
    int64_t number_at;
};

/* A loop that counts. Whenever its first block is entered from one of the blocks in again, a number has come one nearer to a bound; block test, which lies on each such
 * way, looks at it, and goes on to its next number out where the bound is reached. The bound is what it was as long as block bound is not entered. Blocks are
 * numbered as in their procedure. */
struct outline_loop {
    uint32_t procedure, first, test, out;
    uint32_t bound;              /* NONE: it never changes */
    uint32_t again, again_count; /* into outline.numbers */
};

/* A semaphore that readers hold together, and the mutex under which they are counted: what is said of it holds if that excludes. */
struct outline_readers {
    uint32_t semaphore, mutex; /* objects */
};

/* A list whose elements have one owner at a time: who takes one out, under its lock, has it alone. What is said of all of them (struct outline_address: alone) holds if there is one of each of these
 * objects, and the locks exclude. */
struct outline_list {
    uint32_t head, lock; /* objects */
};

/* An object may be a member of a class, and have a home of it, which never changes: a part of an object, with all that hangs off it alone. An access to a member of this class is to one whose home begins at this address, a value of the procedure plus an
 * offset, at that moment; base NONE: or to one that nobody else knows yet. The parts themselves are members, too: each is its own home. */
struct outline_home {
    uint32_t class, base;
    int64_t offset;
};

/* What is said of a class holds if these two values of the procedure, which are read, are always the same one while it runs. */
struct outline_reading {
    uint32_t class, procedure, first, again;
};

struct outline_member {
    uint32_t class, object;
    bool is_home; /* it is what has the parts */
};

/* A value of a procedure: the address of an element, which lies in an object at first + scale * the number that is called index, in the procedure, as long as neither gets a new meaning. */
struct outline_element {
    uint32_t procedure, value, object, index;
    uint64_t first, scale;
};

/* A value that is another one and numbers, each so many times: values of a procedure with the same number have the same numbers, so they are equal where those that they are made of are. */
struct outline_made {
    uint32_t procedure, value, of, number;
};

struct outline_procedure {
    const char *name;
    uint32_t blocks, block_count; /* into outline.blocks; the first is the entry */
    uint32_t parameter_count;     /* values 0 .. parameter_count - 1 */
    uint32_t value_count;
    uint32_t given; /* parameters, as bits, that it may put into a list (struct outline_list) */
    bool is_model;  /* of the library, not the user's */
    struct position pos;
};

struct outline {
    struct arena arena, strings;
    VECTOR(struct outline_object) objects;
    VECTOR(struct outline_place) places;
    VECTOR(struct outline_procedure) procedures; /* [0] is main */
    VECTOR(struct outline_block) blocks;
    VECTOR(struct outline_step) steps;
    VECTOR(struct outline_address) arguments;
    VECTOR(struct outline_batch) batches;
    VECTOR(struct outline_loop) loops; /* that count: by procedure */
    VECTOR(struct outline_readers) readers;
    VECTOR(struct outline_list) lists;
    VECTOR(struct outline_home) homes;
    VECTOR(struct outline_member) members;
    VECTOR(struct outline_element) elements;
    VECTOR(struct outline_reading) readings;
    VECTOR(struct outline_made) made; /* by procedure */
    u32_vector numbers;
    VECTOR(struct outline_place) filled; /* bytes of globals that are not zero at first */
    /* What an object may hold addresses of: pairs (object, object it may lead to), for escaping. */
    VECTOR(struct outline_link { uint32_t from, to; }) links;
    bool loose_addresses;         /* an address may go from thread to thread by an atomic access that orders nothing */
    bool lock_kinds;              /* mutexes may be of other kinds than the normal one */
    bool cancels;                 /* threads may be ended by others */
    bool ids_again;               /* the id of a thread may be another one's later, which nobody has waited for */
    bool destructors;             /* something may be called at the end of a thread */
    VECTOR(const char *) unknown; /* functions without body or model that are called */
    VECTOR(struct position) unknown_at;
};

void outline_free(struct outline *o);
bool outline_valid(const struct outline *o, const char **why);
void outline_print(const struct outline *o, struct text *out);

/* Whether a return is such an end of its procedure, or behind a call its callee may have come to it. */
static inline bool outline_has_end(const struct outline_step *s, enum outline_end end)
{
    return s->end == OUTLINE_EITHER_END || s->end == end;
}

/* Whether an access only puts the id there of the thread that a step creates. block_of: step to block. */
static inline bool outline_is_of_create(const struct outline *o, uint32_t access, uint32_t create, const u32_vector *block_of)
{
    const struct outline_step *s = &o->steps.data[access];
    return s->of_create && (s->created != NONE ? s->created == create : block_of->data[access] == block_of->data[create]);
}

/* Whether these bytes, each so many from where the place says, are zero at first. */
bool outline_begins_zero(const struct outline *o, const struct outline_place *at, uint64_t width);
bool outline_places_overlap(const struct outline_place *a, uint64_t width_a, const struct outline_place *b, uint64_t width_b);

#endif
