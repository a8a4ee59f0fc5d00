/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_semaphore.c, but two may pass. */
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
    sem_init(&one, 0, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    sem_wait(&one);
    value--;
    sem_post(&one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
