#include "facts/accesses.h"

void access_sites_find(const struct program *p, uint32_t access, access_sites *out)
{
    assert(access < p->access_count);
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++) {
            const struct action *a = &p->codes.data[k].edges.data[e].action;
            for (uint32_t i = 0; i < a->access_count; i++)
                if (a->accesses[i].id == access)
                    vector_push(out, (struct access_site){k, e, &a->accesses[i]});
        }
}

bool access_asked(const struct program *p, uint32_t access)
{
    assert(access < p->access_count);
    vector_each(const struct check *, c, &p->checks)
        if (c->kind == CHECK_PAIR && (c->access_a == access || c->access_b == access))
            return true;
    return false;
}
