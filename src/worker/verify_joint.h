/* Several properties in one run, for heddle verify --property=all: those whose checks fail at error locations (CHECK_ERROR), all in one
 * program. It differs from the program of one property alone only behind a step that violates another: there a thread takes no further
 * step here, and goes on there (arithmetic wraps, a lock does what glibc does) or is undefined. So
 * - what is proved here is proved for each property if each of the others is proved, too, here or alone, or ends the program when it is
 *   violated (a failing assertion);
 * - a schedule that violates a property here violates it there, if no thread in it has violated another before;
 * - races and deadlocks that the survey excludes (portfolio/survey.h), as long as nothing happens that is not modelled, are excluded if
 *   all this is proved.
 * Whatever else is found has to be asked for again, property by property. Most programs are no harder with all checks than with those of one
 * property, and some are much harder: so this is tried for a moment only (SECONDS_TOGETHER). */
#ifndef HEDDLE_WORKER_VERIFY_JOINT_H
#define HEDDLE_WORKER_VERIFY_JOINT_H

#include "base/clock.h"
#include "portfolio/pipeline.h"
#include "portfolio/survey.h"

struct joint {
    struct options options;
    struct arena words; /* of the options */
    struct pipeline pipeline;
    struct report report;
    struct survey survey; /* of races, if they are asked for; empty if there is none */
    property_set settled; /* by the survey */
    bool certified;       /* it has a checked proof that there are no races */
    VECTOR(struct check) settled_checks;
    bool in_turns;         /* the program has no executions but those in which threads take turns */
    property_set answered; /* what it answers: TRUE, or FALSE */
    property_set proved;   /* what it would answer with TRUE if nothing else were open */
    property_set open;     /* what that waits for: those of the others that do not end the program */
    property_set told;     /* those of which there was a part already */
};

/* Those of asked that are worth asking at once; 0 if there are not several. */
property_set joint_properties(const struct options *o, property_set asked);
/* To be freed in any case. at_once: of asked. compiled: as for pipeline_load_compiled. False: the files cannot be read, and the user knows. */
bool joint_run(struct joint *j, const struct options *o, property_set at_once, property_set asked, const struct budget *budget,
               struct compiled *compiled);
/* Takes note of what one of j->open is when it is asked alone. */
void joint_hear(struct joint *j, enum property property, bool holds);
/* The report about one that is answered; the first has the time and the statistics of all. To be freed by joint_free_part. */
void joint_part(struct joint *j, enum property property, struct report *part);
void joint_free_part(struct report *part);
void joint_free(struct joint *j);

/* Hands over what the survey of races says, for the case that nothing else is said; others: as in wide_answers. */
void tell_survey(const struct options *o, const struct survey *s, const char *others);

#endif
