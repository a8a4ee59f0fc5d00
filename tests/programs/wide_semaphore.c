/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A semaphore that begins with one, and is posted by who has waited, is a lock. */
#include <pthread.h>
#include <semaphore.h>
static int value;
static sem_t one;
static void *work(void *unused)
{
    sem_wait(&one);
    value++;
    sem_post(&one);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    sem_init(&one, 0, 1);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    sem_wait(&one);
    value--;
    sem_post(&one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
