/* Abstract states of one thread. Every state knows a value for each variable of its space (value.h); a relational
 * domain keeps relations between variables beside that, behind the table below. NULL as the domain: values alone.
 *
 * All operations over-approximate. A function that returns bool for "possible" returns false when the state has become
 * empty; such a state must not be used any more but to be freed. */
#ifndef HEDDLE_DOMAINS_DOMAIN_H
#define HEDDLE_DOMAINS_DOMAIN_H

#include "domains/space.h"

struct abstract {
    uint32_t *values; /* numbers of values, by variable */
    void *relations;  /* the domain's, or NULL */
};

/* One write of an action, resolved to variables. */
struct write {
    uint32_t variable;
    bool weak;           /* the old value may stay */
    expr value;          /* what the action writes, in terms of the state before it */
    struct value stored; /* what is written */
};

struct drift {
    __int128 least, most;
};

struct evaluator;
struct domain {
    const char *name;
    void (*space_init)(struct space *s); /* sets s->relations from the program text */
    void (*space_free)(struct space *s);
    void *(*new)(const struct space *s); /* no relation known */
    void *(*copy)(const struct space *s, const void *r);
    void (*free)(const struct space *s, void *r);
    bool (*leq)(const struct space *s, const void *a, const void *b);
    bool (*join)(const struct space *s, struct abstract *a, const struct abstract *b);  /* whether a's relations changed */
    bool (*widen)(const struct space *s, struct abstract *a, const struct abstract *b); /* likewise; ends every ascending chain */
    /* Possible? May sharpen st's values too. */
    bool (*guard)(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth);
    /* Writes in parallel; st->values are still those from before. */
    void (*assign)(struct evaluator *ev, const struct space *s, struct abstract *st, const struct write *writes, uint32_t count);
    void (*forget)(const struct space *s, struct abstract *st, uint32_t variable);
    void (*forget_all)(const struct space *s, struct abstract *st);
    bool (*reduce)(const struct space *s, struct abstract *st); /* relations and values sharpen each other; possible? */
    /* Bounds of e - variable, as integers in the variable's reading; false if no relation tells any. */
    bool (*change)(struct evaluator *ev, const struct space *s, const struct abstract *st, uint32_t variable, expr e,
                   struct drift *c);
    void (*shift)(const struct space *s, struct abstract *st, uint32_t variable, const struct drift *c); /* it changes by so much */
    expr (*to_expr)(const struct space *s, const void *r, struct exprs *pool);
    unsigned says; /* to_expr says all about variables of at most this width */
};

extern const struct domain domain_octagons;
#ifdef HEDDLE_PPL
extern const struct domain domain_polyhedra;
#endif
/* "values" and "intervals" are NULL, known; polyhedra may be unknown */
const struct domain *domain_find(const char *name, bool *known);

struct abstract *abstract_initial(const struct space *s); /* as the program starts */
struct abstract *abstract_copy(const struct space *s, const struct abstract *st);
void abstract_free(const struct space *s, struct abstract *st);
/* st is what other was, which is only good for being freed afterwards. */
void abstract_become(const struct space *s, struct abstract *st, struct abstract *other);

bool abstract_leq(const struct space *s, const struct abstract *a, const struct abstract *b);
bool abstract_join(const struct space *s, struct abstract *a, const struct abstract *b); /* whether a changed */
bool abstract_widen(const struct space *s, struct abstract *a, const struct abstract *b, const struct thresholds *t);

const struct value *abstract_get(const struct space *s, const struct abstract *st, uint32_t variable);
void abstract_set(const struct space *s, struct abstract *st, uint32_t variable, const struct value *v); /* forgets relations */
bool abstract_restrict(const struct space *s, struct abstract *st, uint32_t variable, const struct value *v); /* possible? */

/* A conjunction of what is known of the variables for which keep is true (NULL: all), to print and to check. */
expr abstract_to_expr(const struct space *s, const struct abstract *st, struct exprs *pool, const bool *keep);
void abstract_expressible(const struct space *s, struct abstract *st); /* forgets what that cannot say */

/* Evaluation of expressions in states, with its memory; one for each analysis. */
struct evaluator *evaluator_new(const struct exprs *pool);
void evaluator_free(struct evaluator *ev);

/* E_INPUTs mentioned in what follows are new ones. To be called once for each action. */
void evaluator_begin(struct evaluator *ev);
struct value abstract_evaluate(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e);
bool abstract_assume(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth); /* possible? */

/* By how much a variable changes if it gets this value: what one thread knows of its step, for another that keeps its own relations. */
bool abstract_change(struct evaluator *ev, const struct space *s, const struct abstract *st, uint32_t variable, expr value,
                     struct drift *c);
/* The variable has changed by so much, and is this now. */
void abstract_shift(const struct space *s, struct abstract *st, uint32_t variable, const struct drift *c, const struct value *now);

/* The writes of the updates in st, appended; those to variables outside the space are left out. */
typedef VECTOR(struct write) write_vector;
void abstract_resolve(struct evaluator *ev, const struct space *s, const struct abstract *st, const struct update *updates,
                      uint32_t count, write_vector *writes);
void abstract_perform(struct evaluator *ev, const struct space *s, struct abstract *st, const write_vector *writes);

/* Guard and updates of an action in one go; possible? */
bool abstract_transfer(struct evaluator *ev, const struct space *s, struct abstract *st, const struct action *a);

#endif
