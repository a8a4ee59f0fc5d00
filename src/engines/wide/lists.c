/* Memory that nobody else has, since the lists that it goes through give each element to one owner at a time (frontend/outline_lists.c): whether what the outline says of them holds, and which parameters lead to such memory,
 * or to memory that nobody else knows, or writes, since all callers pass it. Not parameters that may be put into a list: what is known of those is in the outline. */
#include "engines/wide/locks.h"

/* It leads to memory that nobody writes, or that one thread alone reaches. */
static bool is_harmless(const struct wide *w, const struct outline_address *a)
{
    const struct outline *o = w->outline;
    for (uint32_t k = 0; k < a->place_count; k++) {
        const struct outline_object *x = &o->objects.data[o->places.data[a->places + k].object];
        if (x->elsewhere || (!x->constant && bitset_has(&w->shared, o->places.data[a->places + k].object)))
            return false;
    }
    return a->place_count;
}

static bool passes_alone(const struct wide *w, uint32_t step, uint32_t argument)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    const struct outline_address *a = argument < s->argument_count ? &w->outline->arguments.data[s->arguments + argument] : NULL;
    return a && (a->alone || is_harmless(w, a) || wide_passes_fresh(w, step, argument) ||
                 (a->root != NONE && bitset_has(&w->alone.data[w->procedure_of.data[step]], a->root)));
}

/* Begins with all parameters, and takes back what somebody passes otherwise. */
void wide_lists(struct wide *w)
{
    const struct outline *o = w->outline;
    vector_resize(&w->alone, o->procedures.size);
    if (!o->lists.size)
        return;
    for (uint32_t p = 1; p < o->procedures.size; p++)
        for (uint32_t k = 0; k < o->procedures.data[p].parameter_count; k++)
            if (k >= 32 || !(o->procedures.data[p].given >> k & 1))
                bitset_add(&w->alone.data[p], k);
    vector_each(const struct wide_kind *, k, &w->kinds)
        bitset_clear(&w->alone.data[k->entry]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < o->procedures.size; p++)
            vector_each(const uint32_t *, s, &w->callers.data[p])
                for (uint32_t k = 0; k < o->procedures.data[p].parameter_count; k++)
                    if (bitset_has(&w->alone.data[p], k) && !passes_alone(w, *s, k)) {
                        bitset_remove(&w->alone.data[p], k);
                        changed = true;
                    }
    }
}

bool wide_lists_hold(const struct wide *w)
{
    assert(w->locks);
    vector_each(const struct outline_list *, l, &w->outline->lists)
        if (!wide_unique_object(w, l->head) || !wide_unique_object(w, l->lock) || bitset_has(&w->locks->loose, l->lock) ||
            bitset_has(&w->locks->kinds, l->lock))
            return false;
    return w->outline->lists.size;
}

bool wide_is_alone(const struct wide *w, uint32_t step)
{
    assert(step < w->outline->steps.size);
    const struct outline_address *a = &w->outline->steps.data[step].address;
    return a->alone || (a->root != NONE && bitset_has(&w->alone.data[w->procedure_of.data[step]], a->root));
}
