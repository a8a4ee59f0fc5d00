/* The state of the flow analysis, shared by its parts. Internal to src/engines/flow.
 *
 * A thread's abstract state speaks of its own cells and of its *view* of shared variables: the value that a shared
 * variable had when the thread last touched it (or, from its creator, when the creator last did). Nobody else changes a
 * view, so interpreting a thread is sequential. Where an action reads a shared variable, the thread either finds its
 * view unchanged (nobody wrote since) or takes the value that some store of another thread wrote since: an
 * interference. */
#ifndef HEDDLE_ENGINES_FLOW_ANALYSIS_H
#define HEDDLE_ENGINES_FLOW_ANALYSIS_H

#include "engines/flow/clusters.h"
#include "engines/flow/threads.h"
#include "engines/shell.h"

enum interference { INSENSITIVE, SENSITIVE, CONSTRAINED, FULL };

enum {
    SOURCES_MAX = 8,     /* sources of one read that are kept apart; more are grouped by value */
    PARTITIONS_MAX = 48, /* cases at one location; more are merged */
    DERIVED_MAX = 16,    /* stores of a variable up to which all consequences of an assumption are drawn */
    CASES_VISITS = 20,   /* visits a location, on average, before fewer cases are kept; twice that: one only */
    CASES_SLACK = 50,    /* counted as so many more locations, for small threads */
    LAST_MAX = 6,        /* events that may have touched a variable last; more are not told apart */
    TURNS_MAX = 6,       /* turns of a loop that are interpreted one by one */
    WIDEN_DELAY = 3,     /* visits of a location before widening */
    ROUNDS_DELAY = 4,    /* changes of an interference before it is widened */
    NARROWING_ROUNDS = 2,
    PHASES_MAX = 5, /* runs, each with the order that the one before has learned */
};

/* What a store may write, by write of the event. */
struct interferences {
    uint32_t *value; /* number of the value, NONE as long as nothing is written */
    uint8_t *changes;
};

/* One case: how the reads on the way here are assumed to have been served (a node of the tree of assumptions). */
struct partition {
    uint32_t node;
    struct abstract *state;
    uint32_t *last;  /* by shared variable of the space: set of the events that may have touched it last, NO_SET if unknown */
    uint64_t *since; /* likewise: locks held by the thread ever since; the block that last is in, too */
    uint16_t visits;
    uint8_t turns; /* how often it went round a loop, up to TURNS_MAX: the first turns are kept apart */
    bool dirty;
};
typedef VECTOR(struct partition) partitions;

enum { NO_SET = 0 };

/* A read that was served by the view (source NONE; last is a set of events) or by a store. */
struct assumption {
    uint32_t parent, depth;
    uint32_t read, variable, source, last; /* events; a variable of all shared cells */
    uint32_t facts, facts_end;             /* what follows from it on top of the parent, in flow.facts */
};

struct before {
    uint32_t first, then; /* events */
};

/* One thread: its space and, after it was interpreted, what holds where. */
struct interpreted {
    uint32_t thread;
    struct space *space;
    uint32_t *global;       /* by shared variable of the space: its number among all shared variables */
    uint32_t *local;        /* the inverse, by all shared variables: NONE if absent */
    struct abstract *entry; /* what the creators hand over; NULL as long as nobody creates it */
    uint32_t *entry_last;
    uint8_t entry_changes;
    partitions *at;            /* by location */
    bool *merged;              /* by location: just one case from now on */
    bool *settled;             /* by location: one case is enough for what others see; made when needed */
    struct clusters *clusters; /* made when cases become too many */
    bool dirty;                /* something that it depends on has changed */
};

struct flow {
    const struct task *task;
    const struct program *program;
    enum interference mode;
    const struct domain *domain;
    struct value_pool pool;
    struct evaluator *evaluator;
    uint32_t *instances;  /* by template, 0 where unbounded */
    struct space *shared; /* all shared cells */
    struct flow_threads *threads;
    struct interferences *wrote; /* by event */
    struct thresholds thresholds;
    struct interpreted *interpreted; /* by thread; of rests unused */
    struct intern sets;              /* of events, sorted; number NO_SET is none */
    /* The tree of assumptions, and how far into it the order now is. */
    VECTOR(struct assumption) assumptions; /* [0] is the root: nothing assumed */
    VECTOR(struct before) facts;
    struct intern child_keys; /* assumptions that were tried */
    u32_vector child;         /* by number of the key: the node, or NONE */
    u32_vector path, marks;   /* nodes on the way from the root, without it; order marks before each */
    struct map visible;       /* memo of what leaves a critical section */
    u32_vector offered;       /* by value: the last search for sources that found it */
    uint32_t searches;
    bool learning;
    bool **sure;        /* by event and write: it wrote just this variable whenever it happened; NULL if it did not */
    bool all_cases;     /* somebody wants to know what holds in each of them, not only what others see */
    uint64_t **learned; /* by event: those that came before it in all cases in which it happens; NULL if it does not */
    uint64_t visits, queries, interpretations;
    bool *open; /* by check */
    const struct reason *out_of_budget;
};

