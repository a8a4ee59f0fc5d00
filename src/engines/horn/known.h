/* What holds at locations before Spacer is asked: what another engine has told, what threads are given, and who holds a lock. A lock that does not say who holds it
 * gets a ghost that does. All of it is part of the proof, and checked with it. */
#ifndef HEDDLE_ENGINES_HORN_KNOWN_H
#define HEDDLE_ENGINES_HORN_KNOWN_H

#include "engines/engine.h"
#include "facts/numbered.h"
#include "program/proof_build.h"

struct horn_known {
    const struct program *program;
    expr **at;        /* by template and location */
    u32_vector locks; /* that have a ghost, in the order of the ghosts */
    numbered_vector numbered;
};

void horn_known_make(struct horn_known *k, const struct task *task);
void horn_known_free(struct horn_known *k);

/* Every proof that speaks of what is known begins with these ghosts. */
void horn_known_add_ghosts(const struct horn_known *k, struct proof_builder *proof);

#endif
