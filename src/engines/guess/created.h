/* How many threads there are: for every template without bound a ghost that says how many of its threads were created. Whoever runs has a number
 * below it, and whoever is created next does not: that tells them apart where main fills the slot of the next one. */
#ifndef HEDDLE_ENGINES_GUESS_CREATED_H
#define HEDDLE_ENGINES_GUESS_CREATED_H

#include "program/proof_build.h"

struct created_threads {
    expr number, count; /* of the one who speaks, being of this template; and of all */
    uint32_t code;
};
typedef VECTOR(struct created_threads) created_list;

void created_make(created_list *all, struct proof_builder *proof);
expr created_number(const struct program *p, uint32_t code); /* of the thread that speaks, from 0 on */

#endif
