/* What the parts of abstraction.h share. */
#ifndef HEDDLE_ENGINES_MONOTONE_ABSTRACTION_PARTS_H
#define HEDDLE_ENGINES_MONOTONE_ABSTRACTION_PARTS_H

#include "engines/monotone/abstraction.h"

enum { MOST_OUTCOMES = 256 };
typedef VECTOR(expr) exprs_list;

/* States from rows of values; row has the values of the trackers that matter. */
uint32_t abstraction_make_shared(struct abstraction *s, bool busy, const uint64_t *row);
uint32_t abstraction_make_local(struct abstraction *s, uint32_t code, uint32_t location, const uint64_t *row);

/* The expression as it is after the edge, in terms of what was before; NULL edge: as it is. */
expr abstraction_before(struct abstraction *s, const struct edge *e, expr x);
/* The expressions whose values make a row, after the edge; in this order. */
void abstraction_want_shared(struct abstraction *s, const struct edge *e, exprs_list *out);
void abstraction_want_thread(struct abstraction *s, const struct edge *e, uint32_t code, uint32_t location, bool other,
                             exprs_list *out);
void abstraction_want_pair(struct abstraction *s, const struct edge *e, uint32_t code, uint32_t at, uint32_t other,
                           exprs_list *out);
uint64_t abstraction_read_pair(const struct abstraction *s, uint32_t code, uint32_t at, uint32_t other, const uint64_t *row);

#endif
