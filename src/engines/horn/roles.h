/* Who takes part in a clause, and what cells are called then. An instance has a role: 0 is the one that moves, 1 and 2 see it. Shared cells
 * are called what they are; those of an instance, who it is and where it is are variables of its role. */
#ifndef HEDDLE_ENGINES_HORN_ROLES_H
#define HEDDLE_ENGINES_HORN_ROLES_H

#include "engines/horn/counts.h"
#include "engines/horn/relative.h"
#include "logic/horn.h"
#include "program/proof.h"

enum { ROLES = 3 };

struct encoding {
    struct program *program; /* with ghosts */
    expr *const *known;      /* by template and location: what holds there anyway */
    const bool *asked;       /* by check: its errors must not be reached */
    unsigned level;          /* 1 or 2 */
    bool located;            /* level 1: a relation for every location, instead of one for all */
    bool arrays;             /* what they hold is followed */
    const horn_steps *steps;
    uint32_t base;                /* numbers are said relative to this cell (relative.h), or NONE */
    const horn_counts *counts;    /* of a proof by pairs: those that may be of use */
    const struct slice *slice;    /* nothing else is looked at, and nothing asked (sift.h); or NULL */
    const struct encoding *lemma; /* level 1, located: what is known of two, being the solution of these clauses; or NULL */
    /* Made by encoding_make(): */
    struct horn horn;
    u32_vector relation;    /* level 1: by template, the first of its locations; level 2: by first * templates + second; or NONE */
    uint32_t *cells[ROLES]; /* by role: what cells are called */
    struct relative relative;
    VECTOR(const struct horn_count *) counted; /* that are of use */
    struct arena arena;
};

struct actor { /* an instance in a clause */
    uint32_t code;
    unsigned role;
};

static inline bool is_pairwise(const struct encoding *n) { return n->level == 2 || n->lemma; } /* as a proof */

void roles_make_variables(struct encoding *n);
void roles_make_relations(struct encoding *n);

uint32_t role_self(const struct encoding *n, unsigned role);     /* the variable that says who it is */
uint32_t role_location(const struct encoding *n, unsigned role); /* and where */
bool must_not_be_reached(const struct encoding *n, uint32_t code, uint32_t location);
bool is_noticed(const struct encoding *n, const struct action *a); /* by others */
bool is_followed(const struct encoding *n, const struct cell *c);
bool has_few_inits(const struct cell *c);                          /* there are some, and they can be listed */
bool are_enough(const struct encoding *n, uint32_t a, uint32_t b); /* instances for a pair of these templates */

/* Level 1: what is said of an instance there; NONE: nothing besides what is known. */
uint32_t relation_of_one(const struct encoding *n, uint32_t code, uint32_t location);
struct horn_use use_of_one(struct encoding *n, struct actor a, uint32_t location);
struct horn_use use_of_two(struct encoding *n, struct actor a,
                           struct actor b); /* level 2: in the order of templates, else as said */
void assume_two(struct encoding *n, struct horn_clause *c, struct actor a, struct actor b); /* either way round */

/* What the lemma says of two, being there. */
expr lemma_of_two(const struct encoding *n, struct actor a, uint32_t location, struct actor b, uint32_t other_location);

/* What a location is called in clauses. */
uint32_t name_of_location(const struct encoding *n, uint32_t code, uint32_t location);

/* Conditions, and expressions of the program as an instance says them. */
expr is_at(const struct encoding *n, struct actor a, uint32_t location); /* true if located: the relation says so */
expr actor_exists(const struct encoding *n, struct actor a);
expr are_different(const struct encoding *n, struct actor a, struct actor b);
expr said(const struct encoding *n, unsigned role, expr e);
expr given_at(const struct encoding *n, struct actor a, uint32_t location);
expr given_anywhere(const struct encoding *n, struct actor a); /* wherever it is */

#endif
