/* SMT by Z3, for expressions of src/program. Z3 is seen in smt*.c alone (and behind interpolate.h): references are counted, every
 * question has limits, and errors of Z3 become SMT_UNKNOWN. One struct smt is one Z3 context with one solver; several may exist.
 *
 * A state gives every cell a term: a constant of its own at first, then whatever actions put there. */
#ifndef HEDDLE_LOGIC_SMT_H
#define HEDDLE_LOGIC_SMT_H

#include "program/program.h"

struct budget;
struct smt;
typedef struct smt_term *term; /* kept alive by the smt that made it */

struct smt *smt_new(const struct program *p);
void smt_free(struct smt *s);

/* How much one question may cost. Z3 counts its own work in units, the same on every machine: about a thousand take a millisecond (in
 * most questions 300 to 10,000). Some of it, when it simplifies what it was told, is hardly counted: so the clock ends a question, too,
 * after much longer than the work takes otherwise. */
struct smt_limit {
    unsigned work;         /* thousands of units; 0: no limit */
    unsigned milliseconds; /* by the clock; 0: no limit */
};
/* So much work, in the time that is left (NULL: whatever that is). */
struct smt_limit smt_limit_within(unsigned work, const struct budget *b);
void smt_set_limit(struct smt *s, struct smt_limit limit); /* for each question from now on */

/* --- terms --- */

term smt_constant(struct smt *s, unsigned width, const char *name); /* the same name and width: the same constant */
term smt_fresh(struct smt *s, unsigned width, const char *prefix);
term smt_value(struct smt *s, unsigned width, uint64_t value);
term smt_true(struct smt *s);
term smt_not(struct smt *s, term a); /* of formulas; so the next three */
term smt_and(struct smt *s, term a, term b);
term smt_or(struct smt *s, term a, term b);
term smt_implies(struct smt *s, term a, term b);
term smt_equal(struct smt *s, term a, term b);   /* of terms of one width; gives a formula */
term smt_formula(struct smt *s, term bit);       /* "bit == 1" of a term of width 1 */
term smt_label(struct smt *s, const char *name); /* a formula that is a constant: for assumptions */

/* --- states --- */

struct smt_state {
    term *cells; /* by cell id; NULL: not mentioned yet. Arrays are array terms */
    uint32_t count;
    const char *tag; /* distinguishes the constants of different states */
};

struct smt_state *smt_state_new(struct smt *s, const char *tag); /* every cell is a constant "name.tag" */
struct smt_state *smt_state_copy(struct smt *s, const struct smt_state *from);
void smt_state_free(struct smt_state *state);
term smt_cell(struct smt *s, struct smt_state *state, uint32_t cell); /* what the cell is in the state */

/* Whose step: shared cells come from shared, the actor's own cells from own (they may be one state); inputs of the step are
 * constants of their own with this tag. at(): meaning given by the caller, or NULL. */
struct smt_scope {
    struct smt_state *shared, *own;
    term self;
    const char *inputs;
    term (*at)(void *context, uint32_t code, uint32_t location, term instance);
    void *context;
};

term smt_term(struct smt *s, const struct smt_scope *scope, expr e);  /* a term of e's width */
term smt_holds(struct smt *s, const struct smt_scope *scope, expr e); /* the formula "e is not 0", for width 1 */
/* Does the updates of the action, in place; the guard is the caller's to assert before. */
void smt_apply(struct smt *s, const struct smt_scope *scope, const struct action *a);
/* The formula that the cell has its initial value (true if that is arbitrary, or an array too long to tell). */
term smt_initial(struct smt *s, struct smt_state *state, uint32_t cell);
term smt_initial_value(struct smt *s, uint32_t cell); /* as a term; NULL where smt_initial() tells nothing */
term smt_select(struct smt *s, term array, term index);
/* The formula that a term is what the array cell holds at an index at the start. */
term smt_initial_at(struct smt *s, uint32_t cell, term index, term value);

/* --- questions --- */

enum smt_answer { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };

void smt_push(struct smt *s);
void smt_pop(struct smt *s);
void smt_assert(struct smt *s, term formula);
enum smt_answer smt_check(struct smt *s);
/* The same question to a solver that hears of it for the first time: it simplifies all that is asserted together, and so decides in no time
 * what the other, which is ready for more, may never decide (sums of the same numbers in another order). It knows what operators on floating
 * numbers compute, too; the other takes them for functions of which it knows little more than what they make of constants, so that its
 * SMT_UNSAT is right, and its SMT_SAT a guess where smt_has_floats(). */
enum smt_answer smt_check_afresh(struct smt *s, struct smt_limit limit);
bool smt_has_floats(const struct smt *s); /* whether operators on floating numbers are in any term so far */
/* With assumptions; after SMT_UNSAT core[i] says whether assumption i was used (core may be NULL). */
enum smt_answer smt_check_assuming(struct smt *s, const term *assumptions, uint32_t n, bool *core);
uint64_t smt_model(struct smt *s, term t); /* after SMT_SAT: its value, 0 where the model does not care */
const char *smt_why_unknown(struct smt *s);

struct smt_statistics {
    uint64_t questions, sat, unsat, unknown;
    double seconds;
};
struct smt_statistics smt_statistics(const struct smt *s);

#endif
