/* A proof, in one of two forms.
 *
 * Location invariants: for every code and location an invariant over shared cells, the code's own cells, E_SELF (the
 * instance that is there) and at(instance, location). It says: whenever an instance is at the location, the invariant
 * holds.
 *
 * By pairs (pairwise): for every two locations of templates where two different instances can be at the same time, what
 * holds then: over shared cells, the cells and E_SELF of the instance at the first one, and the partner's, which is at
 * the second one. It says: whenever two instances are at two locations, these are a pair of the proof and it holds. The
 * weights say of a shared scalar: in every state it is its initial value plus the weights of all instances' locations.
 *
 * What makes a proof good is checked by src/logic/check_proof.h, whoever made it. */
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
    bool
        any; /* begins with any value and stays as it is: what the proof says it says for each of them, of every slot of an array */
    bool mirror; /* made by proof_mirror() (proof_build.h), of: */
    uint32_t code, instance, local;
};

/* What the step along an edge does to a ghost, besides what it does anyway. */
struct proof_ghost_update {
    uint32_t code, edge, ghost;
    expr value; /* over the state before the step, as other updates of this edge */
};

/* The first location is the smaller one (code, then number). Two instances may be at one location: then it holds either
 * way round. The partner's cell c is mentioned as cell proof_partner(proof, c), its id as proof_partner_id(proof). */
struct proof_pair {
    uint32_t code, location, other, other_location;
    expr holds;
};

struct proof_weight { /* of an instance at a location, in a cell; those that are not there are 0 */
    uint32_t cell, code, location;
    int32_t weight;
};

struct proof {
    const struct program *program;
    bool pairwise; /* then there are no location invariants */
    VECTOR(struct proof_pair) pairs;
    VECTOR(struct proof_weight) weights;
    VECTOR(expr *) invariants; /* by code, then by location; NULL is true */
    VECTOR(struct proof_ghost) ghosts;
    VECTOR(struct proof_ghost_update) ghost_updates;
    struct arena arena; /* holds the arrays of the second level, and names of ghosts */
};

struct proof_place {
    uint32_t code, location;
};

struct proof *proof_new(const struct program *p); /* says nothing: NULL everywhere; engines use proof_build.h */
void proof_free(struct proof *proof);             /* NULL is fine */

static inline uint32_t proof_partner(const struct proof *proof, uint32_t cell)
{
    return proof->program->cells.size + proof->ghosts.size + cell;
}
static inline uint32_t proof_partner_id(const struct proof *proof) { return proof_partner(proof, proof->program->cells.size); }

/* The program with the ghosts as cells and their updates as updates, and for a proof by pairs the partner's cells;
 * indexed; to be freed. */
struct program *proof_with_ghosts(const struct proof *proof);

/* Whether every invariant is a truth value over what it may mention, and so for ghosts; otherwise *why says what is
 * wrong. */
bool proof_valid(const struct proof *proof, const char **why);

/* proof_pairs.c: the same for pairs and weights, for proof_valid(); with: proof_with_ghosts(). NULL if nothing is
 * wrong. */
const char *proof_pairs_wrong(const struct proof *proof, const struct program *with);
void proof_add_partner(const struct proof *proof, struct program *p); /* for proof_with_ghosts() */

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
