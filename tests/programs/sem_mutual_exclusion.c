/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A semaphore as a lock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int count;

static void *thread(void *unused)
{
    sem_wait(&s);
    count++;
    sem_post(&s);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int value;
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_getvalue(&s, &value);
    assert(count == 2 && value == 1);
    sem_destroy(&s);
    return 0;
}
