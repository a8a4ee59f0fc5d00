/* The program as every engine sees it: cells and guarded actions. docs/semantics.md says in full what it means;
 * the interpreter (machine.h) is that text in executable form.
 *
 * Versions of a program (before and after passes) share the expression pool and the numbering of cells, templates,
 * checks, accesses and input sites; locations are renumbered by passes and remember their origin. */
#ifndef HEDDLE_PROGRAM_PROGRAM_H
#define HEDDLE_PROGRAM_PROGRAM_H

#include "base/arena.h"
#include "base/vector.h"
#include "program/expr.h"
#include "program/objects.h"
#include "program/property.h"

#define NONE UINT32_MAX
#define UNBOUNDED UINT32_MAX
enum { SELF_WIDTH = 32 }; /* width of E_SELF and of thread ids in mutex cells */

struct position {
    const char *file, *function; /* NULL if unknown */
    uint32_t line, column;       /* 0 if unknown */
    uint32_t part; /* which of the accesses and calls of a function that have this position (1, 2, ...); 0 if unknown */
};

/* Where the indices of an array cell lie: first + i * stride for i < count; and, if per_instance is a template, all of
 * that again at + n * instance_stride for each of its instances n = 0, 1, ... An index outside all ranges is outside the
 * cell: the front end guards against it; reading there gives 0 and writing has no effect. The slots of a cell are numbered
 * range by range in this order. */
struct cell_range {
    uint64_t first, stride, count;
    uint32_t per_instance; /* template, or NONE */
    uint64_t instance_stride;
};

enum cell_role {
    CELL_DATA,     /* what the C program stores */
    CELL_STARTED,  /* 1 once the instance was created (array over instance numbers if the template may have several) */
    CELL_DONE,     /* 1 once the instance has ended */
    CELL_ARGUMENT, /* what pthread_create passed */
    CELL_RESULT,   /* what the thread returned */
    CELL_COUNT,    /* instances created so far, where numbers are given dynamically */
    CELL_HEAP,     /* bookkeeping of malloc */
    CELL_SYNC,     /* state of a mutex, condition variable, semaphore, ... */
    CELL_WATCH,    /* what is known of a step that may race (frontend/race_watch.c) */
    CELL_FREED,    /* whether a block of memory was freed */
    CELL_ENDED,    /* whether a local variable has ended */
};

#define PADDING "%padding" /* the name of a local cell that is bytes between fields, which C cannot name */

struct cell {
    uint32_t id;
    const char *name; /* as C would write it: "turn", "q.head", "node[].next"; unique among shared cells and within a code */
    uint8_t width;
    uint8_t index_width;        /* 0: a scalar */
    uint8_t role;               /* enum cell_role */
    bool is_signed, is_pointer; /* for printing */
    bool is_float;              /* the same: float (32 bits) or double */
    const char *enumerators;    /* the same: "RED=0 GREEN=5 " if it is of an enumerated type; or NULL */
    bool dropped;               /* a pass removed it: nothing mentions it */
    uint32_t owner;             /* NONE: shared; else the code whose local it is */
    uint32_t subject;           /* for CELL_STARTED .. CELL_COUNT: the template; else NONE */
    bool arbitrary;             /* initial value (of every slot) is arbitrary */
    uint64_t init;              /* of every slot that inits does not give; if it is arbitrary: a usual one */
    const uint64_t *inits;      /* NULL, or an initial value for each slot of the first range (its count many) */
    struct cell_range *ranges;  /* arrays only */
    uint32_t range_count;
    struct position pos; /* the declaration */
};

/* Whether it says of objects that they have ended: C has no such variable, and nothing is ordered by looking at it. */
static inline bool cell_is_life(const struct cell *c) { return c->role == CELL_FREED || c->role == CELL_ENDED; }
/* Whether it is heddle's own, about where memory lies and whether it is there. */
static inline bool cell_is_bookkeeping(const struct cell *c) { return c->role == CELL_HEAP || cell_is_life(c); }

/* Whether it is something that the model of a library function keeps for itself: no variable of the program. */
static inline bool cell_is_of_library(const struct cell *c)
{
    return c->owner == NONE && (c->name[0] == '%' || !strncmp(c->name, "__heddle", 8));
}

/* C's memory orders. Steps happen one after the other whatever they are (docs/semantics.md); they matter for what happens before what. */
enum memory_order { ORDER_PLAIN, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SEQ_CST };
static inline bool order_acquires(uint8_t o) { return o == ORDER_ACQUIRE || o >= ORDER_ACQ_REL; }
static inline bool order_releases(uint8_t o) { return o >= ORDER_RELEASE; }

/* One access to shared memory, for race checking and dependency analysis. */
struct access {
    uint32_t id; /* dense in the program, the same in all versions */
    uint32_t cell;
    expr index; /* NULL for a scalar */
    bool write;
    bool perhaps;  /* the C program need not make it here: a function that heddle does not see into may */
    uint8_t order; /* enum memory_order; seq_cst in atomic sections and for threads' beginning and end */
    struct position pos;
};

struct update {
    uint32_t cell;
    expr index; /* NULL for a scalar */
    expr value;
};

