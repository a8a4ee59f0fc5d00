/* Any slot of an array: a ghost that may be every index (proof.h), so that what is said of the slot there is said of all slots. Said of
 * slots between two bounds, it is how far a loop has come: all slots below this one are filled. */
#ifndef HEDDLE_ENGINES_GUESS_ANY_SLOT_H
#define HEDDLE_ENGINES_GUESS_ANY_SLOT_H

#include "engines/guess/samples.h"
#include "program/proof_build.h"

struct any_compared { /* with what is in slots */
    expr with;
    bool is_signed;
};
typedef VECTOR(struct any_compared) any_compared_list;

struct any_array {
    uint32_t cell;
    struct cell_range range;
    expr_list *bounds; /* by code: where threads of the code look at it or write to it, where they begin and where they end */
    any_compared_list *compared; /* by code */
    expr_list stored;            /* numbers that somebody stores there */
};

struct any_slot {
    expr index; /* NULL: nothing is said */
    const struct program *program;
    VECTOR(struct any_array) arrays;
    expr_list positions, limits; /* shared variables that indices are made of, and what all threads can say of where loops end */
};

bool any_slot_wanted(const struct program *p); /* there are arrays that threads go through */
/* Adds the ghost to a proof, if it is wanted. */
void any_slot_make(struct any_slot *s, struct proof_builder *proof);
void any_slot_free(struct any_slot *s);

bool any_visible(const struct any_slot *s, const struct any_array *a, uint32_t code);
expr any_value(const struct any_slot *s, const struct any_array *a);   /* what is in the slot */
expr any_number(const struct any_slot *s, const struct any_array *a);  /* how many are before it, as wide as what is in it */
expr any_is_slot(const struct any_slot *s, const struct any_array *a); /* that the index is not between two slots */
/* The slot of another array with the same number. */
expr any_beside(const struct any_slot *s, const struct any_array *a, const struct any_array *other);

#endif
