/* What arbitrary first values of variables are in a drawn run: drawn when they are first read, so that of a large array only what matters is drawn. In every second run (later in fewer) they are
 * what is usual, 0 for most, as they mostly do not matter. */
#ifndef HEDDLE_ENGINES_RANDOM_FIRST_VALUES_H
#define HEDDLE_ENGINES_RANDOM_FIRST_VALUES_H

#include "engines/random/variation.h"
#include "execute/model.h"

struct first_values {
    struct model *model;
    struct priorities *draw;
    struct input_values *near; /* by cell: what it is compared with */
    bool *known;               /* by cell: near is */
    uint32_t runs;             /* that have begun */
    bool plain;                /* in this run they are what is usual */
    struct text_rest text;     /* that is being drawn, slot by slot */
    initial_values chosen;
    struct variation variation; /* what an earlier run gave them, as far as this one does not change it */
};

void first_values_init(struct first_values *f, struct model *m, struct priorities *draw);
void first_values_free(struct first_values *f);
void first_values_begin(struct first_values *f); /* a run */
/* The run that has just begun is to have the values of another one, which found these characters different, but for a change. */
void first_values_vary(struct first_values *f, const initial_values *from, const struct differences *different);

/* A step of the instance has just read a slot that has no value yet (VM_UNDEFINED): gives it one in the state. */
void first_values_choose(struct first_values *f, uint32_t instance, uint64_t *state);

/* Nothing that the instance could do was possible, and only that has looked at the values from this one on: others instead. False if they are not drawn. */
bool first_values_redraw(struct first_values *f, uint32_t from, uint32_t instance, uint64_t *state);

#endif