enum action_kind {
    ACT_LOCAL, /* touches own cells only */
    ACT_LOAD,
    ACT_STORE,
    ACT_ATOMIC, /* read-modify-write, or a whole atomic section */
    ACT_LOCK,
    ACT_UNLOCK,
    ACT_WAIT,   /* the release half of waiting on a condition variable */
    ACT_SIGNAL, /* signal, broadcast */
    ACT_CREATE,
    ACT_START, /* an instance's first action: waits until it is created */
    ACT_EXIT,  /* an instance's last action */
    ACT_JOIN,
    ACT_ASSUME,
    ACT_CALL, /* of a recursive procedure */
    ACT_HALT, /* ends the whole program without error */
};

/* An atomic step. Requires guard; then all updates happen in parallel: guard, indices and values speak of the state
 * before the step. Two updates of one array slot: the later one wins; of one scalar: not allowed. */
struct action {
    uint8_t kind;  /* enum action_kind */
    uint8_t fence; /* enum memory_order: of a fence between threads; ORDER_PLAIN for everything else. Passes may lose it */
    expr guard;    /* width 1 */
    struct update *updates;
    uint32_t update_count;
    struct access *accesses; /* what it does to shared cells, in order */
    uint32_t access_count;
    struct position pos;
    /* ACT_CALL: the callee's code; updates name the callee's parameter cells (values read in the caller's frame);
     * when the callee reaches its exit, its result cell is copied to the caller's cell call_result (or NONE) and
     * the caller goes on at the edge's target. ACT_CREATE, ACT_JOIN: the template, if it is one only. ACT_LOCK, ACT_UNLOCK,
     * ACT_WAIT: the cell of the mutex. ACT_LOCAL: own memory that C code loads from or stores to, if it does. Otherwise NONE. */
    uint32_t object;
    uint32_t call_result;
};

enum {
    LOC_ATOMIC = 1,
    LOC_ERROR = 2,
    LOC_UNSUPPORTED = 4,
    LOC_APPROXIMATE = 8,
    LOC_ANY_VALUE = 16,
    LOC_MAY_NOT_END = 32,
    LOC_INTERRUPT = 64,
    LOC_BLOCKING = 128
};
/* LOC_APPROXIMATE: a run that comes by here does what the C program may do, or more (an arbitrary value stands for a computed one).
 * Proofs need not care; a trace that comes by here in the program as the front end made it shows nothing. With LOC_ANY_VALUE only the
 * values are not the right ones that the step to here writes: a trace on which they decide nothing is good. Passes may merge it away.
 * LOC_INTERRUPT: here a signal handler begins, or, if it has begun, ends (interrupts.c); only in the program as the front end made it.
 * LOC_BLOCKING, beside LOC_INTERRUPT: while it runs it may block other signals.
 * LOC_MAY_NOT_END, beside LOC_UNSUPPORTED: only if the program need not be able to end (portfolio/endings.h).
 *
 * How the reason of an unsupported location begins that stands for undefined behaviour of the program, rather than for a
 * construct that heddle does not model. */
#define UNDEFINED_REASON "undefined: "
/* And how it begins where heddle models the construct, but not so many or so much of it. */
#define LIMIT_REASON "limit: "

struct location {
    uint8_t flags;      /* LOC_... */
    uint32_t check;     /* LOC_ERROR: the check that fails here; else NONE */
    const char *reason; /* LOC_UNSUPPORTED, LOC_APPROXIMATE: the construct, in words for the user */
    uint32_t origin;    /* its number in the program as the front end made it, or NONE */
    struct position pos;
};

struct edge {
    uint32_t from, to;
    struct action action;
};

/* A graph of locations: what a kind of thread runs, or a recursive procedure. Error and unsupported locations and the
 * exit have no edges out. The exit of a template is where its instances have ended (after ACT_EXIT). */
struct code {
    const char *name; /* of the C function */
    VECTOR(struct location) locations;
    VECTOR(struct edge) edges;
    uint32_t entry, exit;
    u32_vector parameters; /* procedures: cells, owned by this code */
    uint32_t result;       /* procedures: cell, or NONE */
    /* templates only: */
    uint32_t instances; /* how many at most, or UNBOUNDED */
    uint32_t first_id;  /* E_SELF of instance number n is first_id + n */
    /* Edges by source: out_edge[out_start[l] .. out_start[l + 1] - 1]; made by code_index(). */
    u32_vector out_start, out_edge;
};

/* A check may have no error location left: then it cannot fail. */
struct check {
    uint32_t id;
    uint8_t property;            /* enum property */
    uint8_t kind;                /* enum check_kind; what its property says unless the program was changed (check_is_watched) */
    uint32_t code;               /* the template or procedure with the error location, or of access_a */
    uint32_t access_a, access_b; /* the two accesses that a property of pairs is about; else NONE */
    uint32_t code_b;             /* template of access_b */
    const char *text;            /* "assertion 'c == 1'", for the user */
    struct position pos;
};

