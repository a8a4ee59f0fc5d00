/* heddle: reach=TRUE; engines: explore */
/* Waiting for a semaphore, or for a thread, ends by a request; whoever is not asked goes on waiting. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_t first;
static int passed;

static void *wait_for_semaphore(void *unused)
{
    sem_wait(&never);
    passed = 1;
    return unused;
}

static void *wait_for_thread(void *unused)
{
    pthread_join(first, NULL);
    passed = 2;
    return unused;
}

int main(void)
{
    pthread_t second;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&first, NULL, wait_for_semaphore, NULL);
    pthread_create(&second, NULL, wait_for_thread, NULL);
    pthread_cancel(second);
    pthread_join(second, &result);
    assert(result == PTHREAD_CANCELED && passed == 0);
    pthread_cancel(first);
    pthread_join(first, &result);
    assert(result == PTHREAD_CANCELED && passed == 0);
    return 0;
}
