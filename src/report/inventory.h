/* What a program consists of, in the user's words: its threads, and the variables that they share. */
#ifndef HEDDLE_REPORT_INVENTORY_H
#define HEDDLE_REPORT_INVENTORY_H

#include "program/program.h"

struct inventory_thread {
    const char *name; /* of its function */
    uint32_t instances;
    struct position pos; /* of its first step */
};
struct inventory_variable {
    const char *name;
    bool synchronises;   /* a mutex, semaphore, ... */
    const char *initial; /* "0", "arbitrary", "array of 8"; NULL for what synchronises */
    struct position pos; /* of the declaration */
    const char *lock;    /* what it is protected by (protection.h), or NULL: */
    u32_vector without;  /* but for main on these lines */
};
struct inventory {
    VECTOR(struct inventory_thread) threads;
    VECTOR(struct inventory_variable) variables;
    struct arena words;
};

void inventory_make(struct inventory *i, const struct program *p);
void inventory_free(struct inventory *i);

#endif
