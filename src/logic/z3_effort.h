/* What Z3 does, in steps of effort (base/clock.h). Z3 counts its own work (rlimit), the same on every machine; this is how that is
 * limited and made part of ours. */
#ifndef HEDDLE_LOGIC_Z3_EFFORT_H
#define HEDDLE_LOGIC_Z3_EFFORT_H

#include "base/clock.h"

#include <z3.h>

/* What has been spent of a context's work; all 0 for a new context. */
struct z3_meter {
    uint64_t counted; /* by Z3, when it was last asked */
    uint32_t questions;
    unsigned index; /* of the number among Z3's statistics, when it was last looked for */
};

/* From now on a question to the context may take so many steps. */
void z3_limit_effort(Z3_context z, uint64_t steps);
/* Adds to the parameters of a solver: a question of so many steps does not go on after the budget's deadline (NULL: there is
 * none). */
void z3_limit_time(Z3_context z, Z3_params p, uint64_t steps, const struct budget *budget);

/* Counts a question that was asked. True if it is time for z3_spend(): it is slow for small questions. */
bool z3_asked(struct z3_meter *m);
/* Spends what Z3 has done since the last call; s are the statistics of the solver. Also before the solver is released. */
void z3_spend(Z3_context z, Z3_stats s, struct z3_meter *m);

#endif
