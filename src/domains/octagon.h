/* Octagons over a few integers: bounds on x, on x - y and on x + y. A difference-bound matrix over x0, -x0, x1, -x1,
 * ... as in Antoine Mine, "The octagon abstract domain" (Higher-Order and Symbolic Computation 19, 2006), with the
 * tightening for integers. Bounds are 64-bit; what does not fit is infinite.
 *
 * Entry (i, j) bounds v_j - v_i, where v_2k is x_k and v_2k+1 is -x_k. Invariant (octagon_valid): entries come in equal
 * pairs, (i, j) and (j^1, i^1); the diagonal is 0; if closed, no bound can be lowered by adding two others, nor by
 * halving. */
#ifndef HEDDLE_DOMAINS_OCTAGON_H
#define HEDDLE_DOMAINS_OCTAGON_H

#include <stdbool.h>
#include <stdint.h>

#define OCTAGON_INFINITE INT64_MAX

struct octagon {
    uint32_t users;     /* who share it */
    uint32_t variables; /* how many integers */
    bool closed;
    int64_t bound[]; /* (2 * variables) squared */
};

/* a * x + b * y <= c with a, b in {-1, 1}; y is NONE for a * x <= c. */
struct octagon_constraint {
    uint32_t x, y;
    int a, b;
    int64_t c;
};

struct octagon *octagon_top(uint32_t variables);
struct octagon *octagon_copy(const struct octagon *o);
void octagon_free(struct octagon *o);
bool octagon_valid(const struct octagon *o);

bool octagon_close(struct octagon *o); /* false: it is empty */
/* On a closed octagon: keeps it closed, in quadratic time. False: it becomes empty. */
bool octagon_add(struct octagon *o, const struct octagon_constraint *c);
void octagon_put(struct octagon *o, const struct octagon_constraint *c); /* as well, but does not close */

bool octagon_leq(const struct octagon *a, const struct octagon *b); /* a closed */
bool octagon_join(struct octagon *a, const struct octagon *b);      /* both closed; whether a changed */
bool octagon_widen(struct octagon *a, const struct octagon *b);     /* b closed; a is not closed for it, nor afterwards */
void octagon_forget(struct octagon *o, uint32_t x);                 /* o closed */
void octagon_shift(struct octagon *o, uint32_t x, int64_t c);       /* x := x + c */
void octagon_assign(struct octagon *o, uint32_t x, int k, uint32_t y,
                    int64_t c); /* x := k * y + c with k in {-1, 1}; o closed, and stays so; exact, in linear time */

int64_t octagon_bound(const struct octagon *o, const struct octagon_constraint *c); /* the c that o knows; c->c is not read */

#endif
