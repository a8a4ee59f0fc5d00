/* Small programs on the real interfaces (pthreads, C11 threads and atomics), to be compared with native runs.
 *
 * A program consists of one or two scenarios. A scenario adds declarations, statements for main before the threads start, statements
 * for each of the actors (two threads, and sometimes main between creating and joining them), and statements for main after
 * the joins. Every statement ends with DELAY, which is nothing to heddle and a random delay in a native run. Each scenario is right
 * in some of its variants and wrong in others; nobody has to know which. */
#ifndef HEDDLE_TESTS_FUZZ_REAL_H
#define HEDDLE_TESTS_FUZZ_REAL_H

#include "generate.h"
#include "writer.h"

enum { ACTORS = 3, FIRST = 0, SECOND = 1, DECLARATIONS = ACTORS, START, END, PARTS };

struct real {
    struct random r;
    struct text part[PARTS]; /* statements of the actors, then the other parts of the program */
    unsigned actors;
    bool c11;    /* C11's threads, mutexes and condition variables */
    bool strong; /* no weaker memory order than seq_cst */
    unsigned id; /* of the scenario, for names */
};

/* Adds a statement (a declaration) to a part of the program. Every $ in it stands for the number of the scenario. */
void put(struct real *g, unsigned part, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline unsigned pick(struct real *g, unsigned n) { return random_below(&g->r, n); }
static inline bool chance(struct real *g, unsigned percent) { return random_chance(&g->r, percent); }

#define choose(g, words) (words)[pick(g, sizeof(words) / sizeof *(words))]

/* An order of a load, a store or a read-modify-write. */
const char *load_order(struct real *g);
const char *store_order(struct real *g);
const char *any_order(struct real *g);

/* A lock of some kind with the name NAME$: declared and initialised. */
struct protection {
    const char *name;
    const char *lock, *unlock, *attempt; /* with %s for the name; attempt may be NULL */
    bool none, weak;                     /* no lock at all; made of weaker orders than seq_cst */
};
struct protection protection(struct real *g, const char *name);

/* Statements under that lock; taken in some other way, or not taken at all, if careless. */
void lock(struct real *g, unsigned actor, const struct protection *p);
void unlock(struct real *g, unsigned actor, const struct protection *p);

struct scenario {
    const char *name;
    void (*write)(struct real *);
};
extern const struct scenario data_scenarios[], sync_scenarios[], wait_scenarios[], atomic_scenarios[],
    call_scenarios[]; /* each ends with a NULL name */

#endif
