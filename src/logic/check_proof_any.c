/* Ghosts that may be anything: what a proof says it says for all of their values, since no run depends on them. So where an invariant
 * holds it also holds with any other value in the place of such a ghost. Those that matter to a step are the indices at which it
 * looks at arrays or changes them. */
#include "logic/check_proof_parts.h"
#include "program/terms.h"

#include <assert.h>

enum { MOST_INDICES = 16 }; /* of an action */

/* The part of the invariant that speaks of the ghost. */
static void assume_part(struct checker *k, const struct smt_scope *scope, expr invariant, uint32_t ghost)
{
    if (invariant->op == E_AND && invariant->width == 1) {
        assume_part(k, scope, invariant->arg[0], ghost);
        assume_part(k, scope, invariant->arg[1], ghost);
    } else if (expr_mentions_cell(invariant, ghost)) {
        smt_assert(k->smt, smt_holds(k->smt, scope, invariant));
    }
}

void assume_for_indices(struct checker *k, const struct smt_scope *scope, expr invariant, const struct action *a)
{
    uint32_t first = k->program->cells.size - k->proof->ghosts.size;
    for (uint32_t g = 0; g < k->proof->ghosts.size && !k->proof->pairwise; g++) {
        const struct proof_ghost *ghost = &k->proof->ghosts.data[g];
        expr_vector indices = {0};
        if (ghost->any)
            action_indices(a, ghost->width, &indices);
        for (uint32_t i = 0; i < indices.size && i < MOST_INDICES; i++) {
            term index = smt_term(k->smt, scope, indices.data[i]), was = smt_cell(k->smt, scope->shared, first + g);
            scope->shared->cells[first + g] = index;
            assume_part(k, scope, invariant, first + g);
            scope->shared->cells[first + g] = was;
        }
        vector_free(&indices);
    }
}
