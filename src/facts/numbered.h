/* What a thread is given, where there may be any number of them, is often told by its number, and tells it from all others:
 * `for (i = 0; i < n; i++) pthread_create(&t[i], 0, f, &slot[i])`.
 *
 * Let main alone create the threads of a template, each step that does setting started[count] and argument[count], for a cell of main's that counts
 * them. If at all these steps the argument is one function f of the count, then argument[k] is f(k) from the moment when started[k] is set: both are set
 * by the same step, k being the count; and where k comes again (the count has wrapped around, or was reset), it is f(k) again. Nobody else writes to either.
 *
 * How main's cells differ from the count is followed as constants are: x - count is known at a location if it is the same on all ways to it.
 * What a thread keeps of its argument in cells of its own is told by its number, too. All of it is inductive, so whoever puts it
 * into a proof need not trust it. */
#ifndef HEDDLE_FACTS_NUMBERED_H
#define HEDDLE_FACTS_NUMBERED_H

#include "program/program.h"

struct numbered {
    uint32_t code, location;
    expr known, value; /* a cell or a slot, and what it is by the thread's number, or main's by the count, at this location */
};
typedef VECTOR(struct numbered) numbered_vector;

/* Finds such templates, and puts what holds at locations to at (by template and location, conditions). For indexed programs. */
void numbered_find(const struct program *p, expr **at, numbered_vector *found);

/* The program, in which they were found or a copy of it, with the values in place of what is known: the same steps where what holds holds. */
void numbered_say(struct program *p, const numbered_vector *found);

#endif
