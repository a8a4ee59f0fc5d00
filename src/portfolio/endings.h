/* Memory that is lost is looked for where the program ends (frontend/lower_leaks.c); what a program loses that never ends would not be seen.
 * So the places that allocate forbid TRUE (LOC_MAY_NOT_END), and do so no longer if the program can always end: from every state there is a
 * continuation to the end, where everything is found that was lost before. */
#ifndef HEDDLE_PORTFOLIO_ENDINGS_H
#define HEDDLE_PORTFOLIO_ENDINGS_H

#include "base/clock.h"
#include "program/program.h"

struct options;

/* p is as the front end made it, and indexed. */
void endings_settle(struct program *p, const struct options *options, const struct budget *budget);

#endif
