/* Values that decide how often a loop goes round, and that are small although they are not constant: a number of threads from the
 * command line, say, of which the program makes sure that it is at most eight. */
#ifndef HEDDLE_FRONTEND_SMALL_BOUNDS_H
#define HEDDLE_FRONTEND_SMALL_BOUNDS_H

#include "base/map.h"
#include "base/vector.h"
#include "frontend/front.h"

enum { SMALL_BOUND = 8 }; /* as far as LLVM unrolls by an upper bound */

/* Where a loop uses a value from outside of it that may bound its rounds. */
struct round_bound {
    LLVMValueRef user; /* a comparison, or a value that changes from round to round (a phi) */
    unsigned operand;
};
typedef VECTOR(struct round_bound) bound_vector;

/* Adds those of a loop; blocks: the loop's own, by map_pointer_key. */
void small_bounds_find(LLVMBasicBlockRef head, const struct map *blocks, bound_vector *out);
/* Those that LLVM knows to be small where they are used are replaced by the smaller of themselves and SMALL_BOUND, which is the same
 * there, and from which LLVM reads how often the loop goes round at most. */
void small_bounds_write(struct front *f, bound_vector *bounds);
/* Takes that back, also in copies that were made of the loop. Frees the vector. */
void small_bounds_remove(struct front *f, bound_vector *bounds);

#endif
