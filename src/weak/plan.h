/* What the search for executions knows about a program before it begins: which cells have events, what each edge does to them, who may
 * still write what. */
#ifndef HEDDLE_WEAK_PLAN_H
#define HEDDLE_WEAK_PLAN_H

#include "base/bitset.h"
#include "program/program.h"

enum { MOST_PARTS = 8 }; /* of one location: bytes of a word */

/* What a step does about the end of an object: it asks whether there was one, ends the object, or lets it begin again. */
enum item_life { NO_LIFE, LIFE_LOOKS, LIFE_ENDS, LIFE_BEGINS };

/* What an edge does to one location of a cell that has events. */
struct item {
    uint32_t cell;
    expr index;              /* NULL for a scalar */
    expr others[MOST_PARTS]; /* further indices, of one wide access */
    uint8_t other_count;
    bool reads, writes, touches_as_write; /* neither reads nor writes: memory is used without a value */
    bool latest;                          /* what is read is the last value by happens-before: arguments and results of threads */
    uint8_t order;
    uint8_t life;    /* enum item_life */
    bool asks;       /* then: a variable of the thread's own gets the answer */
    uint32_t check;  /* then: what fails if the object has ended; NONE: nothing */
    uint32_t access; /* id */
    struct position pos;
};

struct edge_plan {
    VECTOR(struct item) items; /* in the order of their events */
    uint32_t reads;            /* which of them chooses what it reads, or NONE */
    bool unknown;              /* it reads memory without events whose first value is arbitrary, and that is not followed */
    bool has_inputs;
    bool is_double; /* it does as another one does, but for what it touches */
    bool is_locked; /* an exchange of the program, also one that fails */
};

struct code_plan {
    struct edge_plan *edges;
    bool *reads;           /* by location: some edge from it chooses what it reads */
    struct bitset *future; /* by location: cells that may be written from there on; NULL: any */
    struct bitset *live;   /* by location: own cells that matter */
};

struct weak_plan {
    const struct program *program;
    bool *has_events; /* by cell */
    bool *
        alone; /* by cell: shared, a scalar, and one thread alone uses it, by plain accesses: followed as its own cells are (unknown.c) */
    uint8_t *parts; /* by cell: how many neighbours are one location, since a step accesses them together; a power of two */
    bool has_lives, checks_lives; /* there are ends of objects; and something fails if an object has ended */
    const char *mixed;            /* what it means that some step accesses a part of such a location; NULL if none does */
    struct bitset read;           /* shared cells that somebody reads */
    struct bitset awaited; /* cells that say that a thread has started or ended, and that nobody does more with than wait for it */
    struct code_plan *codes;
    const char *gives_up;  /* why no search suits the program; NULL if one does */
    const char *unsuited;  /* why that for executions does not */
    const char *unknown;   /* why it cannot be complete; NULL if it can */
    const char *unordered; /* the same for store buffers */
};

void weak_plan_make(struct weak_plan *s, const struct program *p); /* requires indexed codes */
void weak_plan_free(struct weak_plan *s);

#endif
