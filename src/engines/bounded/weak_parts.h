/* What the files of the search for executions by the solver share. */
#ifndef HEDDLE_ENGINES_BOUNDED_WEAK_PARTS_H
#define HEDDLE_ENGINES_BOUNDED_WEAK_PARTS_H

#include "engines/bounded/unfolding.h"
#include "engines/bounded/weak.h"
#include "logic/sat.h"

/* Solver literals that are constant; clauses are made without them. */
#define ALWAYS INT32_MAX
#define NEVER (-INT32_MAX)

/* Events of a thread stand in the order in which it can make them. Those of ways that exclude each other stand in some order, too: one that is
 * not executed changes nothing where it stands. */
struct solver_event {
    uint32_t instance, group;
    uint32_t cell;        /* NONE: a fence */
    uint32_t read, write; /* of the unfolding; or NONE */
    word index;
    uint8_t order;
    int x;           /* executed */
    uint32_t access; /* id in the program, or NONE */
    bool touches_as_write;
};

/* What the solver is asked for: a check fails (NONE: something else happens) where a thread comes to the node, or by a race of two events. */
struct solver_goal {
    uint32_t check;
    int x;
    uint32_t node; /* NONE: a race */
    uint32_t events[2];
};
typedef VECTOR(struct solver_goal) solver_goals;

struct read_source { /* that a read may read from */
    uint32_t write;  /* of the unfolding; NONE: what was there before */
    int chosen;
};
typedef VECTOR(struct read_source) source_list;

struct solver_search {
    struct unfolding *u;
    struct sat *sat;
    VECTOR(struct solver_event) events;
    uint32_t n;
    uint32_t *first;                     /* by instance: its first event; and the number of all, behind the last one */
    uint32_t *of_write;                  /* by write: its event, or NONE */
    source_list *sources;                /* by read */
    VECTOR(u32_vector) readers, writers; /* by cell: events */
    /* Square matrices over events. 0: not asked for yet. */
    int *same;                       /* they access the same location */
    int *rf;                         /* an event of several reads the write; an event and itself: what was there before */
    int *order;                      /* both write: the first one is modified first */
    int *seen;                       /* a write, a read: the write is what is read, or before it in the order of the location */
    int *hb;                         /* happens before, of different threads */
    int *porf;                       /* program order and reads-from, of different threads */
    int *released;                   /* an event, a write: who acquires the write comes after the event */
    bool *may_release, *may_acquire; /* by event: something at or behind it in its thread does; at or before it */
    uint64_t clauses;
};

/* A clause: if all of these, then one of those. */
struct solver_rule {
    struct solver_search *s;
    int lits[16];
    uint32_t count;
    bool holds;
};
struct solver_rule rule_new(struct solver_search *s);
void rule_if(struct solver_rule *r, int condition);
void rule_then(struct solver_rule *r, int result);
void rule_end(struct solver_rule *r);

int solver_lit(struct solver_search *s, lit a); /* ALWAYS and NEVER for constants */

static inline bool event_of_fence(const struct solver_event *e) { return e->cell == NONE; }
static inline bool event_touches(const struct solver_event *e) /* memory is used without a value, which matters for races alone */
{
    return e->cell != NONE && e->read == NONE && e->write == NONE;
}
static inline bool is_before(const struct solver_search *s, uint32_t a, uint32_t b) /* in one thread */
{
    return s->events.data[a].instance == s->events.data[b].instance && a < b;
}

/* weak_events.c: NULL, or why the unfolding is not one for this. */
const char *solver_events_find(struct solver_search *s);
int events_same(struct solver_search *s, uint32_t a, uint32_t b); /* the location is the same */

/* weak_memory.c: reads-from, the order of each location, coherence, atomicity. */
void choose_sources(struct solver_search *s); /* before all else */
void memory_axioms(struct solver_search *s);
int reads_from(struct solver_search *s, uint32_t event, const struct read_source *k); /* chosen, and the event is executed */
int modified_before(struct solver_search *s, uint32_t a, uint32_t b);
int sees(struct solver_search *s, uint32_t write, uint32_t reader);

/* weak_before.c: what happens before what; no cycles of program order and reads-from. */
void before_prepare(struct solver_search *s);
void before_axioms(struct solver_search *s);
int happens_before_lit(struct solver_search *s, uint32_t a, uint32_t b);

/* weak_seq_cst.c */
void seq_cst_axioms(struct solver_search *s);

/* weak_buffers.c: instead of what is asked of seq_cst, for MODEL_TSO. NULL, or why that is not possible. */
const char *buffer_axioms(struct solver_search *s);

/* weak_races.c: the pairs of events that may race; and those that no check is about. */
void race_goals(struct solver_search *s, solver_goals *out, solver_goals *unnamed);

/* weak_replay.c: executes the model up to where the check fails. */
void solver_replay(struct solver_search *s, const struct weak_task *task, const struct solver_goal *goal, struct weak_result *out);

#endif
