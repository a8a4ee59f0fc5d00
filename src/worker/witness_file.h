/* A witness that some verifier wrote, in GraphML or YAML, as far as heddle validate can use it. Everything in it is data from outside: places,
 * numbers and conditions; the program, its options and the property are what the command line says. */
#ifndef HEDDLE_WORKER_WITNESS_FILE_H
#define HEDDLE_WORKER_WITNESS_FILE_H

#include "base/arena.h"
#include "base/vector.h"

#include <stdbool.h>

enum { WITNESS_VALUES = 4 };

/* What happens next in a violation. */
struct waypoint {
    uint32_t thread; /* as the witness numbers them; UINT32_MAX if it does not say */
    uint32_t line;
    const char *file;                /* or NULL */
    bool assumed;                    /* it says what variables hold there */
    bool target;                     /* the violation itself, or one of its two accesses */
    uint64_t values[WITNESS_VALUES]; /* what a call returns, or variables hold then */
    uint32_t value_count;
};

/* A condition that holds whenever a thread is there. */
struct claim {
    const char *file; /* or NULL */
    uint32_t line, column;
    bool loop;   /* where the loop that begins there tests its condition */
    bool always; /* everywhere; there is no place then */
    const char *text;
};

struct ghost_variable {
    const char *name, *type, *initial;
};
struct ghost_step {
    const char *file;
    uint32_t line, column;
    const char *name, *value; /* what the variable becomes, in one step with the statement there */
};

struct witness {
    bool violation;            /* else: of correctness */
    const char *specification; /* "" if it does not say */
    unsigned machine;          /* 32, 64, or 0 */
    VECTOR(const char *) hashes;
    VECTOR(struct waypoint) waypoints;
    VECTOR(struct claim) claims;
    VECTOR(struct ghost_variable) ghosts;
    VECTOR(struct ghost_step) ghost_steps;
    uint32_t unread; /* parts of it that heddle makes nothing of */
    struct arena words;
};

/* False: *error is one line for the user. w is to be freed in any case. */
bool witness_read(struct witness *w, const char *path, const char **error);
void witness_free(struct witness *w);

/* The two formats; parts of witness_read. */
bool witness_read_yaml(struct witness *w, const char *path, const char **error);
bool witness_read_graphml(struct witness *w, const char *path, const char **error);
/* Adds the numbers of "\result == 1", "c == 1 && d == 2;" and the like. */
void witness_add_values(struct waypoint *p, const char *constraint);

#endif
