/* The ticket lock of the thesis (Fig. 5) abstracted by the predicates (27) to (29), by brute force over small
 * integers. */
#ifndef HEDDLE_TESTS_COVER_TICKET_H
#define HEDDLE_TESTS_COVER_TICKET_H

#include "cover/system.h"

/* The number of abstract transitions (location, bits of the active and a passive thread, and the same after it) of n
 * threads. */
uint32_t ticket_transitions(uint32_t n);

/* The monotone closure for n threads: local state 8 (i - 1) + 4 b1 + 2 b2 + b3 is location i with these bits, 24 the
 * sink. Initially any number of threads in 2; targets are two threads in 16 .. 23. */
void ticket_system(struct system *s, uint32_t n);

#endif
