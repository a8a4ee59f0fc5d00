/* Runs of a program with drawn schedules and inputs. Schedules come from priorities.h; inputs are drawn near the constants that
 * they are compared with. The same seed gives the same runs. */
#ifndef HEDDLE_ENGINES_RANDOM_RUNS_H
#define HEDDLE_ENGINES_RANDOM_RUNS_H

#include "base/clock.h"
#include "program/trace.h"

struct drawn_runs;

struct drawn_manner {
    uint32_t instances; /* of unbounded templates */
    uint64_t seed;
    bool exactly;    /* a run ends where more may happen than in C */
    bool from_seeds; /* every second run goes on from where another one came to something new (seeds.h) */
};

/* NULL if the program's states are too large for this. */
struct drawn_runs *drawn_runs_new(const struct program *p, struct drawn_manner how, const struct budget *budget);
void drawn_runs_free(struct drawn_runs *d);

/* Runs with so much work in all, or until one violates a check for which wanted says so. The
 * trace is the caller's, and for a deadlock or a race it has been replayed; NULL if there was none. */
struct trace *drawn_runs_violation(struct drawn_runs *d, const bool *wanted, uint64_t work, const struct budget *budget);

/* So far: the runs, and how often an edge was tried in them. */
uint64_t drawn_runs_count(const struct drawn_runs *d);
uint64_t drawn_runs_work(const struct drawn_runs *d);
uint32_t drawn_runs_edges(const struct drawn_runs *d); /* that were taken; 0 if that is not counted */

#endif
