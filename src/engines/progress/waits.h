/* Where threads wait, for what, and what they may hold there. */
#ifndef HEDDLE_ENGINES_PROGRESS_WAITS_H
#define HEDDLE_ENGINES_PROGRESS_WAITS_H

#include "engines/progress/slots.h"
#include "engines/progress/ways.h"

/* Somebody there may hold a slot of an array and wait for one of the same array. */
struct neighbours {
    uint32_t code, location, held, awaited;
};

struct lock_order {
    const struct program *program;
    const struct proof *facts; /* NULL, or what is known at locations */
    struct lock_slots slots;   /* what locks there are */
    struct ways ways;
    struct bitset *reached; /* by template: locations */
    struct bitset **may;    /* by template and location: slots that a thread there may hold */
    struct bitset *awaited; /* by cell of a lock: those of the locks that somebody waits for who may hold it */
    VECTOR(struct neighbours) neighbours;
    struct bitset waiting;              /* cells of locks that somebody may hold who waits */
    struct bitset *joined;              /* by template: those whose threads it joins */
    struct bitset ending;               /* cells of locks that somebody may hold who ends the program */
    const struct location *unsupported; /* what is not modelled and may be reached */
    bool to_the_end;                    /* everybody is to end; what is not modelled, or fails, is not reached */
};

/* Whether whoever is there goes on at last, as far as this location shows; notes what is waited for there, and who ends the program. */
bool waits_look(struct lock_order *o, uint32_t code, uint32_t location);

#endif
