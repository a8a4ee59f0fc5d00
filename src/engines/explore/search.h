/* The search through the states of a model, depth first or breadth first. */
#ifndef HEDDLE_EXPLORE_SEARCH_H
#define HEDDLE_EXPLORE_SEARCH_H

#include "engines/engine.h"
#include "engines/explore/dominance.h"
#include "engines/explore/expand.h"
#include "engines/explore/reduce.h"
#include "engines/explore/store.h"
#include "engines/explore/symmetry.h"

typedef VECTOR(struct path_step) path_steps;
typedef VECTOR(uint64_t) path_values;

/* A state that violates a check; for a race inside an atomic section, the steps into that section. */
struct violation {
    uint32_t state; /* NONE: none known */
    path_steps prefix;
    path_values prefix_inputs;
};

struct open_state {
    uint32_t number, depth;
};

struct search {
    const struct task *task;
    struct model *model;
    struct expander expander;
    struct reducer *reducer; /* NULL: every instance is expanded */
    struct symmetry *symmetry; /* NULL: every state stands for itself */
    uint64_t *normal;          /* symmetry: the state that stands for a new one */
    struct dominance *dominance; /* NULL: nothing is left out for lying below something else */
    struct races *races;       /* for PROPERTY_RACE, else NULL */
    struct store store;
    bool breadth_first;
    uint32_t most; /* states, or NONE */
    VECTOR(struct open_state) open; /* depth first: a stack; breadth first: the levels' ends are in depth */
    uint32_t current, current_depth;
    bool fresh; /* the expansion gave a state that was not expanded yet */

    struct violation *violations; /* by check */
    const uint8_t *decided;       /* by check: not asked for */
    uint32_t wanted;              /* checks of the property that are neither decided nor violated yet */
    const struct location *unsupported; /* one that was reached, or NULL */
    const char *stopped;                /* why the search ended early, or NULL */
    bool incomplete_choice;             /* an arbitrary initial value was not enumerated completely: */
    uint32_t incomplete_cell;
    bool endless_section; /* where nobody else can move, an atomic section may go on forever: is that a deadlock? */
    uint64_t reductions, exchanges;
    uint32_t depth;
    double began, first_violation; /* on clock_cpu(); 0: none yet */
};

/* decided has to stay as it is while the search runs. */
struct search *search_new(const struct task *task, uint32_t unbounded, const uint8_t *decided);

/* From now on states below others are left out (dominance.h), with every instance expanded, for so many states at most. False if
 * there is nothing to go by. A search that then finds a violation says nothing about the other checks. */
bool search_dominate(struct search *s, uint32_t most);
void search_run(struct search *s);
void search_free(struct search *s);

/* The schedule from the start to a violation. NULL with *why if it cannot be found again (a bug). */
struct trace *search_trace(struct search *s, uint32_t check, uint32_t unbounded, const char **why);

/* Races: finds the checks that a state violates (races.c). May leave the expander undefined. */
struct races *races_new(const struct program *p);
void races_free(struct races *r);
void races_of_state(struct search *s, const uint64_t *state, uint32_t number);

/* The state that stands for n: n itself, or one in s->normal. */
const uint64_t *search_normal(struct search *s, const uint64_t *n);
void search_violation(struct search *s, uint32_t check, uint32_t state);

#endif
