/* Questions that can have no answer TRUE any more: what C leaves undefined forbids it (docs/semantics.md), and this run has found by another property that it
 * happens. Others are violated all the same, so that is looked for; but not for all the time that there is (SECONDS_UNDEFINED). */
#ifndef HEDDLE_PORTFOLIO_HOPELESS_H
#define HEDDLE_PORTFOLIO_HOPELESS_H

#include "program/program.h"

struct undefined_spot {
    const char *file;
    uint32_t line;
    bool access; /* outside any object; otherwise an operation */
};

struct undefined_spots {
    VECTOR(struct undefined_spot) all;
};

/* Takes note of a violated check, if what it is about is left undefined in programs for other properties, too. file: kept by the caller. */
void undefined_spots_add(struct undefined_spots *s, enum property property, const char *text, const char *file, uint32_t line);

/* A location of the program that stands for one of the spots; NULL: there is none, or s is NULL. That it is the same that happens is a guess, by the line: it is good
 * for deciding how long to search, and for nothing else. */
const struct location *undefined_spots_in(const struct undefined_spots *s, const struct program *p);
/* Why such a question stays open. */
const char *undefined_reason(const struct location *at, struct arena *words);

#endif
