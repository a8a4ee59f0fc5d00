/* All ways to choose what each read of a litmus test reads and in which order its writes are, each judged by the axioms. */
#ifndef HEDDLE_TESTS_LITMUS_CHOICES_H
#define HEDDLE_TESTS_LITMUS_CHOICES_H

#include "litmus.h"
#include "base/vector.h"
#include "weak/axioms.h"

enum { MOST_CHOICES = 20000 }; /* then it stops, with more than that seen */

struct outcome {                                   /* of an execution */
    uint32_t read[THREADS * OPS], last[LOCATIONS]; /* values; NONE: nothing is read */
    bool allowed;
};

struct choices {
    const struct litmus *litmus;
    VECTOR(struct outcome) outcomes; /* different ones, if they are asked for */
    bool asks;
    struct execution x;
    u32_vector reads; /* events that read */
    enum memory_model model;
    uint64_t allowed, seen;
    bool races;
};

/* model, litmus and asks are set before; outcomes is to be freed. */
void choose_all(struct choices *c);

#endif
