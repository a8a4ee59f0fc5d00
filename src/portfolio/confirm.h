/* A schedule that an engine found, executed on the original program before anybody sees it. In a process of its own:
 * this may take long, and must not cost what else is known. */
#ifndef HEDDLE_PORTFOLIO_CONFIRM_H
#define HEDDLE_PORTFOLIO_CONFIRM_H

#include "portfolio/pipeline.h"

/* Takes t, over a version of the program. The trace over l->original, shortened, lifted and executed; or NULL with
 * *why, in l->words: *bug says whether heddle contradicts itself, or it is only that time or memory were over. */
struct trace *confirm_trace(struct pipeline *l, const struct program *version, struct trace *t, const struct budget *limits,
                            const char **why, bool *bug);

#endif
