/* heddle: reach=FALSE race=TRUE; engines: explore */
/* Atomic accesses, but two of them: an update is lost without any data race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *thread(void *unused)
{
    atomic_store(&count, atomic_load(&count) + 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
