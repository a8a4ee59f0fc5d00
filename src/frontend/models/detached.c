/* Which threads are detached. To join such a thread is undefined: glibc refuses with EINVAL while the thread runs, and goes wrong after its
 * end. Programs that detach nothing have none of this. */
#include "threads.h"

MODEL const int __heddle_detaches = 0;

enum { KNOWN_THREADS = 64 };
static _Bool detached[KNOWN_THREADS], another_is_detached;

void __heddle_detach(word thread)
{
    __heddle_atomic_begin();
    _Bool before = thread < KNOWN_THREADS && detached[thread];
    if (thread < KNOWN_THREADS)
        detached[thread] = 1;
    else
        another_is_detached = 1;
    __heddle_atomic_end();
    if (before)
        __heddle_uncovered("undefined: a thread is detached twice");
}

void __heddle_created(word thread, const struct thread_attributes *attributes)
{
    if (attributes && attributes->flags & ATTRIBUTE_DETACHED)
        __heddle_detach(thread);
}

_Bool __heddle_is_detached(word thread)
{
    __heddle_atomic_begin();
    _Bool is = thread < KNOWN_THREADS ? detached[thread] : another_is_detached;
    __heddle_atomic_end();
    if (!is)
        return 0;
    if (thread >= KNOWN_THREADS)
        __heddle_unsupported("limit: joining one of more than 63 threads where such threads are detached");
    __heddle_uncovered("undefined: a detached thread is joined");
    return 1;
}