/* assume.c: the tree of assumptions and rules 3 to 6. */
void assume_init(struct flow *f);
void assume_free(struct flow *f);
void assume_goto(struct flow *f, uint32_t node); /* the order then holds what this node assumes */
/* The child of node that also assumes this; NONE if that is impossible. The node itself if nothing new follows from it
 * and cases without consequences need not be kept apart. */
uint32_t assume_read(struct flow *f, uint32_t node, uint32_t read, uint32_t variable, uint32_t source, uint32_t last);
/* Also assumes what another node does, on top of where goto went; false if both together are impossible. To be taken
 * back to the depth that flow.path had before. */
bool assume_also(struct flow *f, uint32_t node);
void assume_back(struct flow *f, uint32_t depth);
/* What is left of a node's assumptions if those about reads that do not matter at the location are dropped. */
uint32_t assume_relevant(struct flow *f, uint32_t node, const struct clusters *clusters, uint32_t location);
uint32_t assume_common(const struct flow *f, uint32_t a, uint32_t b); /* what both assume */

uint32_t set_single(struct flow *f, uint32_t event);
uint32_t set_union(struct flow *f, uint32_t a, uint32_t b);
const uint32_t *set_members(const struct flow *f, uint32_t set, uint32_t *count); /* none for NO_SET */

/* sources.c: who may have written what a read finds. */
struct source {
    uint32_t event; /* NONE: the thread's own view */
    uint32_t value; /* number */
};
typedef VECTOR(struct source) source_vector;
struct reader {
    uint32_t thread;
    uint32_t read;  /* the event; NONE: whatever may have happened since the thread touched the variable last */
    uint32_t last;  /* who touched the variable last */
    uint64_t since; /* locks held ever since */
};
/* Stores of other threads that the reader may see, as far as the present order tells. Of more than SOURCES_MAX, or without
 * order, only one for each value. */
void sources_find(struct flow *f, const struct reader *r, uint32_t variable, source_vector *out);

/* interpret.c */
void interpret_thread(struct flow *f, uint32_t thread);
void view_init(struct flow *f, struct interpreted *in, uint32_t thread,
               const struct bitset *cells); /* sets thread, space, global and local alone */
void view_free(struct interpreted *in);
void interpreted_init(struct flow *f, uint32_t thread, const struct bitset *cells);
void interpreted_reset(struct flow *f, uint32_t thread); /* as after interpreted_init() */
void interpreted_free(struct flow *f, uint32_t thread);
void partitions_free(const struct space *s, partitions *list);

/* learn.c: order that holds in all cases, found in one run and used in the next; while flow.learning is set. */
void learn_forget(struct flow *f, uint32_t thread);              /* a new interpretation of the thread begins */
void learn_event(struct flow *f, uint32_t event, uint32_t node); /* it can happen in this case */
void learn_writes(struct flow *f, uint32_t event, const write_vector *writes, const uint32_t *global);
bool *learn_teachers(const struct flow *f); /* by thread: something may be learned from it; to be freed */
bool learn_commit(struct flow *f);          /* adds what is new to the order; false if nothing is */

/* decide.c */
bool decide_checks(struct flow *f); /* sets flow.open; whether a check is open or something not modelled is reachable */
const struct location *decide_unsupported(const struct flow *f); /* that can be reached, or NULL */
void decide_verdict(struct flow *f, struct verdict *v);

/* races.c: whether two threads can be about to make the two accesses of the check. */
bool race_possible(struct flow *f, const struct check *check);

/* invariants.c */
struct abstract *case_now(struct flow *f, const struct interpreted *in, uint32_t location, const struct partition *p);
struct abstract *known_at(struct flow *f, const struct interpreted *in, uint32_t location); /* NULL: it is never there */
struct proof *flow_known(struct flow *f);                /* true of all states, but not inductive */
expr thread_self(const struct flow *f, uint32_t thread); /* that E_SELF is one whom the thread stands for */

#endif
