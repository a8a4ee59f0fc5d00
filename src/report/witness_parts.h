/* What both formats of witnesses are made from: the task that was verified, and the schedule as steps of numbered threads.
 *
 * Witnesses are what others need to confirm a verdict. GraphML 1.0 (Beyer et al., "Verification Witnesses", TOSEM 2022) is what violations
 * of concurrent programs are validated with; YAML 2.x (Ayaziova et al., "Software Verification Witnesses 2.0", SPIN 2024) also carries
 * the thread of a waypoint (draft 2.2) and invariants with ghost variables (2.1). FALSE gives a violation witness of the first violated
 * check, TRUE a correctness witness; UNKNOWN gives none. */
#ifndef HEDDLE_REPORT_WITNESS_PARTS_H
#define HEDDLE_REPORT_WITNESS_PARTS_H

#include "report/report.h"
#include "report/source.h"

struct witness_step {
    uint32_t thread; /* 0 is main; the others in the order in which they are created */
    struct position pos;
    uint32_t creates;            /* the thread that this step creates, or NONE */
    const char *enters, *leaves; /* the function that a thread begins or ends with here, or NULL */
    const char *nondet, *value;  /* the function that returns an arbitrary value here, and that value; or NULL */
    struct position call;        /* of nondet */
    const char *
        assumed; /* which variables hold what behind this step, that has given them an arbitrary value: "c == 1 && d == 2"; or NULL */
    bool target; /* the violation: the last step, or (race) the last two */
};

struct witness_steps {
    VECTOR(struct witness_step) steps;
    uint32_t threads;
    struct arena words;
};

/* The first violated check; NULL if there is none. */
const struct report_check *witness_check(const struct report *r);
void witness_steps_make(struct witness_steps *w, const struct report *r, const struct report_check *c, struct sources *s);
void witness_steps_free(struct witness_steps *w);

const char *witness_specification(const struct report *r); /* as SV-COMP writes it */
/* Of the first file (or file i), in hexadecimal; kept in words. */
const char *witness_hash(const struct report *r, uint32_t i, struct arena *words);
/* ISO 8601 in UTC; SOURCE_DATE_EPOCH in the environment sets it, so that a witness can be made again byte by byte. */
const char *witness_time(struct arena *words);
/* A UUID that depends on the task, the number and nothing else. */
const char *witness_uuid(const struct report *r, uint32_t number, struct arena *words);

#endif
