/* The successors of a state: one for every way that an instance can take an edge, or go through a whole atomic section. A
 * section that blocks inside gives no successor: it was not entered. */
#ifndef HEDDLE_EXECUTE_EXPAND_H
#define HEDDLE_EXECUTE_EXPAND_H

#include "base/bitset.h"
#include "base/clock.h"
#include "base/map.h"
#include "execute/model.h"
#include "program/reason.h"
#include "program/trace.h"

struct path_step {
    const struct model_edge *edge; /* NULL: the return from the procedure in_code */
    uint32_t instance, in_code;
    uint32_t inputs; /* where its input values begin in those of the path */
};

/* Steps one after the other, with the values of their inputs. */
struct step_path {
    VECTOR(struct path_step) steps;
    VECTOR(uint64_t) inputs;
};
void path_append(struct step_path *p, const struct step_path *from, uint32_t steps); /* the first so many of another path */
void path_trace(const struct step_path *p, const struct layout *l, struct trace *t);
void path_free(struct step_path *p);

/* Goes through the (edge, inputs) that are possible at a location. */
enum { WALK_INPUTS = 12 };
struct walk_cursor {
    uint32_t edge;
    bool begun; /* the edge's inputs have values; positions in at: */
    uint32_t at[WALK_INPUTS];
};
struct walk_place {
    const struct model_location *location;
    struct walk_cursor cursor;
    uint32_t path; /* size of the path that leads here */
};

struct expander {
    struct model *model;
    const struct budget *budget;
    void *context;
    /* Called for every successor n that instance i reaches by a step to a location with these flags. */
    void (*emit)(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check);
    /* Called for every edge that instance i can take, within sections too (it may turn out that the section has no end);
     * with record, the path ends with that edge. The registers hold its inputs, and may be overwritten. NULL if nobody asks. */
    void (*look)(struct expander *x, uint32_t i, const struct model_edge *e, const uint64_t *before, const uint64_t *after);

    const struct bitset *only; /* by code: the edges that may be taken; NULL: all */
    bool record;               /* keep the path: the steps from the state to the successor being emitted */
    bool stop;                 /* set by emit: enough */
    struct step_path path;

    /* About the expansions since these were last cleared: */
    uint32_t moves, halts; /* successors, and steps that end the program */
    bool undefined;        /* an arbitrary value that was not yet chosen was read: model->vm.need (see expand_choice) */
    bool circled;          /* a section came back to a state in it: it may never end */
    uint64_t transitions;

    /* What was not covered; never cleared. */
    bool too_deep, section_too_long, out_of_budget;
    const struct model_edge *incomplete; /* an input of it was not enumerated completely */
    const struct reason *budget_reason;

    VECTOR(struct walk_place) walk; /* from the state into the section */
    VECTOR(uint64_t *) buffers;     /* the successor, and a state for each place of the walk */
    struct intern seen;             /* states inside the current section, once it gets long */
    uint32_t section_steps;
};

void expander_init(struct expander *x, struct model *m, const struct budget *budget);
void expander_free(struct expander *x);
void expand_instance(struct expander *x, uint32_t instance, const uint64_t *s);

/* The state read a slot that has no value yet: calls emit with the state in which it has one, for each value that has to be
 * tried, until emit returns false. Returns whether these stand for all values. */
typedef bool choice_emit(void *context, const uint64_t *n, uint64_t value);
bool expand_choice(struct expander *x, const uint64_t *s, choice_emit *emit, void *context);

/* For assertions: the walk fits its buffers, and the path its inputs. */
bool expander_valid(const struct expander *x);

#endif
