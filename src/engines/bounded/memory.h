/* Which write each read takes its value from, as clauses. A read has a candidate for every write that it might see, and one
 * for the start memory; choosing it means that the write happened, on the same slot, with this value. What order the
 * choices need is not said here: order.c checks it afterwards.
 *
 * Candidates that no run can choose are dropped first: those that program order, creation and joining put after the read or
 * behind another write that certainly lies between, and those whose constant value the read's guard refuses (a lock
 * that is taken, a flag that is not set). A read with one candidate left orders its group after that write, and
 * this feeds the next round.
 *
 * The solver tries every variable true first. So literals have the sign that makes this first guess a run: all threads
 * in step or one after the other, as the bound says, and every read sees the latest write. Which one helps depends on
 * the violation: lost updates want the first, results that need every update the second.
 *
 * Only reads that the queries depend on get clauses: call memory_extend after asking sat_lit for anything new. */
#ifndef HEDDLE_ENGINES_BOUNDED_MEMORY_H
#define HEDDLE_ENGINES_BOUNDED_MEMORY_H

#include "engines/bounded/unfolding.h"
#include "logic/sat.h"

struct candidate {
    uint32_t write; /* NONE: the start memory */
    int chosen;     /* solver literal; 0 until the read has clauses */
    lit same;       /* the indices are equal */
    word value;
};
typedef VECTOR(struct candidate) candidate_vector;

struct memory {
    struct unfolding *u;
    struct sat *sat;
    u32_vector *writes_of;        /* by cell */
    candidate_vector *candidates; /* by read */
    bool *encoded;                /* by read */
    struct bitset *before;        /* by group: groups that certainly are before it, if they are executed */
    struct bitset *sure;          /* by group: groups that are executed whenever it is */
    struct map order_variables;   /* pair of groups, the smaller first: solver variable for "the first one is earlier" */
    u32_vector ordered;           /* pairs whose variables the order has to respect, flat (order.c) */
    uint32_t *level;              /* by group: when it runs in the first guess */
    uint32_t *guesses;            /* by read: the candidate in the first guess */
    struct bitset relevant;       /* groups that encoded reads or what they may see belong to */
    bool relevant_grew;
    uint32_t switches_for;  /* relevant groups when switches.c made: */
    int switches[12];       /* literals for "more than so many interruptions"; 0: there are not so many */
    uint64_t axioms;        /* clauses of axioms.c so far */
    uint64_t dropped, kept; /* candidates */
};

struct memory *memory_new(struct unfolding *u, struct sat *sat);
void memory_free(struct memory *m);
void memory_extend(struct memory *m);

/* Solver literal for "group a is earlier than group b"; created when first asked for. a != b. Groups of one instance are
 * in the order of their numbers. */
int memory_earlier(struct memory *m, uint32_t a, uint32_t b);

/* guess.c: levels, guesses, and the values that the solver tries first; whether a comes before b in that run. */
void memory_guess(struct memory *m);
bool memory_guess_earlier(const struct memory *m, uint32_t a, uint32_t b);

/* axioms.c: what the choices of an encoded read say about the order; and that the order respects the threads. */
void memory_order_read(struct memory *m, uint32_t read);
void memory_order_threads(struct memory *m);

#endif
