/* The domain of convex polyhedra, through the Parma Polyhedra Library; only in builds that have it. Closed polyhedra
 * over the rationals: bounds of single variables are rounded to integers. */
#ifdef HEDDLE_PPL

#include "domains/packs.h"

#include <gmp.h>
#include <ppl_c.h>

struct polyhedron {
    ppl_Polyhedron_t p;
    uint32_t size;
};

static void set_number(mpz_t z, __int128 v)
{
    unsigned __int128 u = v < 0 ? -(unsigned __int128)v : (unsigned __int128)v;
    mpz_set_ui(z, (unsigned long)(u >> 64));
    mpz_mul_2exp(z, z, 64);
    mpz_add_ui(z, z, (unsigned long)u);
    if (v < 0)
        mpz_neg(z, z);
}

static ppl_Coefficient_t coefficient(__int128 v)
{
    mpz_t z;
    ppl_Coefficient_t c;
    mpz_init(z);
    set_number(z, v);
    ppl_new_Coefficient_from_mpz_t(&c, z);
    mpz_clear(z);
    return c;
}

/* sign * form as an expression of the library. */
static ppl_Linear_Expression_t expression(const struct linear *form, int sign, uint32_t size)
{
    ppl_Linear_Expression_t e;
    ppl_new_Linear_Expression_with_dimension(&e, size);
    for (uint32_t i = 0; i < form->count; i++) {
        ppl_Coefficient_t c = coefficient((__int128)sign * form->term[i].coefficient);
        ppl_Linear_Expression_add_to_coefficient(e, form->term[i].variable, c);
        ppl_delete_Coefficient(c);
    }
    ppl_Coefficient_t c = coefficient(sign * form->constant);
    ppl_Linear_Expression_add_to_inhomogeneous(e, c);
    ppl_delete_Coefficient(c);
    return e;
}

static void *new(uint32_t n)
{
    struct polyhedron *r = NEW(struct polyhedron);
    r->size = n;
    ppl_new_C_Polyhedron_from_space_dimension(&r->p, n, 0);
    return r;
}

static void *copy(const void *from)
{
    const struct polyhedron *o = from;
    struct polyhedron *r = NEW(struct polyhedron);
    r->size = o->size;
    ppl_new_C_Polyhedron_from_C_Polyhedron(&r->p, o->p);
    return r;
}

static void release(void *r)
{
    ppl_delete_Polyhedron(((struct polyhedron *)r)->p);
    mem_free(r);
}

static bool possible(void *r) { return ppl_Polyhedron_is_empty(((struct polyhedron *)r)->p) == 0; }

static void restrict_to(void *r, const struct linear *form)
{
    struct polyhedron *o = r;
    ppl_Linear_Expression_t e = expression(form, -1, o->size);
    ppl_Constraint_t c;
    ppl_new_Constraint(&c, e, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    ppl_Polyhedron_add_constraint(o->p, c);
    ppl_delete_Constraint(c);
    ppl_delete_Linear_Expression(e);
}

static bool add(void *r, const struct linear *form)
{
    restrict_to(r, form);
    return possible(r);
}

static void put(void *r, uint32_t place, int sign, __int128 bound)
{
    struct linear form = {.count = 1, .term = {{place, sign}}, .constant = -bound};
    restrict_to(r, &form);
}

static bool leq(const void *a, const void *b)
{
    return ppl_Polyhedron_contains_Polyhedron(((const struct polyhedron *)b)->p, ((const struct polyhedron *)a)->p) > 0;
}

static bool join(void *a, const void *b)
{
    if (leq(b, a))
        return false;
    ppl_Polyhedron_upper_bound_assign(((struct polyhedron *)a)->p, ((const struct polyhedron *)b)->p);
    return true;
}

static bool widen(void *a, const void *b)
{
    struct polyhedron *o = a;
    if (leq(b, a))
        return false;
    struct polyhedron *both = copy(a);
    ppl_Polyhedron_upper_bound_assign(both->p, ((const struct polyhedron *)b)->p);
    ppl_Polyhedron_H79_widening_assign(both->p, o->p); /* the larger one is widened */
    ppl_Polyhedron_t swap = o->p;
    o->p = both->p;
    both->p = swap;
    release(both);
    return true;
}

static void forget(void *r, uint32_t place) { ppl_Polyhedron_unconstrain_space_dimension(((struct polyhedron *)r)->p, place); }

static void assign(void *r, uint32_t place, const struct linear *form)
{
    struct polyhedron *o = r;
    ppl_Linear_Expression_t e = expression(form, 1, o->size);
    ppl_Coefficient_t one = coefficient(1);
    ppl_Polyhedron_affine_image(o->p, place, e, one);
    ppl_delete_Coefficient(one);
    ppl_delete_Linear_Expression(e);
}

static bool bound(const void *r, const struct linear *form, __int128 *b)
{
    const struct polyhedron *o = r;
    ppl_Linear_Expression_t e = expression(form, 1, o->size);
    ppl_Coefficient_t n = coefficient(0), d = coefficient(1);
    int reached;
    bool known = ppl_Polyhedron_maximize(o->p, e, n, d, &reached) > 0;
    if (known) {
        mpz_t top, below;
        mpz_init(top);
        mpz_init(below);
        ppl_Coefficient_to_mpz_t(n, top);
        ppl_Coefficient_to_mpz_t(d, below);
        mpz_fdiv_q(top, top, below);
        known = mpz_sizeinbase(top, 2) <= 62; /* larger ones are not worth the trouble */
        if (known)
            *b = mpz_get_si(top);
        mpz_clear(top);
        mpz_clear(below);
    }
    ppl_delete_Coefficient(n);
    ppl_delete_Coefficient(d);
    ppl_delete_Linear_Expression(e);
    return known;
}

static const struct pack_ops polyhedron_ops = {new,  copy,  release, possible, add,   put,         leq,
                                               join, widen, forget,  assign,   bound, LINEAR_TERMS};

static void space_init(struct space *s)
{
    ppl_initialize(); /* does nothing the second time */
    s->relations = packing_new(s, &polyhedron_ops);
}

/* to_expr says octagonal relations alone: .says is 0. */
const struct domain domain_polyhedra = {.name = "polyhedra", .space_init = space_init, PACKS_DOMAIN};

#endif
