/* heddle: deadlock=TRUE; engines: explore */
/* A thread that spins can take steps: no deadlock, although nothing gets done. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int go;

static void *thread(void *unused)
{
    while (!go)
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
