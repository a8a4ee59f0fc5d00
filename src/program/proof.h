/* A proof: for every code and location an invariant over shared cells, the code's own cells, E_SELF (the instance that is
 * there) and at(instance, location). It says: whenever an instance is at the location, the invariant holds. What makes a
 * proof good is checked by src/logic/check_proof.h, whoever made it. */
#ifndef HEDDLE_PROGRAM_PROOF_H
#define HEDDLE_PROGRAM_PROOF_H

#include "base/map.h"
#include "program/program.h"

struct proof {
    const struct program *program;
    VECTOR(expr *) invariants; /* by code, then by location; NULL is true */
    struct arena arena;        /* holds the arrays of the second level */
};

struct proof *proof_new(const struct program *p); /* says nothing: NULL everywhere */
void proof_free(struct proof *proof);             /* NULL is fine */

/* Whether every invariant is a truth value over what it may mention; otherwise *why says what is wrong. */
bool proof_valid(const struct proof *proof, const char **why);

/* The distinct nodes of all invariants, children first. */
struct proof_nodes {
    VECTOR(expr) list;
    struct map index; /* of a node in list, by map_pointer_key */
};
void proof_nodes(const struct proof *proof, struct proof_nodes *nodes); /* nodes is zeroed before */
void proof_nodes_free(struct proof_nodes *nodes);

/* Makes a node from parts that come from elsewhere; the result means the same but may have another shape. NULL if no
 * expression over p has these parts, or a proof may not have it. arity is how many of arg are there. */
expr proof_node(const struct program *p, unsigned op, unsigned width, uint64_t value, unsigned arity, const expr *arg);

/* A number that tells programs apart: equal for programs that differ in positions and texts alone. */
uint64_t program_fingerprint(const struct program *p);

#endif
