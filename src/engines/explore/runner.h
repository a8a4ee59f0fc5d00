/* Executes a program once with explore's compiled code: for comparing with native runs, where the interpreter (machine.h) is too
 * slow. The schedule: the lowest instance that can move goes on until it blocks or ends; or, with a seed, random. Arbitrary
 * values are 0, or random. Of several edges that are possible the first is taken. */
#ifndef HEDDLE_EXPLORE_RUNNER_H
#define HEDDLE_EXPLORE_RUNNER_H

#include "base/clock.h"
#include "program/program.h"

enum run_end {
    RUN_ENDED,
    RUN_HALTED,
    RUN_BLOCKED,
    RUN_VIOLATED,
    RUN_UNSUPPORTED,
    RUN_TOO_DEEP,
    RUN_OUT_OF_STEPS,
    RUN_OUT_OF_BUDGET
};

struct runner;
struct runner *runner_new(const struct program *p, uint32_t unbounded, uint64_t seed); /* seed 0: the fixed schedule */
void runner_free(struct runner *r);

/* Goes on until the end, or for that many steps. *why (may be NULL) is set for RUN_OUT_OF_BUDGET. */
enum run_end runner_run(struct runner *r, uint64_t steps, const struct budget *budget, const char **why);
uint64_t runner_steps(const struct runner *r);

uint64_t runner_read(const struct runner *r, uint32_t cell, uint64_t index); /* of a shared cell */
/* Where an instance is: its topmost code and location. */
void runner_position(const struct runner *r, uint32_t code, uint32_t instance, uint32_t *in_code, uint32_t *location);

#endif
