/* The dual-reference template of an action: what it does to the predicates of the acting thread and of a passive one,
 * where an inter-thread predicate is one bit of a thread, "for all others" (eqs. 12, 24 and 34 of Kaiser's thesis). The
 * exploration keeps such predicates by pairs instead (model.h); this is the thesis's form, for comparison and for
 * --emit-template.
 *
 * A row has the bits of the predicates before and after: k of the active thread, k of the passive one, then the same
 * after the action. */
#ifndef HEDDLE_ENGINES_MONOTONE_TEMPLATE_H
#define HEDDLE_ENGINES_MONOTONE_TEMPLATE_H

#include "base/text.h"
#include "engines/monotone/ask.h"

enum { TEMPLATE_PREDICATES = 12 };

/* The number of threads from which on templates do not change any more (Theorem 13). */
uint32_t template_bound(const struct monotone_model *m, const expr *predicates, uint32_t count);

/* The template of the action in an instantiation with that many threads of the code (at least 2), sorted. False if
 * there are too many rows. */
bool template_rows(struct ask *a, uint32_t code, const struct action *action, struct expr_span predicates, uint32_t threads,
                   values *out);

/* The non-monotone fragment of a relation with k bits of each thread (Definition 18): assignments of the active bits
 * before (lowest), the passive bits before and the active bits after for which no passive bits after are in the
 * relation, although they are for other passive bits before. The closure sends such passive threads to a sink
 * (Definition 20). */
void template_blocking(const values *rows, uint32_t k, values *out);

/* All templates of the user's predicates, in words. */
void template_print(struct monotone_model *m, const struct budget *budget, struct text *out);

#endif
