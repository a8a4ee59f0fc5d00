/* What can be marked at all: for every control, whether it may be reached, and which places may hold a token there,
 * if tokens were never used up (the sign analysis of Geffroy, Leroux and Sutre, "Occam's Razor Applied to the Petri
 * Net Coverability Problem", RP 2016, made to respect the control). What is outside cannot be covered. */
#ifndef HEDDLE_COVER_SIGN_H
#define HEDDLE_COVER_SIGN_H

#include "base/bitset.h"
#include "cover/state.h"

struct sign {
    bool *reached;         /* by control */
    struct bitset *marked; /* by control */
    bool *alive;           /* by rule: may it ever fire? */
    uint32_t controls;
};

void sign_analyse(struct sign *x, const struct system *s);
void sign_free(struct sign *x);

static inline bool sign_excludes(const struct sign *x, const struct state *s)
{
    if (!x->reached[s->control])
        return true;
    for (uint32_t i = 0; i < s->size; i++)
        if (!bitset_has(&x->marked[s->control], s->tokens[i].place))
            return true;
    return false;
}

#endif
