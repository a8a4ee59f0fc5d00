/* What creating, joining and detaching of threads have in common. */
#ifndef HEDDLE_MODELS_THREADS_H
#define HEDDLE_MODELS_THREADS_H

#include "heddle.h"

/* As far as heddle looks into glibc's pthread_attr_t. */
struct thread_attributes {
    int priority, policy, flags;
};
enum { ATTRIBUTE_DETACHED = 1 };

extern const int __heddle_detaches; /* set by module.c: somebody may detach a thread */

extern const int __heddle_ids_matter; /* set by module.c: somebody asks for the id of a thread, or compares two */

/* threads.c */
void __heddle_gives_id_back(void); /* a thread has been waited for, or nobody will: once it has ended a new one may get its id, */
void __heddle_takes_id(void);      /* which is not modelled: ids differ here */

/* joined.c */
void __heddle_joined(word thread); /* a thread has been waited for */
void __heddle_let_go(word thread); /* nobody will wait for it */
void __heddle_means(word thread);  /* it must not have ended, and nobody have waited for it */

/* detached.c; calls of them go where nobody does */
void __heddle_created(word thread, const struct thread_attributes *attributes);
void __heddle_detach(word thread);
_Bool __heddle_is_detached(word thread); /* whoever joins it returns without waiting, which is undefined */

#endif
