/* libck-dev: FAS CAS DEC TICKET MCS:race
 * Locks of Concurrency Kit: two threads count under one of them. BROKEN: one of them does without. */
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

#if defined FAS
static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
#define LOCK() ck_spinlock_fas_lock(&lock)
#define UNLOCK() ck_spinlock_fas_unlock(&lock)
#elif defined CAS
static ck_spinlock_cas_t lock = CK_SPINLOCK_CAS_INITIALIZER;
#define LOCK() ck_spinlock_cas_lock(&lock)
#define UNLOCK() ck_spinlock_cas_unlock(&lock)
#elif defined DEC
static ck_spinlock_dec_t lock = CK_SPINLOCK_DEC_INITIALIZER;
#define LOCK() ck_spinlock_dec_lock(&lock)
#define UNLOCK() ck_spinlock_dec_unlock(&lock)
#elif defined TICKET
static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
#define LOCK() ck_spinlock_ticket_lock(&lock)
#define UNLOCK() ck_spinlock_ticket_unlock(&lock)
#elif defined MCS
static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
#define LOCK() ck_spinlock_mcs_lock(&lock, &node)
#define UNLOCK() ck_spinlock_mcs_unlock(&lock, &node)
#endif

static int count;

static void *worker(void *unused)
{
    ck_spinlock_mcs_context_t node;
    (void)node;
    LOCK();
    count++;
    UNLOCK();
    return unused;
}

static void *other(void *unused)
{
#ifdef BROKEN
    count++;
    return unused;
#else
    return worker(unused);
#endif
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
