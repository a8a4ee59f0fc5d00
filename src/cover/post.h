/* Successors of states with OMEGA counts, for the forward search. */
#ifndef HEDDLE_COVER_POST_H
#define HEDDLE_COVER_POST_H

#include "cover/state.h"

struct post_index;
struct post_index *post_index_make(const struct system *s);
void post_index_free(struct post_index *x);

/* Called for each successor, a scratch state without its mask and total (state_make computes them). False stops. */
typedef bool post_visitor(void *context, uint32_t control, const struct token *tokens, uint32_t size, uint32_t rule);

/* All successors of s: OMEGA plus or minus anything is OMEGA; OMEGA tokens that may choose go everywhere. */
bool post_each(struct post_index *x, const struct state *s, post_visitor *visit, void *context);

#endif
