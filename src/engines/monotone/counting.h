/* Cells that count threads. If every change of a shared cell is the difference of a weight of the location that the
 * acting thread comes from and of the one that it goes to (x := x + 1 where it enters the readers, x := x - 1 where it
 * leaves), then the cell is, in every reachable state, a base plus the weights of all threads' locations: with any
 * number of threads. Where all weights have one sign, the threads of a view are a lower bound of what the cell has
 * counted.
 *
 * An increment may be in two steps: a copy of the cell is taken, and later the cell is set to the copy plus one. That
 * is an increment if the copy is still equal to the cell, which whoever relies on it has to prove (sure).
 *
 * The base is what main leaves there before it creates the first thread. Edges that do not fit are noted as odd: the
 * counter counts as long as none of them is taken, and whoever relies on it has to watch that. (By induction over the
 * run: up to the first odd edge the sum is right.)
 *
 * The sum is one of machine numbers: it is a lower bound because there are not so many threads that it wraps around. */
#ifndef HEDDLE_ENGINES_MONOTONE_COUNTING_H
#define HEDDLE_ENGINES_MONOTONE_COUNTING_H

#include "base/bitset.h"
#include "program/program.h"

struct sure { /* the edge counts if this holds */
    uint32_t code, edge;
    expr condition;
};

struct counter {
    uint32_t cell;
    uint64_t base;
    bool down;          /* threads are counted by going down */
    uint32_t **weight;  /* by template and location: how much a thread there has counted */
    int32_t *of_main;   /* by location of main: what it has added to the initial value there; the base has it */
    struct bitset *odd; /* by template: edges */
    VECTOR(struct sure) sure;
};
struct counters {
    VECTOR(struct counter) list;
    uint32_t templates;
};

void counters_find(struct counters *c, const struct program *p);
void counters_free(struct counters *c);

#endif
