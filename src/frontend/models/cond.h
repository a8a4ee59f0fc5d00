/* The condition variable inside the user's pthread_cond_t or cnd_t; all zero means: nobody waits. */
#ifndef HEDDLE_MODELS_COND_H
#define HEDDLE_MODELS_COND_H

#include "mutex.h"

struct cond {                   /* used only when a wake-up needs a signal */
    unsigned long long waiting; /* the wait set: bit n is thread n, by its id */
    int rest[9];
    unsigned gone; /* 0, or that it was destroyed */
};
enum { COND_THREADS = 64 };
_Static_assert(sizeof(struct cond) == 48, "size of glibc's pthread_cond_t");

/* Weak, 0: the front end sets it. 1: going on needs a signal or the end of the time (--condvars=signalled); 2: the same, and
 * who waits too long matters (the property deadlock). */
extern const int __heddle_condvars_signalled;

void __heddle_cond_init(struct cond *c);
void __heddle_cond_destroy(struct cond *c);
int __heddle_cond_wait(struct cond *c, struct mutex *m);
int __heddle_cond_wait_until(struct cond *c, struct mutex *m); /* 0 or E_TIMEDOUT */
void __heddle_cond_signal(struct cond *c);
void __heddle_cond_broadcast(struct cond *c);

#endif
