/* Slicing on the checks: an update of a cell that is not relevant (facts/relevance.h) disappears.
 * Requires: checks are locations, so that guards decide everything. Breaks: accesses of updates that are gone. */
#include "facts/relevance.h"
#include "passes/edit.h"
#include "passes/passes.h"

void pass_slicing(struct program *p)
{
    assert(program_is_indexed(p));
    struct bitset needed = {0};
    bool races = program_needs(p) & NEEDS_ACCESSES;
    relevant_cells(p, races, &needed);
    vector_each(struct code *, c, &p->codes)
        vector_each(struct edge *, e, &c->edges) {
            struct action *a = &e->action;
            uint32_t n = 0;
            for (uint32_t i = 0; i < a->update_count; i++)
                if (bitset_has(&needed, a->updates[i].cell))
                    a->updates[n++] = a->updates[i];
            a->update_count = n;
            if (a->kind == ACT_CALL && a->call_result != NONE && !bitset_has(&needed, a->call_result))
                a->call_result = NONE;
        }
    bitset_free(&needed);
    program_drop_unused_cells(p, races);
}
