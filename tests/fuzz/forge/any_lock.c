/* Any number of threads and a lock that does not know who holds it. BUG: it lets two in. */
#include <assert.h>
#include <pthread.h>

static int lock, inside;

static void *thread(void *a)
{
    while (__sync_lock_test_and_set(&lock, 1 - BUG)) {
    }
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    __sync_lock_release(&lock);
    return a;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
