/* Relational domains keep relations inside small packs of variables that the program relates. This is what all of them
 * have in common: the packs, sharing between states, guards and assignments by linear forms. What a relation is, is
 * behind struct pack_ops. */
#ifndef HEDDLE_DOMAINS_PACKS_H
#define HEDDLE_DOMAINS_PACKS_H

#include "domains/linear.h"

enum { PACK_MAX = 10 };

struct pack {
    uint32_t size;
    uint32_t variables[PACK_MAX];
};

struct packing {
    const struct pack_ops *ops;
    VECTOR(struct pack) packs;
    uint32_t *pack, *place; /* by variable; NONE */
};

/* On one relation over n integers. Forms are over places in the pack. All over-approximate. */
struct pack_ops {
    void *(*new)(uint32_t n); /* nothing known */
    void *(*copy)(const void *r);
    void (*free)(void *r);
    bool (*close)(void *r);                                             /* makes implied facts explicit; possible? */
    bool (*add)(void *r, const struct linear *form);                    /* form <= 0; possible? r closed, and stays so */
    void (*put)(void *r, uint32_t place, int sign, __int128 bound);     /* sign * x <= bound; to be closed later */
    bool (*leq)(const void *a, const void *b);                          /* a closed */
    bool (*join)(void *a, const void *b);                               /* both closed; whether a changed */
    bool (*widen)(void *a, const void *b);                              /* b closed; whether a changed */
    void (*forget)(void *r, uint32_t place);                            /* r closed */
    void (*assign)(void *r, uint32_t place, const struct linear *form); /* r closed */
    /* The least upper bound known of the form; false if none. */
    bool (*bound)(const void *r, const struct linear *form, __int128 *bound);
    uint32_t terms; /* forms with more terms are not worth adding */
};

/* The packs of a space: variables that are compared, or assigned from each other, in the code that owns its locals. */
struct packing *packing_new(const struct space *s, const struct pack_ops *ops);
void packing_free(struct packing *p);

/* The entries of struct domain that are the same for all. */
void packs_space_free(struct space *s);
void *packs_new(const struct space *s);
void *packs_copy(const struct space *s, const void *r);
void packs_free(const struct space *s, void *r);
bool packs_leq(const struct space *s, const void *a, const void *b);
bool packs_join(const struct space *s, struct abstract *a, const struct abstract *b);
bool packs_widen(const struct space *s, struct abstract *a, const struct abstract *b);
bool packs_guard(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth);
void packs_assign(struct evaluator *ev, const struct space *s, struct abstract *st, const struct write *writes, uint32_t count);
void packs_forget(const struct space *s, struct abstract *st, uint32_t variable);
void packs_forget_all(const struct space *s, struct abstract *st);
bool packs_reduce(const struct space *s, struct abstract *st);
bool packs_change(struct evaluator *ev, const struct space *s, const struct abstract *st, uint32_t variable, expr e,
                  struct drift *c);
void packs_shift(const struct space *s, struct abstract *st, uint32_t variable, const struct drift *c);
expr packs_to_expr(const struct space *s, const void *r, struct exprs *pool);

#define PACKS_DOMAIN                                                                                                               \
    .space_free = packs_space_free, .new = packs_new, .copy = packs_copy, .free = packs_free, .leq = packs_leq,                    \
    .join = packs_join, .widen = packs_widen, .guard = packs_guard, .assign = packs_assign, .forget = packs_forget,                \
    .forget_all = packs_forget_all, .reduce = packs_reduce, .change = packs_change, .shift = packs_shift, .to_expr = packs_to_expr

#endif
