/* heddle: reach=TRUE race=FALSE; engines: explore */
/* An atomic write and a plain read of the same object: still a data race. */
#include <pthread.h>

int x;

static void *thread(void *unused)
{
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    return x == 2;
}
