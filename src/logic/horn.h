/* Constrained Horn clauses over machine integers, solved by Spacer (A. Komuravelli, A. Gurfinkel, S. Chaki: SMT-Based Model Checking for
 * Recursive Programs, CAV 2014).
 *
 * Spacer reasons about integers without bounds, so every clause is said twice: with all results in the range of their width, as they
 * are; and with some result out of range, which is turned around once, or may be any number then. What is not linear may be any number, too. So a solution holds on
 * the machine, as far as Z3 can be believed; whoever says so has it checked (check_proof.h). */
#ifndef HEDDLE_LOGIC_HORN_H
#define HEDDLE_LOGIC_HORN_H

#include "logic/smt.h"

struct horn_variable {
    uint8_t width;       /* 0: there is no such variable, and its value is any number */
    uint8_t index_width; /* 0: a number */
    bool is_unsigned;    /* how its values are mostly taken */
    bool filled;         /* array: holds fill everywhere in a clause that begins */
    uint64_t fill;
};

struct horn_relation {
    u32_vector arguments; /* variables, by which the solution speaks of them */
    expr solution;        /* if all are solved */
};

struct horn_use { /* a relation of these variables, as many as it has arguments */
    uint32_t relation;
    const uint32_t *variables;
};

enum { HORN_MOST_USES = 6 };

/* For all values of variables and inputs: the uses and the constraint imply the head, its variables being as they are after the updates. */
struct horn_clause {
    struct horn_use uses[HORN_MOST_USES];
    uint32_t use_count;
    expr constraint;
    struct horn_use head; /* relation NONE: false */
    const struct update *updates;
    uint32_t update_count;
    bool begins; /* arrays in the head are filled */
};

struct horn {
    struct exprs *exprs;
    unsigned seed;                          /* above 0: Spacer takes another way */
    VECTOR(struct horn_variable) variables; /* by the number that E_CELL and E_READ have */
    VECTOR(struct horn_relation) relations;
    VECTOR(struct horn_clause) clauses; /* what they point to is the caller's */
};

enum horn_answer {
    HORN_SOLVED,  /* every relation has a solution */
    HORN_REFUTED, /* there is none, as integers go */
    HORN_UNKNOWN, /* out of time, or the solution cannot be said on the machine */
};

enum horn_answer horn_solve(struct horn *h, struct smt_limit limit);
void horn_free(struct horn *h);

/* Solutions by trial (Houdini: C. Flanagan, K. R. M. Leino, FME 2001): what may hold at certain places, in the words of a relation's
 * arguments, and what of it all clauses keep. To begin with no place is reached. */
struct horn_place {
    expr at;
    bool reached;
    VECTOR(expr) holds; /* there */
};
typedef VECTOR(struct horn_place) horn_places;

/* of: by relation; what is left of them is a solution, which the caller says. False if that was not found, or there is none. Only for clauses
 * that do not begin arrays. */
bool horn_sift(struct horn *h, horn_places *of, struct smt_limit limit, const struct budget *budget);

#endif
