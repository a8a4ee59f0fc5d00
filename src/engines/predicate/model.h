/* The program as this engine sees it. A kind is one instance, or all instances of a template that are not told apart.
 * Its moves are the edges of its code, said twice: in its own words, and as another thread sees them, with what is
 * private to the actor renamed, so that one formula can speak of both.
 *
 * Visible cells: the shared ones; and, because there is just one of each, the locals of kinds of one instance, ghost
 * cells that hold where such a kind is (pc), and ghost owners: who was the first to change a cell from its initial
 * value. Ghosts change nothing in the program. Of several instances that are not told apart it is only known whether
 * one of them was created: which one, says nothing that could be used. Ghosts are what thread-modular proofs need where
 * threads are told apart by more than the values of shared variables (S. Owicki, D. Gries: An Axiomatic Proof Technique
 * for Parallel Programs, 1976, auxiliary variables). */
#ifndef HEDDLE_ENGINES_PREDICATE_MODEL_H
#define HEDDLE_ENGINES_PREDICATE_MODEL_H

#include "facts/owners.h"
#include "logic/atoms.h"
#include "program/substitute.h"

struct kind_move { /* index: the edge of the code */
    uint32_t from, to;
    bool halts;
    expr guard;
    struct update *updates;
    uint32_t update_count;
    expr other_guard; /* as another thread sees it; the updates are those of visible cells */
    struct update *other_updates;
    uint32_t other_count;
    struct bitset writes; /* visible cells */
};

struct kind {
    uint32_t code, instance; /* instance: NONE for any of several */
    bool several;
    expr self, other_self;   /* its id in its own words, and as another thread sees it */
    expr range, other_range; /* what is known of the id; true if there is nothing */
    uint32_t pc;             /* ghost cell, or NONE */
    uint32_t begun;          /* several: ghost cell, whether some instance was created; else NONE */
    uint32_t *own, *other;   /* by cell of the program: what its local is called */
    VECTOR(struct kind_move) moves;
};

struct predicate_model {
    const struct program *original;
    struct program *program; /* a clone with more cells; its codes are not changed */
    struct exprs *exprs;
    VECTOR(struct kind) kinds;
    struct bitset visible, deep; /* deep: those that are visible and not shared cells of the program */
    struct bitset ghosts;        /* of these, pcs and owners */
    struct owner *owners;        /* by cell of the program; ghost NONE and is_free NULL if it has none */
    uint32_t other_self;         /* cell: the id of another thread */
    uint32_t *back;              /* by cell of program: what it is to the thread that others speak of by it */
    struct arena arena;
};

/* split: kinds are instances wherever their number is known. */
struct predicate_model *predicate_model_new(const struct program *p, bool split);
void predicate_model_free(struct predicate_model *s);
bool predicate_model_valid(
    const struct predicate_model *s); /* a move for every edge; conditions are conditions; ghosts are cells of its own */

/* Says for another thread what is said in the kind's own words, and the other way round. */
expr predicate_model_as_other(const struct predicate_model *s, const struct kind *k, expr e);
expr predicate_model_in_own_words(const struct predicate_model *s, const struct kind *k, expr e); /* e as its code says it */
expr predicate_model_as_own(const struct predicate_model *s, const struct kind *k, expr e);

const struct location *predicate_model_location(const struct predicate_model *s, uint32_t kind, uint32_t location);
const struct code *predicate_model_code(const struct predicate_model *s, uint32_t kind);
/* Whether an instance of the second kind may act while one of the first is looking. */
bool predicate_model_may_meet(const struct predicate_model *s, uint32_t kind, uint32_t actor);

#endif
