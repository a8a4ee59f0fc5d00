/* What a node has found out about a group of pairs, as bytes that can be checked where the answer is given: which program it looked at (what was kept, and a hash of the
 * result), what it says of each check, the schedules, and the proofs.
 *
 * A schedule counts if it can be executed here, a proof if it holds here. What a node says is proved by a proof has to come with it; what an engine has searched exhaustively or
 * by its own argument has nothing that could be checked, and is believed as the same engine is believed here. */
#ifndef HEDDLE_PORTFOLIO_CLOSE_FINDING_H
#define HEDDLE_PORTFOLIO_CLOSE_FINDING_H

#include "base/bitset.h"
#include "base/sha256.h"
#include "portfolio/pipeline.h"

/* Views of the bytes. */
struct finding {
    struct bitset more;    /* procedures that were kept */
    struct bitset decided; /* pairs of the group that had been decided before */
    char program[SHA256_HEX];
    uint32_t checks, proof_count;
    const char *at, *end; /* what is said about them */
};

/* Appends what the report says about the pipeline's program. */
void finding_write(struct text *out, const struct bitset *more, const struct bitset *decided, const struct pipeline *l,
                   const struct report *r);

/* The next one from *at on. False if there is none: *broken says whether there should be. To be freed if true. */
bool finding_next(const struct text *bytes, size_t *at, struct finding *f, bool *broken);
void finding_free(struct finding *f);

/* Fills r, a report about the pipeline's program, with what holds of it. Requires load, and passes if there are proofs. False: nothing of it counts, *why says why. */
bool finding_check(const struct finding *f, struct pipeline *l, const struct budget *limits, struct report *r, const char **why);

#endif
