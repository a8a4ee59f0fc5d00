/* The program as the monotone engine sees it, and what it keeps track of.
 *
 * Local states of threads are locations with the values of trackers. A tracker is an expression: a cell whose values
 * are kept as they are, or a predicate. By what it mentions it is shared, local to a template (also if it mentions
 * shared cells: a single-thread predicate), or a pair tracker over the own locals of one thread and those of another
 * (A. Kaiser: Monotonicity in Shared-Memory Program Verification, 2013, Def. 9).
 *
 * Deviation: the thesis gives an inter-thread predicate one truth value for each thread, "for all others" (eq. 12).
 * Here it has one for each pair of threads, which says more; only the export to coverability forgets it.
 *
 * The clone of the program that is used inside has, besides the cells of the original:
 *  - for every local cell a copy that stands for the same cell of another thread;
 *  - for every template with several instances one flag "created" instead of the array of started flags: once one
 * instance is created, any may start. That adds runs and loses none;
 *  - ghost cells (ghosts.h). */
#ifndef HEDDLE_ENGINES_MONOTONE_MODEL_H
#define HEDDLE_ENGINES_MONOTONE_MODEL_H

#include "base/bitset.h"
#include "engines/monotone/ghosts.h"
#include "program/reason.h"
#include "program/substitute.h"

struct tracker {
    expr e;                    /* as the thread sees it */
    expr other;                /* the same of another thread: local cells and E_SELF replaced; pair: with the roles exchanged */
    struct bitset own, others; /* local cells of e: the thread's; the other's, by their original numbers (pairs only) */
};
typedef VECTOR(struct tracker) trackers;

struct given { /* a predicate of the user's */
    uint32_t code;
    expr e;
};

struct monotone_model {
    const struct program *original;
    struct program *program; /* the clone */
    struct exprs *pool;
    uint32_t *copy;         /* by cell of the clone: the other thread's, and of such a copy the original (NONE: shared) */
    expr other_self;        /* the other thread's E_SELF */
    bool races;             /* the indices of accesses matter */
    struct bitset relevant; /* cells of the clone that influence a guard */
    VECTOR(struct given) given;
    VECTOR(struct given) learned; /* from abstract runs (refine.h): their atoms may be tracked */
    ghosts ghosts;
    bool use_ghosts; /* they are tracked */
    trackers shared;
    trackers *local, *pair; /* by template */
    struct bitset **live;   /* by template and location: local cells that may still be read */
};

/* NULL with *why if the program is not for this engine. */
struct monotone_model *monotone_model_new(const struct program *p, bool races, const struct reason **why);
void monotone_model_free(struct monotone_model *m);

/* Adds e to the trackers of the code (NONE: shared); of a pair if it mentions copies: then it must not mention shared
 * cells, since a third thread may change them. False if it is there already, or a constant, or there are too many. */
bool monotone_model_track(struct monotone_model *m, uint32_t code, expr e);
void monotone_model_forget_all(struct monotone_model *m); /* removes all trackers */

/* Which code's locals e mentions: NONE if none; *mixed if of several. */
uint32_t monotone_model_owner(const struct monotone_model *m, expr e, bool *mixed);

/* Whether e mentions another thread's cells. */
bool monotone_model_mentions_other(const struct monotone_model *m, expr e);

/* e with the thread's locals (and E_SELF) replaced by another thread's, and vice versa; inputs is added to the numbers of inputs. */
expr monotone_model_exchange(const struct monotone_model *m, expr e, uint32_t inputs);

/* Whether the tracker says something about a thread at this location (pairs: and another at that). */
bool monotone_model_matters(const struct monotone_model *m, const struct tracker *t, uint32_t code, uint32_t location);
bool monotone_model_matters_pair(const struct monotone_model *m, const struct tracker *t, uint32_t code, uint32_t location,
                                 uint32_t other);

enum { MOST_TRACKERS = 60, MOST_PAIRS = 12 }; /* of one kind */

#endif
