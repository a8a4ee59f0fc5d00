/* Questions about abstract states: given the values of some expressions (facts), which values can other expressions
 * have? Most answers come from simplification with the facts alone; the rest from one SAT solver that knows the
 * expressions as circuits: facts are assumptions of a question, so what it learns stays. Only the facts that have to do
 * with a question are told, and answers are kept: the same question is asked once.
 *
 * Array cells are functions of their index: two reads of one array agree where their indices do. */
#ifndef HEDDLE_ENGINES_MONOTONE_ASK_H
#define HEDDLE_ENGINES_MONOTONE_ASK_H

#include "base/clock.h"
#include "base/map.h"
#include "engines/monotone/model.h"
#include "logic/bitblast.h"
#include "logic/sat.h"

typedef VECTOR(uint64_t) values;

struct ask_statistics {
    uint64_t questions, by_solver, remembered;
};

struct fact {
    expr e;
    uint64_t value;
};

struct ask_read { /* of an array cell */
    uint32_t cell;
    uint8_t width, index_width;
    word index, value;
};

struct answer_rows {
    uint32_t first, rows; /* in ask.rows */
    bool complete;
};

struct ask {
    struct monotone_model *model;
    struct circuit *circuit;
    struct arena words;
    struct blaster blaster;
    struct evaluation evaluation;
    struct sat *sat;
    VECTOR(struct ask_read) reads;
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

void ask_init(struct ask *a, struct monotone_model *m, const struct budget *budget);
void ask_free(struct ask *a);

void ask_begin(struct ask *a, uint32_t self, uint32_t other); /* no facts */
void ask_fact(struct ask *a, expr e, uint64_t value);
expr ask_simplify(struct ask *a, expr e); /* an equal expression, given the facts */

/* All vectors of values that the wanted expressions can have together when the facts and the conditions hold, appended
 * to out row by row. False if there are more than most, or the solver gave up: then out has some of them. */
struct expr_span {
    const expr *data;
    uint32_t size;
};
bool ask_values(struct ask *a, struct expr_span conditions, struct expr_span wanted, uint32_t most, values *out);
/* Whether the conditions can hold together with the facts; true if the solver gave up. */
bool ask_possible(struct ask *a, const expr *conditions, uint32_t count);

#endif
