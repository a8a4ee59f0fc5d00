/* What each engine finds of what exploration decides and of what that leaves open, and the least that it must. */
#ifndef HEDDLE_TESTS_TALLY_H
#define HEDDLE_TESTS_TALLY_H

#include "base/vector.h"
#include "engines/engine.h"

enum { TALLY_ENGINES = 32 };

/* Checks that hold, are violated, are left open: all by exploration. */
enum tally_kind { TALLY_PROVES, TALLY_REFUTES, TALLY_SETTLES, TALLY_KINDS };

struct tally {       /* shared by the processes of a run; all zero at first */
    uint64_t checks; /* of all programs */
    struct {
        uint64_t asked,
            found;      /* checks; of those that hold and are violated the same answer is one that is found, of open ones any */
        uint64_t floor; /* percent that must be found */
    } engines[TALLY_ENGINES][TALLY_KINDS]; /* as in the table of engines */
};

struct tally_reference {
    VECTOR(uint8_t) answers; /* enum answer, by check */
};

/* What exploration says, before others add to it. */
struct tally_reference tally_known(struct tally *t, const struct verdict *reference);
/* An engine's verdict on the same program; engine NULL: of none that counts. */
void tally_add(struct tally *t, const struct tally_reference *r, const struct engine *engine, const struct verdict *v);
bool tally_floor(struct tally *t, const char *text, enum tally_kind kind); /* NAME=PERCENT */
bool tally_enough(const struct tally *t);                                  /* prints a line for each engine */

#endif
