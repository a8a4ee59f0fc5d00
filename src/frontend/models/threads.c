/* POSIX threads: creation, joining, identity (their end: cancel.c). A pthread_t is the thread's id. Creation never fails. */
#include "errors.h"
#include "threads.h"
#include "weak_memory.h"

extern const int __heddle_condvars_signalled; /* see cond.h */

MODEL const int __heddle_ids_matter = 0;

static _Bool ids_are_free;

void __heddle_gives_id_back(void)
{
    if (!__heddle_ids_matter)
        return;
    __heddle_atomic_begin();
    ids_are_free = 1;
    __heddle_atomic_end();
}

void __heddle_takes_id(void)
{
    if (!__heddle_ids_matter)
        return;
    __heddle_atomic_begin();
    _Bool again = ids_are_free;
    __heddle_atomic_end();
    if (again)
        __heddle_uncovered("a new thread, which may have the id of one that has ended,");
}

/* The id is stored by a plain write, and is there before anybody, the new thread included, can look. */
MODEL int pthread_create(word *thread, const struct thread_attributes *attributes, void *(*function)(void *), void *argument)
{
    __heddle_takes_id();
    __heddle_writes(thread, sizeof *thread);
    if (attributes)
        __heddle_reads(attributes, sizeof *attributes);
    __heddle_atomic_begin();
    word id = __heddle_create((void *)function, argument);
    *thread = id;
    __heddle_created(id, attributes);
    __heddle_atomic_end();
    if (__heddle_ids_matter && attributes && attributes->flags & ATTRIBUTE_DETACHED)
        __heddle_gives_id_back();
    return 0;
}

MODEL int pthread_join(word thread, void **result)
{
    if (thread == __heddle_self())
        return E_DEADLK;
    if (__heddle_is_detached(thread))
        return E_INVAL;
    void *value = __heddle_join((unsigned)thread);
    __heddle_joined(thread);
    __heddle_gives_id_back();
    if (result)
        *result = value;
    return 0;
}

/* Whether another thread has ended is seen only by joining it, so its end may always be a moment away. */
static int try_join(word thread, void **result, int otherwise)
{
    _Bool ended = 0;
    void *value = NULL;
    if (thread == __heddle_self())
        return E_DEADLK;
    if (__heddle_is_detached(thread))
        return E_INVAL;
    __heddle_atomic_begin();
    if (__heddle_nondet_bool()) {
        value = __heddle_join((unsigned)thread);
        ended = 1;
    }
    __heddle_atomic_end();
    if (ended) {
        __heddle_joined(thread);
        __heddle_gives_id_back();
    }
    if (ended && result)
        *result = value;
    if (!ended && __heddle_store_buffers)
        __heddle_uncovered("an attempt to join that fails, which is no barrier, under --memory-model=tso");
    return ended ? 0 : otherwise;
}

MODEL int pthread_tryjoin_np(word thread, void **result) { return try_join(thread, result, E_BUSY); }

MODEL int pthread_timedjoin_np(word thread, void **result, const void *until)
{
    if (!until)
        return pthread_join(thread, result);
    return try_join(thread, result, E_TIMEDOUT);
}

MODEL word pthread_self(void) { return __heddle_self(); }

MODEL int pthread_equal(word a, word b) { return a == b; }

MODEL int pthread_detach(word thread)
{
    __heddle_detach(thread);
    __heddle_let_go(thread);
    __heddle_gives_id_back();
    return 0;
}

MODEL int pthread_kill(word thread, int signal)
{
    __heddle_means(thread);
    if (signal == 0)
        return 0;
    if (__heddle_condvars_signalled == 2) /* for deadlock */
        __heddle_unsupported("pthread_kill");
    __heddle_approximate("pthread_kill"); /* a handler may run at any time (handlers.c), or else the program ends */
    return (int)__heddle_any_u32("what 'pthread_kill' gives");
}
