/* The threads of a program as this analysis tells them apart, their events, and what is known of the order of events in
 * every run (rules 1 and 2 of Kusano and Wang, "Flow-Sensitive Composition of Thread-Modular Abstract Interpretation",
 * FSE 2016, section 5.2).
 *
 * A thread is one instance with a known number; or, where instances cannot be told apart, a group: then there are two
 * entries, one for the instance that is being interpreted and one, `rest`, for all instances as seen by anybody. The
 * facts about the order are weaker there: the events of a rest are those of several instances. */
#ifndef HEDDLE_ENGINES_FLOW_THREADS_H
#define HEDDLE_ENGINES_FLOW_THREADS_H

#include "domains/domain.h"
#include "facts/code_graph.h"
#include "engines/flow/locks.h"
#include "engines/flow/order.h"

enum { EVENT_INIT = 0 };                /* sets the initial values, before everything */
#define LOCK_ATOMIC (UINT64_C(1) << 63) /* as if a lock: held where no other thread may move */

struct touch {
    uint32_t variable; /* of the space of all shared cells */
    bool surely;       /* this one; else one of several */
};
typedef VECTOR(struct touch) touches;

struct event {
    uint32_t thread;
    uint32_t edge;         /* NONE: the start or the end of a thread */
    bool once;             /* occurs at most once in a run */
    uint64_t locks;        /* held while it happens, LOCK_ATOMIC included: nothing happens while another is in an atomic section */
    touches reads, writes; /* each without repetition */
    u32_vector creates;    /* threads */
};

struct thread {
    uint32_t code, number;           /* number: of the instance, or NONE in a group */
    bool rest;                       /* the instances of a group, as others see them */
    bool hidden;                     /* the interpreted instance of a group: others see the rest */
    uint32_t first_event, end_event; /* its events: the start, the end, then one for each edge that touches shared memory */
    uint32_t *event;                 /* by edge, NONE if it has none */
    u32_vector creators;             /* events that create it, if that is known; of all creations then */
};

struct store {
    uint32_t event;
    uint32_t slot; /* which of the event's writes */
    bool surely;
};
typedef VECTOR(struct store) stores;

struct flow_threads {
    const struct program *program;
    const struct space *shared; /* the variables of all shared cells */
    struct code_graph **graphs; /* by code */
    uint64_t **held;            /* by code and location: locks held there, LOCK_ATOMIC included */
    uint32_t lock_cells[64];    /* by bit of held */
    uint64_t owned;             /* locks that hold their owner's id while they are held */
    uint64_t kept;              /* locks that are released by their holder alone */
    VECTOR(struct thread) threads;
    VECTOR(struct event) events;
    stores *stores;       /* by shared variable: the events of visible threads that may write it */
    u32_vector *readers;  /* by shared variable: the threads, but rests, that may read it */
    uint64_t **overwrite; /* by shared variable: set of the events of visible threads that surely write it */
    struct order *order;
};

struct flow_threads *flow_threads_new(const struct program *p, const struct space *shared);
void flow_threads_free(struct flow_threads *t);

static inline uint32_t thread_start(const struct thread *t) { return t->first_event; }
static inline uint32_t thread_end(const struct thread *t) { return t->first_event + 1; }

#endif
