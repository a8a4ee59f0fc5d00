/* Clocks, and the limits that a run must keep. */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

double clock_wall(void); /* seconds, monotonic, from an arbitrary origin */
double clock_cpu(void);  /* seconds of CPU used by this process */

struct budget {
    double deadline; /* on clock_wall(); 0 means none */
    size_t memory;   /* bytes by mem_used(); 0 means none */
};

/* Whether a limit is reached (or the user interrupted the run); then *why says which, in words for the user. NULL: what must be
 * finished whatever happens is never spent. Costs about as much as a function call: the clock is read on every 256th call only. */
bool budget_spent(const struct budget *b, const char **why);

double budget_left(const struct budget *b); /* seconds, a large number if there is no deadline */

void interrupt_install(void); /* SIGINT and SIGTERM ask every budget to end */
bool interrupted(void);

#endif
