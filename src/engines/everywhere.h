/* What each variable may hold at any time at all, wherever the threads are: the least that can be said of a program, and said of nearly
 * every one at once. It is for people and for witnesses, where nobody has more to say in time; engines know better. */
#ifndef HEDDLE_ENGINES_EVERYWHERE_H
#define HEDDLE_ENGINES_EVERYWHERE_H

#include "program/proof.h"

/* The same at every location, and inductive; to be checked and freed by the caller. NULL if nothing is known of any shared variable, or
 * the program has procedures. */
struct proof *values_everywhere(const struct program *p);

#endif
