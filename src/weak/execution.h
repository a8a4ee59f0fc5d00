/* An execution as memory models see it: events of threads, which write each read reads from, and the order in which the writes to each
 * location are modified. A schedule is one by which threads take turns; an execution need not have any. */
#ifndef HEDDLE_WEAK_EXECUTION_H
#define HEDDLE_WEAK_EXECUTION_H

#include "program/program.h"

enum event_kind {
    EVENT_INITIAL, /* the value that a location begins with; of no thread, before everything */
    EVENT_READ,
    EVENT_WRITE,
    EVENT_UPDATE, /* a read and a write at once */
    EVENT_FENCE,
    EVENT_TOUCH, /* memory is used (freed, say) without a value: matters for races alone */
    EVENT_LOOK,  /* an object is used, if it is there: matters for its end alone. The location stands for the object */
    EVENT_END,   /* the object ends */
    EVENT_BEGIN, /* and begins again */
};

struct weak_event {
    uint8_t kind;           /* enum event_kind */
    uint8_t order;          /* enum memory_order */
    bool touches_as_write;  /* EVENT_TOUCH */
    bool is_locked;         /* EVENT_FENCE: none of the program's, but of an exchange that fails: it empties a store buffer */
    uint32_t thread;        /* NONE: initial */
    uint32_t location;      /* NONE: a fence */
    uint32_t from;          /* reads and updates: the event that is read */
    uint64_t read, written; /* values; EVENT_LOOK and EVENT_END: read is 1 if the object has ended before */
    uint32_t check;         /* the same: what fails if the object need not be there; or NONE */
    uint32_t access;        /* id in the program of the (last) access that it is, or NONE */
    struct position pos;
};

/* Events are numbered such that each comes after those of its thread before it, and after what it reads. */
struct execution {
    VECTOR(struct weak_event) events;
    VECTOR(u32_vector) order; /* by location: its writes and updates as they modify it; the first one is the initial event */
};

void execution_free(struct execution *x);
void execution_copy(struct execution *to, const struct execution *from); /* to is empty */

/* Nothing is read and written: others cannot tell when it happens. */
static inline bool event_is_silent(const struct weak_event *e) { return e->kind >= EVENT_TOUCH; }
static inline bool event_reads(const struct weak_event *e) { return e->kind == EVENT_READ || e->kind == EVENT_UPDATE; }
static inline bool event_writes(const struct weak_event *e)
{
    return e->kind == EVENT_WRITE || e->kind == EVENT_UPDATE || e->kind == EVENT_INITIAL;
}
/* For assertions: what is read is written, to the same location; the order of a location has its writes, each once. */
bool execution_valid(const struct execution *x);
/* Where an event that writes stands in the order of its location. */
uint32_t execution_place(const struct execution *x, uint32_t event);

#endif
