/* What creating, joining and detaching of threads have in common. */
#ifndef HEDDLE_MODELS_THREADS_H
#define HEDDLE_MODELS_THREADS_H

#include "heddle.h"

extern const int __heddle_detaches; /* set by module.c: somebody may detach a thread */

void __heddle_detach(word thread);       /* detached.c */
_Bool __heddle_is_detached(word thread); /* the same; what is joined then returns without waiting, which is undefined */

/* As far as heddle looks into glibc's pthread_attr_t. */
struct thread_attributes {
    int priority, policy, flags;
};
enum { ATTRIBUTE_DETACHED = 1 };

#endif
