/* Read-write locks. A reader waits for the writer, a writer for everybody. Who reads is not remembered, only how many, so that
 * an unlock by a thread that holds nothing is noticed only when nobody reads. No preference between readers and writers. */
#include "mutex.h"

struct rwlock { /* where glibc has fields of these names */
    unsigned readers;
    int unused[__SIZEOF_POINTER__ == 4 ? 6 : 5];
    unsigned writer; /* 0, or the id of the thread that writes */
#if __SIZEOF_POINTER__ == 8
    int rest[7];
#endif
};
_Static_assert(sizeof(struct rwlock) == (__SIZEOF_POINTER__ == 4 ? 32 : 56), "size of glibc's pthread_rwlock_t");
_Static_assert(__builtin_offsetof(struct rwlock, writer) == (__SIZEOF_POINTER__ == 4 ? 28 : 24), "place of glibc's __cur_writer");

MODEL int pthread_rwlock_init(struct rwlock *l, const void *attributes)
{
    (void)attributes;
    __heddle_atomic_begin();
    l->writer = 0;
    l->readers = 0;
    __heddle_atomic_end();
    return 0;
}

MODEL int pthread_rwlock_destroy(struct rwlock *l)
{
    int result = 0;
    __heddle_atomic_begin();
    if ((l->writer | l->readers) != 0) {
        __heddle_fail(HEDDLE_LOCKS, "a read-write lock is destroyed while it is locked");
        result = E_BUSY;
    }
    __heddle_atomic_end();
    return result;
}

/* Inside a section, when somebody writes: waits, but not for oneself. */
static int held(struct rwlock *l)
{
    __heddle_assume(l->writer == __heddle_self());
    __heddle_fail(HEDDLE_LOCKS, "a thread locks a read-write lock that it holds for writing");
    return E_DEADLK;
}

MODEL int pthread_rwlock_rdlock(struct rwlock *l)
{
    int result = 0;
    __heddle_atomic_begin();
    if (l->writer == 0)
        l->readers++;
    else
        result = held(l);
    __heddle_atomic_end();
    return result;
}

MODEL int pthread_rwlock_wrlock(struct rwlock *l)
{
    int result = 0;
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_LOCK, &l->writer);
    if (l->writer == 0) {
        __heddle_assume(l->readers == 0);
        l->writer = __heddle_self();
    } else {
        result = held(l);
    }
    __heddle_atomic_end();
    return result;
}

/* As for mutexes, an attempt that waits for a while is the same as one that does not. */
static int try_read(struct rwlock *l, int if_held)
{
    int result = 0;
    __heddle_atomic_begin();
    if (l->writer == 0)
        l->readers++;
    else
        result = if_held;
    __heddle_atomic_end();
    return result;
}

static int try_write(struct rwlock *l, int if_held)
{
    int result = 0;
    __heddle_atomic_begin();
    if (l->writer == 0 && l->readers == 0) {
        __heddle_note(HEDDLE_NOTE_LOCK, &l->writer);
        l->writer = __heddle_self();
    } else {
        result = if_held;
    }
    __heddle_atomic_end();
    return result;
}

MODEL int pthread_rwlock_tryrdlock(struct rwlock *l) { return try_read(l, E_BUSY); }

MODEL int pthread_rwlock_trywrlock(struct rwlock *l) { return try_write(l, E_BUSY); }

MODEL int pthread_rwlock_timedrdlock(struct rwlock *l, const void *until)
{
    (void)until;
    return try_read(l, E_TIMEDOUT);
}

MODEL int pthread_rwlock_timedwrlock(struct rwlock *l, const void *until)
{
    (void)until;
    return try_write(l, E_TIMEDOUT);
}

MODEL int pthread_rwlock_unlock(struct rwlock *l)
{
    __heddle_atomic_begin();
    if (l->writer == __heddle_self()) {
        __heddle_note(HEDDLE_NOTE_UNLOCK, &l->writer);
        l->writer = 0;
    } else if (l->readers > 0) {
        l->readers--;
    } else {
        __heddle_fail(HEDDLE_LOCKS, "a thread unlocks a read-write lock that it does not hold");
    }
    __heddle_atomic_end();
    return 0;
}

MODEL int pthread_rwlockattr_init(void *a)
{
    (void)a;
    return 0;
}

MODEL int pthread_rwlockattr_destroy(void *a)
{
    (void)a;
    return 0;
}

MODEL int pthread_rwlockattr_setpshared(void *a, int shared)
{
    (void)a, (void)shared;
    return 0;
}

MODEL int pthread_rwlockattr_setkind_np(void *a, int kind)
{
    (void)a, (void)kind;
    return 0;
}
