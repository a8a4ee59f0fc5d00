/* Counters (facts/counters.h) as lower bounds of what a cell holds: my part, together with another thread its part too, and
 * the least that all others can have. That a lock counts its readers is said by nothing else here when their number has
 * no bound. Whoever is not at its entry knows that main has created somebody.
 *
 * The bound is exact arithmetic as long as the sum does not wrap around (code_part_sums), and where there are several nobody's part is
 * negative. */
#ifndef HEDDLE_ENGINES_PREDICATE_COUNTED_H
#define HEDDLE_ENGINES_PREDICATE_COUNTED_H

#include "engines/predicate/model.h"
#include "facts/counters.h"

struct least {             /* that an instance may have added */
    int64_t *of;           /* by kind */
    int64_t of_main_later; /* once it has created a thread; INT64_MAX: it never does */
};

struct counted {
    const struct predicate_model *model;
    struct counters counters;
    VECTOR(struct least) least; /* by counter */
};

void counted_init(struct counted *c, const struct predicate_model *s);
void counted_free(struct counted *c);

/* Adds what the counters say if a thread of the kind is at the location, and (other not NONE) another one elsewhere. */
void counted_facts(const struct counted *c, uint32_t kind, uint32_t location, uint32_t other, uint32_t other_location,
                   expr_vector *out);

#endif
