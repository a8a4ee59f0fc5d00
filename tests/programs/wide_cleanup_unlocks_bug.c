/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* There are two handlers: when the thread ends in between the inner one gives the lock back, and the outer one uses what it protects. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void give_back(void *m) { pthread_mutex_unlock(m); }

static void count(void *argument) { ++*(int *)argument; }

static void add(int k)
{
    if (k < 0)
        pthread_exit(NULL);
    sum += k;
}

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(count, &sum);
    pthread_cleanup_push(give_back, &lock);
    add(rand());
    sum++;
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return sum;
}
