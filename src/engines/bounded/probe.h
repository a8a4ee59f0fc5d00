/* One unfolding and its solver: which of some targets can be reached? */
#ifndef HEDDLE_ENGINES_BOUNDED_PROBE_H
#define HEDDLE_ENGINES_BOUNDED_PROBE_H

#include "engines/bounded/cubes.h"
#include "engines/bounded/order.h"

struct probe {
    struct unfolding *u;
    struct sat *sat;
    struct memory *memory;
    lit inside_cuts;          /* some atomic section is cut off by the bound */
    uint64_t models;          /* looked at */
    double solving, ordering; /* seconds */
};

/* Unrolls with what is known of the cells. */
struct unfolding *probe_unfold(const struct program *p, struct bound bound, const struct budget *budget);
/* Unrolls; false (with *s empty) if that is too large or the budget is spent. */
bool probe_init(struct probe *s, const struct program *p, struct bound bound, const struct budget *budget);
void probe_free(struct probe *s);

struct probe_goal {
    lit x;
    uint32_t node;
    bool leaving;   /* the step out of the node is part of it */
    uint32_t tag;   /* the caller's */
    bool whole;     /* all threads go as far as they can (deadlock); node is none */
    uint32_t other; /* a second node that counts likewise (race), or NONE */
};

enum found { FOUND_NONE, FOUND_ONE, FOUND_UNKNOWN };

struct query {
    const struct probe_goal *goals;
    uint32_t count;
    bool allow_inside_cuts;
    uint32_t switches;       /* look only for runs with so few interruptions (switches.h); NONE: for any */
    bool direct;             /* look only for runs without detours (detours.h) */
    const cube_vector *cube; /* look only for runs of this part; NULL: for all */
    uint32_t conflicts;      /* give up after so many; 0: when the budget is spent */
};

/* Looks for a run that reaches one of the goals. FOUND_ONE: *which is its position, *run the run (free it). FOUND_NONE with
 * switches: there is none with so few. */
enum found probe_any(struct probe *s, const struct query *q, uint32_t *which, struct order_run *run);

#endif
