/* Locks by the names of the functions that take and release them. A semaphore is a lock where it begins with one at most, and who posts has
 * waited before: otherwise it is unlocked by who does not hold it, and protects nothing (engines/wide/locks.c). */
#include "frontend/outline_parts.h"

enum { MUTEX = 24, READ_WRITE = 56, SPIN = 4, SEMAPHORE = 4 }; /* at most; with 32 bits they are smaller */

static const struct sync_call sync_calls[] = {
    {"__heddle_mutex_init", SYNC_MAKE, false, true, MUTEX},
    {"__heddle_mutex_destroy", SYNC_DESTROY, false, true, MUTEX},
    {"__heddle_mutex_lock", SYNC_LOCK, false, true, MUTEX},
    {"__heddle_mutex_try", SYNC_TRY, false, true, MUTEX},
    {"__heddle_mutex_try_until", SYNC_TRY, false, true, MUTEX},
    {"__heddle_mutex_unlock", SYNC_UNLOCK, false, true, MUTEX},
    {"pthread_spin_init", SYNC_MAKE, false, true, SPIN},
    {"pthread_spin_destroy", SYNC_DESTROY, false, true, SPIN},
    {"pthread_spin_lock", SYNC_LOCK, false, true, SPIN},
    {"pthread_spin_trylock", SYNC_TRY, false, true, SPIN},
    {"pthread_spin_unlock", SYNC_UNLOCK, false, true, SPIN},
    {"pthread_rwlock_init", SYNC_MAKE, false, true, READ_WRITE},
    {"pthread_rwlock_destroy", SYNC_DESTROY, false, true, READ_WRITE},
    {"pthread_rwlock_wrlock", SYNC_LOCK, false, true, READ_WRITE},
    {"pthread_rwlock_rdlock", SYNC_LOCK, true, true, READ_WRITE},
    {"pthread_rwlock_trywrlock", SYNC_TRY, false, true, READ_WRITE},
    {"pthread_rwlock_tryrdlock", SYNC_TRY, true, true, READ_WRITE},
    {"pthread_rwlock_timedwrlock", SYNC_TRY, false, true, READ_WRITE},
    {"pthread_rwlock_timedrdlock", SYNC_TRY, true, true, READ_WRITE},
    {"pthread_rwlock_unlock", SYNC_UNLOCK, false, true, READ_WRITE},
    {"__heddle_cond_wait", SYNC_CONDITION, false, false, MUTEX},
    {"__heddle_cond_wait_until", SYNC_CONDITION, false, false, MUTEX},
    {"sem_post", SYNC_UNLOCK, false, false, SEMAPHORE},
    {"sem_wait", SYNC_WAIT, false, false, SEMAPHORE},
    {"sem_trywait", SYNC_TRY, false, false, SEMAPHORE},
    {"sem_timedwait", SYNC_TRY, false, false, SEMAPHORE},
    {"sem_init", SYNC_BEGIN, false, false, SEMAPHORE},
};

const struct sync_call *outline_sync_of(LLVMValueRef call)
{
    const char *name = called_name(call);
    LLVMValueRef callee = called_function(call);
    if (callee && has_mark(callee, USERS_OWN))
        return NULL;
    for (size_t k = 0; k < sizeof sync_calls / sizeof *sync_calls; k++)
        if (!strcmp(name, sync_calls[k].name))
            return &sync_calls[k];
    return NULL;
}

bool outline_locks_once(const struct sync_call *s)
{
    return s->owned && s->width != READ_WRITE;
} /* who has a read-write lock is told */

bool outline_tries(const struct outliner *b, const struct sync_call *s)
{
    return s->what == SYNC_TRY || (s->what == SYNC_WAIT && b->handlers);
}

bool outline_keeps_call(const char *name)
{
    for (size_t k = 0; k < sizeof sync_calls / sizeof *sync_calls; k++)
        if (!strcmp(name, sync_calls[k].name))
            return true;
    return false;
}
