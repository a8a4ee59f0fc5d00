/* Whether the accesses that race at the end of a trace are ordered by C's happens-before (C11 5.1.2.4), found out from the executed trace
 * alone: from the orders of accesses and fences, not from what the program itself watches. */
#ifndef HEDDLE_PROGRAM_ORDERED_H
#define HEDDLE_PROGRAM_ORDERED_H

#include "program/trace.h"

struct race_found {
    uint32_t first_step, second_step; /* that make the two accesses */
    const struct access *first, *second;
    /* A read and the write that it read from, by which the first would happen before the second if their orders synchronised; NULL
     * if there are none. */
    const struct access *read, *write;
};

/* For a trace of a check of two accesses that can be executed: the last of its instances makes one of the check's accesses last, and
 * another instance has made the other one before, on the same slot, which does not happen before it. out may be NULL.
 * beyond_doubt: whatever another thread has stored meanwhile, a thread's later stores continue its release sequence (as in RC11, not in C11),
 * and the last access may synchronise by the value that it reads itself (others might have been possible). More is ordered then: what
 * is still a race is one. */
bool trace_finds_race(const struct program *p, const struct trace *t, bool beyond_doubt, struct race_found *out);

#endif
