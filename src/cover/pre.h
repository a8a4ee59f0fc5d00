/* Cover predecessors (4.1.1): the minimal states from which one step leads above a given state. */
#ifndef HEDDLE_COVER_PRE_H
#define HEDDLE_COVER_PRE_H

#include "cover/state.h"

/* Which rules can matter for a state: made once for a system. */
struct pre_index;
struct pre_index *pre_index_make(const struct system *s);
void pre_index_free(struct pre_index *x);

/* Called for each predecessor; the state is a scratch one (copy it to keep it). False stops the enumeration. */
typedef bool pre_visitor(void *context, const struct state *p, uint32_t rule);

/* Every minimal predecessor that is not above s itself is visited; some non-minimal ones may be, too.
 * False if the visitor stopped it. *overflow is set if a count passes TOTAL_MAX: then the visit is not complete. */
bool pre_each(struct pre_index *x, const struct state *s, pre_visitor *visit, void *context, bool *overflow);

/* The same for one rule, whatever its use. */
bool pre_rule(struct pre_index *x, uint32_t rule, const struct state *s, pre_visitor *visit, void *context, bool *overflow);

/* From now on, ways to spread tokens over the moves of a rule that leave this state are not tried; there may be very many. NULL: all. */
void pre_bound(struct pre_index *x, const struct state *bound);

#endif
