/* All executions of a program that a memory model allows, one after the other.
 *
 * None of the models has cycles of program order and reads-from, so every execution can be built event by event such that reads come
 * after what they read. What does not read is added at once: it is possible whatever else happens, and only its place in the order of
 * the location is a choice. A read either reads one of the writes that are there, or waits for one that is not there yet, and then reads
 * none of those: so every execution is built in one way only, and no two ways have to be compared (Kokologiannakis, Raad, Vafeiadis,
 * "Model Checking for Weakly Consistent Libraries", PLDI 2019, go back and revisit reads instead). What is added has no edges of its
 * own to earlier events unless it reads an old value or writes before another write; then the axioms are asked (axioms.h).
 *
 * A turn of a loop that brings a thread back to where it was, without a write, is not taken: an execution without that turn has all the
 * same errors and races. So has one without exchanges that write what they read: who reads from one of them reads the same from what was
 * there before, and less is ordered; and one without writes that repeat an earlier one (idle.c). Threads are cut off after MANY steps: then not everything was seen. */
#ifndef HEDDLE_WEAK_SEARCH_H
#define HEDDLE_WEAK_SEARCH_H

#include "base/clock.h"
#include "base/text.h"
#include "program/shown_execution.h"
#include "weak/axioms.h"

struct weak_task {
    const struct program *program; /* as the front end made it, without watches for races; indexed */
    enum memory_model model;
    bool races;    /* pairs of accesses are what is asked */
    bool outcomes; /* they are counted */
    struct budget budget;
    struct arena *words; /* where executions are kept that are to be shown; NULL: none is shown */
};

struct weak_finding { /* about one check */
    bool violated;
    const struct shown_execution *execution; /* if it is, and there is room for it in the task's words */
    const char *doubt;                       /* why a violation that was seen does not count; or NULL */
};

struct weak_result {
    bool complete;               /* everything was seen */
    const char *reason;          /* otherwise: why not */
    uint64_t executions;         /* complete ones: every thread has come to its end */
    uint64_t blocked;            /* others */
    uint64_t outcomes;           /* what memory can hold at the end of complete ones, if that was asked */
    uint64_t states;             /* with store buffers (buffers.h) */
    struct weak_finding *checks; /* by id */
    struct arena arena;
};

void weak_search_run(const struct weak_task *task, struct weak_result *out);
void weak_result_free(struct weak_result *r);

#endif
