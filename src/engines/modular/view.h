/* Views: which shared slots each kind of thread keeps track of. Whatever is left out is forgotten, which is sound; a
 * coarser view makes fewer stores. */
#ifndef HEDDLE_ENGINES_MODULAR_VIEW_H
#define HEDDLE_ENGINES_MODULAR_VIEW_H

#include "base/bitset.h"
#include "execute/partial/model.h"

enum view_level {
    VIEW_OWN,   /* what the thread reads; other threads' ends only once it has waited for them */
    VIEW_EAGER, /* also from the start, and what it writes for others */
    VIEW_ALL,   /* whatever anybody reads */
    VIEW_FULL,  /* every slot: the paper's stores */
};

struct extra_slot {              /* a slot that the view of a kind is to have in addition, from the start */
    uint32_t kind;               /* its number in the fixpoint that asked for it */
    uint32_t template, instance; /* as in its sight */
    uint32_t cell, slot;
};
typedef VECTOR(struct extra_slot) extra_slots;

/* Adds units to the sights, which are all kinds of the model. extra: cells that some check speaks of. Either may be
 * NULL. */
void view_choose(struct partial_model *w, struct sight *sights, uint32_t count, enum view_level level, const struct bitset *extra,
                 const extra_slots *more);

#endif
