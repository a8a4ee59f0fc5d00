/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A large structure is passed by value: it is read where the call is, without the lock that the callee takes. */
#include <pthread.h>
struct large { long part[12]; };
static struct large shared;
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void add(struct large s, int k)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 12; i++)
        total = k > i ? total + s.part[i] * k : total - s.part[i];
    for (int i = 0; i < 12; i++)
        total ^= k > i ? total * i : i + k;
    pthread_mutex_unlock(&lock);
}
static void *work(void *unused)
{
    add(shared, 2);
    add(shared, 3);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    shared.part[3] = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
