/* heddle: race=FALSE; engines: explore */
/* A semaphore is destroyed while another thread may still post it. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *poster(void *unused)
{
    sem_post(&s);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, poster, NULL);
    sem_destroy(&s);
    pthread_join(t, NULL);
    return 0;
}
