/* Predicate abstraction of a condition: which valuations of some predicates are possible where some facts hold.
 * S. Graf, H. Saidi: Construction of Abstract State Graphs with PVS, CAV 1997. Boolean: every combination is found by
 * enumerating models; two cubes that differ in one predicate alone are merged, which loses nothing. Where the
 * combinations are too many, or the solver gives up, the result is Cartesian: what a solver cannot exclude is possible.
 *
 * Everything is an expression over one state; the same question is never put to the solver twice. */
#ifndef HEDDLE_LOGIC_ABSTRACTION_H
#define HEDDLE_LOGIC_ABSTRACTION_H

#include "base/clock.h"
#include "logic/atoms.h"

enum { CUBE_PREDICATES = 64 };
struct cube { /* over at most CUBE_PREDICATES predicates: those known, and their values; value is a subset of known */
    uint64_t known, value;
};
typedef VECTOR(struct cube) cube_vector;

static inline bool cube_within(struct cube a, struct cube b) /* every state of a is one of b */
{
    return (b.known & ~a.known) == 0 && (a.value & b.known) == b.value;
}

struct cube_abstraction;
struct cube_abstraction *cube_abstraction_new(const struct program *p, unsigned work, bool boolean);
void cube_abstraction_free(struct cube_abstraction *a);
void cube_abstraction_limit(struct cube_abstraction *a, const struct budget *budget); /* questions after that are not asked */

/* Whether the facts can hold together; true if nobody knows. */
bool cube_abstraction_possible(struct cube_abstraction *a, const expr_vector *facts);

/* The cubes over the predicates that cover all states in which the facts hold; none if the facts contradict each other.
 * At most CUBE_PREDICATES predicates. */
void cube_abstraction_of(struct cube_abstraction *a, const expr_vector *facts, const expr_vector *predicates, cube_vector *out);

struct cube_abstraction_statistics {
    uint64_t questions, hits, unknown;
    double seconds; /* in the solver */
};
struct cube_abstraction_statistics cube_abstraction_statistics(const struct cube_abstraction *a);

#endif
