/* What each engine proves and refutes of what exploration decides, and the least that it must. */
#ifndef HEDDLE_TESTS_TALLY_H
#define HEDDLE_TESTS_TALLY_H

#include "base/vector.h"
#include "engines/engine.h"

enum { TALLY_ENGINES = 32 };

struct tally {               /* shared by the processes of a run; all zero at first */
    uint64_t hold, violated; /* checks, by exploration */
    struct {
        uint64_t proved, refuted;            /* of these */
        uint64_t asked_hold, asked_violated; /* of the programs that it was asked about */
        uint64_t prove_floor, refute_floor;  /* percent */
    } engines[TALLY_ENGINES];                /* as in the table of engines */
};

struct tally_reference {
    VECTOR(uint8_t) answers; /* enum answer, by check */
};

/* Notes what exploration says, before others add to it. */
struct tally_reference tally_known(struct tally *t, const struct verdict *reference);
/* An engine's verdict on the same program; engine NULL: of none that counts. */
void tally_add(struct tally *t, const struct tally_reference *r, const struct engine *engine, const struct verdict *v);
bool tally_floor(struct tally *t, const char *text, bool refutes); /* NAME=PERCENT */
bool tally_enough(const struct tally *t);                          /* prints a line for each engine */

#endif
