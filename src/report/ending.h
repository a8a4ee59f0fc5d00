/* Who is where at the end of a schedule: the two threads that are about to make the accesses that race (or have made
 * them, and nothing orders them), or those that cannot go on. A failing assertion has no ending: its last step says it. */
#ifndef HEDDLE_REPORT_ENDING_H
#define HEDDLE_REPORT_ENDING_H

#include "program/trace.h"

struct ending {
    const char *thread;
    uint32_t code, instance; /* the same thread */
    char kind;               /* of what comes next: 'r' a load, 'w' a store, 'c' a call or a read-modify-write */
    struct position pos;
    const char *words; /* "is about to write c", "is blocked here: waits for m, which main holds" */
    bool past;         /* the thread has been there in the schedule */
    bool lock;         /* it waits for a lock */
};
typedef VECTOR(struct ending) ending_vector;

/* Appends to out; the strings are kept in words. t replays on p. */
void endings_find(ending_vector *out, const struct program *p, const struct trace *t, struct arena *words);

#endif
