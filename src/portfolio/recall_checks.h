/* Checks that were proved before (--cache), in a program that need not be the same: if one check alone is asked, slicing leaves what can matter for it, and where that is the
 * same, whatever else has changed, so is the answer. Violations are not kept: they are found again, with a schedule of the program as it is. */
#ifndef HEDDLE_PORTFOLIO_RECALL_CHECKS_H
#define HEDDLE_PORTFOLIO_RECALL_CHECKS_H

#include "base/sha256.h"
#include "portfolio/contest.h"

struct recalled_checks {
    const char *folder;        /* of the cache; NULL: nothing is kept */
    const char *question;      /* what is asked, of whatever program */
    char (*names)[SHA256_HEX]; /* in the cache, by check; empty: not known yet */
    uint32_t count;            /* that were recalled */
};

/* folder and question live as long as r. */
void recall_checks_take(struct recalled_checks *r, struct contest *c, const char *folder, const char *question);
void recall_checks_keep(struct recalled_checks *r, struct contest *c); /* what is proved now */
void recall_checks_free(struct recalled_checks *r);

#endif
