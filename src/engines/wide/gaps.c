/* What is missing at pairs that are open: of locks, and in the order of threads. For statistics: the largest class is where a new argument pays most. */
#include "engines/wide/wide.h"

static enum wide_lock_gap lock_gap(const struct wide *w, const struct wide_pair *p)
{
    const struct outline_step *a = &w->outline->steps.data[p->a], *b = &w->outline->steps.data[p->b];
    if (a->kind != OUTLINE_ACCESS || b->kind != OUTLINE_ACCESS)
        return WIDE_LOCK_ITSELF;
    bool held_a = wide_held(w, p->a) != 0, held_b = wide_held(w, p->b) != 0;
    if (!held_a || !held_b)
        return held_a || held_b ? WIDE_ONE_LOCKED : WIDE_NONE_LOCKED;
    return wide_compare_locks(w, p->a, p->b);
}

static enum wide_order_gap order_gap(const struct wide *w, const struct wide_pair *p)
{
    const struct wide_kind *a = &w->kinds.data[p->kind_a], *b = &w->kinds.data[p->kind_b];
    if ((p->kind_a && w->outline->steps.data[a->step].aside) || (p->kind_b && w->outline->steps.data[b->step].aside))
        return WIDE_WITH_HANDLER;
    if (p->kind_a == p->kind_b)
        return WIDE_ONE_KIND;
    if (bitset_has(&a->descendants, p->kind_b) || bitset_has(&b->descendants, p->kind_a))
        return a->unique && b->unique ? WIDE_UNTIL_JOINED : WIDE_MANY_CREATED;
    return WIDE_OTHER_KINDS;
}

void wide_count_gaps(const struct wide_result *r, struct wide_gaps *out)
{
    *out = (struct wide_gaps){0};
    vector_each(const struct wide_pair *, p, &r->pairs)
        if (p->reason == WIDE_OPEN) {
            out->lock[lock_gap(r->w, p)]++;
            out->order[order_gap(r->w, p)]++;
        }
}

const char *wide_lock_gap_words(enum wide_lock_gap gap)
{
    static const char *const words[] = {[WIDE_NONE_LOCKED] = "without locks",
                                        [WIDE_ONE_LOCKED] = "with a lock on one side",
                                        [WIDE_DIFFERENT_LOCKS] = "with different locks",
                                        [WIDE_PERHAPS_SAME_LOCK] = "with locks that need not be the same one",
                                        [WIDE_BOTH_SHARED] = "with a lock that both hold for reading",
                                        [WIDE_LOOSE_LOCK] = "with a lock that may be given back by others, or be written",
                                        [WIDE_LOCK_ITSELF] = "on a lock itself"};
    return words[gap];
}

const char *wide_order_gap_words(enum wide_order_gap gap)
{
    static const char *const words[] = {[WIDE_ONE_KIND] = "threads created in the same place",
                                        [WIDE_UNTIL_JOINED] = "a thread and one that it has created",
                                        [WIDE_MANY_CREATED] = "a thread and some that it has created",
                                        [WIDE_OTHER_KINDS] = "threads created in different places",
                                        [WIDE_WITH_HANDLER] = "a thread and a handler"};
    return words[gap];
}
