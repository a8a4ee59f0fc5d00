/* Read-write locks. A reader waits for the writer, a writer for everybody. The lock does not know who reads, only how many, as in glibc: an
 * unlock by a thread that holds nothing lets a reader go. Where locks are asked for, each thread knows what it reads. There is no preference
 * between readers and writers but in a lock of the kind that asks for it: there a reader waits for writers that wait, too. (In glibc the kind
 * PREFER_WRITER_NP is as the default, which lets readers in.) */
#include "mutex.h"
#include "weak_memory.h"

enum { KIND_WRITERS_FIRST = 2 }; /* PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP */

struct rwlock { /* where glibc has fields of these names */
    unsigned readers;
    unsigned waiting; /* writers that wait, in a lock that prefers them */
#if __SIZEOF_POINTER__ == 4
    int unused[4];
    unsigned char kind, rest[3];
    unsigned writer; /* 0, or the id of the thread that writes */
#else
    int unused[4];
    unsigned writer;
    int rest[5];
    int kind, end;
#endif
};
_Static_assert(sizeof(struct rwlock) == (__SIZEOF_POINTER__ == 4 ? 32 : 56), "size of glibc's pthread_rwlock_t");
_Static_assert(__builtin_offsetof(struct rwlock, writer) == (__SIZEOF_POINTER__ == 4 ? 28 : 24), "place of glibc's __cur_writer");
_Static_assert(__builtin_offsetof(struct rwlock, kind) == (__SIZEOF_POINTER__ == 4 ? 24 : 48), "place of glibc's __flags");

struct attributes {
    int kind, shared;
};

/* What this thread reads, and how often it has locked it. */
enum { KNOWN_READS = 4 };
static _Thread_local struct read {
    const struct rwlock *lock;
    unsigned count;
} reads[KNOWN_READS];

static struct read *read_of(const struct rwlock *l)
{
    for (unsigned k = 0; k < KNOWN_READS; k++)
        if (reads[k].count != 0 && reads[k].lock == l)
            return &reads[k];
    return NULL;
}

static struct read *new_read(const struct rwlock *l)
{
    for (unsigned k = 0; k < KNOWN_READS; k++)
        if (reads[k].count == 0) {
            reads[k].lock = l;
            return &reads[k];
        }
    __heddle_unsupported("limit: a thread that reads under more than 4 read-write locks");
}

/* Inside a section: one more reader, this thread. */
static void begin_reading(struct rwlock *l)
{
    l->readers++;
    if (!__heddle_locks())
        return;
    struct read *r = read_of(l);
    if (!r)
        r = new_read(l);
    r->count++;
}

static void end_reading(struct rwlock *l)
{
    l->readers--;
    if (!__heddle_locks())
        return;
    struct read *r = read_of(l);
    if (r)
        r->count--;
    else
        __heddle_fail(HEDDLE_LOCKS, "a thread unlocks a read-write lock that it does not hold");
}

static void use_rwlock(const struct rwlock *l)
{
    __heddle_initialised(&l->kind, sizeof l->kind, "a read-write lock");
    MUST_LIVE(&l->writer, "a read-write lock");
}

MODEL int pthread_rwlock_init(struct rwlock *l, const struct attributes *a)
{
    int kind = a ? a->kind : 0;
    makes(l, sizeof *l);
    __heddle_writes(&l->writer, sizeof l->writer);
    begin_without_barrier();
    store_there(&l->writer, 0);
    store_there(&l->readers, 0);
    store_there(&l->waiting, 0);
    l->kind = kind == KIND_WRITERS_FIRST ? KIND_WRITERS_FIRST : 0;
    end_without_barrier();
    return 0;
}

MODEL int pthread_rwlock_destroy(struct rwlock *l)
{
    MUST_LIVE(&l->writer, "a read-write lock");
    __heddle_writes(&l->writer, sizeof l->writer);
    begin_without_barrier();
    if ((load_there(&l->writer) | load_there(&l->readers)) != 0)
        __heddle_fail(HEDDLE_LOCKS, "a read-write lock is destroyed while it is locked");
    else
        is_destroyed(&l->writer);
    end_without_barrier();
    return 0;
}

/* Inside a section: whether no reader may come in. */
static _Bool is_closed(const struct rwlock *l) { return l->writer != 0 || (l->kind == KIND_WRITERS_FIRST && l->waiting != 0); }

/* Inside a section, when somebody writes: waits, but not for oneself. */
static int held(struct rwlock *l)
{
    MUST_LIVE(&l->writer, "a read-write lock");
    __heddle_assume(l->writer == __heddle_self());
    __heddle_fail(HEDDLE_LOCKS, "a thread locks a read-write lock that it holds for writing");
    return E_DEADLK;
}

MODEL int pthread_rwlock_rdlock(struct rwlock *l)
{
    int result = 0;
    use_rwlock(l);
    __heddle_atomic_begin();
    if (!is_closed(l))
        begin_reading(l);
    else
        result = held(l);
    __heddle_atomic_end();
    return result;
}

/* Readers see that a writer waits from the time on that it could not have the lock at once. */
static void begin_waiting(struct rwlock *l)
{
    __heddle_atomic_begin();
    if (l->kind == KIND_WRITERS_FIRST)
        l->waiting++;
    __heddle_atomic_end();
}

static void end_waiting(struct rwlock *l)
{
    if (l->kind == KIND_WRITERS_FIRST)
        l->waiting--;
}

static void stop_waiting(struct rwlock *l)
{
    __heddle_atomic_begin();
    end_waiting(l);
    __heddle_atomic_end();
}

