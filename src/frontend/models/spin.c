/* Spin locks: an int that holds 0 or the id of the thread that holds it. Spinning is waiting. */
#include "mutex.h"
#include "weak_memory.h"

MODEL int pthread_spin_init(unsigned *owner, int shared)
{
    (void)shared;
    __heddle_writes(owner, sizeof *owner);
    begin_without_barrier();
    store_there(owner, 0);
    end_without_barrier();
    return 0;
}

MODEL int pthread_spin_destroy(unsigned *owner)
{
    MUST_LIVE(owner, "a spin lock");
    __heddle_writes(owner, sizeof *owner);
    begin_without_barrier();
    if (load_there(owner) != 0)
        __heddle_fail(HEDDLE_LOCKS, "a spin lock is destroyed while it is locked");
    else
        is_destroyed(owner);
    end_without_barrier();
    return 0;
}

MODEL int pthread_spin_lock(unsigned *owner)
{
    MUST_LIVE(owner, "a spin lock");
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_LOCK, owner);
    if (*owner != 0) {
        if (*owner == __heddle_self())
            __heddle_fail(HEDDLE_LOCKS, "a thread locks a spin lock that it holds");
        MUST_LIVE(owner, "a spin lock");
        __heddle_assume(0);
    }
    *owner = __heddle_self();
    __heddle_atomic_end();
    return 0;
}

MODEL int pthread_spin_trylock(unsigned *owner)
{
    int result = 0;
    MUST_LIVE(owner, "a spin lock");
    if (__heddle_weaker_orders && relaxed_load(owner) != 0)
        return E_BUSY;
    __heddle_atomic_begin();
    if (*owner == 0) {
        __heddle_note(HEDDLE_NOTE_LOCK, owner);
        *owner = __heddle_self();
    } else {
        result = E_BUSY;
    }
    __heddle_atomic_end();
    return result;
}

static void check_owner(unsigned owner)
{
    if (owner != __heddle_self())
        __heddle_fail(HEDDLE_LOCKS, "a thread unlocks a spin lock that it does not hold");
}

/* On x86 it is a plain store, which may wait in the buffer; an atomic section would empty that. */
MODEL int pthread_spin_unlock(unsigned *owner)
{
    MUST_LIVE(owner, "a spin lock");
    if (__heddle_store_buffers) {
        __heddle_note(HEDDLE_NOTE_UNLOCK, owner);
        check_owner(relaxed_load(owner));
        __atomic_store_n(owner, 0, __ATOMIC_RELEASE);
        return 0;
    }
    __heddle_atomic_begin();
    __heddle_note(HEDDLE_NOTE_UNLOCK, owner);
    check_owner(*owner);
    *owner = 0;
    __heddle_atomic_end();
    return 0;
}
