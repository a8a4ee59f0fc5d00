/* Inside of smt.h: what its two files share. */
#ifndef HEDDLE_LOGIC_SMT_PARTS_H
#define HEDDLE_LOGIC_SMT_PARTS_H

#include "base/arena.h"
#include "logic/smt.h"

#include <z3.h>

struct smt {
    const struct program *program;
    Z3_context z3;
    Z3_solver solver;
    Z3_model model;          /* of the last SMT_SAT, or NULL */
    VECTOR(Z3_ast) asserted; /* all that is, and */
    u32_vector levels;       /* how much was at each push */
    struct smt_limit limit;  /* of a question */
    const char *why;         /* of the last SMT_UNKNOWN */
    VECTOR(Z3_ast) kept;     /* one reference each, until the end */
    Z3_sort bits[65];        /* bit-vectors by width, made on demand */
    uint32_t fresh;
    bool has_floats; /* in some term */
    bool broken;     /* Z3 reported an error since the last question */
    struct arena words;
    struct smt_statistics statistics;
};

static inline term as_term(Z3_ast a) { return (term)a; }
static inline Z3_ast as_ast(term t) { return (Z3_ast)t; }

/* Every ast goes through here at once: with reference counting only the last one returned is alive. */
Z3_ast smt_keep(struct smt *s, Z3_ast a);
Z3_sort smt_keep_sort(struct smt *s, Z3_sort sort);
Z3_sort smt_bits(struct smt *s, unsigned width); /* the sort of bit-vectors */
Z3_ast smt_named(struct smt *s, Z3_sort sort, const char *name);

/* The limit of every question in the context from now on. */
void smt_limit_context(Z3_context z3, struct smt_limit limit);

#endif
