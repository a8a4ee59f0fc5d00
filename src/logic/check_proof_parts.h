/* How the obligations of check_proof.c are said to the solver. A question is a push, what it assumes, and settle(), which
 * asks and pops (check_proof_settle.c). check_proof_paths.c makes one step of an atomic section, check_pairs.c has the obligations of proofs
 * by pairs.
 *
 * A question speaks of one state with an instance that may move and perhaps another instance, and of the state after
 * the step. at(i, l) is L(i) == l, with a constant L(i) for each term i: equal terms have equal L, the two instances
 * are where they are said to be, and after the step L is the same but for the one that moved. */
#ifndef HEDDLE_LOGIC_CHECK_PROOF_PARTS_H
#define HEDDLE_LOGIC_CHECK_PROOF_PARTS_H

#include "logic/check_proof.h"
#include "logic/smt.h"

/* Whose eyes, and when: the instance that moves, another one; both again after the step. */
enum proof_view { MOVER, OTHER, MOVER_AFTER, OTHER_AFTER, VIEWS };

/* What one instance does without anybody in between: an edge, or several through LOC_ATOMIC locations. */
enum { LONGEST_PATH = 64 };
struct path {
    uint32_t code, count;
    const struct edge *edges[LONGEST_PATH];
};

struct at_entry { /* where an instance is before the step */
    term instance, location;
};

struct checker {
    const struct proof *proof;
    const struct program *program;
    const struct budget *budget;
    struct arena *words;
    struct smt *smt;
    struct smt_state *shared, *own[3];          /* before the step: all, the mover's, the other's, a third one's */
    struct smt_state *shared_after, *own_after; /* after the path that was assumed, else NULL */
    struct view_context {
        struct checker *checker;
        enum proof_view view;
    } contexts[VIEWS];
    struct map terms[2]; /* formulas of expressions before the step, kept between questions */
    term self[3];        /* ids of the mover, of the other and of a third one */
    term target;         /* where the mover is after the steps that were assumed */
    VECTOR(struct at_entry) at;
    uint32_t at_kept; /* so many of them belong to formulas that are kept, */
    uint32_t at_path; /* and so many to the path that was assumed */
    uint32_t *base;   /* by template: numbers of its locations begin here */
    bool uses_at;     /* some invariant does */
    bool coarse;      /* more is asked than is needed: a counterexample of this question refutes nothing */
    bool loops;       /* in some atomic section: it is not seen as one step */
    struct map seen;  /* template and invariant: a location was done already */
    struct map uses;  /* expression to struct uses */
    /* A proof by pairs: asserts what it says of the mover and the other there; false if they are not there together. */
    bool (*assume_pair)(void *context, struct proof_place mover, struct proof_place other);
    void *pair_context;
    struct arena arena;
    struct proof_check result;
};

void checker_init(struct checker *k, const struct proof *proof, const struct budget *budget, struct arena *words);
void checker_free(struct checker *k);
void forget_path(struct checker *k); /* that was assumed */
void forget_at(struct checker *k);   /* what belonged to one question */

term expr_term(struct checker *k, enum proof_view v, expr e);  /* the formula that a truth value holds */
term value_term(struct checker *k, enum proof_view v, expr e); /* a term of its width */

/* Ends the question that was begun with smt_push: asks, and pops. There must be no model; otherwise the result says what
 * is wrong at one place (or between two), and nothing is left to do. */
void settle(struct checker *k, const char *what, const struct proof_place *one, const struct proof_place *two);

term is_instance(struct checker *k, uint32_t code, term id);                         /* that an id is one of a template's */
void assume_cell_initial(struct checker *k, struct smt_state *state, uint32_t cell); /* shared cells: in k->shared */

/* All obligations of a proof by pairs (proof.h); see check_pairs.c. The checker's own proof is about the program with ghosts. */
void check_pairs(struct checker *k, const struct proof *proof, const bool *claimed);

void check_races(struct checker *k, const bool *claimed); /* all obligations of that kind */

/* These assert. */
void assume_instance(struct checker *k, enum proof_view who, uint32_t code, uint32_t location); /* who is there: MOVER, OTHER */
/* Of the mover, which is where the path begins. edges[0] is there even if the path has no steps. */
void assume_path(struct checker *k, const struct path *p);
/* check_proof_any.c: the invariant, which holds, for those values of ghosts that may be anything that the action has as indices. */
void assume_for_indices(struct checker *k, const struct smt_scope *scope, expr invariant, const struct action *a);
void assume_initial(struct checker *k, uint32_t code, expr about); /* the mover begins; as far as about needs */
void assume_at(struct checker *k);                                 /* what holds of L; after everything else of the question */

/* The part of an invariant of another instance that the steps may break; NULL if there is none: not what speaks of
 * nothing that they change, and not what the mover's own invariant afterwards says as well. Requires own steps checked.
 */
expr affected_part(struct checker *k, const struct path *p, expr invariant);

/* All that can be done from a location in one go, as far as the code tells: visit is called for every path that begins
 * with an edge out of it and every beginning of such a path. An atomic section with loops, or one with very many paths,
 * is not seen as one: then every edge is a path, and at each of its locations others are there as if it were not
 * atomic. */
void paths_from(const struct checker *k, uint32_t code, uint32_t location,
                void (*visit)(void *context, const struct path *p, bool whole), void *context);
bool section_is_one(const struct checker *k, uint32_t code, uint32_t location); /* that begins here */

/* Whether another location of the template had the same invariant, and where one is cannot matter. */
bool seen_before(struct checker *k, uint32_t code, uint32_t l);

#endif
