/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The semaphore lets two in. */
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
    sem_init(&s, 0, 2);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
