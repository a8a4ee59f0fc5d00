/* How much a step changes a variable, and what is left of relations when all that is known is how much a variable has changed. */
#include "domains/relation.h"

#include <string.h>

static struct linear variable_form(uint32_t variable, __int128 constant)
{
    return (struct linear){.count = 1, .term = {{variable, 1}}, .constant = constant};
}

bool packs_change(struct evaluator *ev, const struct space *s, const struct abstract *st, uint32_t variable, expr e,
                  struct drift *c)
{
    struct linear more, less = variable_form(variable, 0), own = less;
    if (!linear_of(ev, s, st, e, variable_signed(s, variable), &more) || !linear_add(&less, &more, -1) ||
        !linear_add(&more, &own, -1))
        return false;
    if (!more.count) {
        *c = (struct drift){more.constant, more.constant};
        return true;
    }
    uint32_t pack = relation_localise(s, &more);
    struct relation *r = pack == NONE || relation_localise(s, &less) == NONE ? NULL : relation_complete(s, st, pack);
    __int128 below;
    bool known = r && ops(s)->bound(r->body, &more, &c->most) && ops(s)->bound(r->body, &less, &below);
    relation_release(s, r);
    if (known)
        c->least = -below;
    return known && c->least <= c->most;
}

/* Relations are convex: what holds after the least change and after the largest holds after every one between them. */
void packs_shift(const struct space *s, struct abstract *st, uint32_t variable, const struct drift *c)
{
    assert(c->least <= c->most);
    const struct packing *p = packing(s);
    uint32_t pack = p->pack[variable];
    if (pack == NONE)
        return;
    struct relation *before = relation_complete(s, st, pack);
    relation_forget(s, st, pack);
    if (!before) /* empty */
        return;
    struct linear least = variable_form(p->place[variable], c->least), most = variable_form(p->place[variable], c->most);
    struct relation *after = relation_own(s, st, pack);
    void *up = ops(s)->copy(before->body);
    ops(s)->free(after->body);
    after->body = ops(s)->copy(before->body);
    ops(s)->assign(after->body, p->place[variable], &least);
    ops(s)->assign(up, p->place[variable], &most);
    ops(s)->join(after->body, up);
    ops(s)->free(up);
    memcpy(after->taken, before->taken, sizeof after->taken);
    after->taken[p->place[variable]] = NONE;
    relation_release(s, before);
}
