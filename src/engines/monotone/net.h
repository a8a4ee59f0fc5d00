/* The abstraction as a thread transition system: shared states are controls, local states are places, any number of
 * threads are tokens (5.2 of Kaiser's thesis). A step that changes what passive threads know moves their tokens; a
 * passive thread that cannot be there when the step is taken goes to a sink (the monotone closure, Def. 20). Only
 * states that occur in a view are in the system: it is complete if the views are. Pair trackers are forgotten: a
 * passive thread may do what it may do with any value of them. */
#ifndef HEDDLE_ENGINES_MONOTONE_NET_H
#define HEDDLE_ENGINES_MONOTONE_NET_H

#include "base/text.h"
#include "cover/cover.h"
#include "engines/monotone/refine.h"
#include "engines/monotone/views.h"

struct net {
    struct system system;
    values edges; /* by rule.line - 1: code << 32 | edge */
};

/* v is complete. Without targets. */
void net_make(struct net *n, struct views *v);
void net_free(struct net *n);

/* Sets the targets: the error locations of the check; check NONE: unsupported locations. Whether there are any. */
bool net_aim(struct net *n, const struct views *v, uint32_t check);

/* All error locations as targets; if no view has one, a place that nothing leads to. */
void net_aim_all(struct net *n, const struct views *v);

/* As a .tts file with its targets. */
void net_print(const struct net *n, struct text *out);

/* Whether the target is covered by some run; COVER_COVERABLE: the steps of one are appended. */
enum cover_verdict net_decide(const struct net *n, struct budget budget, run_steps *steps);

#endif
