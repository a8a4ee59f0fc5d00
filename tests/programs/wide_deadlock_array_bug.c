/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: threads may wait for each other */
/* A lock of an array after another: which comes first, nobody knows. */
#include <pthread.h>
static pthread_mutex_t fork[3];
static int seat;
static void *eat(void *unused)
{
    int n = __atomic_fetch_add(&seat, 1, __ATOMIC_SEQ_CST) % 3;
    pthread_mutex_lock(&fork[n]);
    pthread_mutex_lock(&fork[(n + 1) % 3]);
    pthread_mutex_unlock(&fork[(n + 1) % 3]);
    pthread_mutex_unlock(&fork[n]);
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], 0, eat, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    return 0;
}
