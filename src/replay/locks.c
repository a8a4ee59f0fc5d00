/* Locks and the like under replay: the schedule has every step when it is possible, so nothing blocks. A lock that is not free
 * when its turn has come means that the program has left the schedule. Waiting on a condition variable is two entries. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "replay.h"

struct timespec;
int __real_pthread_mutex_lock(pthread_mutex_t *);
int __real_pthread_mutex_unlock(pthread_mutex_t *);
int __real_pthread_spin_unlock(pthread_spinlock_t *);
int __real_pthread_rwlock_unlock(pthread_rwlock_t *);
int __real_pthread_mutex_destroy(pthread_mutex_t *);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);

#define WRAP(name, ...)                                                                                                            \
    int __wrap_##name(__VA_ARGS__);                                                                                                \
    int __wrap_##name(__VA_ARGS__)

static int taken(int result)
{
    if (result == EBUSY)
        heddle_blocked("diverged: a lock is not free");
    return result;
}

/* --- misuse, where the schedule says so; who has a spin lock or a read-write lock cannot be asked --- */

static int is_mine(const pthread_mutex_t *m) { return m->__data.__lock && m->__data.__owner == (int)syscall(SYS_gettid); }

static void misused(int really, const char *words)
{
    if (heddle_misuses())
        heddle_stop(really ? 10 : 11, really ? words : "diverged: the lock is used as it should be");
}

WRAP(pthread_mutex_unlock, pthread_mutex_t *m)
{
    misused(!is_mine(m), "a mutex is unlocked by a thread that does not hold it");
    return __real_pthread_mutex_unlock(m);
}
WRAP(mtx_unlock, pthread_mutex_t *m) { return __wrap_pthread_mutex_unlock(m) ? 2 : 0; }
WRAP(pthread_mutex_destroy, pthread_mutex_t *m)
{
    misused(m->__data.__lock, "a mutex is destroyed that somebody holds");
    return __real_pthread_mutex_destroy(m);
}
WRAP(pthread_spin_unlock, pthread_spinlock_t *l)
{
    misused(1, "a spin lock is unlocked by a thread that, by the schedule, does not hold it");
    return __real_pthread_spin_unlock(l);
}
WRAP(pthread_rwlock_unlock, pthread_rwlock_t *l)
{
    misused(1, "a read-write lock is unlocked by a thread that, by the schedule, does not hold it");
    return __real_pthread_rwlock_unlock(l);
}

/* --- mutexes; those that check for errors say at once that their owner has them already --- */

WRAP(pthread_mutex_lock, pthread_mutex_t *m)
{
    misused(is_mine(m), "a mutex is locked again by the thread that holds it");
    int result = pthread_mutex_trylock(m);
    if (result == EBUSY && (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP)
        return __real_pthread_mutex_lock(m);
    return taken(result);
}
WRAP(pthread_mutex_timedlock, pthread_mutex_t *m, const struct timespec *until)
{
    (void)until;
    int result = pthread_mutex_trylock(m);
    return result == EBUSY ? ETIMEDOUT : result;
}
WRAP(mtx_lock, pthread_mutex_t *m) { return __wrap_pthread_mutex_lock(m) ? 2 : 0; }

WRAP(pthread_spin_lock, pthread_spinlock_t *l) { return taken(pthread_spin_trylock(l)); }
WRAP(pthread_rwlock_rdlock, pthread_rwlock_t *l) { return taken(pthread_rwlock_tryrdlock(l)); }
WRAP(pthread_rwlock_wrlock, pthread_rwlock_t *l) { return taken(pthread_rwlock_trywrlock(l)); }

/* --- condition variables --- */

WRAP(pthread_cond_wait, pthread_cond_t *c, pthread_mutex_t *m)
{
    (void)c;
    misused(!is_mine(m), "a thread waits on a condition variable without the mutex");
    __real_pthread_mutex_unlock(m);
    heddle_gate_again();
    heddle_waits();
    return __wrap_pthread_mutex_lock(m);
}
WRAP(pthread_cond_timedwait, pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    (void)until;
    __wrap_pthread_cond_wait(c, m);
    return heddle_input() & 1 ? ETIMEDOUT : 0;
}
WRAP(pthread_cond_signal, pthread_cond_t *c) { return (void)c, 0; }
WRAP(pthread_cond_broadcast, pthread_cond_t *c) { return (void)c, 0; }
WRAP(cnd_wait, pthread_cond_t *c, pthread_mutex_t *m) { return __wrap_pthread_cond_wait(c, m) ? 2 : 0; }
WRAP(cnd_signal, pthread_cond_t *c) { return (void)c, 0; }
WRAP(cnd_broadcast, pthread_cond_t *c) { return (void)c, 0; }

/* --- others --- */

/* The last to arrive is the first to go on, before any turn of those that waited for it. In glibc a barrier begins with the number
 * of threads that have come and holds its count in the third word; the first is free for counting who goes on. */
WRAP(pthread_barrier_wait, pthread_barrier_t *b)
{
    unsigned *words = (unsigned *)b, gone;
    heddle_waits();
    heddle_stay_if_over();
    gone = __atomic_fetch_add(&words[0], 1, __ATOMIC_SEQ_CST);
    return gone % words[2] == 0 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
WRAP(sem_wait, sem_t *s)
{
    if (sem_trywait(s))
        heddle_blocked("diverged: a semaphore is not free");
    return 0;
}
WRAP(sem_timedwait, sem_t *s, const struct timespec *until)
{
    (void)until;
    int result = sem_trywait(s);
    if (result)
        errno = ETIMEDOUT;
    return result;
}
