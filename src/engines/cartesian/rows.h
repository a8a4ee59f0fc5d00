/* Rows: sets of local states, each stored once and named by a number; 0 is the empty one. */
#ifndef HEDDLE_ENGINES_CARTESIAN_ROWS_H
#define HEDDLE_ENGINES_CARTESIAN_ROWS_H

#include "base/bitset.h"
#include "base/map.h"
#include "base/vector.h"

typedef uint32_t row;

struct rows {
    struct intern table;                    /* words without trailing zeros */
    VECTOR(struct bitset) sets;             /* by row */
    struct arena words;                     /* of the sets */
    struct map within, unions, differences; /* answers so far: a << 32 | b */
};

void rows_init(struct rows *r);
void rows_free(struct rows *r);
row rows_of(struct rows *r, const struct bitset *set);
row rows_one(struct rows *r, uint32_t member);
static inline const struct bitset *rows_set(const struct rows *r, row x) { return &r->sets.data[x]; }

bool rows_within(struct rows *r, row a, row b);
row rows_union(struct rows *r, row a, row b);
row rows_minus(struct rows *r, row a, row b);

#endif
