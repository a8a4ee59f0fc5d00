/* Cells that count threads. If every change of a shared scalar is the difference of a number at the location that the acting
 * thread comes from and of the one at which it arrives (x := x + 1 where it enters the readers, x := x - 1 where it leaves),
 * then the cell is, in every reachable state, its initial value plus the numbers of all threads' locations, their parts: with
 * any number of threads, as machine numbers.
 *
 * An increment may be in two steps: a copy of the cell is taken, and later the cell is set to the copy plus one. That is an
 * increment if the copy is still equal to the cell, which whoever relies on it has to prove (sure). main may also set the cell
 * while no other thread can have moved: its part is then the difference to the initial value.
 *
 * Whoever creates a thread may hand over to it some of what he has added (a reference that the new thread is to drop): then the thread's
 * part is that from its creation on, before it has taken a step. It is as much as the thread takes away until its end.
 *
 * Edges that do not fit are noted as odd: the counter counts as long as none of them is taken. (By induction over the run: up
 * to the first odd edge the sum is right.) */
#ifndef HEDDLE_FACTS_COUNTERS_H
#define HEDDLE_FACTS_COUNTERS_H

#include "base/bitset.h"
#include "program/program.h"

struct sure { /* the edge counts if this holds */
    uint32_t code, edge;
    expr condition;
};

struct counter {
    uint32_t cell;
    int64_t **part;     /* by template and location: what a thread there has added (if it is created); 0 where nobody gets */
    int64_t *given;     /* by template: what a thread of it is given by its creator */
    struct bitset *odd; /* by template: edges */
    VECTOR(struct sure) sure;
    bool set;      /* by main */
    bool left;     /* wherever others may run main's part is one and the same: it does not change the cell any more, */
    uint64_t base; /* which had this value when the others began */
};

struct counters {
    VECTOR(struct counter) list;
    struct bitset late; /* locations of main where other threads may run */
    uint32_t templates;
};

/* All shared scalars with a known initial value to which a thread other than main adds something. For programs without
 * procedures. creators: NULL if nothing is to be handed over; else p as it was when every update of a cell CELL_STARTED created one thread. */
void counters_find(struct counters *c, const struct program *p, const struct program *creators);
bool counter_hands_over(const struct counter *c, uint32_t templates);
void counters_free(struct counters *c);
/* Forgets those that are of no use to the caller. */
void counters_keep(struct counters *c, bool (*keep)(const void *context, const struct counter *c), const void *context);

#endif
