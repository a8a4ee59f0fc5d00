/* The thread-modular abstract reachability graph: for every kind the reachable pairs of a location and a cube over the
 * predicates tracked there. V. Rudenchik, P. Andrianov: Predicate Abstraction Refinement in Thread-Modular Analysis,
 * 2023, section 2.4. A move that writes what others can see is projected: with the cube of its source it is applied to
 * every compatible node of every other thread (of the same kind too, if that has several instances).
 *
 * Where we deviate: a projection is the move itself with the actor's cube, so effect and condition are exact; nothing
 * is merged; and what another engine knows of a location is taken together with every node there, except where a
 * section is half done. While an actor is inside an atomic section the nodes that have seen its first moves are held:
 * nothing happens there but the section's further moves. The graph is complete when the queue is empty and no target
 * was found; then the nodes that are not covered are an inductive invariant of each kind. */
#ifndef HEDDLE_ENGINES_PREDICATE_ARG_H
#define HEDDLE_ENGINES_PREDICATE_ARG_H

#include "engines/engine.h"
#include "engines/predicate/counted.h"
#include "engines/predicate/location_facts.h"
#include "logic/abstraction.h"

struct arg_node {
    uint32_t kind, location;
    uint32_t held, held_at; /* by an actor of this kind at this atomic location; or NONE */
    struct cube cube;       /* over precision_at(kind, location) */
    uint32_t parent, move;  /* parent NONE: initial. The move is the actor's if there is one */
    uint32_t actor;         /* node that the effect came from, or NONE: own step */
    bool covered;
};

struct projection {
    uint32_t node, move;
};

struct arg {
    const struct predicate_model *model;
    const struct precision *precision;
    const struct assumed *assumed;
    const struct counted *counted; /* NULL: not used */
    struct cube_abstraction *abstraction;
    const struct budget *budget;
    VECTOR(struct arg_node) nodes;
    VECTOR(u32_vector *) at;               /* by kind and location: nodes that are not covered */
    VECTOR(struct location_facts *) words; /* by kind and location */
    u32_vector stamps;                     /* by expression: the last application in which the looking thread said the opposite */
    uint32_t stamp;
    VECTOR(struct projection) projections;
    uint32_t next;          /* queue: nodes from here on are not expanded */
    const bool *skip_check; /* by check: its error locations are no targets */
    bool skip_unsupported;
    uint32_t target;                  /* node at an error or unsupported location, or NONE */
    const struct reason *stopped;     /* why the graph is not complete, or NULL */
    struct map own_after, seen_after; /* kind, move and predicate to its weakest precondition */
    struct map touched;               /* kind and location to a bit set of cells that its predicates mention */
    uint64_t applications;
};

bool arg_fits(const struct program *p); /* small enough */
void arg_init(struct arg *a, const struct predicate_model *s, const struct precision *p, const struct assumed *assumed,
              struct cube_abstraction *ab, const struct budget *budget);
void arg_free(struct arg *a);
bool arg_valid(const struct arg *a); /* nodes come after those that they follow from; what is not covered is listed where it is */

/* Goes on until a target is found, all is done, or stopped is set. */
void arg_build(struct arg *a);

/* What is known to hold in every execution where a thread is at the node's location (and another at the actor's, if
 * there is one): what is assumed, and what counters say. In the words of the node's kind. */
void node_known(struct arg *a, const struct arg_node *n, const struct arg_node *actor, expr_vector *out);

/* What the node's cube says, and what is assumed there, in the kind's own words, or as another thread sees it. */
void node_facts(struct arg *a, const struct arg_node *n, bool as_other, expr_vector *out);

#endif
