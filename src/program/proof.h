/* A proof: for every code and location an invariant over shared cells, the code's own cells, E_SELF (the instance that
 * is there) and at(instance, location). It says: whenever an instance is at the location, the invariant holds. What
 * makes a proof good is checked by src/logic/check_proof.h, whoever made it. */
#ifndef HEDDLE_PROGRAM_PROOF_H
#define HEDDLE_PROGRAM_PROOF_H

#include "base/map.h"
#include "program/program.h"

/* A ghost is a shared scalar that only the proof knows: it follows what threads do and changes nothing of it. Ghost
 * number i is mentioned as cell number program->cells.size + i. */
struct proof_ghost {
    const char *name;
    uint8_t width;
    uint64_t init;
    bool mirror; /* made by proof_mirror(), of: */
    uint32_t code, instance, local;
};

/* What the step along an edge does to a ghost, besides what it does anyway. */
struct proof_ghost_update {
    uint32_t code, edge, ghost;
    expr value; /* over the state before the step, as other updates of this edge */
};

struct proof {
    const struct program *program;
    VECTOR(expr *) invariants; /* by code, then by location; NULL is true */
    VECTOR(struct proof_ghost) ghosts;
    VECTOR(struct proof_ghost_update) ghost_updates;
    struct arena arena; /* holds the arrays of the second level, and names of ghosts */
};

struct proof *proof_new(const struct program *p); /* says nothing: NULL everywhere */
void proof_free(struct proof *proof);             /* NULL is fine */

/* A ghost that always equals a scalar local of one instance (of a template), as an expression; made at the first call.
 * NULL if the local is an array or begins arbitrary. */
expr proof_mirror(struct proof *proof, uint32_t code, uint32_t instance, uint32_t local);
/* Says in all invariants of whom they mirror that they do. Once, at the end. */
void proof_tie_mirrors(struct proof *proof);

/* The program with the ghosts as cells and their updates as updates; indexed; to be freed. */
struct program *proof_with_ghosts(const struct proof *proof);

/* Whether every invariant is a truth value over what it may mention, and so for ghosts; otherwise *why says what is
 * wrong. */
bool proof_valid(const struct proof *proof, const char **why);

/* What is left of the invariants when ghosts are not spoken of: weaker, and for people only. */
struct proof *proof_without_ghosts(const struct proof *proof);

/* The distinct nodes of all invariants and updates of ghosts, children first. */
struct proof_nodes {
    VECTOR(expr) list;
    struct map index; /* of a node in list, by map_pointer_key */
};
void proof_nodes(const struct proof *proof, struct proof_nodes *nodes); /* nodes is zeroed before */
void proof_nodes_free(struct proof_nodes *nodes);

/* Makes a node from parts that come from elsewhere; the result means the same but may have another shape. NULL if no
 * expression over p has these parts. arity is how many of arg are there. */
expr proof_node(const struct program *p, unsigned op, unsigned width, uint64_t value, unsigned arity, const expr *arg);

/* A number that tells programs apart: equal for programs that differ in positions and texts alone. */
uint64_t program_fingerprint(const struct program *p);

#endif
