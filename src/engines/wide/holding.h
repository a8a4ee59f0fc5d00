/* Which locks a thread may hold at a step: the counterpart of locks.c, which says what it certainly holds. */
#ifndef HEDDLE_ENGINES_WIDE_HOLDING_H
#define HEDDLE_ENGINES_WIDE_HOLDING_H

#include "engines/wide/wide.h"

struct holding;

/* Requires the other facts. What it says holds up to the first wrong use of a lock: nobody takes one twice, or gives back another's. */
struct holding *wide_holding(const struct wide *w);
void wide_holding_free(struct holding *h);

/* Whether a lock may be held at a step that may be the one at an address. */
bool wide_may_hold(const struct holding *h, uint32_t step, const struct outline_address *a);
/* Whether anything may be held there. */
bool wide_may_hold_any(const struct holding *h, uint32_t step);
/* The locks that may be held there: how many, and where the nth may lie. */
uint32_t wide_held_count(const struct holding *h, uint32_t step);
struct outline_address wide_held_place(const struct holding *h, uint32_t step, uint32_t n);
/* Those that may be held when a thread ends. */
bool wide_leaves_any_behind(const struct holding *h);
/* Whether a thread may end while it holds such a lock. */
bool wide_may_leave_behind(const struct holding *h, const struct outline_address *a);

#endif
