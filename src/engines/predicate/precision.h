/* Which predicates are tracked where: for every kind and location a list of atoms in the kind's own words. A predicate
 * that is asked for at a third of the locations of a kind is tracked at all of them. */
#ifndef HEDDLE_ENGINES_PREDICATE_PRECISION_H
#define HEDDLE_ENGINES_PREDICATE_PRECISION_H

#include "base/map.h"
#include "engines/predicate/model.h"
#include "logic/abstraction.h"

struct precision {
    const struct predicate_model *model;
    struct cube_abstraction *abstraction; /* to know what is always true or always false */
    VECTOR(expr_vector *) at;             /* by kind, then by location */
    struct map places;                    /* kind and atom to the number of locations that asked for it */
    uint32_t predicates;                  /* entries in all lists */
    uint32_t left_out;                    /* that did not fit */
    bool grew;                            /* precision_grows() was true once */
};

void precision_init(struct precision *p, const struct predicate_model *s, struct cube_abstraction *a);
void precision_free(struct precision *p);
bool precision_valid(const struct precision *p); /* no atom twice at a location, and all are counted */

/* Whether it is new. What cannot change, or depends on inputs, is not taken. */
bool precision_add(struct precision *p, uint32_t kind, uint32_t location, expr atom);

static inline const expr_vector *precision_at(const struct precision *p, uint32_t kind, uint32_t location)
{
    assert(kind < p->at.size);
    return &p->at.data[kind][location];
}

/* Predicates that somebody proposes. */
struct proposal {
    uint32_t kind, location;
    expr atom;
};
typedef VECTOR(struct proposal) proposals;

uint32_t precision_add_all(struct precision *p, const proposals *list); /* how many were new */
/* Whether one is new and several others are tracked there that differ from it in constants only: a loop is being
 * unrolled. */
bool precision_grows(struct precision *p, const proposals *list);

uint32_t precision_distinct(const struct precision *p); /* different atoms */

#endif
