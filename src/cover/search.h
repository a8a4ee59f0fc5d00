/* What the three backward searches share: vertices, the set of minimal states, work, and what is known of states. */
#ifndef HEDDLE_COVER_SEARCH_H
#define HEDDLE_COVER_SEARCH_H

#include "cover/cover.h"
#include "cover/oracle.h"
#include "cover/known.h"
#include "cover/pre.h"
#include "cover/prune.h"
#include "cover/queue.h"
#include "cover/run.h"
#include "cover/upset.h"

#define NO_VERTEX UINT32_MAX

struct vertex {
    const struct state *state;
    uint32_t next; /* this is a cover predecessor of that vertex, by the rule; NO_VERTEX for targets and candidates */
    uint32_t rule;
    uint32_t depth; /* from the target or candidate */
};

struct search {
    const struct system *s;
    const struct cover_options *o;
    struct arena arena; /* states */
    struct pre_index *pre;
    struct pruner *pruner; /* NULL: no pruning */
    struct known known;    /* coverable states: the set D of the thesis */
    VECTOR(struct vertex) vertices;
    struct upset minimal; /* U (its minimal elements); tags are vertices */
    struct queue work;
    struct plan plan;    /* filled when a target turns out coverable */
    const char *give_up; /* a limit was reached */
    bool overflow;
    struct cover_statistics *st;
};

/* The searches return COVER_UNCOVERABLE with search.minimal (and the pruner) as the proof, COVER_COVERABLE with
 * search.plan filled, or COVER_UNKNOWN with give_up. Requires: the targets are not initial, and no target is pruned. */
enum cover_verdict search_backward(struct search *x);
enum cover_verdict search_cat(struct search *x);
enum cover_verdict search_catopt(struct search *x);

uint32_t search_vertex(struct search *x, const struct state *copied, uint32_t next, uint32_t rule);
bool search_stopped(struct search *x); /* limits; sets give_up */

/* Counts a predecessor, and looks at the clock now and then: one expansion can take long if there are broadcasts. */
bool search_out_of_time(struct search *x);
static inline bool search_too_long(struct search *x) { return ++x->st->predecessors % 1024 == 0 && search_out_of_time(x); }

/* Asks the oracle for news, which in turn works as much as the search has. */
bool search_refresh(struct search *x);

/* The plan from a coverable state p, a predecessor of `next` by `rule` (or p is the target and next NO_VERTEX),
 * along the vertices to a target or candidate. */
void search_plan(struct search *x, const struct state *p, uint32_t rule, uint32_t next);

#endif
