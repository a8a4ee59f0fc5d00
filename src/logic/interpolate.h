/* Interpolants of a tree of formulas (W. Craig, 1957), as recursion-free Horn clauses solved by Spacer (A. Komuravelli,
 * A. Gurfinkel, S. Chaki: SMT-Based Model Checking for Recursive Programs, CAV 2014). One cut at a time, from the
 * leaves to the root: what is known of the nodes before, together with the node's own formulas, against all that is
 * left. That is quicker than all cuts at once, and its answers are simpler.
 *
 * Machine integers are taken for integers (integers.h), so an interpolant is one as long as nothing wraps around. */
#ifndef HEDDLE_LOGIC_INTERPOLATE_H
#define HEDDLE_LOGIC_INTERPOLATE_H

#include "base/bitset.h"
#include "base/clock.h"
#include "logic/atoms.h"
#include "logic/smt.h"

struct interpolation_node {
    expr_vector formulas; /* leaves are constants and variables: E_CELL of any number */
    uint32_t before[2];   /* earlier nodes, or NONE. Every node but the last is before exactly one other */
    expr interpolant;     /* result: follows from the formulas of the node and all before it, contradicts the others, and
                         mentions only variables that both mention. NULL: none was found */
};

struct interpolation {
    struct exprs *exprs;
    struct bitset is_unsigned; /* variables */
    VECTOR(struct interpolation_node) nodes;
    struct smt_limit limit; /* of each cut */
    double seconds;         /* for all of them: CPU time */
};

/* Whether every node has got one; nothing is changed but the interpolants. False also if the formulas can hold together
 * in integers. */
bool interpolate(struct interpolation *p, struct smt_statistics *statistics);
void interpolation_free(struct interpolation *p);

#endif
