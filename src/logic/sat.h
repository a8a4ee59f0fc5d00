/* The SAT solver (CaDiCaL) and the way of circuits into it. Literals of the solver are non-zero ints as in DIMACS.
 * A gate gets a variable and its clauses (Tseitin) when sat_lit() is first asked for it. */
#ifndef HEDDLE_LOGIC_SAT_H
#define HEDDLE_LOGIC_SAT_H

#include "base/clock.h"
#include "logic/circuit.h"

struct sat;

/* circuit outlives the solver and may grow; budget (may be NULL) ends a solve early. */
struct sat *sat_new(const struct circuit *circuit, const struct budget *budget);
void sat_free(struct sat *s);

/* The value that the solver should try first for each of the first gates (it tries true for the others). For gates that have
 * no variable yet. */
void sat_prefer(struct sat *s, const bool *values, uint32_t count);

int sat_var(struct sat *s);                 /* a fresh variable that belongs to no gate */
int sat_lit(struct sat *s, lit a);          /* of a gate; constants have one too */
bool sat_knows(const struct sat *s, lit a); /* whether the gate has clauses already */

void sat_clause(struct sat *s, const int *lits, uint32_t count);
void sat_add1(struct sat *s, int a);
void sat_add2(struct sat *s, int a, int b);
void sat_add3(struct sat *s, int a, int b, int c);

enum sat_answer { SAT_UNKNOWN, SAT_YES, SAT_NO };
void sat_assume(struct sat *s, int a);             /* for the next solve only */
void sat_limit(struct sat *s, uint32_t conflicts); /* the next solve gives up after so many */
enum sat_answer sat_solve(struct sat *s);

/* In the last model that was found; clauses added since do not change it. A gate without a variable is computed from its
 * inputs; an input without a variable is false. */
bool sat_true(const struct sat *s, int a);
bool sat_holds(struct sat *s, lit a);

uint64_t sat_clauses(const struct sat *s); /* added so far */
uint64_t sat_variables(const struct sat *s);

#endif
