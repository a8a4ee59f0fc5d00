/* Clocks, and the limits that a run must keep. */
#ifndef HEDDLE_BASE_CLOCK_H
#define HEDDLE_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

double clock_wall(void);       /* seconds, monotonic, from an arbitrary origin */
double clock_cpu(void);        /* seconds of CPU used by this process */
double clock_cpu_of_all(void); /* and by its children that have ended */

struct budget {
    double deadline; /* on clock_wall(); 0 means none */
    size_t memory;   /* bytes by mem_used(); 0 means none */
    uint64_t effort; /* of this process, by effort_so_far(); 0 means none */
    double cpu_end;  /* of this process, on clock_cpu(); 0 means none */
};

/* Effort is work that is counted in steps, not in seconds: the same on every machine, however busy it is. A million steps take about a
 * second. Whoever works says so; base/effort.def says how much work each stage may be. */
void effort_spend(uint64_t steps);
uint64_t effort_so_far(void); /* in this thread */
/* The budget, and no more than so many steps from now. */
struct budget budget_part(const struct budget *b, uint64_t steps);
/* The budget, and no more than so many seconds of this process's CPU time from now, for work that is not counted: hardly another
 * point on a busy machine. */
struct budget budget_cpu(const struct budget *b, double seconds);
/* The budget, and no more than this share of the time that is left. */
struct budget budget_share(const struct budget *b, double share);

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_MEMORY, LIMIT_INTERRUPT, LIMIT_EFFORT };
const char *limit_words(enum limit l); /* for the user; NULL for none */

/* Which limit is reached, if one is (or the user interrupted the run). NULL: what must be finished whatever happens is never
 * spent. Costs about as much as a function call: the clock is read on every 256th call only. */
enum limit budget_spent(const struct budget *b);

double budget_left(const struct budget *b); /* seconds, a large number if there is no limit of time */

void interrupt_install(void); /* SIGINT and SIGTERM ask every budget to end */
bool interrupted(void);

#endif
