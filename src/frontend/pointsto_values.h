/* Sets of places as numbers: equal sets have one number, 0 is the empty one, and what was once computed of numbers is remembered. So the many pointers of a large program
 * that lead to the same places cost as much as one. Internal to the points-to analysis.
 *
 * A set is sorted by objects, then by places. Nothing is in it that an array in it covers, and of one object it has few exact places: beyond that, they become an array. */
#ifndef HEDDLE_FRONTEND_POINTSTO_VALUES_H
#define HEDDLE_FRONTEND_POINTSTO_VALUES_H

#include "frontend/places.h"

struct place_sets {
    struct intern table;      /* of places */
    VECTOR(u32_vector) views; /* number to its places, which stay where they are */
    struct map unions;        /* two numbers to one */
    struct intern operations; /* what can be done with a set, described */
    struct map results;       /* operation and number to a number */
    u32_vector object_of;     /* place to object */
};

uint32_t places_set_single(struct place_sets *s, struct places *p, uint32_t place);
uint32_t places_set_union(struct place_sets *s, struct places *p, uint32_t a, uint32_t b);
uint32_t places_set_make(struct place_sets *s, struct places *p, u32_vector *places); /* of places in any order, which it sorts */
const u32_vector *places_set_members(const struct place_sets *s,
                                     uint32_t set); /* the places stay where they are, the vector need not */
void place_sets_free(struct place_sets *s);

/* An operation is what its description says; what it makes of a set. */
uint32_t places_set_operation(struct place_sets *s, const void *description, size_t bytes);
bool places_set_result(const struct place_sets *s, uint32_t operation, uint32_t set, uint32_t *result);
void places_set_remember(struct place_sets *s, uint32_t operation, uint32_t set, uint32_t result);

#endif
