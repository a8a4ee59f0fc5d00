/* heddle: memory=FALSE; engines: explore auto */
/* Destructors of thread-specific values run when the functions of the thread are left, also those that pthread_exit was called from. */
#include <pthread.h>

static pthread_key_t key;

static void destructor(void *number) { *(int *)number = 1; }

static void finish(void)
{
    int mine = 0;
    pthread_setspecific(key, &mine);
    pthread_exit(NULL);
}

static void *work(void *unused)
{
    finish();
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_key_create(&key, destructor);
    pthread_create(&id, NULL, work, NULL);
    pthread_join(id, NULL);
    return 0;
}
