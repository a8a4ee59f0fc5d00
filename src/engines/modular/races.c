/* An instance inside an atomic section has moved on from the store that it entered with; the others are where they
 * were, but their guards are as the section left them. So it is paired with whoever is at the source of the other
 * access. */
#include "engines/modular/races.h"

#include "engines/modular/project.h"

static bool can_pair(const struct store_access *x, const struct store_access *y)
{
    if (x->inside)
        return y->loose;
    if (y->inside)
        return x->loose;
    return !x->loose && !y->loose;
}

bool races_possible(struct fixpoint *f, const struct check *check, uint32_t kinds[2], uint32_t states[2])
{
    assert(check->kind == CHECK_PAIR);
    const struct reason *why;
    for (uint32_t a = 0; a < f->kind_count; a++)
        for (uint32_t i = 0; i < f->kinds[a].about_list.size; i++) {
            const struct store_access *x = &f->kinds[a].about_list.data[i];
            if (x->access != check->access_a)
                continue;
            for (uint32_t b = 0; b < f->kind_count; b++) {
                if (a == b && !f->kinds[a].sight->several)
                    continue;
                for (uint32_t k = 0; k < f->kinds[b].about_list.size; k++) {
                    const struct store_access *y = &f->kinds[b].about_list.data[k];
                    if (y->access != check->access_b || !can_pair(x, y))
                        continue;
                    bool meet = project_meet(f, a, x, b, y);
                    if (!meet && budget_ends(&f->budget, &why)) {
                        f->stopped = why;
                        meet = true;
                    }
                    if (meet) {
                        kinds[0] = a, kinds[1] = b;
                        states[0] = x->state, states[1] = y->state;
                        return true;
                    }
                }
            }
        }
    return false;
}
