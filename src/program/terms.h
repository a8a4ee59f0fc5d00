/* What can be said of expressions and actions without a solver: the conjuncts that they consist of, the cells that they mention,
 * the value that they write. */
#ifndef HEDDLE_PROGRAM_TERMS_H
#define HEDDLE_PROGRAM_TERMS_H

#include "base/bitset.h"
#include "program/program.h"

typedef VECTOR(expr) expr_vector;

bool expr_vector_has(const expr_vector *v, expr e);
void expr_vector_add(expr_vector *v, expr e); /* if it is not there yet */

void conjuncts_of(expr e, expr_vector *out); /* e is their conjunction; "true" has none */

static inline bool expr_is_cell(expr e) { return e->op == E_CELL || e->op == E_READ; }
bool expr_has(expr e, enum expr_op op);        /* a node with this operator */
void expr_cells(expr e, struct bitset *cells); /* adds the cells that e mentions */
bool expr_mentions_cell(expr e, uint32_t cell);
bool expr_mentions_any(expr e, const struct bitset *cells);

/* Adds the cells that the action's guard, values and indices mention; those of indices of accesses only if accesses. */
void action_reads(const struct action *a, bool accesses, struct bitset *cells);

/* Adds the indices of this width at which the action reads arrays or writes to them. */
void action_indices(const struct action *a, unsigned width, expr_vector *out);

/* The value that the action writes to a scalar cell (to some slot of an array), or NULL. */
expr action_writes(const struct action *a, uint32_t cell);

#endif
