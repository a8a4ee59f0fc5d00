/* Machine expressions as integers: where no wrap-around is possible, an expression over one variable is a linear term. */
#ifndef HEDDLE_DOMAINS_LINEAR_H
#define HEDDLE_DOMAINS_LINEAR_H

#include "domains/domain.h"

/* How a variable is read as an integer, for relations: as its C type says. */
bool variable_signed(const struct space *s, uint32_t variable);

/* coefficient * variable + constant; coefficient is 0, 1 or -1. */
struct linear {
    int coefficient;
    uint32_t variable;
    __int128 constant;
};

/* The expression, read as signed or unsigned, as a linear term that equals it in every state that st covers. False if
 * there is none, or if wrap-around cannot be excluded. */
bool linear_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed,
               struct linear *out);

#endif
