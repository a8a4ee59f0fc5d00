/* An abstract counterexample, unfolded from the graph: the path of the thread that fails, and below every effect on it
 * the path of the actor, with the effects on that, and so on. Each occurrence of an effect has a path of its own, so
 * the tree is feasible if and only if thread-modular reasoning cannot exclude it, however many predicates there are.
 *
 * Actors below a given depth, and what is beyond a size limit, are cut off: of those only their abstract state is
 * known. */
#ifndef HEDDLE_ENGINES_PREDICATE_TREE_H
#define HEDDLE_ENGINES_PREDICATE_TREE_H

#include "engines/predicate/arg.h"

/* What is to be refuted: a node; for a race two, each about to make one move. */
struct tree_goal {
    uint32_t node;
    uint32_t other;    /* NONE: none */
    expr meeting;      /* race: both moves are possible and at one slot; the first in its own words, the second as seen by
                       it */
    uint32_t check;    /* or NONE: an unsupported location */
    const char *where; /* unsupported: its reason */
};

struct tree_place { /* a node of the tree: a thread, somewhere on its path */
    uint32_t node;  /* of the graph */
    uint32_t kind, location;
    uint32_t parent; /* place before, or NONE: the path begins here */
    uint32_t actor;  /* place of the actor; NONE: own step (or beginning) */
    uint32_t move;   /* of the kind or the actor's kind; NONE: beginning, or the meeting of a race */
    expr condition;  /* of the step; in the kind's own words, the actor's as seen by it */
    const struct update *updates;
    uint32_t update_count;
    bool cut; /* only its abstract state is known */
};

struct tree {
    struct arg *arg;
    VECTOR(struct tree_place) places; /* parents and actors before those that follow from them */
    uint32_t last;                    /* place that must not be reached */
    bool cut;                         /* some place is */
    uint32_t only;                    /* only the actor of the effect that led to this node has a path; NONE: every actor */
};

enum { WHOLE_TREE = 1000 };
void tree_build(struct tree *t, struct arg *a, const struct tree_goal *goal, uint32_t depth);
/* The path to one node of the graph alone. */
void tree_build_node(struct tree *t, struct arg *a, uint32_t node, uint32_t depth);
/* The path to a node that an effect led to, and the path of its actor; what affects those is cut off. */
void tree_build_pair(struct tree *t, struct arg *a, uint32_t node);
void tree_free(struct tree *t);
bool tree_valid(const struct tree *t); /* what the comments above say */

#endif
