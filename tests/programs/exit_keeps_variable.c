/* heddle: memory=TRUE; engines: explore auto */
/* A cleanup handler may use what lives in the function that has pushed it, and a destructor what lives longer than the thread. */
#include <pthread.h>

static pthread_key_t key;

static void handler(void *number) { *(int *)number += 1; }

static void destructor(void *number) { *(int *)number += 1; }

static void finish(int *number)
{
    int mine = 1, *inner = &mine;
    *number += *inner;
    pthread_exit(number);
}

static void *work(void *number)
{
    int own = 0;
    pthread_setspecific(key, number);
    pthread_cleanup_push(handler, &own);
    finish(&own);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t id;
    static int number;
    pthread_key_create(&key, destructor);
    pthread_create(&id, NULL, work, &number);
    pthread_join(id, NULL);
    return 0;
}