struct program {
    struct exprs *exprs; /* shared by all versions; owned by whoever made it */
    struct arena arena;  /* everything below that is not in a vector */
    VECTOR(struct cell) cells;
    VECTOR(struct code) codes; /* [0] is main's template; templates first, then procedures */
    uint32_t template_count;
    VECTOR(struct check) checks;
    VECTOR(const char *) predicates; /* that the user suggests, as text (__CPROVER_predicate); they mean nothing for verdicts */
    VECTOR(struct uncovered {
        const char *what;
        struct position pos;
    })
    uncovered; /* places behind which the C program may do more than this one: if one can be reached, a proof does not say TRUE */
    memory_objects objects;             /* for reports; only in the program as the front end made it */
    uint32_t access_count, input_count; /* ids below these are taken */
    uint8_t pointer_width;
};

struct program *program_new(struct exprs *exprs);
struct program *program_clone(const struct program *p); /* origins become the numbers in p if p has none */
void program_free(struct program *p);                   /* not the expression pool */

uint32_t program_add_cell(struct program *p, struct cell cell);    /* id is set; name is copied; returns id */
uint32_t program_add_code(struct program *p, const char *name);    /* with NONE in the right places, no locations */
uint32_t program_add_check(struct program *p, struct check check); /* id and kind are set; returns id */
void program_add_uncovered(struct program *p, const char *what,
                           struct position pos); /* once for each word and line; what is copied */
uint32_t code_add_location(struct program *p, uint32_t code, uint8_t flags, struct position pos); /* origin: itself */
/* Copies the action's arrays into the arena. Returns the edge's index. */
uint32_t code_add_edge(struct program *p, uint32_t code, uint32_t from, uint32_t to, const struct action *action);
void code_index(struct code *c);
struct action action_skip(struct program *p); /* guard true, no updates */

static inline bool cell_is_shared(const struct cell *c) { return c->owner == NONE; }
static inline bool cell_is_array(const struct cell *c) { return c->index_width != 0; }
static inline bool code_is_indexed(const struct code *c)
{
    return c->out_start.size == c->locations.size + 1 && c->out_edge.size == c->edges.size;
}
static inline uint32_t out_begin(const struct code *c, uint32_t l)
{
    assert(l < c->locations.size && code_is_indexed(c));
    return c->out_start.data[l];
}
static inline uint32_t out_end(const struct code *c, uint32_t l)
{
    assert(l < c->locations.size && code_is_indexed(c));
    return c->out_start.data[l + 1];
}
static inline const struct edge *out_edge(const struct code *c, uint32_t i)
{
    assert(i < c->out_edge.size);
    return &c->edges.data[c->out_edge.data[i]];
}
expr program_cell_expr(const struct program *p, uint32_t cell, expr index); /* E_CELL or E_READ with the right width */

/* Slots of a cell when template t has instances[t] instances (1 for a scalar). */
uint64_t cell_slots(const struct cell *c, const uint32_t *instances);
/* Slot of an index, or NONE64 if it lies outside. */
#define NONE64 UINT64_MAX
uint64_t cell_slot(const struct cell *c, uint64_t index, const uint32_t *instances);
uint64_t cell_slot_index(const struct cell *c, uint64_t slot, const uint32_t *instances); /* the inverse */

/* Compares all that the comments above promise; false with *why set. Called after every pass in debug builds. */
bool program_valid(const struct program *p, const char **why);

/* Whether there is a check of that kind. */
bool program_asks(const struct program *p, enum check_kind kind);
/* What passes must keep for the sake of its checks: NEEDS_... */
unsigned program_needs(const struct program *p);
/* Whether a check of a pair of accesses is at error locations: the program itself follows what happens before what. */
static inline bool check_is_watched(const struct check *c)
{
    return c->kind == CHECK_ERROR && property_rows[c->property].kind == CHECK_PAIR;
}
/* Not left out. */
static inline bool check_is_asked(const struct check *c) { return c->kind != CHECK_NEVER; }
/* Whether a check fails because of a condition that the program evaluates. */
static inline bool check_is_condition(const struct check *c) { return property_rows[c->property].kind == CHECK_ERROR; }

/* Whether it is an exchange (or another read-modify-write) of the program, also one that fails: for x86 a locked instruction. */
bool action_is_locked(const struct program *p, const struct action *a);
/* Whether some template or a procedure calls a procedure. */
bool program_has_calls(const struct program *p);
void program_drop_procedures(struct program *p); /* that nobody calls any more, with their cells */
bool program_has_unbounded(const struct program *p);
uint32_t program_last_id(const struct program *p,
                         uint32_t code); /* of a template's instances; without bound: up to where others begin */
/* How far the parts, one for each location, of all threads of the code together can go below 0 and above it. Of threads
 * without bound no more run at a time than Linux has room for. Those that have ended are as many as the program had time for: 2^62, a
 * century of one a nanosecond, and not 2^32. */
enum { MOST_THREADS_AT_A_TIME = 1 << 22 };
struct part_sums {
    unsigned __int128 down, up; /* of all, without sign */
    uint64_t down_of_one, up_of_one;
};
struct part_sums code_part_sums(const struct code *c, const int64_t *part);

#endif
