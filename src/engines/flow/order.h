/* Must-happen-before between events, kept transitively closed, with undo.
 *
 * An event is an edge of one thread instance (or of all instances of a group), which may occur any number of times, or
 * not at all, in a run. before(a, b) means: in every run that agrees with the facts added so far, whatever occurs of a
 * precedes whatever occurs of b, and if b occurs then so does a. This is transitive, and of an event that occurs it is
 * irreflexive.
 *
 * never_after(a, b) asks for the first half alone: no a after a b. Inside one thread this needs no dominance, only that
 * a cannot be reached from b; it is given as local rows, and is composed with before. */
#ifndef HEDDLE_ENGINES_FLOW_ORDER_H
#define HEDDLE_ENGINES_FLOW_ORDER_H

#include <stdbool.h>
#include <stdint.h>

struct order;

struct order *order_new(uint32_t events);
void order_free(struct order *o);

/* Setting up: facts that hold in every run; before() must be closed in the end. Rows of local precedence are given for
 * a block of events, [first, end). */
void order_set_block(struct order *o, uint32_t event, uint32_t first, uint32_t end);
void order_set_local(struct order *o, uint32_t a, uint32_t b);             /* no a after b; b lies in a's block */
bool order_set_before(struct order *o, uint32_t a, uint32_t b);            /* not yet closed; whether it is new */
bool order_take_predecessors(struct order *o, uint32_t to, uint32_t from); /* whatever is before from is before to; new? */
/* Whatever is before an event that is before to, and lies in to's block, is before to. New? */
bool order_take_block(struct order *o, uint32_t to);
void order_take_common(struct order *o, uint32_t to, const uint32_t *from, uint32_t count, bool itself, bool *changed);

bool order_before(const struct order *o, uint32_t a, uint32_t b);
bool order_never_after(const struct order *o, uint32_t a, uint32_t b);

/* Adds before(a, b), one of which is known to occur. False if that contradicts what is known; the order is then to be
 * undone to an earlier mark. */
bool order_add(struct order *o, uint32_t a, uint32_t b);
uint32_t order_mark(const struct order *o);
void order_undo(struct order *o, uint32_t mark);
void order_commit(struct order *o); /* what was added stays: there is no undoing past this point */

/* All that is before the event, as words of 64 bits; order_words() of them. */
const uint64_t *order_predecessors(const struct order *o, uint32_t event);
uint32_t order_words(const struct order *o);

#endif
