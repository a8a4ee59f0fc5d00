/* The search through the states of a model, depth first or breadth first. */
#ifndef HEDDLE_EXPLORE_SEARCH_H
#define HEDDLE_EXPLORE_SEARCH_H

#include "base/effort.h"
#include "engines/engine.h"
#include "engines/explore/dominance.h"
#include "engines/explore/reduce.h"
#include "engines/explore/symmetry.h"
#include "execute/races.h"
#include "execute/store.h"
#include "program/stuck.h"

/* A state that violates a check; for a race inside an atomic section, the steps into that section. */
struct violation {
    uint32_t state; /* NONE: none known */
    struct step_path prefix;
};

struct open_state {
    uint32_t number, depth;
};

struct exploration {
    const struct task *task;
    struct model *model;
    struct expander expander;
    struct reducer *reducer;     /* NULL: every instance is expanded */
    struct symmetry *symmetry;   /* NULL: every state stands for itself */
    uint64_t *normal;            /* symmetry: the state that stands for a new one */
    struct dominance *dominance; /* NULL: nothing is left out for lying below something else */
    struct races *races;         /* NULL: no check is about a pair of accesses */
    bool stuck;                  /* there is a check that threads do not wait for ever */
    struct stuck_graph *graph;   /* then the steps that were taken, or NULL */
    struct state_store store;
    bool breadth_first;
    uint32_t most;                  /* states, or NONE */
    VECTOR(struct open_state) open; /* depth first: a stack; breadth first: the levels' ends are in depth */
    uint32_t current, current_depth;
    bool fresh; /* the expansion gave a state that was not expanded yet */

    struct violation *violations;       /* by check */
    const uint8_t *decided;             /* by check: not asked for */
    uint32_t wanted;                    /* checks that are neither decided nor violated yet */
    const struct location *unsupported; /* one that was reached, or NULL */
    const struct reason *stopped;       /* why the search ended early, or NULL */
    bool incomplete_choice;             /* an arbitrary initial value was not enumerated completely: */
    uint32_t incomplete_cell;
    uint64_t circling;    /* instances that an atomic section that may go on for ever kept from moving: do they wait? */
    bool endless_section; /* that made a difference */
    bool circles;         /* some section may go on for ever, though others may move and it may end in another way */
    bool joins_cross;     /* there was a state without moves where two instances may join each other: left to the graph */
    uint64_t reductions, exchanges;
    uint32_t depth;
    double began;             /* on clock_cpu() */
    uint64_t first_violation; /* transitions until then; 0: none yet */
};

/* decided has to stay as it is while the search runs. */
enum search_size {
    SEARCH_SMALL, /* with all reductions that the options allow */
    SEARCH_PLAIN, /* without symmetry: every state stands for itself */
    SEARCH_FULL,  /* every instance is expanded, too */
};
struct exploration *search_new(const struct task *task, uint32_t unbounded, const uint8_t *decided, enum search_size size);

/* From now on states below others are left out (dominance.h), with every instance expanded, for so many states at most. False if
 * there is nothing to go by. A search that then finds a violation says nothing about the other checks. */
bool search_dominate(struct exploration *s, uint32_t most);
/* Leaves part number part of parts to be searched: of the states that a breadth-first search has in front of it when they are some for
 * each part, every part takes its share, and leaves the others to the others. For depth-first searches without a graph. */
void search_split(struct exploration *s, uint32_t part, uint32_t parts);
void search_run(struct exploration *s);
void search_free(struct exploration *s);

/* The schedule from the start to a violation. NULL with *why if it cannot be found again (a bug). */
struct trace *search_trace(struct exploration *s, uint32_t check, uint32_t unbounded, const char **why);

/* Deadlocks (deadlocks.c): whether a state without moves is one; and after the search, who is stuck while others go on. Such a
 * state becomes a violation, as the graph shows it. The graph needs at most STUCK_THREADS instances and no symmetry. */
bool is_deadlock(struct exploration *s, const uint64_t *state);
struct stuck_answer search_stuck(struct exploration *s);

void search_violation(struct exploration *s, uint32_t check, uint32_t state);

#endif
