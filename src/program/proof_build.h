/* The one way in which engines write down a proof (proof.h).
 *
 * A proof begins by saying that nobody is anywhere. The engine adds the cases in which an instance, or two of them, can be where they
 * are (what holds there is their disjunction), what holds besides, and ghosts that follow what threads do. What cannot be said is
 * noted with its reason: then there is no proof in the end, whatever else is added. */
#ifndef HEDDLE_PROGRAM_PROOF_BUILD_H
#define HEDDLE_PROGRAM_PROOF_BUILD_H

#include "program/proof.h"
#include "program/reason.h"

struct proof_builder {
    struct proof *proof;
    const struct reason *why_not; /* NULL as long as everything can be said */
    uint32_t cases;               /* so far */
    struct map pairs;             /* hash of two places to the number of their pair */
};

struct proof_builder proof_begin(const struct program *p, bool pairwise);
/* The proof, which is valid; or NULL, and *why_not says why. Releases the rest. */
struct proof *proof_end(struct proof_builder *b, const struct reason **why_not);

void proof_cannot(struct proof_builder *b, const struct reason *why_not); /* the first reason counts */

/* Whoever is there may be so, too. */
void proof_add_case(struct proof_builder *b, struct proof_place at, expr holds);
/* The same for two instances; at is not the larger place. */
void proof_add_pair_case(struct proof_builder *b, struct proof_place at, struct proof_place other, expr holds);
/* Whoever is there knows this besides; said after the cases. */
void proof_add_fact(struct proof_builder *b, struct proof_place at, expr holds);
void proof_add_fact_everywhere(struct proof_builder *b, expr holds);

/* A ghost, as an expression; updates are what steps do to it. */
expr proof_add_ghost(struct proof_builder *b, const char *name, uint8_t width, uint64_t init);
expr proof_add_any(struct proof_builder *b, const char *name, uint8_t width); /* one that may be anything, and stays so */
void proof_follow(struct proof_builder *b, uint32_t code, uint32_t edge, expr ghost, expr value);
/* A ghost that always equals a scalar local of one instance (of a template), made at the first call; who is mirrored knows it. NULL if
 * the local is an array or begins arbitrary: that cannot be said. */
expr proof_mirror(struct proof_builder *b, uint32_t code, uint32_t instance, uint32_t local);

/* What both say, in a. Both are of one program and one form; b has no ghosts, or both are by pairs and have the same. */
void proof_conjoin(struct proof *a, const struct proof *b);

expr instance_id(const struct program *p, uint32_t code, uint32_t instance);
/* That E_SELF is this instance; true where there is no other. */
expr instance_is_self(const struct program *p, uint32_t code, uint32_t instance);

#endif
