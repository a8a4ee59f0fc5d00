/* What the passes have in common: actions in sequence, removing locations, and rewriting. */
#ifndef HEDDLE_PASSES_EDIT_H
#define HEDDLE_PASSES_EDIT_H

#include "facts/mentions.h"
#include "program/substitute.h"

/* For assertions: what passes require that follow edges. */
static inline bool program_is_indexed(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        if (!code_is_indexed(c))
            return false;
    return true;
}

/* a and then b as one action, in p's arena: the kind, position and object of the one that matters more to a reader
 * (the one that touches shared cells; b if neither does). */
struct action action_sequence(struct program *p, const struct action *a, const struct action *b);

/* Removes the edges for which keep is false, then locations that cannot be reached from the entry (the exit stays),
 * renumbering; rebuilds the index. keep may be NULL. */
void code_compact(struct program *p, uint32_t code, const struct bitset *drop_edges);

/* Forgets accesses to cells that are no longer shared and, unless keep_untouched (races ask for every access, whatever
 * becomes of the value), to cells that the action itself no longer mentions. */
void program_refresh_accesses(struct program *p, bool keep_untouched);

/* Refreshes the accesses, and marks as dropped the cells that nothing mentions. */
void program_drop_unused_cells(struct program *p, bool keep_untouched);

#endif
