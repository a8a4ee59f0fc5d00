/* What engines have said about the same program before (--cache), whatever lines it came from: a change in a function that a program is cut off from, in comments or in
 * what moves lines leaves the program as engines see it, and its answers with it. They are taken as if the engines had said them now: schedules are executed again; a proof is not checked again if it was, for the same program. */
#ifndef HEDDLE_PORTFOLIO_RECALL_H
#define HEDDLE_PORTFOLIO_RECALL_H

#include "portfolio/recall_checks.h"

/* What is kept for one question. A zeroed one, without a folder, keeps nothing. */
struct recall {
    const char *folder; /* or NULL */
    const char *name;   /* of the question, in the cache */
    struct text records;
    VECTOR(struct recalled_proof {
        size_t record; /* where it begins */
        const struct evidence *evidence;
    })
    proofs;                        /* of new records */
    uint32_t added;                /* records that are not kept yet */
    const char *question;          /* without the program */
    struct recalled_checks checks; /* where nothing is known of the whole program */
};

void recall_begin(struct recall *r, struct contest *c);
void recall_take(struct recall *r, struct contest *c); /* takes what is known */
/* An engine has said this, and it has decided something. bytes: as transfer.h has them; proof: that came with them, or NULL. */
void recall_add(struct recall *r, const struct entrant *e, const struct text *bytes, const struct evidence *proof);
void recall_end(struct recall *r, struct contest *c); /* keeps what was added */

#endif
