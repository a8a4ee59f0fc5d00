/* heddle: reach=TRUE deadlock=TRUE; engines: explore; options: --condvars=signalled */
/* A barrier made of a count and a generation: who waits for the next round does not take a wake-up of this one. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int arrived, generation;

static void barrier(void)
{
    pthread_mutex_lock(&m);
    int mine = generation;
    if (++arrived == 2) {
        arrived = 0;
        generation++;
        pthread_cond_broadcast(&c);
    } else {
        while (mine == generation)
            pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
}

static void *thread(void *unused)
{
    barrier();
    barrier();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    barrier();
    barrier();
    pthread_join(t, NULL);
    return 0;
}
