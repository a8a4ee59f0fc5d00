/* One state of the search for executions: an execution that is not yet complete, and how far each thread has come. Threads' own cells are
 * in the interpreter (program/machine.h), whose shared cells are used only for what one step reads and writes. */
#ifndef HEDDLE_WEAK_PARTIAL_H
#define HEDDLE_WEAK_PARTIAL_H

#include "program/machine_parts.h"
#include "weak/execution.h"

enum thread_status { THREAD_RUNS, THREAD_WAITS, THREAD_ENDED, THREAD_BLOCKED };

struct partial_thread {
    uint32_t code, instance;
    uint8_t status;      /* enum thread_status */
    bool stale;          /* since its last write it has read a value that was not the newest */
    uint32_t waits_for;  /* THREAD_WAITS: the location whose next value it is to read */
    uint32_t not_before; /* its next read reads none of the events before this one */
    uint32_t count;      /* its events */
    uint32_t steps;
    struct bitset unknown; /* own variables whose value nobody has chosen */
    machine_words seen;    /* where it has been since its last write that was progress: each preceded by its length */
    uint32_t progress;     /* that write; or 0 */
};

/* What happens before what, by counting: a clock has, for each thread, how many of its events. */
struct clocks {
    uint32_t threads;
    VECTOR(uint32_t) index;    /* by event: which one of its thread */
    VECTOR(uint32_t) of_event; /* by event: a clock of what a read of it synchronises with */
    uint32_t *now, *pending,
        *released; /* by thread: what happens before its next event; what an acquire fence adds; its last release fence */
};

struct partial {
    struct execution x;
    struct clocks clocks;
    struct partial_thread *threads;
    uint32_t thread_count;
    uint32_t inside;                    /* the thread that is in an atomic section, or NONE */
    u32_vector section;                 /* its events there */
    const struct location *approximate; /* by where some thread has come; NULL: nowhere */
};

void partial_begin(struct partial *s, const struct program *p);
void partial_copy(struct partial *to, const struct partial *from); /* to is not initialised */
void partial_free(struct partial *s);

/* Whether the event happens before the next event of the thread. */
bool partial_knows(const struct partial *s, uint32_t thread, uint32_t event);

/* Adds the next event of a thread; place: where in the order of the location, for what writes. Returns its number. */
uint32_t partial_add(struct partial *s, const struct weak_event *e, uint32_t place);
/* Makes the last event of a thread, a read, an update: it writes behind what it has read. */
void partial_upgrade(struct partial *s, uint32_t event, uint8_t order, uint64_t written);

/* The first event of another thread, from this one on, that races with an event that is the last of its thread; NONE: there is none. */
uint32_t partial_race(const struct partial *s, uint32_t event, uint32_t from);

#endif
