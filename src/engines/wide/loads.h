/* What loads.c and readings.c share: memory cells that pointers are read from, and who writes them. */
#ifndef HEDDLE_ENGINES_WIDE_LOADS_H
#define HEDDLE_ENGINES_WIDE_LOADS_H

#include "engines/wide/order.h"

struct held_cell {
    struct outline_address where;
    struct bitset steps;   /* that may write it */
    struct bitset writers; /* procedures with such steps, also by calls */
    u32_vector writes;     /* the steps */
};

struct cell_key {
    uint32_t object, procedure, base; /* object NONE: by a value of the procedure */
    uint32_t unused;
    int64_t offset;
};

struct load_fact {
    uint32_t cell, value;
};

struct loads {
    const struct wide *w;
    struct wide *out;
    bool ordered; /* the order of threads is known, and which memory is fresh */
    struct intern keys, facts;
    VECTOR(struct held_cell) cells;
    VECTOR(u32_vector) writes_to; /* object: steps */
    u32_vector writes_anywhere;   /* steps of which nothing is known */
    struct bitset synchronised;   /* objects with locks, ids of threads that are joined, and what threads are given */
    struct bitset holders;        /* objects where pointers are read of which it matters where they lead */
    struct map own;               /* cell and procedure: whether the thread that runs it makes all writes */
    struct sets sets;
    u32_vector first; /* procedure: its first value in wanted */
    struct bitset wanted;
    struct intern made;    /* struct made_of, by their numbers in the outline */
    u32_vector first_made; /* procedure: the first of it */
};

static inline const struct outline_step *step_at(const struct loads *l, uint32_t s) { return &l->w->outline->steps.data[s]; }

/* The cell that an access of a pointer is to: of an object that there is once, or behind a value of the procedure; NONE if it is neither. */
uint32_t loads_cell_of(struct loads *l, uint32_t step);
/* Nobody else writes the cell while the procedure of the step runs. */
bool loads_are_steady(const struct loads *l, uint32_t cell, uint32_t step);

/* readings.c */
void loads_look_at_readings(struct loads *l);

#endif
