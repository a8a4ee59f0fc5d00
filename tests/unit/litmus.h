/* Litmus tests: a few accesses and fences by each thread; drawn at random, or written down. */
#ifndef HEDDLE_TESTS_LITMUS_H
#define HEDDLE_TESTS_LITMUS_H

#include "weak/execution.h"

enum { THREADS = 4, OPS = 4, LOCATIONS = 3 };

struct op {
    uint8_t kind; /* enum event_kind */
    uint8_t order;
    uint32_t location;
    bool again; /* where the solver is asked: until it has read something else than 0, or than what it writes */
};

struct litmus {
    uint32_t threads, locations, count[THREADS];
    struct op ops[THREADS][OPS];
};

/* What an op writes. */
static inline uint32_t litmus_value(uint32_t thread, uint32_t op) { return 1 + thread * OPS + op; }
static inline bool op_reads(const struct op *o) { return o->kind == EVENT_READ || o->kind == EVENT_UPDATE; }
static inline bool op_writes(const struct op *o) { return o->kind == EVENT_WRITE || o->kind == EVENT_UPDATE; }

struct litmus random_litmus(uint64_t *seed);

/* Threads are separated by '|', ops by a blank: R, W, U (an exchange) or F (a fence), the location (x, y, z; not for a fence), the order (p: plain, r: relaxed, a: acquire
 * and release, s: seq_cst). Without an order it is drawn (seed), and so are fences between ops. */
struct litmus litmus_read(const char *text, uint64_t *seed);

#endif
