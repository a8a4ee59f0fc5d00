/* Litmus tests as programs. */
#ifndef HEDDLE_TESTS_LITMUS_PROGRAMS_H
#define HEDDLE_TESTS_LITMUS_PROGRAMS_H

#include "litmus_choices.h"

struct program;

/* A thread for each of the test's, and a check for each pair of accesses, whether they race. */
struct program *make_program(const struct litmus *l);

/* The same threads, which tell what they have read when they are done, and main fails with a check of its own for each of the outcomes. */
struct program *make_asking(const struct litmus *l, const struct outcome *outcomes, uint32_t count);

#endif
