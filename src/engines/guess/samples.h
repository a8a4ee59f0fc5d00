/* Drawn runs, and what was seen in them: for each location the values of the terms that its code speaks of. */
#ifndef HEDDLE_ENGINES_GUESS_SAMPLES_H
#define HEDDLE_ENGINES_GUESS_SAMPLES_H

#include "base/clock.h"
#include "program/program.h"

typedef VECTOR(expr) expr_list;

struct sampled_location {
    VECTOR(uint64_t *) rows; /* a value for each term of the code */
    uint64_t seen;           /* how often somebody was looked at here */
};

struct samples {
    const struct program *program; /* with its ghosts */
    const expr_list *terms;        /* by code */
    struct sampled_location **at;  /* by code and location */
    struct arena arena;
};

struct any_slot;
/* any: may be of no use; otherwise its index is drawn whenever somebody is looked at. */
void samples_draw(struct samples *s, const struct program *p, const expr_list *terms, const struct any_slot *any,
                  const struct budget *budget);
void samples_free(struct samples *s);

#endif