static int lock_for_writing(struct rwlock *l)
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
    end_waiting(l);
    __heddle_atomic_end();
    return result;
}

MODEL int pthread_rwlock_wrlock(struct rwlock *l)
{
    use_rwlock(l);
    begin_waiting(l);
    return lock_for_writing(l);
}

/* How an attempt fails that has not tried: 0 if it does not. Sections with several variables are not followed where orders are weaker. Where that is so for
 * the sake of attempts alone, it may fail for no reason, which orders nothing either and is more than what happens. */
static int looks_taken(const struct rwlock *l, _Bool for_writing)
{
    if (__heddle_weaker_orders == FOR_ATTEMPTS) {
        if (!__heddle_nondet_bool())
            return 0;
        __heddle_approximate("that a read-write lock is found taken");
        return E_BUSY;
    }
    unsigned writer = relaxed_load(&l->writer);
    if (writer != 0)
        return writer == __heddle_self() ? E_DEADLK : E_BUSY;
    if (for_writing)
        return relaxed_load(&l->readers) != 0 ? E_BUSY : 0;
    return l->kind == KIND_WRITERS_FIRST && relaxed_load(&l->waiting) != 0 ? E_BUSY : 0;
}

static int try_read(struct rwlock *l)
{
    MUST_LIVE(&l->writer, "a read-write lock");
    int result = __heddle_weaker_orders ? looks_taken(l, 0) : 0;
    if (result != 0)
        return result;
    __heddle_atomic_begin();
    if (!is_closed(l))
        begin_reading(l);
    else
        result = l->writer == __heddle_self() ? E_DEADLK : E_BUSY;
    __heddle_atomic_end();
    return result;
}

static int try_write(struct rwlock *l, _Bool waits)
{
    MUST_LIVE(&l->writer, "a read-write lock");
    int result = __heddle_weaker_orders ? looks_taken(l, 1) : 0;
    if (result != 0) {
        if (waits)
            stop_waiting(l);
        return result;
    }
    __heddle_atomic_begin();
    if (l->writer == 0 && l->readers == 0) {
        __heddle_note(HEDDLE_NOTE_LOCK, &l->writer);
        l->writer = __heddle_self();
    } else {
        result = l->writer == __heddle_self() ? E_DEADLK : E_BUSY;
    }
    if (waits)
        end_waiting(l);
    __heddle_atomic_end();
    return result;
}

/* The others, which wait for a while, change the lock before. */
MODEL int pthread_rwlock_tryrdlock(struct rwlock *l)
{
    if (__heddle_store_buffers && looks_taken(l, 0))
        return E_BUSY;
    return try_read(l) ? E_BUSY : 0;
}

MODEL int pthread_rwlock_trywrlock(struct rwlock *l)
{
    if (__heddle_store_buffers && looks_taken(l, 1))
        return E_BUSY;
    return try_write(l, 0) ? E_BUSY : 0;
}

/* As for mutexes, an attempt that waits for a while is the same as one that does not. */
static int read_until(struct rwlock *l, const struct time *until)
{
    int result = is_time(until) ? try_read(l) : E_INVAL;
    return result == E_BUSY ? E_TIMEDOUT : result;
}

static int write_until(struct rwlock *l, const struct time *until)
{
    if (!is_time(until))
        return E_INVAL;
    begin_waiting(l);
    int result = try_write(l, 1);
    return result == E_BUSY ? E_TIMEDOUT : result;
}

MODEL int pthread_rwlock_timedrdlock(struct rwlock *l, const struct time *until) { return read_until(l, until); }

MODEL int pthread_rwlock_timedwrlock(struct rwlock *l, const struct time *until) { return write_until(l, until); }

MODEL int pthread_rwlock_clockrdlock(struct rwlock *l, int clock, const struct time *until)
{
    return is_waiting_clock(clock) ? read_until(l, until) : E_INVAL;
}

MODEL int pthread_rwlock_clockwrlock(struct rwlock *l, int clock, const struct time *until)
{
    return is_waiting_clock(clock) ? write_until(l, until) : E_INVAL;
}

MODEL int pthread_rwlock_unlock(struct rwlock *l)
{
    use_rwlock(l);
    __heddle_atomic_begin();
    if (l->writer == __heddle_self()) {
        __heddle_note(HEDDLE_NOTE_UNLOCK, &l->writer);
        l->writer = 0;
    } else if (l->readers > 0) {
        end_reading(l);
    } else {
        __heddle_fail(HEDDLE_LOCKS, "a thread unlocks a read-write lock that it does not hold");
        __heddle_unsupported("undefined: unlock of a read-write lock that nobody reads");
    }
    __heddle_atomic_end();
    return 0;
}

MODEL int pthread_rwlockattr_init(struct attributes *a)
{
    a->kind = 0;
    a->shared = 0;
    return 0;
}

MODEL int pthread_rwlockattr_destroy(struct attributes *a)
{
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_rwlockattr_setpshared(struct attributes *a, int shared)
{
    if (shared != 0 && shared != 1)
        return E_INVAL;
    a->shared = shared;
    return 0;
}

MODEL int pthread_rwlockattr_setkind_np(struct attributes *a, int kind)
{
    if (kind < 0 || kind > 2)
        return E_INVAL;
    a->kind = kind;
    return 0;
}

MODEL int pthread_rwlockattr_getkind_np(const struct attributes *a, int *kind)
{
    *kind = a->kind;
    return 0;
}
