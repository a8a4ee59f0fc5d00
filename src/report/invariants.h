/* The invariants of proofs, by source position, for people to read. */
#ifndef HEDDLE_REPORT_INVARIANTS_H
#define HEDDLE_REPORT_INVARIANTS_H

#include "report/people.h"
#include "report/report.h"

struct invariant {
    const char *thread;           /* the template whose instances are there */
    struct position pos;          /* of what they do next */
    const char *words;            /* holds whenever an instance is there */
    people_conditions conditions; /* the same, as far as people have words for it (people.h) */
};
struct invariants {
    bool fine;                     /* they hold wherever the original takes turns (report.fine_proofs) */
    VECTOR(struct invariant) list; /* by template, in the order of positions; none that is just true */
    struct arena words;
};

void invariants_make(struct invariants *i, const struct report *r);
void invariants_free(struct invariants *i);

#endif
