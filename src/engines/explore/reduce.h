/* Partial-order reduction: which instances have to be expanded in a state.
 *
 * Two steps depend on each other if one writes an object (a shared scalar, or a slot of a small shared array) that the other
 * reads or writes. A set T of instances is enough (persistent) if the next step of no member depends on any step that an
 * instance outside may ever make from where it is now. Disabled members are in T like others: whoever could enable them
 * writes what their guard reads. The search adds what makes that sound for errors (see search.c: no instance is ignored
 * forever). Steps that end the program need no dependency: they are never on the way to anything; but a set whose only moves
 * end the program is not enough. (Godefroid, Partial-Order Methods, LNCS 1032, sections 4.3 and 6; the proviso for any
 * search order: Bosnacki, Leue, Lluch Lafuente, SPIN 2006.)
 *
 * The same sets are enough for races: if two dependent steps can both be made in some state, take a way there from an
 * expanded state; a step of T moves to its front or commutes with all of it and with both steps. And for deadlocks
 * (deadlocks.c says in which sense). */
#ifndef HEDDLE_EXPLORE_REDUCE_H
#define HEDDLE_EXPLORE_REDUCE_H

#include "execute/model.h"

enum { REDUCE_INSTANCES = 64 };

struct reducer; /* static facts about one model */
/* with_accesses: the accesses that an action lists count even where no expression mentions them (for races). NULL if there
 * are more than REDUCE_INSTANCES instances. */
struct reducer *reducer_new(struct model *m, bool with_accesses);
void reducer_free(struct reducer *r);

/* The state to ask about. */
void reducer_look(struct reducer *r, const uint64_t *s);
uint64_t reducer_alive(const struct reducer *r); /* instances that have a step, enabled or not */
/* The smallest persistent set that has instance i in it, as a set of instances. */
uint64_t reducer_closure(struct reducer *r, uint32_t i);

#endif
