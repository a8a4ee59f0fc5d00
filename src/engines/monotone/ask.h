/* Questions about abstract states: given the values of some expressions (facts), which values can other expressions have?
 * Most answers come from simplification with the facts alone; the rest from SMT, with only the facts that have to do
 * with the question, and kept: the same question is asked once. */
#ifndef HEDDLE_ENGINES_MONOTONE_ASK_H
#define HEDDLE_ENGINES_MONOTONE_ASK_H

#include "base/clock.h"
#include "base/map.h"
#include "engines/monotone/scheme.h"
#include "logic/smt.h"

typedef VECTOR(uint64_t) values;

struct ask_statistics {
    uint64_t questions, by_solver, remembered;
};

struct fact {
    expr e;
    uint64_t value;
};

struct answer_rows {
    uint32_t first, rows; /* in ask.rows */
    bool complete;
};

struct ask {
    struct scheme *scheme;
    struct smt *smt;
    struct smt_state *cells;
    struct smt_scope scope;
    struct map terms; /* by expression id */
    struct map mentions; /* by expression id: 1 + index in mention_sets */
    VECTOR(struct bitset) mention_sets;
    struct intern questions;
    VECTOR(struct answer_rows) answers;
    values rows;
    const struct budget *budget;
    struct ask_statistics statistics;
    /* The current facts: */
    struct map known;      /* expression id to value */
    struct map simplified; /* expression id to expression */
    VECTOR(struct fact) facts;
    uint32_t self, other; /* codes of the thread and of the other one; NONE: unknown */
};

void ask_init(struct ask *a, struct scheme *m, const struct budget *budget);
void ask_free(struct ask *a);

void ask_begin(struct ask *a, uint32_t self, uint32_t other); /* no facts */
void ask_fact(struct ask *a, expr e, uint64_t value);
expr ask_simplify(struct ask *a, expr e); /* an equal expression, given the facts */

/* All vectors of values that the wanted expressions can have together when the facts and the conditions hold, appended to
 * out row by row. False if there are more than most, or the solver gave up: then out has some of them. */
bool ask_values(struct ask *a, const expr *conditions, uint32_t condition_count, const expr *wanted, uint32_t count,
                uint32_t most, values *out);

#endif
