/* Machine expressions as integers: where no wrap-around is possible, an expression is a linear form over variables. */
#ifndef HEDDLE_DOMAINS_LINEAR_H
#define HEDDLE_DOMAINS_LINEAR_H

#include "domains/domain.h"

/* How a variable is read as an integer, for relations: as its C type says. */
bool variable_signed(const struct space *s, uint32_t variable);

enum { LINEAR_TERMS = 4 };

/* The sum of coefficient * variable, and constant. Variables are different, coefficients are not 0. */
struct linear {
    uint32_t count;
    struct {
        uint32_t variable;
        int64_t coefficient;
    } term[LINEAR_TERMS];
    __int128 constant;
};

/* The expression, read as signed or unsigned, as a linear form that equals it in every state that st covers. False if
 * there is none with few terms, or if wrap-around cannot be excluded. */
bool linear_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed, struct linear *out);

/* *a += factor * b. False if that has too many terms or too large numbers; *a is then not to be used. */
bool linear_add(struct linear *a, const struct linear *b, int64_t factor);

#endif
