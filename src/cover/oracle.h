/* The coverability oracle (4.3.1): a Karp-Miller search that never accelerates across a broadcast, so that
 * everything it says is coverable is. It may run for ever; it runs in a thread of its own until it is stopped. */
#ifndef HEDDLE_COVER_ORACLE_H
#define HEDDLE_COVER_ORACLE_H

#include "base/clock.h"
#include "cover/run.h"

struct oracle;

/* Beside: in a thread of its own. Otherwise, and if there can be no thread, it works when it has a turn: the same in every run. */
struct oracle *oracle_start(const struct system *s, bool beside, struct budget budget);
void oracle_turn(struct oracle *o,
                 uint64_t work);    /* unless it has a thread: until it has compared more states than that, from the start on */
void oracle_stop(struct oracle *o); /* waits for the thread; oracle_fetch and oracle_plan still work */
void oracle_free(struct oracle *o); /* stops it, too; NULL is fine */

/* The state with this number (0, 1, ...) if it is there already. The state lives as long as the oracle. */
bool oracle_fetch(struct oracle *o, uint32_t number, const struct state **s, uint32_t *node);
uint32_t oracle_size(struct oracle *o);

/* A way to a finite state p that is below the node's; p must live as long as the plan. Requires oracle_stop. */
bool oracle_plan(struct oracle *o, uint32_t node, const struct state *p, struct plan *plan);

void oracle_dot(struct oracle *o, struct text *out);

#endif
