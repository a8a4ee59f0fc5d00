/* What is known of a thread where it is: which of its steps are possible, and what its own variables say of each other. */
#ifndef HEDDLE_ENGINES_PROGRESS_WAYS_H
#define HEDDLE_ENGINES_PROGRESS_WAYS_H

#include "base/bitset.h"
#include "program/proof.h"

struct smt;

struct ways {
    const struct program *program;
    const struct proof *facts; /* NULL, or what holds at locations */
    struct smt *smt;           /* NULL: nobody is asked */
    struct smt_state *state;
    struct bitset *possible; /* by template: edges that can be taken, for all that is known */
};

struct ways ways_new(const struct program *p, const struct proof *facts, bool asks);
void ways_free(struct ways *k);

/* Whether the expression consists of the thread's own cells, its id and constants. */
bool ways_is_own(const struct program *p, uint32_t code, expr e);

/* Whether the condition holds in every state in which a thread is at the location. */
bool ways_always(const struct ways *k, uint32_t code, uint32_t location, expr condition);
/* The same for one over the thread's own cells, for which one may have to look at the way that leads there: wherever it comes from, what is
 * asked for before each step is what makes the condition true after it, until facts and guards say so. */
bool ways_lead_to(const struct ways *k, uint32_t code, uint32_t location, expr condition);

#endif
