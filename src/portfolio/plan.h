/* Which engines to ask about a program, in which order, and how much of the time each is worth. */
#ifndef HEDDLE_PORTFOLIO_PLAN_H
#define HEDDLE_PORTFOLIO_PLAN_H

#include "engines/engine.h"

/* What a program looks like. */
struct features {
    bool unbounded;     /* some thread exists in any number */
    bool loops;         /* some code has a cycle */
    bool inputs;        /* some step takes an arbitrary value */
    bool arrays;        /* some shared cell is an array */
    uint32_t instances; /* of all bounded templates */
    uint32_t edges;     /* of all codes */
};

struct features features_of(const struct program *p);

struct planned {
    const struct engine *engine;
    double weight;     /* the share of the time that it gets, once everybody has had a first turn */
    double first_turn; /* seconds */
};

enum { MOST_ENGINES = 32 };

/* Orders all engines of the table; out has room for MOST_ENGINES. Returns their number. */
uint32_t plan_engines(const struct features *f, struct planned *out);

#endif
