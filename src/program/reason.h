/* Why something is as it is: why a check stays open, why an engine does not apply, why there is no proof. A reason is a row of
 * reasons.def with parameters, so that parts of heddle can ask what it is; people get it in words, from here alone. */
#ifndef HEDDLE_PROGRAM_REASON_H
#define HEDDLE_PROGRAM_REASON_H

#include "base/arena.h"
#include "base/clock.h"
#include "base/text.h"

enum reason_id {
#define REASON(id, words, detail, advice) REASON_##id,
#include "program/reasons.def"
    REASONS
};

struct reason {
    enum reason_id id;
    const char *what; /* $what; NULL if the row has none */
    uint64_t n;       /* $n; 0 if it has none */
    const char *file; /* $at; NULL if nobody knows */
    uint32_t line;
    const struct reason *next; /* a further one of the same matter; or NULL */
};

/* A row without parameters, as a constant. */
extern const struct reason plain_reasons[REASONS];
#define BECAUSE(id) (&plain_reasons[REASON_##id])

/* With parameters; what is copied. In the arena. */
struct reason *reason_new(struct arena *a, enum reason_id id, const char *what, uint64_t n);
const struct reason *reason_at(struct arena *a, enum reason_id id, const char *what, const char *file, uint32_t line);
/* All reasons of a, then those of b; either may be NULL. In the arena as a whole. */
const struct reason *reason_join(struct arena *arena, const struct reason *a, const struct reason *b);

bool reason_same(const struct reason *a, const struct reason *b); /* the same cause: numbers and places do not matter */
bool reason_is_of_method(enum reason_id id);                      /* what an engine cannot: no statement about the program */
bool reason_is_bug(const struct reason *r);                       /* a fault of heddle */

void reason_print(struct text *out, const struct reason *r, bool detail); /* this one alone */
const char *reason_words(const struct reason *r, struct arena *words);    /* all of them with details, "; " between; NULL of NULL */
const char *reason_advice(const struct reason *r);                        /* of this one; NULL if there is none */

/* Whether the budget is spent; then *why says of what. */
bool budget_ends(const struct budget *b, const struct reason **why);

#endif
