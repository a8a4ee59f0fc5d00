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

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_MEMORY, LIMIT_INTERRUPT };
const char *limit_words(enum limit l); /* for the user; NULL for none */

/* Which limit is reached, if one is (or the user interrupted the run). NULL: what must be finished whatever happens is never
 * spent. Costs about as much as a function call: the clock is read on every 256th call only. */
enum limit budget_spent(const struct budget *b);

double budget_left(const struct budget *b); /* seconds, a large number if there is no deadline */

void interrupt_install(void); /* SIGINT and SIGTERM ask every budget to end */
bool interrupted(void);

#endif
