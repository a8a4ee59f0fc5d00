/* heddle: race=TRUE reach=TRUE; engines: auto */
/* A spin lock, and a relaxed counter of its uses that is read when all threads have been joined. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static atomic_int uses;
static int data;

static void *work(void *p)
{
    for (int i = 0; i < 2; i++) {
        while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
            ;
        data++;
        atomic_flag_clear_explicit(&lock, memory_order_release);
        atomic_fetch_add_explicit(&uses, 1, memory_order_relaxed);
    }
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(data == 4 && uses == 4);
    return 0;
}
