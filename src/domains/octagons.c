/* The domain of octagons: relations of two variables, as struct octagon. */
#include "domains/octagon.h"
#include "domains/packs.h"

static void *new(uint32_t n) { return octagon_top(n); }
static void *copy(const void *r) { return octagon_copy(r); }
static void release(void *r) { octagon_free(r); }
static bool close(void *r) { return octagon_close(r); }
static bool leq(const void *a, const void *b) { return octagon_leq(a, b); }
static bool join(void *a, const void *b) { return octagon_join(a, b); }
static bool widen(void *a, const void *b) { return octagon_widen(a, b); }
static void forget(void *r, uint32_t place) { octagon_forget(r, place); }

/* form <= 0 as a constraint; false if it is none. Bounds that do not fit are infinite. */
static bool constraint(const struct linear *form, struct octagon_constraint *c)
{
    for (uint32_t i = 0; i < form->count; i++)
        if (form->term[i].coefficient != 1 && form->term[i].coefficient != -1)
            return false;
    if (form->count == 0 || form->count > 2)
        return false;
    *c = (struct octagon_constraint){.x = form->term[0].variable, .y = NONE, .a = (int)form->term[0].coefficient};
    if (form->count == 2) {
        c->y = form->term[1].variable;
        c->b = (int)form->term[1].coefficient;
    }
    c->c =
        -form->constant >= OCTAGON_INFINITE || -form->constant <= -OCTAGON_INFINITE ? OCTAGON_INFINITE : (int64_t)-form->constant;
    return true;
}

static bool add(void *r, const struct linear *form)
{
    struct octagon_constraint c;
    return !constraint(form, &c) || octagon_add(r, &c);
}

static void put(void *r, uint32_t place, int sign, __int128 bound)
{
    struct octagon_constraint c = {.x = place, .y = NONE, .a = sign};
    if (bound >= OCTAGON_INFINITE || bound <= -OCTAGON_INFINITE)
        return;
    c.c = (int64_t)bound;
    struct octagon *o = r;
    if (!o->closed)
        octagon_put(o, &c);
    else if (!octagon_add(o, &c))
        o->closed = false; /* closing it finds the contradiction again */
}

static void assign(void *r, uint32_t place, const struct linear *form)
{
    bool simple = form->count == 1 && form->constant < OCTAGON_INFINITE && form->constant > -OCTAGON_INFINITE;
    int64_t k = simple ? form->term[0].coefficient : 0;
    if (k == 1 || k == -1)
        octagon_assign(r, place, (int)k, form->term[0].variable, (int64_t)form->constant);
    else
        octagon_forget(r, place);
}

static bool bound(const void *r, const struct linear *form, __int128 *b)
{
    struct octagon_constraint c;
    if (!constraint(form, &c))
        return false;
    int64_t known = octagon_bound(r, &c);
    if (known == OCTAGON_INFINITE)
        return false;
    *b = (__int128)known + form->constant;
    return true;
}

static const struct pack_ops octagon_ops = {new, copy, release, close, add, put, leq, join, widen, forget, assign, bound, 2};

static void space_init(struct space *s) { s->relations = packing_new(s, &octagon_ops); }

const struct domain domain_octagons = {.name = "octagons", .space_init = space_init, .says = 61, PACKS_DOMAIN};
