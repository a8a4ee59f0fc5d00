/* Flags: variables that tell how far some thread has come. A cell of one bit is one, perhaps a slot of it for every instance. A variable of
 * several bits that is only ever set to a few constants (`int ready`) is one for each of them. */
#ifndef HEDDLE_ENGINES_GUESS_FLAGS_H
#define HEDDLE_ENGINES_GUESS_FLAGS_H

#include "engines/guess/samples.h"

/* The flags that are variables of several bits: `cell == constant`, for every constant that some thread sets it to. ranges: NULL, or to get for
 * each variable that it is one of them, or what it begins with. */
void flags_find_wide(const struct program *p, expr_list *to, expr_list *ranges);

/* The flags that the update of a thread sets, among those and the ones of one bit; of an instance's own slot the slots of all instances. */
void flags_set_by(const struct program *p, const expr_list *wide, uint32_t code, const struct update *u, expr_list *to);

#endif
