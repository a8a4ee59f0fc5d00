/* Locks by the names of the functions that take and release them. A semaphore is a lock where it begins with one at most, and who posts has
 * waited before: otherwise it is unlocked by who does not hold it, and protects nothing (engines/wide/locks.c). */
#include "frontend/outline_parts.h"

static const struct sync_call sync_calls[] = {
    {"__heddle_mutex_lock", SYNC_LOCK, false},
    {"__heddle_mutex_try", SYNC_TRY, false},
    {"__heddle_mutex_unlock", SYNC_UNLOCK, false},
    {"pthread_spin_lock", SYNC_LOCK, false},
    {"pthread_spin_trylock", SYNC_TRY, false},
    {"pthread_spin_unlock", SYNC_UNLOCK, false},
    {"pthread_rwlock_wrlock", SYNC_LOCK, false},
    {"pthread_rwlock_rdlock", SYNC_LOCK, true},
    {"pthread_rwlock_trywrlock", SYNC_TRY, false},
    {"pthread_rwlock_tryrdlock", SYNC_TRY, true},
    {"pthread_rwlock_timedwrlock", SYNC_TRY, false},
    {"pthread_rwlock_timedrdlock", SYNC_TRY, true},
    {"pthread_rwlock_unlock", SYNC_UNLOCK, false},
    {"__heddle_cond_wait", SYNC_NOTHING, false},
    {"__heddle_cond_wait_until", SYNC_NOTHING, false},
    {"sem_post", SYNC_UNLOCK, false},
    {"sem_wait", SYNC_WAIT, false},
    {"sem_trywait", SYNC_TRY, false},
    {"sem_timedwait", SYNC_TRY, false},
    {"sem_init", SYNC_BEGIN, false},
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
