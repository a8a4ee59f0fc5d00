/* The least fixpoint of Y -> alpha_cart(alpha_E(init U post(gamma_E(gamma_cart(Y))))): Cartesian abstraction with an
 * exception set. A. Malkis, A. Podelski, A. Rybalchenko: Precise Thread-Modular Verification, SAS 2007, section 4.
 *
 * Where we deviate: products come with all exchanges of threads of a class (product.h); and the products of E need not
 * be a maximized antichain. Then less than possible may be taken out, which is sound. */
#ifndef HEDDLE_ENGINES_CARTESIAN_FIXPOINT_H
#define HEDDLE_ENGINES_CARTESIAN_FIXPOINT_H

#include "engines/cartesian/model.h"

typedef VECTOR(struct product) products;

struct cartesian {
    struct cartesian_model *model;
    VECTOR(products) exceptions;     /* by store */
    VECTOR(struct product) abstract; /* by store: no deviations; rows NULL if nothing is there */
    u32_vector order;                /* stores as they became non-empty */
    u32_vector queue;
    struct bitset queued;
    /* If not NULL: the stores, and by class the number of local states, of a smaller system (infer.h). The fixpoint ends
     * early, with strayed set, when it gets anywhere else: it has mixed runs before, as a rule. */
    const struct bitset *expected;
    const uint32_t *expected_locals;
    bool strayed;
    const struct reason *stopped;
};

void cartesian_init(struct cartesian *c, struct cartesian_model *s);
void cartesian_free(struct cartesian *c);
void cartesian_except(struct cartesian *c, uint32_t store, const struct product *p); /* copies; keeps what is not within others */
void cartesian_run(struct cartesian *c);                                             /* from nothing; exceptions stay */
uint64_t cartesian_products(const struct cartesian *c);                              /* of the exception set */

/* Whether the store has states: of the abstraction, or exceptions. */
bool cartesian_has(const struct cartesian *c, uint32_t store);

/* Whether the fixpoint, exceptions included, violates the check. */
bool cartesian_reaches(struct cartesian *c, const struct check *check);
const char *cartesian_unsupported(struct cartesian *c); /* a reason, if such a location is reached */

/* The local states of the class in this store, exceptions included. */
row cartesian_row(struct cartesian *c, uint32_t store, uint32_t class);

#endif
