#include "engines/engine.h"

#include "engines/bounded/bounded.h"
#include "engines/cartesian/cartesian.h"
#include "engines/explore/explore.h"
#include "engines/flow/flow.h"
#include "engines/guess/guess.h"
#include "engines/horn/horn.h"
#include "engines/modular/modular.h"
#include "engines/monotone/monotone.h"
#include "engines/predicate/predicate.h"
#include "engines/progress/progress.h"
#include "engines/random/random.h"

/* All of them; src/portfolio/plan.c says in which order --engine auto asks them. */
const struct engine *const engines[] = {
    &engine_explore,   &engine_bounded,  &engine_random, &engine_modular, &engine_cartesian, &engine_flow,
    &engine_predicate, &engine_monotone, &engine_guess,  &engine_horn,    &engine_progress,  NULL,
};

const struct engine *engine_find(const char *name)
{
    for (uint32_t i = 0; engines[i]; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}
