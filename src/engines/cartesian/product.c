/* Reduction. To compare p with e, the deviations of e are placed on threads of p in every possible way; threads without
 * deviation are all alike. If then no thread's row sticks out, p lies within e; if exactly one does, its row loses what
 * the placed e has there: with that local state of that thread all of p is in e. */
#include "engines/cartesian/product.h"

struct product product_copy(const struct product_space *s, const struct product *p)
{
    struct product c = *p;
    c.rows = mem_alloc(s->class_count * sizeof *c.rows + 4);
    memcpy(c.rows, p->rows, s->class_count * sizeof *c.rows);
    return c;
}

void product_free(struct product *p)
{
    mem_free(p->rows);
    p->rows = NULL;
}

uint32_t product_plain(const struct product_space *s, const struct product *p, uint32_t class)
{
    assert(class < s->class_count && p->deviation_count <= MOST_DEVIATIONS);
    uint32_t n = s->size[class];
    for (uint32_t i = 0; i < p->deviation_count; i++)
        n -= p->deviations[i].class == class;
    return n;
}

bool product_empty(const struct product_space *s, const struct product *p)
{
    for (uint32_t c = 0; c < s->class_count; c++)
        if (p->rows[c] == 0 && product_plain(s, p, c))
            return true;
    for (uint32_t i = 0; i < p->deviation_count; i++)
        if (p->deviations[i].row == 0)
            return true;
    return false;
}

enum { ON_PLAIN = 100 }; /* a deviation of e is placed on a thread without deviation */

struct placing {
    struct product_space *space;
    const struct product *p, *e;
    uint32_t on[MOST_DEVIATIONS]; /* by deviation of e: deviation of p, or ON_PLAIN */
    row *plain;                   /* what the rows become, by class */
    row deviations[MOST_DEVIATIONS];
    bool inside; /* some placing contains p */
};

struct misfit { /* the threads whose row sticks out */
    uint64_t count;
    uint32_t class, deviation; /* of one: NONE if it has none */
    row allowed;
};

/* Adds these threads, whose row is has, if they do not fit. */
static void test(struct placing *g, struct misfit *m, row has, struct misfit these)
{
    if (!these.count || rows_within(&g->space->rows, has, these.allowed))
        return;
    these.count += m->count;
    *m = these;
}

static void judge(struct placing *g)
{
    const struct product *p = g->p, *e = g->e;
    struct misfit m = {0};
    bool covered[MOST_DEVIATIONS] = {false};
    for (uint32_t i = 0; i < e->deviation_count && m.count < 2; i++) {
        uint32_t c = e->deviations[i].class, d = g->on[i];
        if (d == ON_PLAIN) {
            test(g, &m, p->rows[c], (struct misfit){1, c, UINT32_MAX, e->deviations[i].row});
        } else {
            covered[d] = true;
            test(g, &m, p->deviations[d].row, (struct misfit){1, c, d, e->deviations[i].row});
        }
    }
    for (uint32_t d = 0; d < p->deviation_count && m.count < 2; d++)
        if (!covered[d])
            test(g, &m, p->deviations[d].row, (struct misfit){1, p->deviations[d].class, d, e->rows[p->deviations[d].class]});
    for (uint32_t c = 0; c < g->space->class_count && m.count < 2; c++) {
        uint64_t left = product_plain(g->space, p, c);
        for (uint32_t i = 0; i < e->deviation_count; i++)
            left -= e->deviations[i].class == c && g->on[i] == ON_PLAIN;
        test(g, &m, p->rows[c], (struct misfit){left, c, UINT32_MAX, e->rows[c]});
    }
    if (m.count == 0) {
        g->inside = true;
    } else if (m.count == 1) {
        row *r = m.deviation == UINT32_MAX ? &g->plain[m.class] : &g->deviations[m.deviation];
        *r = rows_minus(&g->space->rows, *r, m.allowed);
    }
}

static void place(struct placing *g, uint32_t i)
{
    if (g->inside)
        return;
    if (i == g->e->deviation_count) {
        judge(g);
        return;
    }
    uint32_t class = g->e->deviations[i].class, plain = product_plain(g->space, g->p, class);
    bool taken[MOST_DEVIATIONS] = {false};
    for (uint32_t k = 0; k < i; k++)
        if (g->on[k] != ON_PLAIN)
            taken[g->on[k]] = true;
        else
            plain -= g->e->deviations[k].class == class;
    for (uint32_t d = 0; d < g->p->deviation_count; d++)
        if (!taken[d] && g->p->deviations[d].class == class) {
            g->on[i] = d;
            place(g, i + 1);
        }
    if (plain) {
        g->on[i] = ON_PLAIN;
        place(g, i + 1);
    }
}

bool product_reduce(struct product_space *s, struct product *p, const struct product *e)
{
    assert(p->deviation_count <= MOST_DEVIATIONS && e->deviation_count <= MOST_DEVIATIONS);
    struct placing g = {.space = s, .p = p, .e = e};
    g.plain = mem_alloc(s->class_count * sizeof *g.plain + 4);
    memcpy(g.plain, p->rows, s->class_count * sizeof *g.plain);
    for (uint32_t i = 0; i < p->deviation_count; i++)
        g.deviations[i] = p->deviations[i].row;
    place(&g, 0);
    bool changed = g.inside;
    for (uint32_t c = 0; c < s->class_count; c++) {
        row r = g.inside ? 0 : g.plain[c];
        changed |= r != p->rows[c];
        p->rows[c] = r;
    }
    for (uint32_t i = 0; i < p->deviation_count; i++) {
        row r = g.inside ? 0 : g.deviations[i];
        changed |= r != p->deviations[i].row;
        p->deviations[i].row = r;
    }
    mem_free(g.plain);
    return changed;
}

bool product_within(struct product_space *s, const struct product *p, const struct product *e)
{
    struct product copy = product_copy(s, p);
    struct placing g = {.space = s, .p = &copy, .e = e, .plain = NULL};
    g.plain = mem_alloc(s->class_count * sizeof *g.plain + 4);
    memcpy(g.plain, p->rows, s->class_count * sizeof *g.plain);
    place(&g, 0);
    mem_free(g.plain);
    product_free(&copy);
    return g.inside;
}
