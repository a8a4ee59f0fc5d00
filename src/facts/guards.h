/* Propositional questions about a few guards, decided by trying all truth values of their atoms. */
#ifndef HEDDLE_FACTS_GUARDS_H
#define HEDDLE_FACTS_GUARDS_H

#include "program/expr.h"

/* Both answer false when there are too many atoms to try: "not known". */
bool guards_total(const expr *guards, uint32_t n); /* one of them always holds */
bool guards_exclusive(expr a, expr b);             /* never both */
bool guard_has_conjunct(expr guard, expr conjunct);
expr guard_without_conjunct(struct exprs *pool, expr guard, expr conjunct);

#endif
