/* Clocks, and the limits that a run must keep. */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include "base/pace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

double clock_wall(void); /* seconds, monotonic, from an arbitrary origin */
double clock_cpu(void);  /* seconds of CPU used by this process */

struct budget {
    double deadline; /* on clock_wall(); 0 means none */
    size_t memory;   /* bytes by mem_used(); 0 means none */
    uint64_t effort; /* of this process, by effort_so_far(); 0 means none */
    uint64_t
        worth; /* steps that this process may hope for until the deadline; 0 means any number. Nothing ends with them: shares of
                        the time limit are shares of these, so that they are the same on a busy machine */
};

/* The budget, and no more than so many steps of effort from now. */
struct budget budget_part(const struct budget *b, uint64_t steps);
/* The budget, and no more than this share of what the time limit is worth and is not spent yet; all of it if there is none. */
struct budget budget_share(const struct budget *b, double share);
/* So many steps, but no more than this share of those until the effort is spent or the time limit should be reached. */
uint64_t budget_effort(const struct budget *b, uint64_t most, double share);

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_MEMORY, LIMIT_INTERRUPT, LIMIT_EFFORT };
const char *limit_words(enum limit l); /* for the user; NULL for none */

/* Which limit is reached, if one is (or the user interrupted the run). NULL: what must be finished whatever happens is never
 * spent. Costs about as much as a function call: the clock is read on every 256th call only. Is a step of effort itself, since whoever
 * asks has done something. */
enum limit budget_spent(const struct budget *b);

double budget_left(const struct budget *b); /* seconds, a large number if there is no deadline */

void interrupt_install(void); /* SIGINT and SIGTERM ask every budget to end */
bool interrupted(void);

#endif
