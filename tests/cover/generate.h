/* Random small systems for the tests of src/cover: deterministic in the seed. */
#ifndef HEDDLE_TESTS_COVER_GENERATE_H
#define HEDDLE_TESTS_COVER_GENERATE_H

#include "cover/system.h"

enum generate_kind { GENERATE_THREADS, GENERATE_BROADCASTS, GENERATE_NET, GENERATE_TRANSFERS, GENERATE_KINDS };

/* At most 5 shared and 6 local states. Threads: one thread moves or creates another; with broadcasts: the others may
 * move, too; nets: rules that take and give several tokens; with transfers, resets and copies. */
void generate_system(struct system *s, enum generate_kind kind, uint64_t seed);

/* The system in words, for a report of what failed. */
struct text;
void generate_print(const struct system *s, struct text *out);

#endif
