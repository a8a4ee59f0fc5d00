/* The whole program in outline, looked at by the engine wide before anybody else: what it proves need not be asked again, and how large the program would be
 * with all calls inlined decides whether the other engines can look at it as a whole.
 *
 * What it proves is one statement about all pairs of accesses, not one about each: that memory is fresh when it is accessed orders that access before all others only if
 * its address is not handed on by a race. */
#ifndef HEDDLE_PORTFOLIO_SURVEY_H
#define HEDDLE_PORTFOLIO_SURVEY_H

#include "base/clock.h"
#include "base/options.h"
#include "engines/wide/wide.h"
#include "report/report.h"

struct compiled;

struct survey {
    struct outline *outline;
    struct wide_result *wide; /* pairs of accesses; NULL if another property than race is asked for */
    struct wide *facts;       /* what they, or uses of locks and waits, are judged by */
    uint32_t proved, open;
    uint64_t inlined; /* steps that the program would have with all calls inlined */
    bool certified;   /* race: a proof about the outline covers all pairs, and was checked (program/outline_proof.h) */
    bool blind;       /* something in the program is not known: what wide says does not hold for all of it */
};

/* False: *error is one line for the user, kept in words. */
bool survey_run(struct survey *s, const struct options *o, struct compiled *compiled, const struct budget *budget,
                struct arena *words, const char **error);
void survey_free(struct survey *s);

bool survey_is_sizeable(const struct survey *s); /* it takes a while to read it in detail */
bool survey_is_large(const struct survey *s);    /* too large for engines that look at all of it, unless they have much time */
bool survey_is_huge(const struct survey *s);     /* then, too */

/* All that was asked is proved, if nothing happens that the program in detail does not support. */
bool survey_settles_all(const struct survey *s);
/* The same of deadlocks, whatever was asked. */
bool survey_excludes_deadlock(const struct survey *s);
void survey_prove(struct report_check *c, bool certified);

#endif
