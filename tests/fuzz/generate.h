/* Random C programs for comparing heddle with itself and with native execution. The same seed gives the same program. */
#ifndef HEDDLE_TESTS_FUZZ_GENERATE_H
#define HEDDLE_TESTS_FUZZ_GENERATE_H

#include "base/text.h"

/* Two or three small threads over a few shared variables, with locks, flags, atomics, arrays, joins and assertions.
 * Values stay small, so that exhaustive exploration ends. */
void generate_threads(struct text *out, uint64_t seed);

/* The same with one kind of thread created in an endless loop. */
void generate_unbounded(struct text *out, uint64_t seed);

/* Threads of one function (two or three, or any number) that are told apart by arguments, results, ids and slots of their
 * own, with locks that have owners and locks that have none. */
void generate_identity(struct text *out, uint64_t seed);
void generate_crowd(struct text *out, uint64_t seed);

/* Two or three threads, or any number, that copy arbitrary integers and compare them for equality. */
void generate_copies(struct text *out, uint64_t seed);

/* Two threads and main that share nodes through pointers: static, allocated, and local to one of them. */
void generate_heap(struct text *out, uint64_t seed);

/* Two or three threads that wait for each other in all ways that there are. */
void generate_sync(struct text *out, uint64_t seed);

/* Procedures, function pointers, recursion, locks as arguments; one or two threads that a loop creates, and what belongs to each of them. */
void generate_procedures(struct text *out, uint64_t seed);

/* Two threads and main that take several locks at a time, mostly in one order. */
void generate_waits(struct text *out, uint64_t seed);

/* A thread for each of two rounds, created and joined here and there, which may have one of its own. */
void generate_rounds(struct text *out, uint64_t seed);

/* Readers that are counted by hand, around a semaphore. */
void generate_readers(struct text *out, uint64_t seed);

/* Lists whose elements have one owner at a time: a stack or a queue, under a lock. */
void generate_lists(struct text *out, uint64_t seed);

/* Tables of buckets with a lock each, and entries that belong to one of them. */
void generate_homes(struct text *out, uint64_t seed);
void generate_handed(struct text *out, uint64_t seed);

/* Main and a thread with procedures that are left by longjmp, with locks and without. */
void generate_jumps(struct text *out, uint64_t seed);

/* Two threads whose steps depend on arbitrary values again and again: weak compare-and-swap in loops, choices of one bit. */
void generate_choices(struct text *out, uint64_t seed);

/* One to three threads with loops over counters that nothing bounds. */
void generate_counters(struct text *out, uint64_t seed);

/* One thread computing with all integer types, arrays, structs, unions, bit-fields, pointers, loops and switches; leaves its
 * result in the global unsigned long long result, and prints it when run natively. Without undefined behaviour. */
void generate_sequential(struct text *out, uint64_t seed);

/* As generate_sequential, but some accesses may lie outside their object. */
void generate_undefined(struct text *out, uint64_t seed);

/* One thread that sets and copies structs, unions and parts of them; leaves its result as generate_sequential does. */
void generate_layout(struct text *out, uint64_t seed);

/* Main and a thread, one after the other or side by side, that allocate, free and leave blocks; or that compute at the limits of types. */
void generate_lives(struct text *out, uint64_t seed);
void generate_lives_together(struct text *out, uint64_t seed);
void generate_limits(struct text *out, uint64_t seed);

/* Two threads, and perhaps main, on the real interfaces (real.h): of the scenarios with these names; a name behind - is left out,
 * and "-weak orders" leaves out all memory orders but seq_cst. */
void generate_real(struct text *out, uint64_t seed, const char *const *names, unsigned count);

#endif
