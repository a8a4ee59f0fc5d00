/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* Nobody posts. */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *f(void *unused)
{
    sem_wait(&s);
    return unused;
}
int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    return 0;
}
